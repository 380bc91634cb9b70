import type { Imagined } from './imagine.ts';

/**
 * Pages that a world model told by another of their kind, by address, with the names that it did say of them. Everything else there
 * is a fact of the other page: a dream goes on with it, but to note or to answer it earns nothing.
 */
export class MadeUp {
  private readonly said = new Map<string, Set<string>>();

  /** Books what was just imagined. */
  add({ madeUp, tree, changes }: Imagined): void {
    if (!madeUp) return;
    const names = changes.flatMap((change) =>
      change.op === 'name' ? change.name : change.op === 'add' ? change.node.name : [],
    );
    this.said.set(tree.url, new Set(names));
  }

  /** Whether nobody said this of that page. */
  has(url: string, fact: string): boolean {
    return this.said.get(url)?.has(fact) === false;
  }
}
