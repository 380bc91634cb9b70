import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '../../src/core/rng.ts';
import type { Action, Observation, Task } from '../../src/core/types.ts';
import { goalWords } from '../../src/model/words.ts';
import { desk } from '../../src/sites/desk/index.ts';
import { planOf, textsOf } from '../../src/sites/desk/plan.ts';
import { type DeskState, type DeskWorld, FIELDS, initial, slugOf, world } from '../../src/sites/desk/world.ts';
import { type SiteEvent, SPLIT_SEEDS } from '../../src/sites/site.ts';
import { checkTask, counterfactualTask, makeTask } from '../../src/sites/tasks.ts';
import { siteContract } from './contract.ts';
import { solve, wander } from './drive.ts';
import { MiniBrowser } from './miniBrowser.ts';

const SEEDS = Object.values(SPLIT_SEEDS).flatMap(([low]) => Array.from({ length: 7 }, (_, i) => low + i));

const taskOf = (template: string, seed: number, instance = 0): Task => makeTask('desk', template, seed, instance);
const open = (task: Task) => new MiniBrowser<DeskWorld, DeskState>(desk, task.siteSeed, task.goal);

/** Any action that an agent without a plan could take; edits, saves and useless notes included. */
function stray(rng: Rng, seen: Observation): Action {
  const texts = seen.tree.nodes.filter(({ role }) => role === 'StaticText' || role === 'cell');
  return texts.length > 0 && rng.chance(0.1) ? { verb: 'note', target: rng.pick(texts).id } : wander(rng, seen);
}

const NAMES = desk.templates.map(({ name }) => name);

siteContract(desk, { spoilt: 0.15 });

describe('worlds', () => {
  it('are functions of the seed, and differ between seeds', () => {
    expect(world(7)).toEqual(world(7));
    expect(new Set(SEEDS.map((seed) => world(seed).tickets[0].number + world(seed).brand)).size).toBe(SEEDS.length);
  });

  it('name everything unambiguously', () => {
    for (const seed of SEEDS) {
      const { tickets, people, codes, rareStatus, options, label } = world(seed);
      for (const names of [tickets.map((t) => t.number), tickets.map((t) => t.title), tickets.map((t) => t.device)])
        expect(new Set(names).size).toBe(names.length);
      for (const parts of [0, 1]) expect(new Set(people.map((p) => p.name.split(' ')[parts])).size).toBe(people.length);
      expect(new Set(codes.map(([, remedy]) => remedy)).size).toBe(codes.length);
      expect(tickets.filter((t) => t.fields.status === rareStatus)).toHaveLength(1);
      for (const t of tickets) expect(t.related).not.toBe(t.number);
      for (const field of FIELDS) expect(options[field].length).toBeLessThanOrEqual(6);
      // Two controls of one page must not share a name.
      const controls = [label.tickets, label.people, label.codes, label.edit, label.back, label.next, label.previous];
      expect(new Set([...controls, label.all, ...options.status]).size).toBe(
        controls.length + 1 + options.status.length,
      );
    }
  });
});

describe('pages', () => {
  it('are pure and small, and lists and tickets have between 20 and 42 nodes as a rule', () => {
    const sizes: number[] = [];
    for (const seed of SEEDS) {
      const visit = new MiniBrowser<DeskWorld, DeskState>(desk, seed, '');
      const frozen = JSON.stringify(visit.state);
      const { tickets, people, options } = visit.world;
      const urls = ['/', '/?page=2', `/?status=${options.status[0]}`, '/people', '/people?page=2', '/codes'];
      urls.push(`/ticket/${tickets[3].id}`, `/ticket/${tickets[3].id}/edit`, '/search?q=zzz', '/nowhere/at/all');
      urls.push(`/person/${slugOf(people[2].name)}`);
      for (const url of urls) {
        visit.goto(url);
        const { nodes } = visit.observation().tree;
        expect(nodes.length, `${seed}${url}`).toBeGreaterThanOrEqual(5);
        expect(nodes.length, `${seed}${url}`).toBeLessThanOrEqual(60);
        if (url === '/' || url.startsWith('/ticket')) sizes.push(nodes.length);
        expect(nodes.filter(({ role }) => role === 'combobox').length).toBeLessThanOrEqual(3);
      }
      expect(JSON.stringify(visit.state)).toBe(frozen);
    }
    sizes.sort((a, b) => a - b);
    expect(sizes[sizes.length >> 1]).toBeGreaterThanOrEqual(20);
    expect(sizes[sizes.length >> 1]).toBeLessThanOrEqual(42);
  });

  it('list tickets by status, by words and page by page', () => {
    const visit = new MiniBrowser<DeskWorld, DeskState>(desk, 3, '');
    const { tickets, rareStatus } = visit.world;
    const shown = (url: string): string[] => {
      visit.goto(url);
      const names = visit
        .observation()
        .tree.nodes.filter(({ role }) => role === 'link')
        .map(({ name }) => name);
      return tickets.filter(({ number }) => names.some((name) => name.split(' ')[0] === number)).map((t) => t.number);
    };
    expect([...shown('/'), ...shown('/?page=2')]).toEqual(tickets.map(({ number }) => number));
    const rare = tickets.find(({ fields }) => fields.status === rareStatus)!;
    expect(shown(`/?status=${rareStatus}`)).toEqual([rare.number]);
    expect(shown(`/search?q=${encodeURIComponent(rare.title.toUpperCase())}`)).toEqual([rare.number]);
    expect(shown(`/search?q=${encodeURIComponent(rare.number)}`)).toEqual([rare.number]);
    expect(shown('/search?q=zzz')).toEqual([]);
  });
});

describe('updates', () => {
  const base = { arg: '', fields: {}, url: '/' };
  const state = initial(world(3));
  const [{ id }] = world(3).tickets;

  it('ignore what no form can send', () => {
    const events: SiteEvent[] = [
      { ...base, type: 'save', arg: id, fields: { status: 'no such', assignee: '', priority: '' } },
      { ...base, type: 'save', arg: '1' },
      { ...base, type: 'remove', arg: `${id}:5` },
      { ...base, type: 'post', arg: '__proto__', fields: { comment: 'x' } },
      { ...base, type: 'dance', arg: id },
    ];
    for (const event of events) expect(desk.update(world(3), state, event).state).toEqual(state);
  });

  it('refuse an empty comment with a message, keep others as typed and can remove them', () => {
    const post = (from: DeskState, comment: string) =>
      desk.update(world(3), from, { ...base, type: 'post', arg: id, fields: { comment } });
    expect(post(state, '  ').messages?.comment).toBe(world(3).label.empty);
    const two = post(post(state, ' parts  ordered\n').state, 'thanks').state;
    expect(two.tickets[id].comments).toEqual(['parts ordered', 'thanks']);
    const { state: one } = desk.update(world(3), two, { ...base, type: 'remove', arg: `${id}:0` });
    expect(one.tickets[id].comments).toEqual(['thanks']);
    expect(state.tickets[id].comments).toEqual([]);
  });
});

describe.each(NAMES)('template %s', (name) => {
  it('says every slot value verbatim in its goal', () => {
    for (const seed of SEEDS) {
      const { goal, slots } = taskOf(name, seed);
      const words = ` ${goalWords(goal).join(' ')} `;
      for (const value of Object.values(slots)) expect(words).toContain(` ${value} `);
      expect(goalWords(goal).length).toBeLessThanOrEqual(32);
    }
  });

  it('is not solved by doing nothing', () => {
    for (const seed of SEEDS) expect(checkTask(taskOf(name, seed), initial(world(seed)), '')).toBe(false);
  });

  it('is solved by the expert well within its horizon, from the start', () => {
    for (const seed of SEEDS) {
      const task = taskOf(name, seed);
      const visit = open(task);
      const { answer } = solve(task, visit, task.horizon * 0.8);
      expect(checkTask(task, visit.state, answer), task.id).toBe(true);
    }
  });

  it('is solved after any detour, wrong edits included', () => {
    let spoilt = 0;
    for (const seed of SEEDS) {
      const task = taskOf(name, seed, 2);
      const rng = createRng(seed).fork(`detour ${name}`);
      const visit = open(task);
      const before = visit.state;
      for (let i = 1 + rng.int(40); i > 0; i--) visit.attempt(stray(rng, visit.observation()));
      if (visit.state !== before) spoilt++;
      // To undo an edit, the expert reads the old value off the state: its texts need not be copyable then.
      const { answer } = solve(task, visit, 60, true);
      expect(checkTask(task, visit.state, answer), task.id).toBe(true);
    }
    expect(spoilt).toBeGreaterThan(2);
  });

  it('is not solved by solving a task that differs in one slot', () => {
    let tried = 0;
    for (const seed of SEEDS) {
      const task = taskOf(name, seed);
      const other = counterfactualTask(task, createRng(seed));
      if (!other) continue;
      const differing = Object.keys(task.slots).filter((slot) => task.slots[slot] !== other.slots[slot]);
      expect(differing).toHaveLength(1);
      expect(other.goal).toContain(other.slots[differing[0]]);
      const visit = open(other);
      const { answer } = solve(other, visit, 60, true);
      expect(checkTask(other, visit.state, answer)).toBe(true);
      expect(checkTask(task, visit.state, answer), `${task.goal} | ${other.goal}`).toBe(false);
      tried++;
    }
    expect(tried).toBeGreaterThan(SEEDS.length / 2);
  });

  it('is spoilt by any one further edit', () => {
    const task = taskOf(name, SEEDS[4]);
    const visit = open(task);
    const { answer } = solve(task, visit, task.horizon);
    const { tickets } = visit.state;
    for (const [id, ticket] of Object.entries(tickets)) {
      const accepts = (change: Partial<typeof ticket>): boolean =>
        checkTask(task, { tickets: { ...tickets, [id]: { ...ticket, ...change } } }, answer);
      expect(accepts({})).toBe(true);
      for (const field of FIELDS)
        for (const option of visit.world.options[field])
          if (option !== ticket[field]) expect(accepts({ [field]: option })).toBe(false);
      expect(accepts({ comments: [...ticket.comments, 'hello'] })).toBe(false);
    }
  });

  it('takes an answer whatever its case and outer punctuation, and no other answer', () => {
    const task = taskOf(name, SEEDS[5]);
    const visit = open(task);
    const { answer } = solve(task, visit, task.horizon);
    const asked = planOf(visit.world, task).answer;
    if (!asked) return expect(answer).toBe('');
    expect(textsOf(visit.world, asked)).toEqual([answer]);
    expect(checkTask(task, visit.state, ` "${answer.toUpperCase()}." `)).toBe(true);
    for (const wrong of ['', `${answer} x`, answer.slice(1), visit.world.brand])
      expect(checkTask(task, visit.state, wrong)).toBe(false);
  });
});

describe('unseen styles', () => {
  it('show held-out wordings that training seeds never have', () => {
    const [low] = SPLIT_SEEDS['test-unseen-style'];
    const words = (from: number): Set<string> =>
      new Set(Array.from({ length: 60 }, (_, i) => Object.values(world(from + i).label)).flat());
    const trained = words(0);
    const seen = words(SPLIT_SEEDS['test-seen'][0]);
    const fresh = [...words(low)].filter((word) => !trained.has(word));
    expect([...seen].filter((word) => !trained.has(word))).toEqual([]);
    expect(fresh.length).toBeGreaterThan(20);
  });
});
