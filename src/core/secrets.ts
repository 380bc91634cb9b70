import { isSecretLabel, MASK, maskText } from './mask.ts';
import type { Action, AXNode, AXTree, Observation, Step, Trajectory } from './types.ts';

export { MASK };

const BULLETS = /^[•●*]+$/;

/** A password field: by its name, or because the browser already shows its value as bullets. */
export const isSecretField = (node: AXNode): boolean =>
  node.value !== undefined && (isSecretLabel(node.name) || BULLETS.test(node.value));

const observations = (trajectory: Trajectory): Observation[] => [
  ...trajectory.steps.map((step) => step.observation),
  trajectory.final,
];

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Short secrets are replaced as whole words only: a one-letter PIN must not eat every letter of the page. */
const hides = (secret: string): RegExp =>
  new RegExp(
    secret.length < 4 ? `(?<![\\p{L}\\p{N}])${escapePattern(secret)}(?![\\p{L}\\p{N}])` : escapePattern(secret),
    'gu',
  );

const holdsToken = (value: unknown): boolean => {
  if (typeof value === 'string') return maskText(value) !== value;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsToken);
};

/**
 * The same trajectory without the values of its password fields, wherever else on the way they turned up (typed text,
 * feedback, goal, notes, other nodes, privileged state), and without tokens. Returns the trajectory itself when it holds
 * none.
 */
export function maskSecrets(trajectory: Trajectory): Trajectory {
  const fields = new Set<number>();
  const secrets = new Set<string>();
  const seen = observations(trajectory);
  for (const { tree } of seen) for (const node of tree.nodes) if (isSecretField(node)) fields.add(node.id);
  for (const { tree } of seen) for (const node of tree.nodes) if (fields.has(node.id)) secrets.add(node.value ?? '');
  for (const { action } of trajectory.steps)
    if (action.verb === 'type' && fields.has(action.target)) secrets.add(action.text);
  const patterns = [...secrets]
    .filter((secret) => secret !== '' && !BULLETS.test(secret))
    .sort((a, b) => b.length - a.length)
    .map(hides);
  if (patterns.length === 0 && !holdsToken(trajectory)) return trajectory;

  const text = (value: string): string =>
    patterns.reduce((kept, pattern) => kept.replace(pattern, MASK), maskText(value));
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [text(key), deep(inner)]));
  };
  const masked = (id: number, value: string) => (fields.has(id) && value !== '' ? MASK : text(value));
  const node = (n: AXNode): AXNode => ({
    ...n,
    name: text(n.name),
    ...(n.value === undefined ? {} : { value: masked(n.id, n.value) }),
  });
  const tree = (t: AXTree): AXTree => ({
    ...t,
    url: text(t.url),
    title: text(t.title),
    nodes: t.nodes.map(node),
    ...(t.tabs && { tabs: { ...t.tabs, titles: t.tabs.titles.map(text) } }),
  });
  const observation = (o: Observation): Observation => ({
    ...o,
    goal: text(o.goal),
    feedback: text(o.feedback),
    notes: o.notes.map(text),
    tree: tree(o.tree),
  });
  const action = (a: Action): Action => {
    if (a.verb === 'type') return { ...a, text: masked(a.target, a.text) };
    if (a.verb === 'select') return { ...a, option: text(a.option) };
    if (a.verb === 'goto') return { ...a, url: text(a.url) };
    return a.verb === 'stop' ? { ...a, answer: text(a.answer) } : a;
  };
  const step = (s: Step): Step => ({
    ...s,
    observation: observation(s.observation),
    action: action(s.action),
    ...(s.failure === undefined ? {} : { failure: { ...s.failure, message: text(s.failure.message) } }),
    ...(s.state === undefined ? {} : { state: deep(s.state) }),
  });
  const { task, failure, finalState } = trajectory;
  const slots = Object.fromEntries(Object.entries(task.slots).map(([slot, value]) => [slot, text(value)]));
  return {
    ...trajectory,
    task: { ...task, goal: text(task.goal), slots },
    steps: trajectory.steps.map(step),
    final: observation(trajectory.final),
    ...(failure === undefined ? {} : { failure: { ...failure, message: text(failure.message) } }),
    ...(finalState === undefined ? {} : { finalState: deep(finalState) }),
  };
}
