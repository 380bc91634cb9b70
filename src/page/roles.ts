/**
 * What the printed tree keeps, and why. Role strings are the ones Chrome's accessibility domain prints. The names of
 * these predicates are the rules; both readers go through them, so that the text of a page does not depend on how it
 * was read.
 */

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Something a person can type into or set. Its inside is the widget's own machinery (inner editor, spin buttons). */
const FIELDS = set('textbox searchbox combobox spinbutton slider Date InputTime DateTime ColorWell');

/** Widgets that show a number. */
const GAUGES = set('progressbar meter scrollbar');

/** Something a person can click, choose or set: kept even when it has no name, because it can be acted on. */
const CONTROLS = set(`link button checkbox radio switch listbox option tab menuitem menuitemcheckbox menuitemradio
  treeitem DisclosureTriangle textbox searchbox combobox spinbutton slider Date InputTime DateTime ColorWell`);

/** Announcements and dialogs matter by being there, but an empty one says nothing. */
const LIVE = set('alert status dialog alertdialog Iframe');

/** Kept when named: the name is information that no child repeats (or, for a cell and a heading, all there is to say). */
const NAMED = set(`heading image cell gridcell columnheader rowheader banner navigation main region complementary
  contentinfo form search article figure group radiogroup list table grid treegrid tree tablist menu menubar toolbar
  feed log marquee timer note tabpanel tooltip math`);

/** Its name is the text inside it, so that the text need not be printed again below it. */
const FROM_CONTENT = set(`link button heading cell gridcell columnheader rowheader option tab menuitem menuitemcheckbox
  menuitemradio treeitem checkbox radio switch DisclosureTriangle tooltip clickable`);

const CELLS = set('cell gridcell columnheader rowheader');

const CHECKABLE = set('checkbox radio switch menuitemcheckbox menuitemradio');

/** The role of a clickable element that has none of its own. */
export const CLICKABLE = 'clickable';

export const isField = (role: string): boolean => FIELDS.has(role);
export const isControl = (role: string): boolean => CONTROLS.has(role);
export const isCheckable = (role: string): boolean => CHECKABLE.has(role);
/** The node's inside is not part of the page's content. */
export const isLeaf = (role: string): boolean => FIELDS.has(role) || GAUGES.has(role);
/** Kept whatever its name. */
export const isAlwaysKept = (role: string): boolean => CONTROLS.has(role) || GAUGES.has(role) || role === 'RootWebArea';
/** Kept without a name only when something is printed below it. */
export const isLive = (role: string): boolean => LIVE.has(role);
/** Kept when it has a name; otherwise its children move up. Anything unlisted is a mere wrapper and always skipped. */
export const isKeptWhenNamed = (role: string): boolean => NAMED.has(role);
/** A cell around a control only strings together what its children say: a wrapper, then. */
export const isCell = (role: string): boolean => CELLS.has(role);
export const isNamedFromContent = (role: string): boolean => FROM_CONTENT.has(role);
/** Inert content: when a control above already carries its words in its name, it adds nothing. */
export const isInert = (role: string): boolean => role === 'StaticText' || role === 'image' || role === 'heading';
/** True when a printed line could carry this role's name, i.e. the name is worth computing. */
export const needsName = (role: string): boolean =>
  CONTROLS.has(role) || GAUGES.has(role) || LIVE.has(role) || NAMED.has(role);

/**
 * Chrome's spelling → ours, where Chrome's choice depends on guesses that say nothing about the page: whether a table
 * is "for layout" depends on borders and colours, and an `svg` is an image or not depending on its shapes.
 */
const SAME: Record<string, string> = {
  LayoutTable: 'table',
  LayoutTableRow: 'row',
  LayoutTableCell: 'cell',
  SvgRoot: 'image',
  img: 'image',
  generic: 'none',
};
export const printedRole = (role: string): string => SAME[role] ?? role;
