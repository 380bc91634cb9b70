import { describe, expect, test } from 'vitest';
import type { Task } from '../../src/core/types.ts';
import { forum } from '../../src/sites/forum/index.ts';
import { planOf } from '../../src/sites/forum/plan.ts';
import { type ForumState, initial, MOST_ENTRIES } from '../../src/sites/forum/update.ts';
import { LABELS, type Label, THEMES, TITLES } from '../../src/sites/forum/words.ts';
import { type ForumWorld, LAYOUTS, type Layout, world } from '../../src/sites/forum/world.ts';
import { SPLIT_SEEDS } from '../../src/sites/site.ts';
import { checkTask, makeTask } from '../../src/sites/tasks.ts';
import { siteContract } from './contract.ts';
import { solve } from './drive.ts';
import { MiniBrowser } from './miniBrowser.ts';
import { expectPages } from './pages.ts';
import { countHeldOut, expectDistinct, expectHeldOut, wordingsOf } from './pools.ts';

const SEEDS = Object.values(SPLIT_SEEDS).flatMap(([low]) => Array.from({ length: 12 }, (_, i) => low + 7 * i));
const NAMES = forum.templates.map(({ name }) => name);
const visit = (seed: number, goal = '') => new MiniBrowser<ForumWorld, ForumState>(forum, seed, goal);
const open = (task: Task) => visit(task.siteSeed, task.goal);

/** Of the shortest way, `stop` included, on a site of the plainest layout. */
const STEPS_BY_HAND: Record<string, number> = {
  count: 3, // search, thread, stop
  starter: 3,
  joined: 2, // members, stop
  mention: 3,
  advice: 3,
  busiest: 3, // board, views, stop
  upvote: 4, // search, thread, upvote, stop
  'watch-board': 3, // board, watch, stop
  'watch-thread': 4,
  vote: 5, // search, thread, option, vote, stop
  reply: 5, // search, thread, text, post, stop
  report: 6, // search, thread, report, reason, send, stop
  best: 4,
  profile: 6, // profile, location, signature, notifications, save, stop; and the checkbox, if it is to change
  start: 7, // start, title, board, text, tag, create, stop
  'top-member': 7, // members, board, posts, member, text, send, stop
  origin: 4, // search, thread, author, stop
  relay: 8, // search, thread, note, search, thread, text, post, stop
  moderate: 13, // search, thread, report, reason, send, search, thread, upvote, text, post, board, watch, stop
  settle: 12, // profile, three fields, save, start, four fields, create, stop
};
const PLAINEST: Partial<Layout> = {
  home: 'boards',
  boards: 'tabs',
  search: 'every',
  writing: 'inline',
  arrange: 'links',
  authors: 'linked',
};
const PLAIN = Array.from({ length: 800 }, (_, seed) => seed).filter((seed) =>
  Object.entries(PLAINEST).every(([name, value]) => world(seed).layout[name as keyof Layout] === value),
);

describe.each(NAMES)('template %s', (name) => {
  test('takes as many steps as by hand', () => {
    expect(PLAIN.length).toBeGreaterThan(5);
    for (const seed of PLAIN.slice(0, 6)) {
      const task = makeTask('forum', name, seed, 0);
      const changes =
        name === 'profile' && (task.slots.visible === 'public') !== (world(seed).profile.visible === 'on');
      expect(solve(task, open(task), task.horizon).seen.length, task.id).toBe(STEPS_BY_HAND[name] + Number(changes));
    }
  });

  test('spoilt by any one further change', () => {
    const task = makeTask('forum', name, SEEDS[4], 0);
    const browser = open(task);
    const { answer } = solve(task, browser, task.horizon);
    const { state, world: site } = browser;
    expect(answer).toBe(planOf(site, task)!.answer?.value ?? '');
    const accepts = (change: Partial<ForumState>): boolean => checkTask(task, { ...state, ...change }, answer);
    expect(accepts({})).toBe(true);
    for (const key of ['location', 'signature', 'notify', 'visible'] as const)
      expect(accepts({ profile: { ...state.profile, [key]: 'x' } }), key).toBe(false);
    const [{ id, posts }] = site.threads;
    for (const key of [`up:${posts[1].id}`, `watch:${id}`, `poll:${id}`, `best:${id}`])
      expect(accepts({ marks: { ...state.marks, [key]: state.marks[key] ? '' : 'on' } }), key).toBe(false);
    for (const kind of ['thread', 'reply', 'message', 'report'] as const)
      expect(accepts({ entries: [...state.entries, { kind, about: id, text: 'x', title: '', tag: '' }] })).toBe(false);
    for (const entry of state.entries) {
      expect(accepts({ entries: state.entries.filter((other) => other !== entry) })).toBe(false);
      expect(accepts({ entries: [...state.entries, entry] }), 'twice').toBe(false);
    }
  });
});

siteContract(forum, { sites: 12, nodes: [9, 100], median: [18, 60] });

test('the tier counts facts: at most three, at most six, seven or more', () => {
  /** Facts that the goal does not give and the visitor has to find. */
  const found: Record<string, number> = { 'top-member': 2, origin: 2, relay: 1 };
  const tiers = forum.templates.map(({ name, tier }) => {
    const facts = Object.keys(makeTask('forum', name, 5, 0).slots).length + (found[name] ?? 0);
    expect(tier, name).toBe(facts <= 3 ? 1 : facts <= 6 ? 2 : 3);
    return tier;
  });
  expect(new Set(tiers)).toEqual(new Set([1, 2, 3]));
});

describe('worlds', () => {
  test('are functions of the seed, and differ between seeds', () => {
    expect(world(7)).toEqual(world(7));
    expect(new Set(SEEDS.map((seed) => world(seed).brand)).size).toBe(SEEDS.length);
  });

  test('name everything unambiguously', () => {
    for (const seed of SEEDS) {
      const { threads, members, boards, label, watched } = world(seed);
      const posts = threads.flatMap((thread) => thread.posts);
      expectDistinct([...threads.map(({ title }) => title), ...TITLES]);
      expectDistinct(threads.map(({ views }) => views));
      expectDistinct(posts.map(({ product }) => product));
      for (const key of ['name', 'joined', 'location'] as const) expectDistinct(members.map((member) => member[key]));
      for (const { id } of boards) expectDistinct(members.map((member) => member.posts[id]));
      for (const thread of threads) expectDistinct(thread.posts.map(({ author }) => author));
      expect(threads.filter((thread) => thread.posts[0].author === label.you)).toHaveLength(2);
      expect(threads.filter(({ poll }) => poll.length > 0)).toHaveLength(2);
      expect(threads).toContain(watched);
    }
    const topics = THEMES.flatMap(({ seen, unseen }) => [...seen, ...unseen]);
    expectDistinct(topics.map(({ name }) => name));
    expectDistinct(topics.flatMap(({ things }) => things));
  });

  test('no two links, no two buttons and no two fields can share a name', () => {
    const links: Label[] = ['home', 'members', 'activity', 'profile', 'start', 'next', 'previous', 'report'];
    links.push('reply', 'message');
    const buttons: Label[] = [
      'search',
      'apply',
      'create',
      'upvote',
      'unvote',
      'sendReport',
      'watch',
      'unwatch',
      'post',
    ];
    buttons.push('vote', 'withdraw', 'best', 'unbest', 'send', 'save', 'remove');
    const fields: Label[] = [
      'query',
      'sort',
      'board',
      'title',
      'text',
      'tag',
      'reason',
      'replyText',
      'poll',
      'messageText',
    ];
    fields.push('location', 'signature', 'notify', 'visible', 'watch');
    for (const group of [links, buttons, fields]) expectDistinct(wordingsOf(LABELS, group));
  });

  test('held-out words, boards and layouts are only on sites of the unseen style, and are there', () => {
    const heldOut = (seed: number) => {
      const { label, layout, boards } = world(seed);
      return {
        words: countHeldOut<Label>(LABELS, label),
        layouts: countHeldOut<keyof Layout>(LAYOUTS, layout),
        boards: boards.filter(({ name }) => THEMES.some(({ unseen }) => unseen.some((topic) => topic.name === name)))
          .length,
      };
    };
    for (const { words, boards } of expectHeldOut(heldOut, 4)) {
      expect(words).toBeGreaterThan(15);
      expect(boards).toBe(2);
    }
  });
});

describe('pages', () => {
  const namesAt = (browser: MiniBrowser<ForumWorld, ForumState>, url: string, role = 'link'): string[] => {
    browser.goto(url);
    return browser.observation().tree.nodes.flatMap((node) => (node.role === role ? [node.name] : []));
  };

  test('are pure and small', () => {
    for (const seed of SEEDS) {
      const browser = visit(seed);
      const { threads, boards, members, label } = browser.world;
      const there = ['/', '/members', '/activity', '/profile', '/start', '/search?q=old'];
      there.push(`/board/${boards[0].id}`, `/board/${boards[1].id}?sort=views&page=2`, `/member/${members[0].id}`);
      there.push(...threads.map(({ id }) => `/thread/${id}`), `/report/${threads[5].posts[1].id}`);
      expectPages(browser, { there, missing: ['/nowhere/at/all'], notFound: label.notFound, nodes: [8, 100] });
    }
  });

  test('a board shows its threads once each, page by page or at once, in the order asked for', () => {
    const layouts = new Set<string>();
    for (const seed of SEEDS) {
      const browser = visit(seed);
      const { threads, boards, layout, label } = browser.world;
      layouts.add(layout.threads);
      for (const board of boards) {
        const own = threads.filter((thread) => thread.board === board);
        const titles = (url: string) => namesAt(browser, url).filter((name) => own.some(({ title }) => title === name));
        for (const [sort, order] of [
          ['newest', own],
          ['views', own.toSorted((a, b) => b.views - a.views)],
          ['replies', own.toSorted((a, b) => b.posts.length - a.posts.length)],
        ] as const) {
          const place = `/board/${board.id}?sort=${sort}`;
          const first = titles(place);
          const second = layout.threads === 'pages' ? titles(`${place}&page=2`) : [];
          expect([...first, ...second]).toEqual(order.map(({ title }) => title));
          expect(namesAt(browser, place).includes(label.next)).toBe(layout.threads === 'pages');
        }
      }
    }
    expect(layouts.size).toBe(2);
  });

  test('members by posts on a board: the most first', () => {
    for (const seed of SEEDS) {
      const browser = visit(seed);
      const { members, boards } = browser.world;
      const names = new Set(members.map(({ name }) => name));
      const [, { id }] = boards;
      const shown = namesAt(browser, `/members?board=${id}&sort=posts`).filter((name) => names.has(name));
      expect(shown).toEqual(members.toSorted((a, b) => b.posts[id] - a.posts[id]).map(({ name }) => name));
    }
  });

  test('search finds a thread by its title and by what only a post says', () => {
    for (const seed of SEEDS) {
      const browser = visit(seed);
      const { threads } = browser.world;
      const titles = new Set(threads.map(({ title }) => title));
      const found = (words: string) => {
        browser.goto('/profile');
        return namesAt(browser, `/search?${new URLSearchParams({ q: words })}`).filter((name) => titles.has(name));
      };
      for (const { title, posts } of threads.slice(0, 4)) {
        expect(found(title.toUpperCase())).toEqual([title]);
        expect(found(posts.at(-1)!.product)).toEqual([title]);
      }
      expect(found('zzz')).toEqual([]);
      expect(found(' ')).toEqual([]);
    }
  });
});

describe('updates', () => {
  const site = world(3);
  const fresh = initial(site);
  const send = (state: ForumState, type: string, arg = '', fields: Record<string, string> = {}) =>
    forum.update(site, state, { type, arg, fields, url: '/' });
  const mine = site.threads.find(({ posts }) => posts[0].author === site.label.you)!;
  const polled = site.threads.find(({ poll }) => poll.length > 0)!;

  test('ignore what no control can send', () => {
    const other = site.threads.find(({ poll, posts }) => poll.length === 0 && posts[0].author !== site.label.you)!;
    const events = [
      ['dance'],
      ['upvote', 'nothing'],
      ['watch', '__proto__'],
      ['best', other.posts[1].id],
      ['vote', other.id, { option: 'red' }],
      ['vote', polled.id, { option: 'no such' }],
      ['reply', 'nothing', { reply: 'x' }],
      ['message', 'nobody', { message: 'x' }],
      ['report', 'nothing', { reason: site.reasons[0] }],
      ['profile', '', { location: 'Rome', notify: 'no such' }],
      ['remove', '3'],
    ] as const;
    for (const [type, arg, fields] of events) expect(send(fresh, type, arg, fields).state, type).toEqual(fresh);
  });

  test('marks are set and taken back; one answer is the best, one option is voted for', () => {
    const [, post] = polled.posts;
    const up = send(fresh, 'upvote', post.id).state;
    expect(up.marks).toEqual({ ...fresh.marks, [`up:${post.id}`]: 'on' });
    expect(send(up, 'upvote', post.id).state).toEqual(fresh);
    const voted = send(send(fresh, 'vote', polled.id, { option: polled.poll[1] }).state, 'vote', polled.id, {
      option: polled.poll[2],
    }).state;
    expect(voted.marks[`poll:${polled.id}`]).toBe(polled.poll[2]);
    expect(send(voted, 'withdraw', polled.id).state).toEqual(fresh);
    const best = send(fresh, 'best', mine.posts[1].id).state;
    expect(best.marks[`best:${mine.id}`]).toBe(mine.posts[1].id);
    expect(send(best, 'best', mine.posts[1].id).state).toEqual(fresh);
    expect(send(fresh, 'watch', site.watched.id).state.marks).toEqual({});
  });

  test('a form says which fields are missing, keeps texts as typed, and entries have an end', () => {
    const { label, boards, tags } = site;
    const missing = send(fresh, 'start', '', { title: ' ', board: label.choose, text: '', tag: label.choose });
    expect(missing).toEqual({
      state: fresh,
      messages: { title: label.missing, board: label.missing, text: label.missing, tag: label.missing },
    });
    const valid = { title: ' my  bike ', board: boards[2].name, text: 'is\nred', tag: tags[0] };
    const started = send(fresh, 'start', '', valid);
    expect(started.navigate).toBe(`/board/${boards[2].id}`);
    expect(started.state.entries).toEqual([
      { kind: 'thread', about: boards[2].id, title: 'my bike', text: 'is red', tag: tags[0] },
    ]);
    let { state } = started;
    for (let i = 0; i < 9; i++) state = send(state, 'reply', mine.id, { reply: `reply ${i}` }).state;
    expect(state.entries).toHaveLength(MOST_ENTRIES);
    expect(send(state, 'reply', mine.id, { reply: 'more' }).messages).toEqual({ '': label.full });
    const removed = send(state, 'remove', '0').state;
    expect(removed.entries).toEqual(state.entries.slice(1));
    expect(send(fresh, 'reply', mine.id, { reply: '  ' })).toEqual({
      state: fresh,
      messages: { reply: label.missing },
    });
  });

  test('the page of a thread counts own votes and replies', () => {
    const browser = visit(3);
    const [, post] = mine.posts;
    const texts = () => {
      browser.goto(`/thread/${mine.id}`);
      return browser.observation().tree.nodes.map(({ name }) => name);
    };
    const before = texts();
    expect(before).toContain(`${mine.posts.length - 1}`);
    expect(before).not.toContain(site.label.isBest);
    browser.state = send(send(fresh, 'best', post.id).state, 'reply', mine.id, { reply: 'thanks all' }).state;
    expect(texts()).toEqual(
      expect.arrayContaining([`${mine.posts.length}`, 'thanks all', site.label.isBest, site.label.unbest]),
    );
    browser.state = send(fresh, 'upvote', post.id).state;
    expect(texts()).toEqual(expect.arrayContaining([`${post.points + 1}`, site.label.unvote]));
  });
});
