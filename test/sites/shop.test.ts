import { describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import type { Task } from '../../src/core/types.ts';
import { goalWords } from '../../src/model/words.ts';
import { shop } from '../../src/sites/shop/index.ts';
import type { ShopState } from '../../src/sites/shop/update.ts';
import { type ShopWorld, shopWorld } from '../../src/sites/shop/world.ts';
import { SPLIT_SEEDS } from '../../src/sites/site.ts';
import { checkTask, counterfactualTask, makeTask } from '../../src/sites/tasks.ts';
import { siteContract } from './contract.ts';
import { solve, wander } from './drive.ts';
import { MiniBrowser } from './miniBrowser.ts';

const SEEDS = Object.values(SPLIT_SEEDS).flatMap(([low]) => Array.from({ length: 12 }, (_, i) => low + 7 * i));
const NAMES = shop.templates.map((template) => template.name);
const open = (task: Task) => new MiniBrowser<ShopWorld, ShopState>(shop, task.siteSeed, task.goal);

siteContract(shop, { spoilt: 0.1 });

describe('shop expert', () => {
  test.each(NAMES)('%s: solved within the horizon on sites of every split; the one-slot neighbour is not', (name) => {
    const nodes: number[] = [];
    for (const seed of SEEDS) {
      const task = makeTask('shop', name, seed, 0);
      const browser = open(task);
      const { answer, seen } = solve(task, browser, task.horizon);
      expect(checkTask(task, browser.state, answer), task.id).toBe(true);
      expect(checkTask(task, shop.initial(shopWorld(seed)), ''), `${task.id} is not solved by doing nothing`).toBe(
        false,
      );
      nodes.push(...seen.map((observation) => observation.tree.nodes.length));
      const other = counterfactualTask(task, createRng(seed));
      expect(other, task.id).not.toBeNull();
      expect(checkTask(other!, browser.state, answer), other!.id).toBe(false);
      expect(Object.keys(task.slots).filter((slot) => task.slots[slot] !== other!.slots[slot])).toHaveLength(1);
      for (const one of [task, other!])
        for (const value of Object.values(one.slots))
          expect(` ${goalWords(one.goal).join(' ')} `).toContain(` ${value} `);
    }
    nodes.sort((a, b) => a - b);
    expect(nodes[0]).toBeGreaterThanOrEqual(12);
    expect(nodes.at(-1)).toBeLessThanOrEqual(80);
    expect(nodes[nodes.length >> 1]).toBeGreaterThanOrEqual(15);
    expect(nodes[nodes.length >> 1]).toBeLessThanOrEqual(40);
  });

  test.each(NAMES)('%s: recovers from wherever random actions led', (name) => {
    let detours = 0;
    for (const seed of SEEDS) {
      const task = makeTask('shop', name, seed, 1);
      const browser = open(task);
      const rng = createRng(seed).fork('wander');
      for (let i = 0; i < 15; i++) browser.attempt(wander(rng, browser.observation()));
      if (browser.state.cart.length > 0 || browser.state.orders.length > 0) detours++;
      const { answer } = solve(task, browser, 60);
      expect(checkTask(task, browser.state, answer), task.id).toBe(true);
    }
    expect(detours).toBeGreaterThan(0);
  });

  test('undoes a wrong order, wrong field values and extra products', () => {
    for (const seed of SEEDS) {
      const task = makeTask('shop', 'full-order', seed, 2);
      const browser = open(task);
      const { products, sizes, shipping } = browser.world;
      const line = { product: products[3].id, size: sizes[1], quantity: 2 };
      const order = { name: 'A', city: 'B', shipping: shipping[1].name, gift: true, voucher: '' };
      browser.state = { cart: [line, { ...line, size: sizes[2] }], orders: [{ ...order, lines: [line] }] };
      browser.goto('/checkout');
      const box = browser.observation().tree.nodes.find((node) => node.role === 'textbox');
      browser.step({ verb: 'type', target: box!.id, text: 'wrong', enter: false });
      const { answer } = solve(task, browser, 40);
      expect(checkTask(task, browser.state, answer)).toBe(true);
    }
  });
});

describe('shop pages', () => {
  const world = shopWorld(3);
  const event = (type: string, fields: Record<string, string>, arg = '') => ({ type, arg, fields, url: '/' });
  const [mug] = world.products;
  const added = shop.update(
    world,
    shop.initial(world),
    event('add', { size: world.sizes[1], quantity: '2' }, mug.id),
  ).state;
  const valid = { name: ' Ann ', city: 'Rome', shipping: world.shipping[1].name, voucher: '', gift: 'on' };

  test('world and pages depend on seed, state and address only', () => {
    expect(shopWorld(3)).toEqual(world);
    expect(shopWorld(4).products).not.toEqual(world.products);
    const empty = Object.freeze({ cart: Object.freeze([]) as never, orders: Object.freeze([]) as never });
    // A view or update that changed its state would throw on the frozen one.
    shop.update(world, empty, event('add', { size: world.sizes[0], quantity: '1' }, mug.id));
    const read = (url: string) => {
      const browser = new MiniBrowser<ShopWorld, ShopState>(shop, 3, '');
      browser.state = empty;
      browser.goto(url);
      return browser.observation();
    };
    for (const url of ['/', `/list/${world.categories[0]}?sort=price`, '/search?q=red', '/cart', '/nowhere/at/all'])
      expect(read(url)).toEqual(read(url));
    expect(read('/nowhere/at/all').tree.title).toContain(world.words.notFound);
  });

  test('the same product in the same size is one line; another size is another', () => {
    const twice = shop.update(world, added, event('add', { size: world.sizes[1], quantity: '1' }, mug.id)).state;
    expect(twice.cart).toEqual([{ product: mug.id, size: world.sizes[1], quantity: 3 }]);
    const two = shop.update(world, added, event('add', { size: world.sizes[0], quantity: '1' }, mug.id)).state;
    expect(two.cart.map((line) => line.size)).toEqual([world.sizes[1], world.sizes[0]]);
    expect(shop.update(world, two, event('remove', {}, '0')).state.cart).toEqual([two.cart[1]]);
    expect(shop.update(world, two, event('empty', {})).state.cart).toEqual([]);
  });

  test('an order needs name and city and accepts only the voucher of the offers page', () => {
    const refused = shop.update(world, added, event('order', { ...valid, name: '  ', voucher: 'XX000' }));
    expect(Object.keys(refused.messages ?? {}).sort()).toEqual(['name', 'voucher']);
    expect(refused).toMatchObject({ state: added });
    const placed = shop.update(world, added, event('order', { ...valid, voucher: world.voucher }));
    expect(placed.navigate).toBe('/order');
    expect(placed.state).toEqual({
      cart: [],
      orders: [
        { lines: added.cart, name: 'Ann', city: 'Rome', shipping: valid.shipping, gift: true, voucher: world.voucher },
      ],
    });
    expect(shop.update(world, placed.state, event('cancel', {})).state).toEqual(shop.initial(world));
    expect(shop.update(world, shop.initial(world), event('order', valid)).state.orders).toEqual([]);
  });

  test('lists sort by price, filter by colour, and page through everything exactly once', () => {
    for (const seed of SEEDS) {
      const site = shopWorld(seed);
      for (const category of site.categories) {
        const browser = new MiniBrowser<ShopWorld, ShopState>(shop, seed, '');
        const prices: number[] = [];
        for (let page = 1; page <= 3; page++) {
          browser.goto(`/list/${category}?sort=price&page=${page}`);
          for (const { name } of browser.observation().tree.nodes)
            if (/^\$\d+$/.test(name)) prices.push(Number(name.slice(1)));
        }
        const all = site.products.filter((product) => product.category === category).map((product) => product.cost);
        expect(prices).toEqual(all.sort((a, b) => a - b));
        browser.goto(`/list/${category}?colour=${site.colours[0]}`);
        const links = new Set(browser.observation().tree.nodes.map((node) => node.name));
        for (const product of site.products.filter((p) => p.category === category))
          expect(links.has(product.name)).toBe(product.colour === site.colours[0]);
      }
    }
  });
});
