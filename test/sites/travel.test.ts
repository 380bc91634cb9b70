import { describe, expect, test } from 'vitest';
import type { Task } from '../../src/core/types.ts';
import { SPLIT_SEEDS } from '../../src/sites/site.ts';
import { wordingOf } from '../../src/sites/style.tsx';
import { checkTask, makeTask } from '../../src/sites/tasks.ts';
import { travel } from '../../src/sites/travel/index.ts';
import { placesIn, ridesIn } from '../../src/sites/travel/lists.ts';
import { planOf } from '../../src/sites/travel/plan.ts';
import { arriveOf, changesOf, departOf, wayOf } from '../../src/sites/travel/region.ts';
import { MOST, type TravelState } from '../../src/sites/travel/update.ts';
import { CATEGORIES, COACHES, LABELS, type Label, STREETS } from '../../src/sites/travel/words.ts';
import { LAYOUTS, type Layout, type TravelWorld, world } from '../../src/sites/travel/world.ts';
import { siteContract } from './contract.ts';
import { solve } from './drive.ts';
import { MiniBrowser } from './miniBrowser.ts';
import { expectPages } from './pages.ts';
import { countHeldOut, expectDistinct, expectHeldOut, wordingsOf } from './pools.ts';

const SEEDS = Object.values(SPLIT_SEEDS).flatMap(([low]) => Array.from({ length: 8 }, (_, i) => low + 7 * i));
const NAMES = travel.templates.map(({ name }) => name);
const visit = (seed: number, goal = '') => new MiniBrowser<TravelWorld, TravelState>(travel, seed, goal);
const open = (task: Task) => visit(task.siteSeed, task.goal);

/** Of the shortest way, `stop` included, on a site of the plainest layout. */
const STEPS_BY_HAND: Record<string, number> = {
  fact: 3, // search, place, stop
  rated: 4, // places, town, order, stop
  reviewer: 3,
  line: 5, // ways, start, end, show, stop
  cheapest: 6, // rides, from, to, show, order, stop
  direct: 5,
  save: 4, // search, place, save, stop
  unsave: 4,
  review: 6, // search, place, stars, text, post, stop
  cancel: 3, // seats, release, stop
  change: 6, // trip, take off, search, place, add, stop
  reschedule: 5, // trip, day, party, save, stop
  top: 5, // places, town, type, order, stop
  changes: 5,
  via: 6, // rides, from, to, show, ride, stop
  earliest: 6,
  guide: 10, // places, town, type, order, note, ways, start, end, show, stop
  reserve: 10, // rides, from, to, show, ride, coach, seat, name, reserve, stop
  plan: 12, // trip, clear, day, party, save, twice search, place, add; stop
  'save-top': 7, // places, town, type, order, place, save, stop
  'review-top': 9,
  'reserve-first': 11, // reserve, and order
  outing: 18, // plan, search, place, save, stars, text, post
  journey: 16, // reserve, trip, day, save, search, place, add
};
const PLAINEST: Partial<Layout> = {
  home: 'towns',
  search: 'every',
  filters: 'both',
  sort: 'offered',
  arrange: 'links',
  finder: 'selects',
  seating: 'inline',
  reviews: 'inline',
  stops: 'place',
  mine: 'apart',
};
const PLAIN = Array.from({ length: SPLIT_SEEDS.train[1] }, (_, seed) => seed).filter((seed) => {
  const layout = wordingOf(seed, 'travel layout', LAYOUTS);
  return Object.entries(PLAINEST).every(([name, value]) => layout[name as keyof Layout] === value);
});

/** Nothing of what the task asks for is so already, and no place is named twice. */
function isPlain({ slots }: Task, { trip, places }: TravelWorld): boolean {
  const named = [slots.first, slots.second, slots.place].filter((name) => name !== undefined);
  const stops = trip.stops.map((id) => places.find((place) => place.id === id)?.name);
  return (
    slots.day !== trip.day &&
    slots.party !== trip.party &&
    new Set(named).size === named.length &&
    (slots.first === undefined || !named.some((name) => stops.includes(name)))
  );
}

describe.each(NAMES)('template %s', (name) => {
  test('takes as many steps as by hand', () => {
    expect(PLAIN.length).toBeGreaterThan(3);
    for (const seed of PLAIN.slice(0, 4)) {
      const instances = Array.from({ length: 40 }, (_, instance) => makeTask('travel', name, seed, instance));
      const task = instances.find((candidate) => isPlain(candidate, world(seed)));
      expect(task, `${seed}`).toBeDefined();
      expect(solve(task!, open(task!), task!.horizon).seen.length, task!.id).toBe(STEPS_BY_HAND[name]);
    }
  });

  test('spoilt by any one further change', () => {
    const task = makeTask('travel', name, SEEDS[4], 0);
    const browser = open(task);
    const { answer } = solve(task, browser, task.horizon);
    const { state, world: site } = browser;
    const { trip, saved, reviews, seats } = state;
    expect(answer).toBe(planOf(site, task)!.answer?.value ?? '');
    const accepts = (change: Partial<TravelState>): boolean => checkTask(task, { ...state, ...change }, answer);
    expect(accepts({})).toBe(true);
    for (const { id } of site.places) {
      const turned = saved.includes(id) ? saved.filter((other) => other !== id) : [...saved, id];
      expect(accepts({ saved: turned }), id).toBe(false);
      expect(accepts({ reviews: { ...reviews, [id]: { stars: '3', text: 'x' } } }), id).toBe(false);
      const stops = trip.stops.includes(id) ? trip.stops.filter((other) => other !== id) : [...trip.stops, id];
      expect(accepts({ trip: { ...trip, stops } }), id).toBe(false);
    }
    if (trip.stops.length > 1) expect(accepts({ trip: { ...trip, stops: trip.stops.toReversed() } })).toBe(false);
    for (const key of ['day', 'party'] as const) expect(accepts({ trip: { ...trip, [key]: 'x' } }), key).toBe(false);
    for (const id of Object.keys(reviews)) {
      const { [id]: own, ...rest } = reviews;
      expect(accepts({ reviews: rest })).toBe(false);
      expect(accepts({ reviews: { ...rest, [id]: { ...own, text: `${own.text} x` } } })).toBe(false);
    }
    for (const seat of seats) {
      const rest = seats.filter((other) => other !== seat);
      expect(accepts({ seats: rest })).toBe(false);
      expect(accepts({ seats: [...seats, seat] }), 'twice').toBe(false);
      for (const key of ['ride', 'coach', 'seat', 'name'] as const)
        expect(accepts({ seats: [...rest, { ...seat, [key]: 'x' }] }), key).toBe(false);
    }
  });
});

siteContract(travel, { sites: 8, nodes: [9, 90], median: [18, 60], alone: ['save-top'] });

test('the tier counts facts: at most three, at most six, seven or more', () => {
  /** Places, connections and answers that the goal does not give and the visitor has to find. */
  const found: Record<string, number> = { 'save-top': 1, 'review-top': 1, 'reserve-first': 1, guide: 2 };
  for (const name of ['fact', 'rated', 'reviewer', 'line', 'cheapest', 'direct']) found[name] = 1;
  for (const name of ['top', 'changes', 'via', 'earliest']) found[name] = 1;
  const tiers = travel.templates.map(({ name, tier }) => {
    const facts = Object.keys(makeTask('travel', name, 5, 0).slots).length + (found[name] ?? 0);
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
      const site = world(seed);
      const { places, rides, towns, saved, trip, seats } = site;
      for (const key of ['id', 'name', 'address', 'price', 'rating', 'distance'] as const)
        expectDistinct(places.map((place) => place[key]));
      expectDistinct(places.flatMap(({ reviews }) => reviews.map(({ author }) => author)));
      for (const { reviews } of places) expectDistinct(reviews.map(({ stars }) => stars));
      expectDistinct(rides.map(({ code }) => code));
      expectDistinct(towns);
      expect([saved.length, trip.stops.length, seats.length]).toEqual([2, 2, 2]);
      const [one, other] = seats.map(({ ride }) => rides.find(({ code }) => code === ride)!);
      expect([one.from === other.from, one.to === other.to]).toEqual([true, false]);
      // Lists of one town fit on a page, so what is best there can be read off it.
      for (const town of towns) expect(placesIn(site, { town }).length).toBeLessThanOrEqual(5);
    }
  });

  test('run connections that can be taken: legs follow each other in place and time, and no two are alike', () => {
    for (const seed of SEEDS) {
      const site = world(seed);
      for (const from of site.towns)
        for (const to of site.towns.filter((town) => town !== from)) {
          const rides = ridesIn(site, { from, to });
          expect(rides.map(changesOf).sort()).toEqual([0, 1, 1, 2]);
          for (const values of [rides.map(departOf), rides.map(arriveOf), rides.map(({ fare }) => `${fare}`)])
            expect(new Set(values).size).toBe(4);
          const [one, other] = rides.filter((ride) => changesOf(ride) === 1);
          expect(one.legs[0].to).not.toBe(other.legs[0].to);
          for (const { legs } of rides) {
            expect([legs[0].from, legs[legs.length - 1].to]).toEqual([from, to]);
            expect(new Set(legs.map((leg) => leg.from)).size).toBe(legs.length);
            const times = legs.flatMap(({ depart, arrive }) => [depart, arrive]);
            expect(times).toEqual(times.toSorted());
            expect(new Set(times).size).toBe(times.length);
            for (const time of times) expect(time).toMatch(/^(0\d|1\d|2[0-3]):[0-5]\d$/);
            expect(legs.slice(1).map((leg) => leg.from)).toEqual(legs.slice(0, -1).map((leg) => leg.to));
          }
          // Asked for are departures after a full hour: none is on it.
          for (const depart of rides.map(departOf)) expect(depart).not.toMatch(/:00$/);
        }
      const [a, b] = site.places;
      expect(wayOf(site.seed, a, b)).toEqual(wayOf(site.seed, a, b));
      expect(wayOf(site.seed, a, b).on).not.toBe(wayOf(site.seed, a, b).off);
    }
  });

  test('no two links, no two buttons and no two fields can share a name', () => {
    const links: Label[] = ['home', 'places', 'find', 'rides', 'ways', 'trip', 'saved', 'seats', 'mine', 'next'];
    links.push('previous', 'reviews', 'toSeats', 'anyTown', 'anyCategory', 'byName', 'byRating', 'byPrice');
    links.push('byDistance', 'byDepart', 'byArrive', 'byFare');
    const buttons: Label[] = ['search', 'show', 'save', 'unsave', 'addStop', 'dropStop', 'append', 'clear', 'saveTrip'];
    buttons.push('publish', 'unpublish', 'findRides', 'reserve', 'release', 'showWay');
    const fields: Label[] = ['query', 'town', 'category', 'order', 'isSaved', 'newStop', 'day', 'party', 'yourStars'];
    fields.push('yourComment', 'from', 'to', 'coach', 'seat', 'passenger', 'startAt', 'endAt');
    const prefixes: Label[] = ['inTown', 'from', 'to'];
    for (const group of [links, buttons, fields, prefixes]) expectDistinct(wordingsOf(LABELS, group));
  });

  test('held-out words, kinds and layouts are only on sites of the unseen style, and are there', () => {
    const heldOut = (seed: number) => {
      const { label, categories, coaches, places } = world(seed);
      const layout = wordingOf(seed, 'travel layout', LAYOUTS);
      return {
        words: countHeldOut<Label>(LABELS, label),
        layouts: countHeldOut<keyof Layout>(LAYOUTS, layout),
        kinds: categories.filter((kind) => CATEGORIES.unseen.includes(kind)).length,
        coaches: coaches.filter((coach) => COACHES.unseen.includes(coach)).length,
        streets: places.filter(({ address }) => STREETS.unseen.includes(address.split(' ')[2])).length,
      };
    };
    for (const { words, ...rest } of expectHeldOut(heldOut, 5)) {
      expect(words).toBeGreaterThan(30);
      expect(rest).toMatchObject({ kinds: 2, coaches: 2, streets: 10 });
    }
  });

  test('every layout occurs on training sites', () => {
    const drawn = Array.from({ length: 200 }, (_, seed) => wordingOf(seed, 'travel layout', LAYOUTS));
    for (const [name, { seen }] of Object.entries(LAYOUTS))
      expect(new Set(drawn.map((layout) => layout[name as keyof Layout])), name).toEqual(new Set(seen));
  });
});

describe('pages', () => {
  const namesAt = (browser: MiniBrowser<TravelWorld, TravelState>, url: string, role = 'link'): string[] => {
    browser.goto(url);
    return browser.observation().tree.nodes.flatMap((node) => (node.role === role ? [node.name] : []));
  };

  test('are pure and small', () => {
    for (const seed of SEEDS) {
      const browser = visit(seed);
      const { places, towns, rides, layout, label } = browser.world;
      const there = [
        '/',
        '/places',
        `/places?town=${towns[0]}&sort=rating`,
        '/places?page=2',
        '/search?q=x',
        '/search',
      ];
      there.push('/rides', `/rides?from=${towns[0]}`, `/rides?from=${towns[0]}&to=${towns[1]}&sort=fare`);
      there.push('/rides?from=x&to=y', `/ride/${rides[3].code}`, `/ride/${rides[7].code}`, '/ways');
      there.push(`/ways?${new URLSearchParams({ start: places[0].name, end: places[1].name })}`, '/ways?start=x&end=y');
      there.push(...places.map(({ id }) => `/place/${id}`));
      there.push(...(layout.mine === 'together' ? ['/mine'] : ['/trip', '/saved', '/seats']));
      if (layout.reviews === 'page') there.push(`/place/${places[2].id}/reviews`);
      if (layout.seating === 'page') there.push(`/ride/${rides[5].code}/seats`);
      const missing = ['/nowhere', '/place/x', `/place/${places[0].id}/x`, '/ride/x', '/places/x', '/a/b/c/d'];
      missing.push(...(layout.mine === 'together' ? ['/trip', '/saved', '/seats'] : ['/mine']));
      expectPages(browser, { there, missing, notFound: label.notFound, nodes: [7, 90] });
    }
  });

  test('the places of the region stand in the order asked for, once each, page by page or at once', () => {
    const layouts = new Set<string>();
    for (const seed of SEEDS) {
      const browser = visit(seed);
      const { places, layout, label, towns } = browser.world;
      layouts.add(layout.pages);
      const shown = (url: string) =>
        namesAt(browser, url).filter((name) => places.some((place) => place.name === name));
      for (const [sort, order] of [
        ['', places.toSorted((a, b) => (a.name < b.name ? -1 : 1))],
        ['rating', places.toSorted((a, b) => b.rating - a.rating)],
        ['price', places.toSorted((a, b) => a.price - b.price)],
        ['distance', places.toSorted((a, b) => a.distance - b.distance)],
      ] as const) {
        const all = layout.pages === 'paged' ? ['', '&page=2'] : [''];
        expect(all.flatMap((page) => shown(`/places?sort=${sort}${page}`))).toEqual(order.map(({ name }) => name));
        expect(namesAt(browser, `/places?sort=${sort}`).includes(label.next)).toBe(layout.pages === 'paged');
        for (const town of towns)
          expect(shown(`/places?sort=${sort}&town=${town}`)).toEqual(
            order.filter((place) => place.town === town).map(({ name }) => name),
          );
      }
    }
    expect(layouts.size).toBe(2);
  });

  test('a search finds by name, street and town, and says when there is nothing', () => {
    for (const seed of SEEDS) {
      const browser = visit(seed);
      const { places, label } = browser.world;
      for (const { name, address, town } of places.slice(0, 3)) {
        const street = address.split(' ')[1];
        for (const text of [name, name.toUpperCase(), street, `${town} ${street}`])
          expect(namesAt(browser, `/search?${new URLSearchParams({ q: text })}`)).toContain(name);
      }
      browser.goto('/search?q=qqq');
      expect(browser.observation().tree.nodes.map((node) => node.name)).toContain(label.nothing);
    }
  });

  test('what a form lacks is said, what is too much is refused, and a seat is held by one person', () => {
    const { world: site, state } = visit(3);
    const { label } = site;
    const event = { arg: '', fields: {}, url: '/' };
    const raise = (from: TravelState, type: string, arg: string, fields: Record<string, string>) =>
      travel.update(site, from, { ...event, type, arg, fields });
    const ride = site.rides.find(({ code }) => !state.seats.some((seat) => seat.ride === code))!;
    const good = { coach: site.coaches[0], seat: ride.seats[0], name: ' Ada  Lovelace ' };
    for (const key of ['coach', 'seat', 'name'])
      expect(raise(state, 'reserve', ride.code, { ...good, [key]: '' })).toEqual({
        state,
        messages: { [key]: label.missing },
      });
    const held = raise(state, 'reserve', ride.code, good);
    expect(held.state.seats[2]).toEqual({ ...good, ride: ride.code, name: 'Ada Lovelace' });
    expect(raise(held.state, 'reserve', ride.code, good).messages).toEqual({ seat: label.missing });
    const named = raise(held.state, 'reserve', `${ride.code}:${ride.seats[1]}`, { ...good, seat: '' });
    expect(named.state.seats[3].seat).toBe(ride.seats[1]);
    expect(named.state.seats).toHaveLength(MOST.seats);
    expect(raise(named.state, 'reserve', ride.code, { ...good, seat: ride.seats[2] }).messages).toEqual({
      '': label.full,
    });
    const { id } = site.places[0];
    expect(raise(state, 'review', id, { stars: '9', text: ' ' }).messages).toEqual({
      stars: label.missing,
      text: label.missing,
    });
    expect(raise(state, 'review', id, { stars: '5', text: 'fine' }).state.reviews).toEqual({
      [id]: { stars: '5', text: 'fine' },
    });
    expect(raise(state, 'trip', '', { day: 'x', party: '2' }).messages).toEqual({ day: label.missing });
    let full = state;
    for (const place of site.places) full = raise(full, 'stop', place.id, {}).state;
    expect(full.trip.stops).toHaveLength(MOST.stops);
    expect(new Set(full.trip.stops).size).toBe(MOST.stops);
    expect(raise(full, 'clear', '', {}).state.trip).toEqual({ ...state.trip, stops: [] });
  });
});
