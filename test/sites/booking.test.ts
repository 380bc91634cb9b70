import { describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import type { Task } from '../../src/core/types.ts';
import { booking } from '../../src/sites/booking/index.ts';
import { type BookingState, problems } from '../../src/sites/booking/update.ts';
import { THEMES, WORDING, type WordKey } from '../../src/sites/booking/wording.ts';
import { type BookingWorld, createWorld, type Draft, EMPTY, FIELDS, STEPS } from '../../src/sites/booking/world.ts';
import { SPLIT_SEEDS } from '../../src/sites/site.ts';
import { checkTask, counterfactualTask, makeTask } from '../../src/sites/tasks.ts';
import { siteContract } from './contract.ts';
import { solve, wander } from './drive.ts';
import { MiniBrowser } from './miniBrowser.ts';

const SEEDS = Object.values(SPLIT_SEEDS).flatMap(([low]) => Array.from({ length: 8 }, (_, i) => low + 11 * i));
const NAMES = booking.templates.map((template) => template.name);
const open = (task: Task) => new MiniBrowser<BookingWorld, BookingState>(booking, task.siteSeed, task.goal);

/** The number of steps of the shortest way (with `stop`), counted by hand for a site with three form pages. */
const BY_HAND: Record<string, number> = {
  'ask-service': 3, // services, service, stop
  'ask-staff': 3,
  cancel: 4, // bookings, booking, cancel, stop
  newsletter: 5, // newsletter, name, frequency, subscribe, stop
  contact: 6, // contact, name, topic, text, send, stop
  book: 10, // book, 4 fields, 3 × next, confirm, stop
  move: 8, // bookings, booking, change, 3 fields, save, stop
  voucher: 14, // offers, offer, note, book, 5 fields, 3 × next, confirm, stop
  full: 13, // book, 7 fields (and the reminder, if wanted), 3 × next, confirm, stop
  swap: 15, // bookings, booking, cancel, book, 6 fields, 3 × next, confirm, stop
};

siteContract(booking, { spoilt: 0.25 });

describe('booking expert', () => {
  test.each(NAMES)('%s: solved on sites of every split; the goal with one other slot is not', (name) => {
    const sizes: number[] = [];
    for (const seed of SEEDS) {
      const task = makeTask('booking', name, seed, 0);
      const browser = open(task);
      const { world } = browser;
      expect(checkTask(task, browser.state, ''), `${task.id} is not solved by doing nothing`).toBe(false);
      const { answer, seen } = solve(task, browser, task.horizon);
      expect(checkTask(task, browser.state, answer), task.id).toBe(true);
      let steps = BY_HAND[name] + (['book', 'full', 'voucher', 'swap'].includes(name) ? world.steps.length - 3 : 0);
      if (world.asksTwice && ['cancel', 'swap'].includes(name)) steps++;
      // The home page lists one kind of thing, which saves the way over its section.
      if ({ 'ask-service': 'service', 'ask-staff': 'staff', voucher: 'offer' }[name] === world.homeList) steps--;
      if (task.slots.reminder === 'with a reminder') steps++;
      expect(seen.length, `${task.id}: steps`).toBe(steps);
      sizes.push(...seen.map((observation) => observation.tree.nodes.length));
      for (let i = 0; i < 4; i++) {
        const other = counterfactualTask(task, createRng(seed).fork(i));
        expect(other, task.id).not.toBeNull();
        expect(checkTask(other!, browser.state, answer), other!.id).toBe(false);
        expect(Object.keys(task.slots).filter((slot) => task.slots[slot] !== other!.slots[slot])).toHaveLength(1);
        for (const { goal, slots } of [task, other!])
          for (const value of Object.values(slots)) expect(` ${goal} `).toContain(` ${value} `);
      }
    }
    sizes.sort((a, b) => a - b);
    expect(sizes[0]).toBeGreaterThanOrEqual(15);
    expect(sizes.at(-1)).toBeLessThanOrEqual(60);
    expect(sizes[sizes.length >> 1]).toBeGreaterThanOrEqual(15);
    expect(sizes[sizes.length >> 1]).toBeLessThanOrEqual(40);
  });

  test.each(NAMES)('%s: solved from wherever 25 random actions led', (name) => {
    const detours = { draft: 0, stored: 0 };
    for (const seed of SEEDS) {
      const task = makeTask('booking', name, seed, 1);
      const browser = open(task);
      const rng = createRng(seed).fork('wander');
      for (let i = 0; i < 25; i++) browser.attempt(wander(rng, browser.observation()));
      const { draft, ...stored } = browser.state;
      const { draft: empty, ...fresh } = booking.initial(browser.world);
      if (JSON.stringify(draft) !== JSON.stringify(empty)) detours.draft++;
      if (JSON.stringify(stored) !== JSON.stringify(fresh)) detours.stored++;
      // A cancelled booking is made again with its old data, which no page shows any more.
      const { answer } = solve(task, browser, 120, true);
      expect(checkTask(task, browser.state, answer), task.id).toBe(true);
    }
    expect(detours.draft).toBeGreaterThan(0);
    expect(detours.stored).toBeGreaterThan(0);
  });

  test('tasks of all tiers, each by its number of facts', () => {
    const tiers = booking.templates.map(({ name, tier }) => {
      const facts = Object.keys(makeTask('booking', name, 5, 0).slots).length;
      expect(tier).toBe(facts <= 3 ? 1 : facts <= 6 ? 2 : 3);
      return tier;
    });
    expect(new Set(tiers)).toEqual(new Set([1, 2, 3]));
  });
});

describe('booking checker', () => {
  const solved = (name: string) => {
    const task = makeTask('booking', name, 4, 0);
    const browser = open(task);
    const { answer } = solve(task, browser, task.horizon);
    return { task, state: browser.state, answer, world: browser.world };
  };

  test.each(['book', 'full', 'voucher', 'swap'])('%s: one wrong fact in the new booking is enough to fail', (name) => {
    const { task, state } = solved(name);
    const made = state.bookings.at(-1)!;
    for (const key of FIELDS) {
      const bookings = state.bookings.with(-1, { ...made, [key]: `${made[key]}x` });
      expect(checkTask(task, { ...state, bookings }, ''), key).toBe(false);
    }
    expect(checkTask(task, { ...state, bookings: [...state.bookings, made] }, ''), 'booked twice').toBe(false);
    expect(checkTask(task, { ...state, bookings: state.bookings.slice(1) }, ''), 'another one is gone').toBe(false);
    const renumbered = state.bookings.with(-1, { ...made, ref: 'R999' });
    expect(checkTask(task, { ...state, bookings: renumbered }, ''), 'the number does not matter').toBe(true);
  });

  test.each(NAMES)('%s: side effects elsewhere fail', (name) => {
    const { task, state, answer } = solved(name);
    expect(checkTask(task, state, answer)).toBe(true);
    const subscribers = [...state.subscribers, { name: 'A', frequency: 'Weekly' }];
    expect(checkTask(task, { ...state, subscribers }, answer)).toBe(false);
    const messages = [...state.messages, { name: 'A', topic: 'Parking', text: 'B' }];
    expect(checkTask(task, { ...state, messages }, answer)).toBe(false);
    expect(checkTask(task, { ...state, bookings: state.bookings.slice(1) }, answer)).toBe(false);
  });

  test('an answer is compared up to case and white space, with the one fact asked for', () => {
    const { task, state, answer, world } = solved('ask-service');
    expect(checkTask(task, state, ` ${answer.toUpperCase()}  `)).toBe(true);
    const others = world.services.flatMap(({ facts }) => facts.map(([, value]) => value)).filter((v) => v !== answer);
    expect(others).toHaveLength(19);
    for (const other of [...others, '', task.slots.service]) expect(checkTask(task, state, other)).toBe(false);
  });
});

describe('booking pages', () => {
  const world = createWorld(4);
  const fresh = booking.initial(world);
  const send = (state: BookingState, type: string, arg = '', fields: Record<string, string> = {}) =>
    booking.update(world, state, { type, arg, fields, url: '/' });
  const valid = {
    ...EMPTY,
    service: world.services[0].name,
    date: world.season[0],
    slot: world.slots[0],
    name: 'Ann',
  };

  test('world and pages depend on seed, state and address only; updates leave the old state alone', () => {
    expect(createWorld(4)).toEqual(world);
    expect(createWorld(5).services).not.toEqual(world.services);
    const frozen = deepFreeze(structuredClone(fresh));
    for (const url of ['/', '/services', '/book/1', '/book/review', '/bookings', '/booking/R101/change', '/no/page']) {
      const read = () => {
        const browser = new MiniBrowser<BookingWorld, BookingState>(booking, 4, '');
        browser.state = frozen;
        browser.goto(url);
        return browser.observation();
      };
      expect(read()).toEqual(read());
      expect(read().tree.title.startsWith('Page not found')).toBe(url === '/no/page');
    }
    const made = { ...frozen, draft: deepFreeze(valid) };
    for (const [type, arg] of [['next', '1'], ['back', '2'], ['confirm'], ['cancel', 'R101'], ['restart'], ['what']])
      send(made, type, arg, { name: 'x' });
    expect(send(made, 'what').state).toBe(made);
  });

  test('the wizard keeps its values over steps, back included, and "start over" drops them', () => {
    const browser = new MiniBrowser<BookingWorld, BookingState>(booking, 4, '');
    const { words, steps } = browser.world;
    const node = (name: string) => browser.observation().tree.nodes.find((n) => n.name === name && n.role !== 'link')!;
    const first = steps[0].includes('date') ? 'slot' : 'service';
    browser.goto('/book/1');
    browser.step({ verb: 'click', target: node(words.next).id });
    expect(browser.url, 'an empty step is refused in place').toBe('/book/1');
    const missing = browser
      .observation()
      .tree.nodes.filter((n) => /^(Choose|Enter)/.test(n.name) && n.role === 'StaticText');
    expect(missing.length).toBeGreaterThan(0);
    browser.state = { ...browser.state, draft: valid };
    browser.goto('/book/1');
    browser.step({ verb: 'click', target: node(words.next).id });
    expect(browser.url).toBe('/book/2');
    browser.step({ verb: 'click', target: node(words.back).id });
    expect(browser.url).toBe('/book/1');
    expect(node(words[first]).value).toBe(valid[first]);
    expect(browser.state.draft).toEqual(valid);
    browser.step({ verb: 'click', target: node(words.restart).id });
    expect(node(words[first]).value).toBe(words.choose);
    expect(browser.state.draft).toEqual(EMPTY);
  });

  test('rules of the fields: required, in season, digits, a voucher of an offer', () => {
    const last = world.season[1];
    const code = world.offers[2].facts.find(([key]) => key === 'coupon')![1];
    const bad = (change: Partial<Draft>) => Object.keys(problems(world, { ...valid, ...change }, FIELDS) ?? {});
    expect(bad({})).toEqual([]);
    expect(bad({ date: last, phone: '555-1234', voucher: code, member: world.staff[1].name })).toEqual([]);
    expect(Object.keys(problems(world, EMPTY, FIELDS)!)).toEqual(['service', 'date', 'slot', 'name']);
    expect(bad({ date: last.replace(/28$/, '29') })).toEqual(['date']);
    expect(bad({ date: '2020-01-01' })).toEqual(['date']);
    expect(bad({ phone: 'soon' })).toEqual(['phone']);
    expect(bad({ voucher: `${code}x` })).toEqual(['voucher']);
    expect(bad({ member: 'Nobody' })).toEqual(['member']);
  });

  test('only a complete form is confirmed, and lists have an end', () => {
    expect(send(fresh, 'confirm')).toEqual({ state: fresh, messages: { '': 'Step 1 is not complete' } });
    const made = send({ ...fresh, draft: valid }, 'confirm');
    expect(made.navigate).toBe('/booking/R104');
    expect(made.state.bookings).toEqual([...world.bookings, { ref: 'R104', ...valid }]);
    expect(made.state.draft).toEqual(EMPTY);
    let state = made.state;
    for (let i = 0; i < 5; i++) state = send({ ...state, draft: valid }, 'confirm').state;
    expect(state.bookings).toHaveLength(6);
    const kept = send(state, 'cancel', 'R104').state;
    expect(kept.bookings.map((b) => b.ref)).toEqual(['R101', 'R102', 'R103', 'R105', 'R106']);
  });

  test('a change touches member, date and time of one booking; a wrong date changes nothing', () => {
    const fields = { member: world.words.anyone, date: world.season[1], slot: world.slots[2], name: 'Mallory' };
    const changed = send(fresh, 'change', 'R102', fields);
    const { member: _, name: __, ...rest } = fields;
    expect(changed.state.bookings).toEqual(world.bookings.with(1, { ...world.bookings[1], ...rest, member: '' }));
    const refused = send(fresh, 'change', 'R102', { ...fields, date: '' });
    expect(refused.state).toBe(fresh);
    expect(Object.keys(refused.messages ?? {})).toEqual(['date']);
  });
});

describe('booking styles', () => {
  test('held-out words, trades and step orders are only on sites of the unseen style, and are there', () => {
    const heldOut = (seed: number) => {
      const { words, place, steps } = createWorld(seed);
      const keys = Object.keys(WORDING) as WordKey[];
      return {
        words: keys.filter((key) => (WORDING[key].unseen as readonly string[]).includes(words[key])).length,
        trade: THEMES.unseen.some((theme) => theme.place === place),
        steps: STEPS.unseen.some((held) => JSON.stringify(held) === JSON.stringify(steps)),
      };
    };
    for (let i = 0; i < 100; i++) {
      for (const low of [SPLIT_SEEDS.train[0], SPLIT_SEEDS['test-seen'][0]])
        expect(heldOut(low + i)).toEqual({ words: 0, trade: false, steps: false });
      expect(heldOut(SPLIT_SEEDS['test-unseen-style'][0] + i).words).toBeGreaterThan(10);
    }
    const unseen = Array.from({ length: 100 }, (_, i) => heldOut(SPLIT_SEEDS['test-unseen-style'][0] + i));
    // Each is drawn with probability 0.6: 60 ± 3 standard deviations of 4.9.
    for (const key of ['trade', 'steps'] as const) {
      const share = unseen.filter((site) => site[key]).length;
      expect(share).toBeGreaterThan(45);
      expect(share).toBeLessThan(75);
    }
  });

  test('no two links or buttons, and no two fields, can share a name', () => {
    const fields: WordKey[] = [...FIELDS, 'frequency', 'topic', 'text'];
    const controls = 'services staff offers book bookings newsletter contact pick next back restart confirm'.split(' ');
    controls.push(...'change save cancel sure keep subscribe send'.split(' '));
    for (const group of [fields, controls as WordKey[]]) {
      const names = group.flatMap((key) => [...WORDING[key].seen, ...WORDING[key].unseen]);
      expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    }
  });

  test('every step order asks for every field once', () => {
    for (const steps of [...STEPS.seen, ...STEPS.unseen]) expect(steps.flat().sort()).toEqual([...FIELDS].sort());
  });
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}
