/**
 * The role Chrome gives an element, from its tag, type and `role` attribute. Only roles that can be printed
 * are told apart; every other element is 'none'.
 */

export const ROLE_BY_TAG: Readonly<Record<string, string>> = {
  button: 'button',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  textarea: 'textbox',
  option: 'option',
  optgroup: 'group',
  fieldset: 'group',
  details: 'group',
  hgroup: 'group',
  address: 'group',
  main: 'main',
  nav: 'navigation',
  aside: 'complementary',
  section: 'region',
  form: 'form',
  search: 'search',
  article: 'article',
  figure: 'figure',
  ul: 'list',
  ol: 'list',
  menu: 'list',
  table: 'table',
  dialog: 'dialog',
  progress: 'progressbar',
  meter: 'meter',
  output: 'status',
  img: 'image',
  svg: 'image',
  iframe: 'Iframe',
};

export const ROLE_BY_INPUT_TYPE: Readonly<Record<string, string>> = {
  button: 'button',
  submit: 'button',
  reset: 'button',
  image: 'button',
  file: 'button',
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
  date: 'Date',
  time: 'InputTime',
  'datetime-local': 'DateTime',
  month: 'DateTime',
  week: 'DateTime',
  color: 'ColorWell',
};

/** `role` attribute → Chrome's word. ARIA roles missing here are printed as nothing (generic wrappers) by our rules. */
const BY_ATTRIBUTE: Record<string, string> = {
  img: 'image',
  image: 'image',
  directory: 'list',
  none: 'none',
  presentation: 'none',
};
for (const role of `alert alertdialog article banner button cell checkbox columnheader combobox complementary contentinfo
  dialog feed figure form grid gridcell group heading link list listbox log main marquee math menu menubar menuitem
  menuitemcheckbox menuitemradio meter navigation note option progressbar radio radiogroup region row rowgroup rowheader
  scrollbar search searchbox slider spinbutton status switch tab table tablist tabpanel textbox timer toolbar tooltip
  tree treegrid treeitem generic listitem paragraph separator strong emphasis code term definition caption blockquote
  deletion insertion mark time subscript superscript document application`.split(/\s+/))
  BY_ATTRIBUTE[role] = role;

const SECTIONING =
  'article,aside,main,nav,section,[role=article],[role=complementary],[role=main],[role=navigation],[role=region]';

/** Fields that Chrome calls a combobox when a `datalist` gives them suggestions. */
const SUGGESTING = new Set(['textbox', 'searchbox', 'spinbutton', 'Date', 'InputTime', 'DateTime']);

function inputRole(input: HTMLInputElement): string {
  const role = ROLE_BY_INPUT_TYPE[input.type] ?? 'textbox';
  return SUGGESTING.has(role) && input.list !== null ? 'combobox' : role;
}

function cellRole(cell: Element): string {
  const table = cell.closest('table');
  const role = table?.getAttribute('role');
  if (table === null || role === 'none' || role === 'presentation') return 'none';
  return role === 'grid' || role === 'treegrid' ? 'gridcell' : 'cell';
}

function nativeRole(element: Element, tag: string): string {
  switch (tag) {
    case 'a':
      return element.hasAttribute('href') ? 'link' : 'none';
    case 'input':
      return inputRole(element as HTMLInputElement);
    case 'select':
      return (element as HTMLSelectElement).multiple || (element as HTMLSelectElement).size > 1
        ? 'listbox'
        : 'combobox';
    case 'td':
    case 'th':
      return cellRole(element);
    case 'summary':
      return element.parentElement?.localName === 'details' &&
        element.parentElement.querySelector(':scope > summary') === element
        ? 'DisclosureTriangle'
        : 'none';
    case 'header':
      return element.parentElement?.closest(SECTIONING) ? 'none' : 'banner';
    case 'footer':
      return element.parentElement?.closest(SECTIONING) ? 'none' : 'contentinfo';
    case 'img':
      return element.getAttribute('alt') === '' ? 'none' : 'image';
    default:
      return ROLE_BY_TAG[tag] ?? 'none';
  }
}

/** By a script at least, which `tabindex="-1"` allows. */
const canFocus = (element: HTMLElement): boolean => element.tabIndex >= 0 || element.hasAttribute('tabindex');

export function domRole(element: Element): string {
  const tag = element.localName;
  const native = nativeRole(element, tag);
  const attribute = element.getAttribute('role');
  if (attribute === null) return native;
  for (const token of attribute.toLowerCase().split(/\s+/)) {
    const role = BY_ATTRIBUTE[token];
    if (role === undefined) continue;
    // An element that can take the focus does not become a decoration by saying so.
    return role === 'none' && canFocus(element as HTMLElement) ? native : role;
  }
  return native;
}
