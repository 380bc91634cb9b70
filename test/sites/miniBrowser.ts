import type { Action, AXNode, Observation } from '../../src/core/types.ts';
import { FunctionsVisit } from '../../src/env/functionsVisit.ts';
import type { SiteFamily } from '../../src/sites/site.ts';

/** A visit of the functions world, of any family, with the notes and steps of an agent. Throws where an expert should not try. */
export class MiniBrowser<World, State> extends FunctionsVisit<World, State> {
  notes: string[] = [];
  steps = 0;

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
