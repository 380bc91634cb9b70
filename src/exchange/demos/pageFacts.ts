/*
 * What the pages of MiniWoB++ are known to be and the recordings do not say. The recorder kept tags, ids, classes, texts and
 * boxes; no attributes, no listeners, no title. Found by reading the live pages beside what the recorder says of them.
 */

/** What tells an element: its task, tag, id and classes. */
export interface Looks {
  tag: string;
  id: string;
  classes: readonly string[];
}

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Tasks whose title is not made of their name. */
const TITLES: Record<string, string> = {
  // As the page has it.
  'click-button-sequence': 'Click Button Sqeuence',
  'click-pie': 'Click Pie Menu',
  'click-pie-nodelay': 'Click Pie Menu',
  'click-scroll-list': 'Choose List',
  'enter-text-dynamic': 'Enter Dynamic Text',
  'guess-number': 'Resize Textarea',
  'social-media-some': 'Social Media All',
};
/** Endings of names that tell variants of one page apart. */
const VARIANT = /-(2|hard|nodelay|easy|medium|large|soft|transfer|forward|nl|turk)$/;

/** Title of a task's page. */
export function pageTitle(task: string): string {
  let base = task;
  while (VARIANT.test(base)) base = base.replace(VARIANT, '');
  const words = base.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${TITLES[task] ?? words.join(' ')} Task`;
}

/** Roles that scripts (jQuery UI's widgets) give, by class. */
const ROLES: Record<string, string> = {
  'ui-accordion-header': 'tab',
  'ui-accordion-content': 'tabpanel',
  'ui-tabs-tab': 'tab',
  'ui-tabs-panel': 'tabpanel',
  'ui-menu': 'menu',
  'ui-dialog': 'dialog',
  'ui-helper-hidden-accessible': 'status',
};
export const roleByClass = ({ classes }: Looks): string | undefined =>
  classes.map((name) => ROLES[name]).find((role) => role !== undefined);

/** Anchors without an address. */
export const isLink = ({ tag, classes }: Looks): boolean =>
  tag === 'a' && !classes.includes('ui-state-disabled') && !classes.includes('ui-spinner-button');

/** Names that attributes give, by id. */
const NAMES: Record<string, string> = { 'flight-from': 'From:', 'flight-to': 'To:', 'search-input': 'Search' };
export const nameById = (id: string): string => NAMES[id] ?? '';

/** Fields named by a label that does not stand around them. */
export const isLabelledApart = ({ id }: Looks): boolean => id === 'tags' || id === 'spinner';

/** Elements without a role that answer a click, by class. */
const LISTENING = set(`alink color widget final ui-submit pagination
  ui-tabs-nav ui-spinner ui-spinner-button ui-dialog ui-dialog-titlebar
  email-thread trash star email-send email-reply email-forward
  reply retweet like more share copy embed menu-user block-user report
  folder hitarea expandable collapsable`);
const LISTENING_ID =
  /^((open|close|send|search)-(search|email|forward|reply|cancel)|ttt-\d|wheelnav-.*-(slice-\d+|title-\d+|spreader|spreadertitle)|\(-?\d,-?\d\))$/;
const SHAPES = 'svg circle rect polygon text';
/** … and by tag, on the pages of some tasks. */
const LISTENING_TAGS: Record<string, ReadonlySet<string>> = {
  'click-shades': set('span'),
  'navigate-tree': set('li'),
  'click-shape': set(SHAPES),
  'count-shape': set(SHAPES),
  'identify-shape': set('circle rect polygon text'),
};

/** Shown under a pointer that says so; what is inside inherits it. */
export const isPointed = ({ classes }: Looks): boolean => classes.includes('ui-menu-item');

/** Is it known to answer a click on the page of `task`? */
export function isListening(task: string, { tag, id, classes }: Looks): boolean {
  if (classes.includes('ui-state-disabled')) return false;
  if (classes.some((name) => LISTENING.has(name)) || LISTENING_ID.test(id)) return true;
  if (classes.includes('ui-menu')) return id === 'menu' || classes.includes('ui-autocomplete');
  return Object.hasOwn(LISTENING_TAGS, task) && LISTENING_TAGS[task].has(tag);
}
