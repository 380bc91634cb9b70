import fc from 'fast-check';
import type { Action, AXNode, Observation, Task, Trajectory } from '../../src/core/types.ts';

/** Any text, also lone surrogates, line separators and quotes. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '\n', '\u2028', '"', '\ud800', 'Blue mug', '[3] link'),
);
const nat = fc.nat({ max: 1000 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
/** Without the keys whose value is undefined: absent, as everywhere in our types. */
const compact = <T extends object>(value: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  value.map((v) => Object.fromEntries(Object.entries(v).filter(([, inner]) => inner !== undefined)) as T);

const node: fc.Arbitrary<AXNode> = compact(
  fc.record({
    id: nat,
    role: fc.constantFrom('link', 'button', 'textbox', 'StaticText'),
    name: text,
    depth: fc.nat({ max: 9 }),
    value: maybe(text),
    states: maybe(
      compact(
        fc.record({
          checked: maybe(fc.constantFrom<boolean | 'mixed'>(true, false, 'mixed')),
          disabled: maybe(fc.boolean()),
        }),
      ),
    ),
    synthetic: maybe(fc.constant<true>(true)),
  }),
);

const observation: fc.Arbitrary<Observation> = fc.record({
  goal: text,
  tree: compact(
    fc.record({
      url: text,
      title: text,
      nodes: fc.array(node, { minLength: 1, maxLength: 4 }),
      tabs: maybe(fc.record({ titles: fc.array(text, { minLength: 2, maxLength: 3 }), current: fc.nat({ max: 1 }) })),
      omitted: nat,
    }),
  ),
  feedback: text,
  notes: fc.array(text, { maxLength: 2 }),
  step: nat,
});

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ verb: fc.constant('click' as const), target: nat }),
  fc.record({ verb: fc.constant('type' as const), target: nat, text, enter: fc.boolean() }),
  fc.record({ verb: fc.constant('select' as const), target: nat, option: text }),
  fc.record({ verb: fc.constant('scroll' as const), direction: fc.constantFrom<'up' | 'down'>('up', 'down') }),
  fc.record({ verb: fc.constant('goto' as const), url: text }),
  fc.record({ verb: fc.constant('go_back' as const) }),
  fc.record({ verb: fc.constant('stop' as const), answer: text }),
);

const failure = fc.record({
  kind: fc.constantFrom<'environment' | 'format' | 'policy'>('environment', 'format', 'policy'),
  code: text,
  message: text,
});

const task: fc.Arbitrary<Task> = fc.record({
  id: text,
  suite: fc.constantFrom<'sites' | 'counter'>('sites', 'counter'),
  family: text,
  template: text,
  siteSeed: nat,
  instance: nat,
  goal: text,
  tier: fc.constantFrom<1 | 2 | 3>(1, 2, 3),
  horizon: fc.integer({ min: 1, max: 30 }),
  slots: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), text, { maxKeys: 3, noNullPrototype: true }),
});

/** Privileged state: any JSON that survives JSON (no −0). */
const state = fc
  .jsonValue({ maxDepth: 2, noUnicodeString: false })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);

/** Any trajectory the types allow. */
export const trajectory: fc.Arbitrary<Trajectory> = compact(
  fc.record({
    id: text,
    task,
    seed: fc.integer(),
    world: fc.constantFrom<Trajectory['world']>('counter', 'frame', 'browser', 'functions', 'dream'),
    policy: text,
    steps: fc.array(
      compact(
        fc.record({
          observation,
          action,
          reward: fc.constantFrom(0, 1),
          failure: maybe(failure),
          state: maybe(state),
          ms: fc.double({ min: 0.001, max: 1e6, noNaN: true }),
        }),
      ),
      { maxLength: 3 },
    ),
    final: observation,
    finalState: maybe(state),
    reward: fc.constantFrom(0, 1),
    notScored: maybe(fc.array(text, { maxLength: 2 })),
    terminated: fc.boolean(),
    truncated: fc.boolean(),
    failure: maybe(failure),
  }),
);
