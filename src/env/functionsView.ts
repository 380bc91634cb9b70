import { collapse } from '../page/axtree.ts';
import { ROLE_BY_INPUT_TYPE, ROLE_BY_TAG } from '../page/domRoles.ts';
import { isNamedFromContent } from '../page/roles.ts';
import type { PageView } from '../page/view.ts';
import {
  attribute,
  below,
  closest,
  type Entries,
  isCheckable,
  isField,
  type PageNode,
  textOf,
} from './functionsPage.ts';

const INLINE = new Set(['', 'a', 'b', 'span', 'label', 'button', 'input', 'select', 'textarea']);
/** The caret of a date or time stands in a part of its own, so the field itself is not said to have it. */
const SUB_FIELDS = new Set<unknown>(['date', 'time']);

function roleOf(node: PageNode): string | null {
  const { tag, props } = node;
  if (tag === 'a') return props.href === undefined ? 'none' : 'link';
  if (tag === 'input') return ROLE_BY_INPUT_TYPE[String(props.type)] ?? 'textbox';
  if (tag === 'select') return 'combobox';
  if (tag === 'td' || tag === 'th') return 'cell';
  if (tag === 'header' || tag === 'footer') return tag === 'header' ? 'banner' : 'contentinfo';
  return ROLE_BY_TAG[tag] ?? 'none';
}

/** Words as a reader takes them from content: blocks stand apart, `self` (the field in its own label) is empty. */
function contentOf(node: PageNode, self?: PageNode): string {
  let text = '';
  let apart = false;
  for (const child of node.children) {
    if (child === self) continue;
    const isBox = !INLINE.has(child.tag);
    const part = child.tag === '' ? child.text : contentOf(child, self);
    if (part === '' && !isBox) continue;
    text += (apart || isBox) && text !== '' ? ` ${isBox ? part.trim() : part}` : part;
    apart = isBox;
  }
  return text;
}

/** A page of functions, as the readers of real pages look at theirs. Everything on it can be seen and hit. */
export function functionsView(root: PageNode, entries: Entries, focus: string | null): PageView<PageNode> {
  const all = below(root);
  const labelled = (label: PageNode): PageNode | undefined => {
    const id = attribute(label, 'for');
    return id === null ? below(label).find(isField) : all.find((node) => isField(node) && attribute(node, 'id') === id);
  };
  const labels = new Map<PageNode, PageNode[]>();
  for (const node of all) {
    const field = node.tag === 'label' ? labelled(node) : undefined;
    if (field) labels.set(field, [...(labels.get(field) ?? []), node]);
  }
  return {
    tag: ({ tag }) => tag,
    children: ({ children }) => children,
    attribute,
    text: ({ text }) => text,
    role: roleOf,
    name(node, role) {
      if (isField(node)) return (labels.get(node) ?? []).map((label) => contentOf(label, node)).join(' ');
      if (node.tag === 'fieldset') {
        const legend = node.children.find(({ tag }) => tag === 'legend');
        return legend ? contentOf(legend) : '';
      }
      return isNamedFromContent(role) ? contentOf(node) : '';
    },
    value(node) {
      if (node.tag !== 'select') return isCheckable(node) ? undefined : entries.of(node);
      const chosen = below(node).find((option) => isChosen(option, entries));
      return chosen ? collapse(textOf(chosen)) : '';
    },
    native(node) {
      return {
        ...(node.path === focus && !SUB_FIELDS.has(node.props.type) && { focused: true }),
        ...(isCheckable(node) && { checked: entries.of(node) === 'on' }),
        ...(isChosen(node, entries) && { selected: true }),
      };
    },
    cursor: () => '',
    hasArea: () => true,
    labelled: (node) => (node.tag === 'label' ? labelled(node) : undefined),
  };
}

/** An option that its list shows. */
function isChosen(node: PageNode, entries: Entries): boolean {
  if (node.tag !== 'option') return false;
  const list = closest(node, ({ tag }) => tag === 'select');
  return list !== undefined && String(node.props.value ?? collapse(textOf(node))) === entries.of(list);
}
