import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { printHeader, printTrajectory } from '../../src/core/jsonl.ts';
import { isSecretInput, isSecretKey, MASK, maskText } from '../../src/core/mask.ts';
import { maskSecrets } from '../../src/core/secrets.ts';
import type { AXNode, Observation, Trajectory } from '../../src/core/types.ts';
import { exportHar } from '../../src/exchange/har.ts';
import { FAMILIES } from '../../src/sites/index.ts';
import { makeTask } from '../../src/sites/tasks.ts';
import { reverie } from '../cli/cli.ts';
import { expertOn } from '../sites/pureWorld.ts';

const folder = mkdtempSync(join(tmpdir(), 'reverie-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SECRETS = {
  password: 'correct-horse-7',
  card: '4111111111111111',
  // Header and payload of the example in RFC 7519, section 3.1, with a signature of ours.
  jwt: 'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODB9.c2lnbmF0dXJl',
  token: 'tok-90210-abc',
  session: 'sess-31337-xyz',
  cookie: 'cookie-4242-mno',
  bearer: 'bearer-0123456789abcdef',
};

/** Somebody logs in and pays; the page, its address and its state repeat what they were told. */
function careless(): Trajectory {
  const page = (step: number, url: string, nodes: Omit<AXNode, 'depth'>[]): Observation => ({
    goal: `Log in with ${SECRETS.password} and pay by ${SECRETS.card}`,
    tree: {
      url,
      title: `Signed in as ${SECRETS.jwt}`,
      nodes: [{ id: 1, role: 'RootWebArea', name: 'Pay', depth: 0 }, ...nodes.map((node) => ({ ...node, depth: 1 }))],
      omitted: 0,
    },
    feedback: `Opened /pay?api_key=${SECRETS.token}`,
    notes: [SECRETS.password],
    step,
  });
  const field = (id: number, name: string, value = '') => ({ id, role: 'textbox', name, value });
  const first = page(0, `/login?session=${SECRETS.session}`, [field(2, 'Kennwort'), field(3, 'Card number')]);
  const second = page(1, '/login', [field(2, 'Kennwort', '•'.repeat(15)), field(3, 'Card number')]);
  const last = page(2, `/pay#access_token=${SECRETS.token}`, [
    field(3, 'Card number', SECRETS.card),
    { id: 4, role: 'StaticText', name: `Authorization: Bearer ${SECRETS.bearer}` },
  ]);
  const state = { user: { said: SECRETS.password, header: SECRETS.jwt } };
  return {
    id: 'careless',
    task: { ...makeTask('shop', 'price', 3, 0), goal: first.goal, slots: { password: SECRETS.password } },
    seed: 1,
    world: 'browser',
    policy: 'human',
    steps: [
      {
        observation: first,
        action: { verb: 'type', target: 2, text: SECRETS.password, enter: false },
        reward: 0,
        ms: 1,
        state,
      },
      { observation: second, action: { verb: 'type', target: 3, text: SECRETS.card, enter: true }, reward: 0, ms: 1 },
      { observation: last, action: { verb: 'goto', url: `/pay?token=${SECRETS.token}` }, reward: 0, ms: 1 },
      { observation: last, action: { verb: 'stop', answer: SECRETS.jwt }, reward: 1, ms: 1 },
    ],
    final: last,
    finalState: state,
    reward: 1,
    terminated: true,
    truncated: false,
  };
}

const filesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((name) => statSync(name).isFile());

describe('secrets', () => {
  it('are in no file of any format', async () => {
    const out = (name: string): string => join(folder, 'out', name);
    // As somebody else might have written it: nothing is masked in there.
    const source = join(folder, 'careless.jsonl');
    writeFileSync(source, `${printHeader()}${JSON.stringify(careless())}\n`);
    const held = readFileSync(source, 'utf8');
    const inTrajectory = Object.entries(SECRETS).filter(([name]) => name !== 'cookie');
    for (const [name, secret] of inTrajectory) expect(held, name).toContain(secret);

    const browserUse = {
      history: [
        {
          model_output: {
            action: [
              { input: { index: 1, text: SECRETS.password } },
              { input: { index: 2, text: SECRETS.card } },
              { navigate: { url: `http://a.example/?session=${SECRETS.session}` } },
              { done: { text: SECRETS.jwt } },
            ],
          },
          result: [{}, {}, {}, {}],
          state: {
            url: `http://a.example/?key=${SECRETS.token}`,
            interacted_element: [
              { node_name: 'input', x_path: 'html/body/input', attributes: { type: 'password' } },
              { node_name: 'input', x_path: 'html/body/input[2]', attributes: { autocomplete: 'cc-number' } },
              null,
              null,
            ],
          },
        },
      ],
    };
    const recording = {
      title: `With ${SECRETS.jwt}`,
      steps: [
        { type: 'navigate', url: `http://ann:${SECRETS.password}@a.example/?token=${SECRETS.token}` },
        { type: 'change', selectors: ['#password'], value: SECRETS.password },
        { type: 'change', selectors: ['input[autocomplete="cc-number"]'], value: SECRETS.card },
        { type: 'change', selectors: ['#q'], value: `Bearer ${SECRETS.bearer}` },
      ],
    };
    for (const [name, file] of Object.entries({ browserUse, recording })) {
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(file));
      expect(await reverie(['import', join(folder, `${name}.json`), '--out', out(`${name}.flow.json`)])).toMatchObject({
        code: 0,
      });
    }
    for (const [to, name] of [
      ['recorder', 'flows'],
      ['adp', 'episodes.adp.jsonl'],
    ]) {
      expect(await reverie(['export', source, '--to', to, '--out', out(name)])).toMatchObject({ code: 0, err: '' });
    }
    writeFileSync(out('episodes.jsonl'), printHeader() + printTrajectory(careless()));
    const header = (name: string, value: string) => ({ name, value });
    const har = exportHar(
      [
        {
          method: 'POST',
          url: `http://a.example/pay?session=${SECRETS.session}&next=${encodeURIComponent(`/x?t=${SECRETS.jwt}`)}#${SECRETS.jwt}`,
          started: 0,
          wait: 1,
          receive: 1,
          protocol: 'http/1.1',
          requestHeaders: [
            header('Authorization', `Bearer ${SECRETS.bearer}`),
            header('Cookie', `id=${SECRETS.cookie}`),
            header('Referer', `http://a.example/?token=${SECRETS.token}`),
            header('Content-Type', 'application/x-www-form-urlencoded'),
          ],
          body: `user=ann&password=${SECRETS.password}&card_number=${SECRETS.card}`,
          status: 302,
          statusText: 'Found',
          responseHeaders: [header('Set-Cookie', `id=${SECRETS.cookie}`), header('Location', `/?key=${SECRETS.token}`)],
          mimeType: 'text/html',
          size: 0,
        },
      ],
      'Chrome/156',
    );
    writeFileSync(out('network.har'), har);

    const files = filesBelow(join(folder, 'out'));
    expect(files.map((file) => file.slice(join(folder, 'out').length + 1)).sort()).toEqual([
      'browserUse.flow.json',
      'episodes.adp.jsonl',
      'episodes.jsonl',
      'flows/1.json',
      'network.har',
      'recording.flow.json',
    ]);
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      expect(text, file).toContain(MASK);
      for (const [name, secret] of Object.entries(SECRETS))
        expect(text.includes(secret), `${name} in ${file}`).toBe(false);
    }
  });

  it.each([
    'token',
    'access_token',
    'accessToken',
    'csrf-token',
    'X-Auth-Token',
    'password',
    'user[password]',
    'newPassword',
    'client_secret',
    'session',
    'PHPSESSID',
    'JSESSIONID',
    'session_id',
    'sid',
    'key',
    'apiKey',
    'api_key',
    'X-Api-Key',
    'Authorization',
    'cvv',
    'cardNumber',
  ])('%s is the name of a secret', (name) => expect(isSecretKey(name)).toBe(true));

  it.each([
    'q',
    'page',
    'sort',
    'keyboard',
    'monkey',
    'author',
    'passage',
    'obsession',
    'tokenizer',
    'pinned',
    'secretary',
    'next',
  ])('%s is not', (name) => expect(isSecretKey(name)).toBe(false));

  it('are taken out of texts, and only they', () => {
    expect(maskText(`a ${SECRETS.jwt}, b`)).toBe(`a ${MASK}, b`);
    expect(maskText(`Authorization: Bearer ${SECRETS.bearer}`)).toBe(`Authorization: Bearer ${MASK}`);
    expect(maskText('token=9;page=2')).toBe(`token=${MASK};page=2`);
    expect(maskText('https://ann:pw@a.example/x?sort=price&token=a%20b&page=2#key=9')).toBe(
      `https://ann:${MASK}@a.example/x?sort=price&token=${MASK}&page=2#key=${MASK}`,
    );
    expect(maskText('/login?next=%2Fpay%3Ftoken%3Dabc%26page%3D2')).toBe(
      `/login?next=%2Fpay%3Ftoken%3D${MASK}%26page%3D2`,
    );
    expect(maskText(`www.a.example.${SECRETS.jwt}`)).toBe(`www.a.example.${MASK}`);
    for (const text of [
      'bearer of good news',
      'Size = key',
      'x?keyboard=1&page=2',
      'mail me: a@b.example',
      'eyJust words',
      'http://a.key/=a',
      '',
    ]) {
      expect(maskText(text)).toBe(text);
    }
  });

  it('are what is typed into password and card fields', () => {
    for (const [type, autocomplete] of [
      ['password', null],
      ['text', 'cc-number'],
      ['tel', 'billing cc-csc'],
      ['text', 'one-time-code'],
    ] as const) {
      expect(isSecretInput(type, autocomplete)).toBe(true);
    }
    for (const [type, autocomplete] of [
      ['text', null],
      ['text', 'name'],
      ['search', 'off'],
      ['text', 'cc-name'],
    ] as const) {
      expect(isSecretInput(type, autocomplete)).toBe(false);
    }
  });

  it('are nowhere on the built-in sites: recordings of them stay as they are', async () => {
    for (const { name, templates } of Object.values(FAMILIES))
      for (const [i, template] of templates.entries()) {
        const episode = await expertOn(makeTask(name, template.name, 10_004, i));
        expect(maskSecrets(episode)).toBe(episode);
      }
  });
});
