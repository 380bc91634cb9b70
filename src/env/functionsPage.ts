import { type ComponentChild, isValidElement, type VNode } from 'preact';
import { invariant } from '../core/errors.ts';
import { collapse } from '../page/axtree.ts';

/** An element or text of a page, as its view says it; `path` tells it from all others and stays over renderings. */
export interface PageNode {
  path: string;
  /** '' for a text. */
  tag: string;
  text: string;
  props: Record<string, unknown>;
  children: PageNode[];
  parent?: PageNode;
}

/** What site views are made of; anything else may behave in ways that are not known here. */
const KNOWN = new Set(
  `a b button dd div dl dt fieldset footer form h1 h2 h3 h4 header input label legend li main nav ol option p section
   select span svg table tbody td textarea th thead tr ul polyline circle`.split(/\s+/),
);

/** Appends what `child` renders to `out`. Children without a key are told apart by their place, as preact does. */
export function build(child: ComponentChild, path: string, parent: PageNode, out: PageNode[]): void {
  if (child === null || child === undefined || typeof child === 'boolean') return;
  if (Array.isArray(child)) {
    child.forEach((item, i) => {
      build(item, `${path}.${isValidElement(item) && item.key != null ? item.key : i}`, parent, out);
    });
    return;
  }
  if (!isValidElement(child)) {
    out.push({ path: `${path}#`, tag: '', text: String(child), props: {}, children: [], parent });
    return;
  }
  const { type, props } = child as VNode<Record<string, unknown> & { children?: ComponentChild }>;
  if (typeof type !== 'string') {
    build((type as (props: unknown) => ComponentChild)(props), path, parent, out);
    return;
  }
  invariant(KNOWN.has(type), 'functionsPage', 'this world knows the tags of the built-in views only', type);
  const { children, ...rest } = props;
  const node: PageNode = { path: `${path}/${type}`, tag: type, text: '', props: rest, children: [], parent };
  build(children, node.path, node, node.children);
  out.push(node);
}

export const attribute = ({ props }: PageNode, name: string): string | null => {
  const value = props[name];
  return value === undefined || value === null || value === false ? null : value === true ? '' : String(value);
};
export const isField = ({ tag }: PageNode): boolean => tag === 'input' || tag === 'select' || tag === 'textarea';
export const isCheckable = ({ tag, props }: PageNode): boolean =>
  tag === 'input' && (props.type === 'checkbox' || props.type === 'radio');
export const isSubmitter = ({ tag, props }: PageNode): boolean =>
  tag === 'button' && (props.type ?? 'submit') === 'submit';

/** All nodes below, in document order. */
export const below = (node: PageNode): PageNode[] => node.children.flatMap((child) => [child, ...below(child)]);
export const textOf = (node: PageNode): string => node.text + node.children.map(textOf).join('');

export function closest(node: PageNode | undefined, test: (node: PageNode) => boolean): PageNode | undefined {
  for (let at = node; at; at = at.parent) if (test(at)) return at;
  return undefined;
}
export const formOf = (node: PageNode): PageNode | undefined => closest(node, ({ tag }) => tag === 'form');
export const optionsOf = (select: PageNode): PageNode[] => below(select).filter(({ tag }) => tag === 'option');

/** The value of an option, or of a checked radio button. */
export const ownValue = (node: PageNode): string => String(node.props.value ?? collapse(textOf(node)));

/** What the visitor has set in a document, by path of the field; everything else holds what the view says. */
export class Entries {
  private set = new Map<string, string>();

  /** 'on' or '' of a checkbox or radio button, the text of other fields. */
  of(field: PageNode): string {
    const own = this.set.get(field.path);
    if (own !== undefined) return own;
    if (field.tag === 'select') {
      const options = optionsOf(field);
      const chosen = options.find(({ props }) => props.selected) ?? options[0];
      return chosen ? ownValue(chosen) : '';
    }
    if (isCheckable(field)) return field.props.defaultChecked ? 'on' : '';
    return String(field.props.defaultValue ?? '');
  }

  write(field: PageNode, value: string): void {
    this.set.set(field.path, value);
  }

  clear(): void {
    this.set.clear();
  }

  /** After a rendering in place: what left the page is forgotten, and a list whose view chose anew follows the view. */
  keep(before: ReadonlyMap<string, PageNode>, after: ReadonlyMap<string, PageNode>): void {
    const chosen = (select: PageNode): string =>
      optionsOf(select)
        .filter(({ props }) => props.selected)
        .map(ownValue)
        .join();
    for (const path of this.set.keys()) {
      const [old, now] = [before.get(path), after.get(path)];
      if (!now || (old && now.tag === 'select' && chosen(old) !== chosen(now))) this.set.delete(path);
    }
  }
}

/** Values by name of the controls of `form`, and of `control` itself: what an event carries (`runtime.tsx`). */
export function fieldsOf(control: PageNode, form: PageNode | undefined, entries: Entries): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const field of [control, ...(form ? below(form) : [])]) {
    if (!isField(field)) continue;
    const name = String(field.props.name ?? '');
    if (field.props.type !== 'radio') fields[name] = entries.of(field);
    else if (entries.of(field) === 'on') fields[name] = ownValue(field);
  }
  return fields;
}

/** The query of a form that is sent natively. */
export function queryOf(form: PageNode, entries: Entries): URLSearchParams {
  const query = new URLSearchParams();
  for (const field of below(form)) {
    const { name } = field.props;
    if (!isField(field) || !name) continue;
    if (!isCheckable(field)) query.append(String(name), entries.of(field));
    else if (entries.of(field) === 'on') query.append(String(name), String(field.props.value ?? 'on'));
  }
  return query;
}
