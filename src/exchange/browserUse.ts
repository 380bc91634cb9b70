import { z } from 'zod';
import { parseKey } from '../action/keys.ts';
import { FileError } from '../core/fileError.ts';
import { isSecretInput, isSecretLabel, MASK, maskText } from '../core/mask.ts';
import { LIMITS } from '../core/trajectorySchema.ts';
import { quote } from '../page/text.ts';
import { type Flow, type FlowAction, type FlowTarget, type Selector, TARGET_LIMITS } from './flow.ts';
import { shaped } from './json.ts';

const WHO = 'browser-use history';

/** Actions in one step; the agent's own limit is ten. */
const MAX_ACTIONS = 100;
/** `scroll` in screens; ten mean the end of the page. */
const MAX_SCREENS = 10;

const text = z.string().max(LIMITS.text);
const path = z.string().max(TARGET_LIMITS.selector);

const elementSchema = z.object({
  // Of today's versions, then of those before 0.6.
  node_name: path.nullish(),
  x_path: path.nullish(),
  ax_name: path.nullish(),
  tag_name: path.nullish(),
  xpath: path.nullish(),
  css_selector: path.nullish(),
  attributes: z.record(z.string().max(200), path).nullish(),
});
type Element = z.infer<typeof elementSchema>;

const fileSchema = z.object({ history: z.array(z.unknown()) });
const stepSchema = z.object({
  model_output: z.object({ action: z.array(z.record(z.string().max(200), z.unknown())).max(MAX_ACTIONS) }).nullish(),
  result: z.array(z.object({ error: z.string().nullish() })),
  state: z.object({ url: text.nullish(), interacted_element: z.array(elementSchema.nullable()).nullish() }),
});

/** Names of one action over the versions. */
const SAME: Record<string, string> = {
  go_to_url: 'navigate',
  click_element: 'click',
  click_element_by_index: 'click',
  input_text: 'input',
  select_dropdown_option: 'select_dropdown',
  scroll_page: 'scroll',
};

const urlParams = z.object({ url: text, new_tab: z.boolean().nullish() });
const inputParams = z.object({ text, clear: z.boolean().nullish() });
const selectParams = z.object({ text });
const scrollParams = z.object({
  down: z.boolean().default(true),
  pages: z.number().min(0).max(1000).nullish(),
  num_pages: z.number().min(0).max(1000).nullish(),
  index: z.int().nullish(),
});
const keysParams = z.object({ keys: z.string().max(200) });
const doneParams = z.object({ text: text.nullish() });
const tabParams = z.object({ page_id: z.int().min(0).nullish() });

const ROLE_OF_TAG: Record<string, string> = { a: 'link', button: 'button', select: 'combobox', textarea: 'textbox' };

/** A string of CSS, quoted. */
const cssString = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\a ')}"`;

/** From what survives a redesign best to what does least: name and role, an id of the page's author, the place. */
function targetOf(element: Element): FlowTarget | null {
  const attributes = element.attributes ?? {};
  const tag = (element.node_name ?? element.tag_name ?? '').toLowerCase();
  const name = element.ax_name || attributes['aria-label'] || '';
  const role = attributes['role'] ?? ROLE_OF_TAG[tag];
  const xpath = element.x_path ?? element.xpath ?? '';
  const selectors: Selector[] = [];
  if (name !== '') selectors.push({ by: 'aria', name, ...(role !== undefined && { role }) });
  for (const attribute of ['id', 'data-testid', 'name']) {
    const value = attributes[attribute];
    if (value) selectors.push({ by: 'css', path: `${tag}[${attribute}=${cssString(value)}]` });
  }
  if (element.css_selector) selectors.push({ by: 'css', path: element.css_selector });
  if (xpath !== '') selectors.push({ by: 'xpath', path: xpath.startsWith('/') ? xpath : `/${xpath}` });
  return selectors.length === 0 ? null : { selectors: selectors.map((selector) => [selector]) };
}

const isSecretElement = ({ attributes, ax_name }: Element): boolean =>
  isSecretInput(attributes?.['type']?.toLowerCase(), attributes?.['autocomplete']) ||
  isSecretLabel(ax_name ?? attributes?.['aria-label'] ?? '');

/** What stands for a secret that the agent was never told: `<secret>password</secret>`. */
const PLACEHOLDER = /<secret>.*?<\/secret>/gs;

/**
 * The history that browser-use saves (`save_to_file`), as its JSON says it. What is damaged is one `FileError` with step
 * and field; actions that cannot be said here, failed, or were never carried out are in `lost`, with their step.
 */
export function importBrowserUse(file: unknown): Flow {
  const { history } = shaped(WHO, '', fileSchema, file);
  if (history.length > LIMITS.steps)
    throw new FileError(
      WHO,
      'too-large',
      `step ${LIMITS.steps + 1}: there are ${history.length} steps, at most ${LIMITS.steps} are read`,
    );
  const flow: Flow = { title: 'browser-use', steps: [], lost: [] };
  const items = history.map((item, i) => shaped(WHO, `step ${i + 1}`, stepSchema, item));

  items.forEach(({ model_output, result, state }, i) => {
    const n = i + 1;
    const said = flow.steps.length;
    const actions = model_output?.action ?? [];
    if (actions.length === 0) flow.lost.push({ step: n, what: 'nothing', why: 'the model gave no action' });
    actions.forEach((record, k) => {
      const [name = ''] = Object.keys(record);
      const lose = (why: string): void => void flow.lost.push({ step: n, what: quote(name), why });
      const failed =
        k >= result.length ? 'it was never carried out' : result[k].error && 'it failed when it was recorded';
      if (failed) {
        lose(failed);
        return;
      }
      const where = `step ${n}, model_output.action.${k}.${name.slice(0, 50)}`;
      const read = <T>(schema: z.ZodType<T>): T => shaped(WHO, where, schema, record[name] ?? {});
      const element = state.interacted_element?.[k] ?? undefined;
      for (const action of convert(SAME[name] ?? name, read, element, lose)) flow.steps.push({ from: n, action });
      if (Math.max(flow.steps.length, flow.lost.length) > LIMITS.steps)
        throw new FileError(WHO, 'too-large', `step ${n}: there are more than ${LIMITS.steps} actions`);
    });
    const [before, after] = [state.url, items[i + 1]?.state.url];
    if (i === 0 && before && /^https?:/.test(before)) flow.start = maskText(before);
    const last = flow.steps.at(-1);
    if (flow.steps.length > said && last && after && after !== before) last.arrives = maskText(after);
  });
  return flow;
}

function convert(
  name: string,
  read: <T>(schema: z.ZodType<T>) => T,
  element: Element | undefined,
  lose: (why: string) => void,
): FlowAction[] {
  const nothing = (why: string): FlowAction[] => {
    lose(why);
    return [];
  };
  const target = element && targetOf(element);
  switch (name) {
    case 'navigate':
    case 'open_tab': {
      const { url, new_tab } = read(urlParams);
      const goto: FlowAction = { verb: 'goto', url: maskText(url) };
      return new_tab || name === 'open_tab' ? [{ verb: 'new_tab' }, goto] : [goto];
    }
    case 'click':
      return target ? [{ verb: 'click', target }] : nothing('no element was recorded for it');
    case 'input': {
      const { text: typed, clear } = read(inputParams);
      if (!target) return nothing('no element was recorded for it');
      if (clear === false) return nothing('it adds to a text, and here a text is replaced');
      const open = maskText(typed.replace(PLACEHOLDER, MASK));
      const kept = isSecretElement(element!) && typed !== '' ? MASK : open;
      if (kept !== typed) lose('the text was a secret and is masked');
      return [{ verb: 'type', target, text: kept, enter: false }];
    }
    case 'select_dropdown':
      return target
        ? [{ verb: 'select', target, option: maskText(read(selectParams).text) }]
        : nothing('no element was recorded for it');
    case 'send_keys': {
      const key = read(keysParams).keys.replace(/^Control\+/i, 'Ctrl+');
      return parseKey(key) ? [{ verb: 'press', key }] : nothing('it is not one key');
    }
    case 'scroll':
    case 'scroll_down':
    case 'scroll_up': {
      const { down, pages, num_pages, index } = read(scrollParams);
      if (index) return nothing('only whole pages are scrolled here');
      const screens = Math.round(pages ?? num_pages ?? 1);
      if (screens < 1) return nothing('it scrolls by less than half a screen');
      const direction = name === 'scroll_up' || (name === 'scroll' && !down) ? 'up' : 'down';
      return Array.from({ length: Math.min(screens, MAX_SCREENS) }, () => ({ verb: 'scroll', direction }));
    }
    case 'go_back':
      return [{ verb: 'go_back' }];
    case 'switch_tab': {
      const { page_id } = read(tabParams);
      return typeof page_id === 'number'
        ? [{ verb: 'tab_focus', index: page_id }]
        : nothing('it names no number of a tab');
    }
    case 'done':
      return [{ verb: 'stop', answer: maskText(read(doneParams).text ?? '') }];
    default:
      return nothing('there is no such action here');
  }
}
