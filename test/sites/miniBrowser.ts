import { type ComponentChild, isValidElement, type VNode } from 'preact';
import type { Action, AXNode, Observation } from '../../src/core/types.ts';
import { collapse, pruneTree, type RawNode } from '../../src/page/axtree.ts';
import type { Messages, Page, SiteFamily } from '../../src/sites/site.ts';

/*
 * A browser without a browser: documents, history, field values and events over the pure functions of a site family.
 * It lets experts and checkers run over many seeds in milliseconds; that real pages behave the same is tested in Chrome.
 */

interface Element {
  path: string;
  tag: string;
  props: Record<string, unknown>;
  children: (Element | string)[];
  parent?: Element;
}

const ROLES: Record<string, string> = {
  button: 'button',
  select: 'combobox',
  option: 'option',
  textarea: 'textbox',
  td: 'cell',
  label: 'LabelText',
  main: 'main',
  nav: 'navigation',
  form: 'form',
  ul: 'list',
  ol: 'list',
  table: 'table',
  fieldset: 'group',
};
const INPUTS: Record<string, string> = {
  search: 'searchbox',
  checkbox: 'checkbox',
  date: 'Date',
  time: 'InputTime',
  radio: 'radio',
};

function roleOf({ tag, props }: Element): string {
  if (tag === 'a') return props.href === undefined ? 'none' : 'link';
  if (tag === 'input') return INPUTS[String(props.type)] ?? 'textbox';
  if (/^h[1-6]$/.test(tag)) return 'heading';
  if (tag === 'th') return props.scope === 'row' ? 'rowheader' : 'columnheader';
  return ROLES[tag] ?? 'none';
}

const isField = (element: Element): boolean => ['input', 'select', 'textarea'].includes(element.tag);
const isCheckable = ({ props }: Element): boolean => props.type === 'checkbox' || props.type === 'radio';
const descendants = (element: Element): Element[] =>
  element.children.flatMap((child) => (typeof child === 'string' ? [] : [child, ...descendants(child)]));
const textOf = (element: Element): string =>
  collapse(element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join(''));
/** The text of a label without that of the field it may hold. */
const labelText = (label: Element): string =>
  collapse(label.children.map((c) => (typeof c === 'string' ? c : isField(c) ? '' : textOf(c))).join(''));
const closest = (element: Element | undefined, tag: string): Element | undefined =>
  !element || element.tag === tag ? element : closest(element.parent, tag);

function elements(child: ComponentChild, path: string, parent: Element | undefined, out: (Element | string)[]): void {
  if (child === null || child === undefined || typeof child === 'boolean') return;
  if (Array.isArray(child)) {
    child.forEach((item, i) => {
      elements(item, `${path}.${isValidElement(item) && item.key != null ? item.key : i}`, parent, out);
    });
    return;
  }
  if (!isValidElement(child)) {
    const last = out.at(-1);
    if (typeof last === 'string') out[out.length - 1] = last + String(child);
    else out.push(String(child));
    return;
  }
  const { type, props } = child as VNode<Record<string, unknown> & { children?: ComponentChild }>;
  if (typeof type !== 'string') {
    elements((type as (props: unknown) => ComponentChild)(props), path, parent, out);
    return;
  }
  const { children, ...rest } = props;
  const element: Element = { path: `${path}/${type}`, tag: type, props: rest, children: [], parent };
  elements(children, element.path, element, element.children);
  out.push(element);
}

export class MiniBrowser<World, State> {
  readonly world: World;
  state: State;
  notes: string[] = [];
  steps = 0;
  private history: string[] = ['/'];
  private at = 0;
  private document = 0;
  private messages: Messages = {};
  private values = new Map<string, string>();
  private ids = new Map<string, number>();
  private root!: Element;
  page!: Page;
  private byId = new Map<number, Element>();

  constructor(
    readonly family: SiteFamily<World, State>,
    seed: number,
    readonly goal: string,
  ) {
    this.world = family.world(seed);
    this.state = family.initial(this.world);
    this.render();
  }

  get url(): string {
    return this.history[this.at];
  }

  private render(): void {
    this.page = this.family.view(this.world, this.state, this.url, this.messages);
    this.root = { path: `${this.document}`, tag: 'body', props: {}, children: [] };
    elements(this.page.body, this.root.path, this.root, this.root.children);
  }

  private load(messages: Messages = {}): void {
    this.document++;
    this.messages = messages;
    this.values.clear();
    this.render();
  }

  goto(url: string, messages: Messages = {}): void {
    this.history = [...this.history.slice(0, this.at + 1), url];
    this.at++;
    this.load(messages);
  }

  private valueOf(field: Element): string {
    const set = this.values.get(field.path);
    if (set !== undefined) return set;
    if (field.tag === 'select') {
      const options = descendants(field).filter((option) => option.tag === 'option');
      const chosen = options.find((option) => option.props.selected) ?? options[0];
      return String(chosen.props.value ?? textOf(chosen));
    }
    if (isCheckable(field)) return field.props.defaultChecked ? 'on' : '';
    return String(field.props.defaultValue ?? '');
  }

  private id(path: string): number {
    const known = this.ids.get(path);
    if (known !== undefined) return known;
    this.ids.set(path, this.ids.size + 1);
    return this.ids.size;
  }

  observation(): Observation {
    this.byId.clear();
    const all = descendants(this.root);
    const labelOf = (field: Element): string => {
      const around = closest(field.parent, 'label');
      const label = around ?? all.find((e) => e.tag === 'label' && (e.props.for ?? e.props.htmlFor) === field.props.id);
      return label
        ? collapse(label.children.map((c) => (typeof c === 'string' ? c : isField(c) ? '' : textOf(c))).join(''))
        : '';
    };
    const raw = (element: Element): RawNode<string> => {
      const role = roleOf(element);
      const node: RawNode<string> = { key: element.path, role, name: '', children: [] };
      if (isField(element)) {
        node.name = labelOf(element);
        if (isCheckable(element)) node.states = { checked: this.valueOf(element) === 'on' };
        else node.value = this.valueOf(element);
      } else if (['link', 'button', 'heading', 'cell', 'rowheader', 'columnheader', 'option'].includes(role))
        node.name = textOf(element);
      if (role === 'option' && String(element.props.value ?? node.name) === this.valueOf(closest(element, 'select')!))
        node.states = { selected: true };
      if (element.tag === 'fieldset') {
        const legend = descendants(element).find((inner) => inner.tag === 'legend');
        node.name = legend ? textOf(legend) : '';
      }
      if (role === 'LabelText') node.labels = labelText(element);
      if (element.props['data-on'] !== undefined && element.tag !== 'form' && role === 'none') node.clickable = true;
      this.byId.set(this.id(element.path), element);
      if (element.tag !== 'textarea')
        element.children.forEach((child, i) => {
          node.children.push(
            typeof child === 'string'
              ? { key: `${element.path}#${i}`, role: 'StaticText', name: collapse(child), children: [] }
              : raw(child),
          );
        });
      return node;
    };
    const root = { ...raw(this.root), role: 'RootWebArea', name: this.page.title };
    const { nodes, omitted } = pruneTree(root, { idOf: (key) => this.id(key), inView: () => true });
    return {
      goal: this.goal,
      tree: { url: this.url, title: this.page.title, nodes, omitted },
      feedback: '',
      notes: this.notes.slice(),
      step: this.steps,
    };
  }

  private node(id: number): AXNode {
    const node = this.observation().tree.nodes.find((candidate) => candidate.id === id);
    if (!node) throw new Error(`no node ${id} on ${this.url}`);
    return node;
  }

  private raise(control: Element): void {
    const form = closest(control, 'form');
    const fields: Record<string, string> = {};
    for (const field of [control, ...(form ? descendants(form) : [])])
      if (field.props.type === 'radio') {
        if (this.valueOf(field) === 'on') fields[String(field.props.name)] = String(field.props.value);
      } else if (isField(field)) fields[String(field.props.name)] = this.valueOf(field);
    const { props } = control;
    const event = { type: String(props['data-on']), arg: String(props['data-arg'] ?? ''), fields, url: this.url };
    const update = this.family.update(this.world, this.state, event);
    this.state = update.state;
    if (update.navigate !== undefined) this.goto(update.navigate, update.messages);
    else {
      this.messages = update.messages ?? {};
      this.render();
    }
  }

  private submit(form: Element, button?: Element): void {
    const by = button ?? descendants(form).find((e) => e.tag === 'button' && (e.props.type ?? 'submit') === 'submit');
    const speaker = by?.props['data-on'] !== undefined ? by : form;
    if (speaker.props['data-on'] !== undefined) {
      this.raise(speaker);
      return;
    }
    const query = new URLSearchParams();
    for (const field of descendants(form).filter(isField))
      if (field.props.name && (field.props.type !== 'checkbox' || this.valueOf(field) === 'on'))
        query.append(String(field.props.name), this.valueOf(field));
    this.goto(`/${String(form.props.action)}?${query}`);
  }

  private click(element: Element): void {
    const { tag, props } = element;
    if (tag === 'a') this.goto(`/${String(props.href).replace(/^\.?\//, '')}`);
    else if (tag === 'button' && closest(element, 'form') && (props.type ?? 'submit') === 'submit')
      this.submit(closest(element, 'form')!, element);
    else if (props.type === 'checkbox') {
      this.values.set(element.path, this.valueOf(element) === 'on' ? '' : 'on');
      if (props['data-on'] !== undefined) this.raise(element);
      else this.render();
    } else if (props.type === 'radio') {
      for (const other of descendants(closest(element, 'form') ?? this.root))
        if (other.props.type === 'radio' && other.props.name === props.name) this.values.set(other.path, '');
      this.values.set(element.path, 'on');
      this.render();
    } else if (props['data-on'] !== undefined) this.raise(element);
  }

  /** Performs an action as a page would; throws when it is not possible, since no expert should try. */
  step(action: Action): void {
    this.steps++;
    if ('target' in action) this.node(action.target);
    const element = 'target' in action ? this.byId.get(action.target) : undefined;
    if (action.verb === 'note') {
      const node = this.node(action.target);
      this.notes.push(node.value || node.name);
    } else if (action.verb === 'go_back') {
      if (this.at === 0) return;
      this.at--;
      this.load();
    } else if (action.verb === 'goto') this.goto(action.url);
    else if (!element) throw new Error(`cannot ${action.verb}`);
    else if (action.verb === 'click') this.click(element);
    else if (action.verb === 'type') {
      if (!isField(element) || element.tag === 'select') throw new Error(`cannot type into ${element.tag}`);
      this.values.set(element.path, action.text);
      const form = closest(element, 'form');
      if (action.enter && form) this.submit(form);
    } else if (action.verb === 'select') {
      if (!descendants(element).some((option) => textOf(option) === action.option))
        throw new Error(`no option ${action.option}`);
      const changed = this.valueOf(element) !== action.option;
      const option = descendants(element).find((o) => textOf(o) === action.option);
      this.values.set(element.path, String(option?.props.value ?? action.option));
      if (changed && element.props['data-on'] !== undefined) this.raise(element);
    } else throw new Error(`cannot ${action.verb}`);
  }
}
