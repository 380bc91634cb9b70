import type { AXTree, Trajectory } from '../core/types.ts';
import { type PastAction, pathOf, urlWords, viewOf } from './view.ts';
import { stem } from './words.ts';

/** Recorded pages of one site by address: what a dream can recall. First recorded version wins; dreams overlay copies. */
export type PageMemory = Map<string, AXTree>;

export const siteKey = (family: string, siteSeed: number): string => `${family}/${siteSeed}`;

/** The pages that these visits to one site saw. */
export function rememberPages(trajectories: Iterable<Trajectory>): PageMemory {
  const memory: PageMemory = new Map();
  for (const { steps, final } of trajectories) {
    for (const { observation } of steps) remember(memory, observation.tree);
    remember(memory, final.tree);
  }
  return memory;
}

const remember = (memory: PageMemory, tree: AXTree): void => {
  if (tree.nodes.length > 0 && !memory.has(tree.url)) memory.set(tree.url, tree);
};

/** Where a visit has been: the overlay of pages as they were last left, and the session history. */
export interface Visit {
  memory: PageMemory;
  visited: Set<string>;
  /** Addresses behind the current one, oldest first. */
  back: string[];
  forward: string[];
  /** What was done so far: forms that span pages show later what was entered earlier. */
  past: PastAction[];
}

export const startVisit = (memory: PageMemory): Visit => ({
  memory: new Map(memory),
  visited: new Set(),
  back: [],
  forward: [],
  past: [],
});

/** The same visit, free to go another way. */
export const branch = ({ memory, visited, back, forward, past }: Visit): Visit => ({
  memory: new Map(memory),
  visited: new Set(visited),
  back: [...back],
  forward: [...forward],
  past,
});

/** Books the way from `from` to `to` by `verb` into the visit, as a browser's session history does. */
export function travel(visit: Visit, from: AXTree, to: string, verb: string): void {
  if (from.url === to) return;
  visit.visited.add(from.url);
  visit.memory.set(from.url, from);
  if (verb === 'go_back') {
    visit.back.pop();
    visit.forward.push(from.url);
  } else if (verb === 'go_forward') {
    visit.forward.pop();
    visit.back.push(from.url);
  } else {
    visit.back.push(from.url);
    visit.forward = [];
  }
}

/** A remembered page offered to the world model, with how well it fits. */
export interface Candidate {
  url: string;
  tree: AXTree;
  words: string[];
  /** Shared stems with the action's target and text, with the current page, and shared leading path segments. */
  withTarget: number;
  withPage: number;
  path: number;
  previous: boolean;
  visited: boolean;
  sameHeading: boolean;
  /** Every word of the action's target and text occurs in it. */
  whole: boolean;
  /** Its path is the current one: only the query differs. */
  samePath: boolean;
  /** Words of its address that the current address does not have. */
  fresh: string[];
}

/** What a remembered page is called: its address and headings. */
export function pageWords(tree: AXTree): string[] {
  const words = [...urlWords(tree.url)];
  for (const { role, name } of viewOf(tree).nodes) if (role === 'heading') words.push(...name);
  return words.slice(0, 14);
}

const wordsCache = new WeakMap<AXTree, string[]>();
const cachedWords = (tree: AXTree): string[] => {
  let words = wordsCache.get(tree);
  if (!words) wordsCache.set(tree, (words = pageWords(tree)));
  return words;
};

const MAX_CANDIDATES = 20;
/** Every kind of page (first path segment) is represented this often before the best of the rest fill up. */
const PER_KIND = 2;

/** The remembered pages most likely to come next, best first; the current page is not among them. */
export function candidates(
  current: AXTree,
  targetName: readonly string[],
  text: readonly string[],
  visit: Visit,
): Candidate[] {
  const action = new Set([...targetName, ...text].map(stem));
  const { topics } = viewOf(current);
  const here = pathOf(current.url);
  const address = new Set(urlWords(current.url));
  const previous = visit.back[visit.back.length - 1];
  const heading = targetName.join(' ');
  const scored: (Candidate & { score: number; kind: string })[] = [];
  for (const [url, tree] of visit.memory) {
    if (url === current.url) continue;
    const words = cachedWords(tree);
    let withTarget = 0;
    let withPage = 0;
    for (const key of new Set(words.map(stem))) {
      if (action.has(key)) withTarget++;
      if (topics.has(key)) withPage++;
    }
    const there = pathOf(url);
    let path = 0;
    while (path < there.length && path < here.length && there[path] === here[path]) path++;
    const samePath = path === here.length && path === there.length;
    const whole = action.size > 0 && withTarget === action.size;
    const isPrevious = url === previous;
    const score =
      3 * withTarget +
      path +
      0.7 * withPage +
      (isPrevious ? 5 : 0) +
      (there.length <= 1 ? 2 : 0) +
      (whole ? 3 : 0) +
      (samePath ? 1 : 0);
    const sameHeading = heading !== '' && tree.nodes.some((node) => node.role === 'heading' && node.name === heading);
    scored.push({
      url,
      tree,
      words,
      withTarget,
      withPage,
      path,
      previous: isPrevious,
      visited: visit.visited.has(url),
      sameHeading,
      whole,
      samePath,
      fresh: urlWords(url).filter((word) => !address.has(word)),
      score: score + (sameHeading ? 3 : 0),
      kind: there[0] ?? '',
    });
  }
  scored.sort((a, b) => b.score - a.score || (a.url < b.url ? -1 : 1));
  const kinds = new Map<string, number>();
  const first: Candidate[] = [];
  const rest: Candidate[] = [];
  for (const candidate of scored) {
    const seen = kinds.get(candidate.kind) ?? 0;
    kinds.set(candidate.kind, seen + 1);
    (seen < PER_KIND ? first : rest).push(candidate);
  }
  return [...first, ...rest].slice(0, MAX_CANDIDATES);
}
