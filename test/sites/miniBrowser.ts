import type { PageAction } from '../../src/action/problems.ts';
import type { Action, AXNode, AXTree, Failure, Observation } from '../../src/core/types.ts';
import { FunctionsVisit } from '../../src/env/functionsVisit.ts';
import type { SiteFamily } from '../../src/sites/site.ts';

/** A visit of the functions world, of any family, with the notes and steps of an agent. Throws where an expert should not try. */
export class MiniBrowser<World, State> extends FunctionsVisit<World, State> {
  notes: string[] = [];
  steps = 0;
  /** The page as it stands: nothing but an action changes it, and reading it is what takes time. */
  private shown: AXTree | null = null;

  constructor(
    family: SiteFamily<World, State>,
    readonly seed: number,
    readonly goal: string,
  ) {
    super(family, family.world(seed), 'http://mini.invalid');
  }

  goto(url: string): void {
    this.follow(`http://mini.invalid${url}`);
  }

  override read(): AXTree {
    this.shown ??= super.read();
    return this.shown;
  }

  override follow(...to: Parameters<FunctionsVisit<World, State>['follow']>): void {
    this.shown = null;
    super.follow(...to);
  }

  override travel(by: -1 | 1): boolean {
    this.shown = null;
    return super.travel(by);
  }

  override perform(action: PageAction, tree: AXTree): Failure | null {
    this.shown = null;
    return super.perform(action, tree);
  }

  observation(): Observation {
    return { goal: this.goal, tree: this.read(), feedback: '', notes: this.notes.slice(), step: this.steps };
  }

  step(action: Action): void {
    const refused = this.attempt(action);
    if (refused) throw new Error(refused);
  }

  /** Does what anybody may try; what the page refuses changes nothing. Returns why. */
  attempt(action: Action): string | null {
    this.steps++;
    if (action.verb === 'note') {
      const node = this.node(action.target);
      this.notes.push(node.value || node.name);
    } else if (action.verb === 'go_back') this.travel(-1);
    else if (action.verb === 'goto') this.goto(action.url);
    else if (action.verb === 'click' || action.verb === 'type' || action.verb === 'select') {
      this.node(action.target);
      return this.perform(action, this.read())?.message ?? null;
    } else throw new Error(`cannot ${action.verb}`);
    return null;
  }

  private node(id: number): AXNode {
    const node = this.read().nodes.find((candidate) => candidate.id === id);
    if (!node) throw new Error(`no node ${id} on ${this.url}`);
    return node;
  }
}
