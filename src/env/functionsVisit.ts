import type { Problem } from '../action/inPage.ts';
import { failureOf, type PageAction } from '../action/problems.ts';
import type { AXTree, Failure } from '../core/types.ts';
import { collapse, pageUrl, pruneTree } from '../page/axtree.ts';
import { rawTree } from '../page/view.ts';
import type { Messages, Page, SiteFamily } from '../sites/site.ts';
import {
  attribute,
  below,
  build,
  closest,
  Entries,
  fieldsOf,
  formOf,
  isField,
  isSubmitter,
  optionsOf,
  ownValue,
  type PageNode,
  queryOf,
  textOf,
} from './functionsPage.ts';
import { functionsView } from './functionsView.ts';

const STALE: Problem = { problem: 'stale-id', detail: '' };
const isSpeaker = (node: PageNode): boolean => attribute(node, 'data-on') !== null;
const isFocusable = (node: PageNode): boolean =>
  isField(node) || node.tag === 'button' || (node.tag === 'a' && attribute(node, 'href') !== null);

/**
 * A browser without a browser: documents, history, fields, focus and events over the pure functions of a site family, as
 * `runtime.tsx` and Chrome do them. That real pages behave the same is tested in Chrome (`test/env/functionsWorld.test.ts`).
 */
export class FunctionsVisit<World, State> {
  state: State;
  /** What the view made of the address shown. */
  page!: Page;
  private history: URL[];
  private at = 0;
  private document = 0;
  private messages: Messages = {};
  private readonly entries = new Entries();
  /** Path of the element with the keyboard. */
  private focus: string | null = null;
  private root!: PageNode;
  private nodes = new Map<string, PageNode>();
  private ids = new Map<string, number>();
  private lastId = 0;
  /** The page as it was last read, until something is done. */
  private seen: AXTree | null = null;

  /** @param base address of the site's root, without trailing slash. */
  constructor(
    readonly family: SiteFamily<World, State>,
    readonly world: World,
    private readonly base: string,
  ) {
    this.state = family.initial(world);
    this.history = [new URL(`${base}/`)];
    this.load({});
  }

  /** Path and query below the site's root: what a view is asked for. */
  get url(): string {
    const { pathname, search } = this.history[this.at];
    return pathname.slice(new URL(this.base).pathname.length).replace(/^\/?/, '/') + search;
  }

  /** Goes to an address, relative to the site's root. One that is already shown is loaded again. */
  follow(address: string, messages: Messages = {}): void {
    const url = new URL(address, `${this.base}/`);
    if (url.href === this.history[this.at].href) this.load(messages);
    else this.enter(url, messages);
  }

  travel(by: -1 | 1): boolean {
    if (!this.history[this.at + by]) return false;
    this.at += by;
    this.load({});
    return true;
  }

  read(): AXTree {
    this.seen ??= this.walk();
    return this.seen;
  }

  private walk(): AXTree {
    const view = functionsView(this.root, this.entries, this.focus);
    const title = collapse(this.page.title);
    const { nodes, omitted } = pruneTree(rawTree(view, this.root, title), {
      idOf: ({ path }) => this.idOf(path),
      inView: () => true,
    });
    return { url: pageUrl(this.history[this.at].href, this.base), title, nodes, omitted };
  }

  perform(action: PageAction, tree: AXTree): Failure | null {
    if (!('target' in action) || action.verb === 'drag' || action.verb === 'click_at') {
      const message = `This world has no screen and no keyboard: it cannot ${action.verb}.`;
      return { kind: 'policy', code: 'no-screen', message };
    }
    const path = [...this.ids].find(([, id]) => id === action.target)?.[0];
    const target = path === undefined ? undefined : this.nodes.get(path);
    this.seen = null;
    const problem = target ? this.act(target, action) : STALE;
    return problem && failureOf(problem, action, tree);
  }

  private act(
    target: PageNode,
    action: Extract<PageAction, { verb: 'click' | 'type' | 'select' | 'hover' }>,
  ): Problem | null {
    if (action.verb === 'click') this.click(target);
    else if (action.verb === 'type') return this.type(target, action.text, action.enter);
    else if (action.verb === 'select') return this.choose(target, action.option);
    return null;
  }

  private type(field: PageNode, text: string, enter: boolean): Problem | null {
    const { type } = field.props;
    if ((type === 'date' || type === 'time') && text !== '' && !isMoment(type, text))
      return { problem: 'bad-value', detail: `${type === 'date' ? 'YYYY-MM-DD' : 'HH:MM'}, not "${text}"` };
    this.focus = field.path;
    this.entries.write(field, text);
    if (!enter) return null;
    if (field.tag === 'textarea') this.entries.write(field, `${text}\n`);
    else this.submitFrom(field);
    return null;
  }

  private choose(select: PageNode, option: string): Problem | null {
    const chosen = optionsOf(select).find((one) => collapse(textOf(one)) === option);
    if (!chosen) return { problem: 'unknown-option', detail: option };
    this.focus = select.path;
    this.entries.write(select, ownValue(chosen));
    if (isSpeaker(select)) this.raise(select);
    return null;
  }

  private click(target: PageNode): void {
    this.focus = closest(target, isFocusable)?.path ?? null;
    const { props } = target;
    if (props.type === 'checkbox') {
      this.entries.write(target, this.entries.of(target) === 'on' ? '' : 'on');
      if (isSpeaker(target)) this.raise(target);
    } else if (props.type === 'radio') {
      for (const other of below(formOf(target) ?? this.root))
        if (other.props.type === 'radio' && other.props.name === props.name) this.entries.write(other, '');
      this.entries.write(target, 'on');
    } else if (!isField(target)) this.activate(target);
  }

  /** A button, a link or a clickable element. A submit button of a form speaks through the form, as Enter in a field does. */
  private activate(target: PageNode): void {
    const form = formOf(target);
    const speaker = closest(target, isSpeaker);
    if (form && isSubmitter(target)) this.submit(form, target);
    else if (speaker && speaker.tag !== 'form') this.raise(speaker);
    else if (target.tag === 'a') this.follow(String(target.props.href));
  }

  /** HTML's implicit submission: through the form's default button, without one only when no other field is in the way. */
  private submitFrom(field: PageNode): void {
    const form = formOf(field);
    if (!form) return;
    const button = below(form).find(isSubmitter);
    const blocking = below(form).filter(
      (node) => node.tag === 'input' && !/^(checkbox|radio)$/.test(`${node.props.type}`),
    );
    if (button || blocking.length <= 1) this.submit(form, button);
  }

  private submit(form: PageNode, submitter?: PageNode): void {
    const button = submitter ?? below(form).find(({ tag }) => tag === 'button');
    const speaker = button && isSpeaker(button) ? button : form;
    if (isSpeaker(speaker)) {
      this.raise(speaker, form);
      return;
    }
    const url = new URL(String(form.props.action ?? this.history[this.at].href), `${this.base}/`);
    url.search = `?${queryOf(form, this.entries)}`;
    // Chrome makes an entry of every form that is sent, even to the address that is shown.
    this.enter(url);
  }

  private raise(control: PageNode, form = formOf(control)): void {
    const [type, arg] = [attribute(control, 'data-on') ?? '', attribute(control, 'data-arg') ?? ''];
    const event = { type, arg, fields: fieldsOf(control, form, this.entries), url: this.url };
    const update = this.family.update(this.world, this.state, event);
    this.state = update.state;
    if (update.navigate !== undefined) this.follow(`${this.base}${update.navigate}`, update.messages);
    else {
      this.messages = update.messages ?? {};
      this.render();
    }
  }

  /** A new entry of the history; nothing is ahead of it. */
  private enter(url: URL, messages: Messages = {}): void {
    this.history = [...this.history.slice(0, this.at + 1), url];
    this.at++;
    this.load(messages);
  }

  private load(messages: Messages): void {
    this.document++;
    this.messages = messages;
    this.entries.clear();
    this.render();
  }

  private render(): void {
    this.page = this.family.view(this.world, this.state, this.url, this.messages);
    this.seen = null;
    this.root = { path: `${this.document}`, tag: '#document', text: '', props: {}, children: [] };
    build(this.page.body, this.root.path, this.root, this.root.children);
    const before = this.nodes;
    this.nodes = new Map([this.root, ...below(this.root)].map((node) => [node.path, node]));
    this.entries.keep(before, this.nodes);
    if (this.focus !== null && !this.nodes.has(this.focus)) this.focus = null;
    // An element that comes back later is another one.
    for (const path of this.ids.keys()) if (!this.nodes.has(path)) this.ids.delete(path);
  }

  private idOf(path: string): number {
    const known = this.ids.get(path);
    if (known !== undefined) return known;
    this.ids.set(path, ++this.lastId);
    return this.lastId;
  }
}

/** Would a native field of this type take the text? */
function isMoment(type: 'date' | 'time', text: string): boolean {
  if (type === 'time') return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
