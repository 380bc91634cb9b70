import { describe, expect, test } from 'vitest';
import type { Rng } from '../../src/core/rng.ts';
import type { Task } from '../../src/core/types.ts';
import { goalWords } from '../../src/model/words.ts';
import { SPLIT_SEEDS } from '../../src/sites/site.ts';
import { wordingOf } from '../../src/sites/style.tsx';
import { checkTask, makeTask } from '../../src/sites/tasks.ts';
import { wiki } from '../../src/sites/wiki/index.ts';
import { planOf } from '../../src/sites/wiki/plan.ts';
import { initial, MOST_EDITS, type WikiState } from '../../src/sites/wiki/update.ts';
import { FACTS, LABELS, type Label, TOPICS } from '../../src/sites/wiki/words.ts';
import { type Article, LAYOUTS, type Layout, published, type WikiWorld, world } from '../../src/sites/wiki/world.ts';
import { siteContract } from './contract.ts';
import { solve } from './drive.ts';
import { MiniBrowser } from './miniBrowser.ts';
import { expectPages } from './pages.ts';
import { countHeldOut, expectDistinct, expectHeldOut, wordingsOf } from './pools.ts';

const SEEDS = Object.values(SPLIT_SEEDS).flatMap(([low]) => Array.from({ length: 6 }, (_, i) => low + 11 * i));
const NAMES = wiki.templates.map(({ name }) => name);
const visit = (seed: number, goal = '') => new MiniBrowser<WikiWorld, WikiState>(wiki, seed, goal);
const open = (task: Task) => visit(task.siteSeed, task.goal);
const layoutOf = (seed: number) => wordingOf(seed, 'wiki layout', LAYOUTS) as Layout;
/** The first training sites that are built like this. */
const sitesWith = (layout: Partial<Layout>, count: number): number[] =>
  Array.from({ length: 3000 }, (_, seed) => seed)
    .filter((seed) => Object.entries(layout).every(([name, value]) => layoutOf(seed)[name as keyof Layout] === value))
    .slice(0, count);

/** Of the shortest way, `stop` included, on a site of the plainest layout. */
const STEPS_BY_HAND: Record<string, number> = {
  fact: 3, // search, article, stop
  detail: 3,
  editor: 4, // search, article, history, stop
  when: 4,
  before: 4,
  alias: 2, // search, stop
  count: 2, // category, stop
  watch: 4, // search, article, watch, stop
  unwatch: 4,
  revert: 5, // search, article, history, revert, stop
  comment: 6, // search, article, talk, text, post, stop
  rename: 6, // search, article, names, title, move, stop
  redirect: 6,
  correct: 6, // search, article, edit, value, save, stop
  rewrite: 6,
  extreme: 2,
  chain: 4, // search, article, the one near, stop
  compare: 2,
  copy: 9, // search, article, note, search, article, edit, value, save, stop
  relay: 9, // search, article, note, search, article, talk, text, post, stop
  create: 7, // create, four fields, publish, stop
  tidy: 16, // search, article, edit, value, save, search, article, names, title, move, search, article, talk, text, post, stop
  launch: 15, // create, four fields, publish, search, article, names, name, add, search, article, watch, stop
};
const PLAINEST: Partial<Layout> = {
  ...{ find: 'search', home: 'categories', categories: 'tabs', tools: 'row', sections: 'whole', editing: 'all' },
  talk: 'page',
};

/** Steps saved because the page of one article leads to the next one that is needed. */
function shortcuts({ articles }: WikiWorld, { template, slots }: Task): number {
  const titled = (title: string): Article => articles.find((article) => article.title === title)!;
  const leads = (from: string, to: string): number => Number(titled(from).near === titled(to).id);
  const { title, other, third, category } = slots;
  if (template === 'copy' || template === 'relay') return leads(other, title);
  if (template === 'tidy') return leads(title, other) + leads(other, third);
  return template === 'launch' ? Number(titled(other).category.name === category) + leads(other, third) : 0;
}

/** The state after an edit by chance, of the sort that goals ask for, sent as a form sends it. */
function meddle({ world: site, state, goal }: ReturnType<typeof visit>, rng: Rng): WikiState {
  const { id, facts } = rng.pick(site.articles);
  const text = rng.pick(goalWords(goal));
  const events = [
    ['edit', id, { [rng.pick(facts.slice(0, 3)).key]: text }],
    ['rename', id, { newTitle: text }],
    ['alias', id, { alias: text }],
    ['comment', id, { comment: text }],
    ['create', '', { title: text, category: rng.pick(site.categories).name, text, quality: 'stub' }],
    ['revert', `${id}:${rng.int(3)}`, {}],
    ['watch', id, {}],
  ] as const;
  const [type, arg, fields] = rng.pick(events);
  return wiki.update(site, state, { type, arg, fields, url: '/' }).state;
}

describe.each(NAMES)('template %s', (name) => {
  test('takes as many steps as by hand', () => {
    const plain = sitesWith(PLAINEST, 6);
    expect(plain).toHaveLength(6);
    for (const seed of plain) {
      const task = makeTask('wiki', name, seed, 0);
      const { seen } = solve(task, open(task), task.horizon);
      expect(seen.length, task.id).toBe(STEPS_BY_HAND[name] - shortcuts(world(seed), task));
    }
  });

  test('spoilt by any one further change', () => {
    const task = makeTask('wiki', name, SEEDS[4], 0);
    const browser = open(task);
    const { answer } = solve(task, browser, task.horizon);
    const { state, world: site } = browser;
    expect(answer).toBe(planOf(site, task)!.answer?.value ?? '');
    const accepts = (change: Partial<WikiState>): boolean => checkTask(task, { ...state, ...change }, answer);
    expect(accepts({})).toBe(true);
    for (const { id, facts, sections } of site.articles) {
      for (const part of ['title', ...facts.map(({ key }) => key), ...sections.map(({ key }) => key)])
        expect(accepts({ changes: { ...state.changes, [`${id}:${part}`]: 'x' } }), part).toBe(false);
      const others = state.watched.filter((one) => one !== id);
      expect(accepts({ watched: others.length < state.watched.length ? others : [...others, id] })).toBe(false);
    }
    const [{ id }] = site.articles;
    for (const kind of ['article', 'comment', 'alias'] as const)
      expect(accepts({ entries: [...state.entries, { kind, about: id, text: 'x', title: '', quality: '' }] })).toBe(
        false,
      );
    for (const key of Object.keys(state.changes)) {
      const { [key]: _, ...changes } = state.changes;
      expect(accepts({ changes })).toBe(false);
    }
    for (const entry of state.entries) {
      expect(accepts({ entries: state.entries.filter((other) => other !== entry) })).toBe(false);
      expect(accepts({ entries: [...state.entries, entry] }), 'twice').toBe(false);
      for (const key of ['about', 'text', 'title', 'quality'] as const)
        expect(accepts({ entries: state.entries.map((one) => (one === entry ? { ...one, [key]: 'x' } : one)) })).toBe(
          false,
        );
    }
  });
});

siteContract(wiki, {
  sites: 6,
  nodes: [2, 70],
  median: [18, 50],
  meddle(browser, rng) {
    for (let i = 0; i < 5; i++) browser.state = meddle(browser, rng);
    expect(browser.state).not.toEqual(initial(browser.world));
  },
});

test('the tier counts facts, the answer included: at most three, at most six, seven or more', () => {
  /** Facts that the goal does not give and the visitor has to find, the answer aside. */
  const found: Record<string, number> = { chain: 1, compare: 2, copy: 1, relay: 1 };
  const tiers = wiki.templates.map(({ name, tier }) => {
    const task = makeTask('wiki', name, 5, 0);
    const answer = Number(planOf(world(5), task)!.answer !== undefined);
    const facts = Object.keys(task.slots).length + answer + (found[name] ?? 0);
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
      const { articles, categories, watched } = world(seed);
      expect(articles).toHaveLength(18);
      expectDistinct(articles.flatMap(({ title, alias }) => (alias === '' ? [title] : [title, alias])));
      expectDistinct(categories.map(({ id }) => articles.filter(({ category }) => category.id === id).length));
      for (const { id } of categories)
        for (const fact of [0, 1])
          expectDistinct(articles.flatMap(({ category, facts }) => (category.id === id ? [facts[fact].value] : [])));
      for (const article of articles) {
        const { id, near, facts, revisions } = article;
        expect(near).not.toBe(id);
        expect(articles.filter((other) => other.near === id)).toHaveLength(1);
        expectDistinct(facts.map(({ value }) => value));
        for (const key of ['editor', 'date', 'key'] as const)
          expectDistinct(revisions.map((revision) => revision[key]));
        const days = revisions.map(({ date }) => Date.parse(`${date} UTC`));
        expect(days.toSorted((a, b) => b - a)).toEqual(days);
        for (const { key, before } of revisions) expect(before).not.toBe(published(article, key));
      }
      expect(articles.filter(({ alias }) => alias !== '')).toHaveLength(5);
      expect(watched).toHaveLength(3);
    }
    expectDistinct(Object.values(FACTS));
  });

  test('no two links, no two buttons and no two fields can share a name', () => {
    const sections: Label[] = ['past', 'visiting', 'nature', 'legend'];
    const facts = Object.keys(FACTS) as Label[];
    const links: Label[] = ['home', 'index', 'categories', 'watchlist', 'mine', 'create', 'read', 'talk', 'edit'];
    links.push('history', 'names', ...sections);
    const buttons: Label[] = ['search', 'rename', 'addAlias', 'publish', 'save', 'revert', 'undo', 'post'];
    buttons.push('watch', 'unwatch');
    const fields: Label[] = ['query', 'tools', 'newTitle', 'alias', 'title', 'category', 'text', 'comment', 'watch'];
    fields.push(...facts, ...sections);
    const topics = [...TOPICS.seen, ...TOPICS.unseen].map(({ name }) => name);
    expectDistinct([...topics, ...wordingsOf(LABELS, links)]);
    for (const group of [buttons, fields]) expectDistinct(wordingsOf(LABELS, group));
  });

  test('held-out words, categories and layouts are only on sites of the unseen style, and are there', () => {
    const heldOut = (seed: number) => {
      const { label, layout, categories } = world(seed);
      return {
        words: countHeldOut<Label>(LABELS, label),
        layouts: countHeldOut<keyof Layout>(LAYOUTS, layout),
        categories: categories.filter(({ name }) => TOPICS.unseen.some((topic) => topic.name === name)).length,
      };
    };
    for (const { words, categories } of expectHeldOut(heldOut, 4)) {
      expect(words).toBeGreaterThan(25);
      expect(categories).toBe(2);
    }
  });
});

describe('pages', () => {
  const namesAt = (browser: MiniBrowser<WikiWorld, WikiState>, url: string, role?: string): string[] => {
    browser.goto(url);
    return browser.observation().tree.nodes.flatMap((node) => (role && node.role !== role ? [] : [node.name]));
  };

  test('are pure and small; what a layout does not have is not there', () => {
    for (const seed of SEEDS) {
      const browser = visit(seed);
      const { articles, categories, label, layout } = browser.world;
      const [{ id, facts, sections }] = articles;
      const there = ['/', '/watchlist', '/mine', '/create', `/category/${categories[0].id}`];
      there.push(`/wiki/${id}`, `/wiki/${id}/history`, `/wiki/${id}/names`);
      const missing = ['/nowhere/at/all', `/wiki/${id}/history/x`, '/wiki/nobody'];
      const apart = {
        search: layout.find === 'search',
        index: layout.find !== 'search',
        [`wiki/${id}/talk`]: layout.talk === 'page',
        [`wiki/${id}/edit`]: layout.editing === 'all',
        [`wiki/${id}/edit/${facts[0].key}`]: layout.editing === 'each',
        [`wiki/${id}/${sections[0].key}`]: layout.sections === 'paged',
      };
      for (const [url, isThere] of Object.entries(apart)) (isThere ? there : missing).push(`/${url}`);
      expectPages(browser, { there, missing, notFound: label.notFound, nodes: [8, 70] });
    }
  });

  test('every article is found by its title and its further name, and by nothing else', () => {
    for (const find of ['search', 'index'] as const)
      for (const seed of sitesWith({ find }, 2)) {
        const browser = visit(seed);
        const { articles } = browser.world;
        const titles = new Set(articles.map(({ title }) => title));
        if (find === 'index') {
          const shown = namesAt(browser, '/index', 'link').filter((name) => titles.has(name));
          expect(shown.toSorted()).toEqual(
            articles.flatMap(({ title, alias }) => (alias === '' ? [title] : [title, title])).toSorted(),
          );
          continue;
        }
        const found = (words: string) => {
          const links = namesAt(browser, `/search?${new URLSearchParams({ q: words })}`, 'link');
          return links.filter((name) => titles.has(name));
        };
        for (const { title, alias } of articles) {
          expect(found(title.toUpperCase())).toEqual([title]);
          if (alias !== '') expect(found(alias)).toEqual([title]);
        }
        expect(found('zzz')).toEqual([]);
        expect(found(' ')).toEqual([]);
      }
    // Letters are held out.
    const seed = Array.from({ length: 50 }, (_, i) => 20_000 + i).find((one) => layoutOf(one).find === 'letters')!;
    const browser = visit(seed);
    for (const { title } of browser.world.articles) {
      expect(namesAt(browser, '/index', 'link')).toContain(title[0]);
      expect(namesAt(browser, '/index', 'link')).not.toContain(title);
      expect(namesAt(browser, `/index?letter=${title[0]}`, 'link')).toContain(title);
    }
  });

  test('largest, smallest, latest and earliest are those that the table of the category shows as such', () => {
    for (const seed of sitesWith({ categories: 'tabs' }, 4)) {
      const browser = visit(seed);
      for (const { id, name, number, year } of browser.world.categories) {
        const { articles } = browser.world;
        const shown = namesAt(browser, `/category/${id}`);
        const rows = articles
          .filter(({ category }) => category.id === id)
          .map(({ title }) => {
            const at = shown.lastIndexOf(title);
            return { title, [number]: Number.parseInt(shown[at + 1], 10), [year]: Number.parseInt(shown[at + 2], 10) };
          });
        for (const [extreme, key, sign] of [
          ['largest', number, -1],
          ['smallest', number, 1],
          ['latest', year, -1],
          ['earliest', year, 1],
        ] as const) {
          const best = rows.reduce((a, b) => (sign * Number(b[key]) < sign * Number(a[key]) ? b : a));
          const slots = { category: name, fact: FACTS[key], extreme };
          expect(planOf(browser.world, { template: 'extreme', slots })?.answer?.value).toBe(best.title);
        }
      }
    }
  });

  test('history lists what others changed, newest first, below what one changed oneself', () => {
    const browser = visit(sitesWith({ tools: 'row' }, 1)[0]);
    const { articles, label } = browser.world;
    const [{ id, facts, revisions }] = articles;
    const [{ key, value }] = facts;
    const edit = { type: 'edit', arg: id, fields: { [key]: '77' }, url: '/' };
    browser.state = wiki.update(browser.world, browser.state, edit).state;
    const shown = namesAt(browser, `/wiki/${id}/history`);
    const own = shown.indexOf(label.you);
    expect(shown.slice(own, own + 4)).toEqual([label.you, label.today, label[key], value]);
    const places = revisions.map(({ editor }) => shown.indexOf(editor));
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
    expect(places[0]).toBeGreaterThan(own);
    revisions.forEach((revision, i) => {
      const row = shown.slice(places[i], places[i] + 4);
      expect(row).toEqual([revision.editor, revision.date, label[revision.key], revision.before]);
    });
  });
});

describe('updates', () => {
  const site = world(3);
  const fresh = initial(site);
  const send = (state: WikiState, type: string, arg = '', fields: Record<string, string> = {}) =>
    wiki.update(site, state, { type, arg, fields, url: '/' });
  const [first, second] = site.articles;
  const { key } = first.facts[0];

  test('ignore what no control can send', () => {
    const events = [
      ['dance'],
      ['edit', 'nobody', { [key]: '5' }],
      ['edit', first.id, { nonsense: 'x', title: 'x', constructor: 'x' }],
      ['edit', first.id, { quality: 'superb' }],
      ['rename', 'nobody', { newTitle: 'x' }],
      ['alias', 'nobody', { alias: 'x' }],
      ['comment', '__proto__', { comment: 'x' }],
      ['create', '', { title: 'x', category: 'no such', text: 'x', quality: 'stub' }],
      ['revert', `${first.id}:9`],
      ['revert', 'nobody:0'],
      ['watch', 'nobody'],
      ['undo', 'nothing'],
      ['open', first.id, { tool: 'no such' }],
    ] as const;
    for (const [type, arg, fields] of events) expect(send(fresh, type, arg, fields).state, type).toEqual(fresh);
  });

  test('a part says what was written, as cleaned text; what it said at first is no change', () => {
    const edited = send(fresh, 'edit', first.id, { [key]: '  12   m ' });
    expect(edited.state.changes).toEqual({ [`${first.id}:${key}`]: '12 m' });
    expect(edited.navigate).toBe(`/wiki/${first.id}`);
    expect(send(edited.state, 'edit', first.id, { [key]: published(first, key)! }).state).toEqual(fresh);
    expect(send(edited.state, 'undo', `${first.id}:${key}`).state).toEqual(fresh);
    const refused = send(fresh, 'edit', first.id, { [key]: ' ', quality: 'stub' });
    expect(refused).toEqual({ state: fresh, messages: { [key]: site.label.missing } });
  });

  test('reverting an edit of another brings back what was there before, and can be undone', () => {
    first.revisions.forEach((revision, i) => {
      const { state } = send(fresh, 'revert', `${first.id}:${i}`);
      expect(state.changes).toEqual({ [`${first.id}:${revision.key}`]: revision.before });
      expect(send(state, 'undo', `${first.id}:${revision.key}`).state).toEqual(fresh);
    });
  });

  test('a renamed article is found under both titles; a name leads to one article only', () => {
    const { state } = send(fresh, 'rename', first.id, { newTitle: 'Blue Castle' });
    expect(state.changes).toEqual({ [`${first.id}:title`]: 'Blue Castle' });
    for (const newTitle of ['Blue Castle', first.title, second.title])
      expect(send(state, 'rename', second.id, { newTitle }).state === state, newTitle).toBe(newTitle !== second.title);
    expect(send(state, 'alias', second.id, { alias: first.title }).messages).toEqual({ alias: site.label.taken });
    expect(send(state, 'rename', first.id, { newTitle: first.title }).state).toEqual(fresh);
    const form = { title: 'Blue Castle', category: site.categories[0].name, text: 'x', quality: 'stub' };
    expect(send(state, 'create', '', form).messages).toEqual({ title: site.label.taken });
    const redirected = send(fresh, 'alias', first.id, { alias: 'Blue House' }).state;
    expect(redirected.entries).toEqual([
      { kind: 'alias', about: first.id, text: 'Blue House', title: '', quality: '' },
    ]);
    expect(send(redirected, 'alias', second.id, { alias: 'Blue House' }).state).toBe(redirected);
  });

  test('a form says which fields are missing, and edits have an end', () => {
    const { label, categories } = site;
    const { missing } = label;
    const empty = send(fresh, 'create', '', { title: ' ', category: label.choose, text: '', quality: label.choose });
    expect(empty).toEqual({
      state: fresh,
      messages: { title: missing, category: missing, text: missing, quality: missing },
    });
    const made = send(fresh, 'create', '', { title: 'A', category: categories[1].name, text: 'is b', quality: 'stub' });
    expect(made.navigate).toBe(`/category/${categories[1].id}`);
    let { state } = made;
    for (let i = 0; i < 9; i++) state = send(state, 'comment', first.id, { comment: `comment ${i}` }).state;
    expect(state.entries).toHaveLength(MOST_EDITS);
    for (const [type, arg, fields] of [
      ['comment', first.id, { comment: 'more' }],
      ['edit', first.id, { [key]: 'more' }],
      ['rename', first.id, { newTitle: 'more' }],
      ['revert', `${first.id}:0`, {}],
    ] as const)
      expect(send(state, type, arg, fields)).toEqual({ state, messages: { '': label.full } });
    expect(send(state, 'undo', '0').state.entries).toEqual(state.entries.slice(1));
  });

  test('the select of an article leads to its pages, and watching is a switch', () => {
    expect(send(fresh, 'open', first.id, { tool: site.label.history }).navigate).toBe(`/wiki/${first.id}/history`);
    expect(send(fresh, 'open', first.id, { tool: site.label.read }).navigate).toBe(`/wiki/${first.id}`);
    const [id] = site.watched;
    const { state } = send(fresh, 'watch', id);
    expect(state.watched).toEqual(site.watched.slice(1));
    expect(send(state, 'watch', id).state.watched.toSorted()).toEqual(site.watched.toSorted());
  });
});
