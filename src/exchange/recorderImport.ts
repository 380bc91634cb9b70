import { z } from 'zod';
import { parseKey } from '../action/keys.ts';
import { FileError } from '../core/fileError.ts';
import { MASK, maskText } from '../core/mask.ts';
import { LIMITS } from '../core/trajectorySchema.ts';
import { quote } from '../page/text.ts';
import { type Flow, type FlowAction, type FlowStep, type FlowTarget, TARGET_LIMITS } from './flow.ts';
import { shaped } from './json.ts';
import { type RecorderSelector, readSelectors } from './recorderSelectors.ts';
import { namesSecret } from './secretTarget.ts';

const WHO = 'Recorder flow';

const text = z.string().max(LIMITS.text);
const path = z.string().max(TARGET_LIMITS.selector);
const selectors = z
  .array(z.union([path, z.array(path).min(1).max(TARGET_LIMITS.chain)]))
  .min(1)
  .max(TARGET_LIMITS.alternatives);
const on = {
  selectors,
  frame: z.array(z.int().min(0)).max(TARGET_LIMITS.frames).optional(),
};

const fileSchema = z.object({ title: text, steps: z.array(z.unknown()) });
const anyStep = z.object({
  type: z.string().max(200),
  target: text.optional(),
  assertedEvents: z
    .array(z.object({ type: z.string(), url: text.optional() }))
    .max(20)
    .optional(),
});
const clickStep = z.object({
  ...on,
  button: z.string().optional(),
  offsetX: z.number().optional(),
  offsetY: z.number().optional(),
});
const changeStep = z.object({ ...on, value: text });
const keyStep = z.object({ key: z.string().max(50) });
const scrollStep = z.object({ y: z.number().optional(), selectors: selectors.optional() });
const navigateStep = z.object({ url: text });

const MODIFIERS: Record<string, string> = { Control: 'Ctrl', Alt: 'Alt', Shift: 'Shift', Meta: 'Meta' };

/** Step types that Recorder knows and we have nothing for. */
const NOT_HERE: Record<string, string> = {
  doubleClick: 'there is no double click here',
  setViewport: 'pages have one size here',
  emulateNetworkConditions: 'the network is not slowed down here',
  waitForElement: 'it waits and does nothing; pages are waited for by themselves here',
  waitForExpression: 'it is a script, and scripts in files are never run',
  customStep: 'its meaning is known to its own extension only',
};

/** What a step does here; a text: why it cannot be said; null: nothing by itself. */
type Converted = FlowAction | string | null;

/**
 * A flow of Chrome's DevTools Recorder (also @puppeteer/replay), as its JSON says it. What is damaged is one `FileError`
 * with step and field; steps that cannot be said here are in `lost`, with their number. Nothing in it is run.
 */
export function importRecorder(file: unknown): Flow {
  const { title, steps } = shaped(WHO, '', fileSchema, file);
  if (steps.length > LIMITS.steps) {
    throw new FileError(
      WHO,
      'too-large',
      `step ${LIMITS.steps + 1}: there are ${steps.length} steps, at most ${LIMITS.steps} are read`,
    );
  }
  const flow: Flow = { title: maskText(title), steps: [], lost: [] };
  /** Keys that are down, and the number of the step that pressed them. */
  const down = new Map<string, number>();
  /** Modifiers that were held while no other key went down. */
  const idle = new Set<string>();
  let y = 0;
  let before = '';
  /** What the step, or the key that it releases, did. */
  let acted: FlowStep | undefined;

  const lose = (step: number, what: string, why: string): void => void flow.lost.push({ step, what: quote(what), why });
  const targetOf = (step: Partial<z.infer<typeof clickStep>> & { selectors: RecorderSelector[] }): FlowTarget => ({
    selectors: readSelectors(step.selectors),
    ...(step.frame !== undefined && { frame: step.frame }),
    ...(step.offsetX !== undefined && step.offsetY !== undefined && { offset: { x: step.offsetX, y: step.offsetY } }),
  });

  function keyDown(n: number, key: string): Converted {
    down.set(key, n);
    if (Object.hasOwn(MODIFIERS, key)) {
      idle.add(key);
      return null;
    }
    idle.clear();
    const held = [...down.keys()].filter((name) => Object.hasOwn(MODIFIERS, name));
    const last = flow.steps.at(-1);
    const sends = key === 'Enter' && held.length === 0 && before === 'change' && last?.from === n - 1;
    if (sends && last.action.verb === 'type') {
      last.action.enter = true;
      acted = last;
      return null;
    }
    const combination = [...held.map((name) => MODIFIERS[name]), key].join('+');
    return parseKey(combination) ? { verb: 'press', key: combination } : 'there is no such key here';
  }

  function keyUp(key: string): Converted {
    const pressed = down.get(key);
    down.delete(key);
    if (pressed === undefined) return 'the key was never pressed';
    if (idle.delete(key)) lose(pressed, 'keyDown', `${quote(key)} alone does nothing here`);
    return null;
  }

  function change(n: number, value: string, target: FlowTarget): Converted {
    if (isList(target)) return 'it names an option by its value, and options have only their text here';
    if (mayBeList(target))
      lose(n, 'change', 'if this is a list of options, it names one by its value, not by its text');
    const text = namesSecret(target) && value !== '' ? MASK : maskText(value);
    if (text !== value) lose(n, 'change', 'the text was a secret and is masked');
    return { verb: 'type', target, text, enter: false };
  }

  function scroll(to: number): Converted {
    if (to === y) return 'the page stays where it is';
    const direction = to > y ? 'down' : 'up';
    y = to;
    return { verb: 'scroll', direction };
  }

  function navigate(url: string): Converted {
    y = 0;
    if (flow.start !== undefined || flow.steps.length > 0) return { verb: 'goto', url };
    flow.start = url;
    return null;
  }

  function convert(n: number, type: string, step: unknown): Converted {
    const read = <T>(schema: z.ZodType<T>): T => shaped(WHO, `step ${n}`, schema, step);
    switch (type) {
      case 'navigate':
        return navigate(maskText(read(navigateStep).url));
      case 'click': {
        const click = read(clickStep);
        const isPrimary = (click.button ?? 'primary') === 'primary';
        return isPrimary ? { verb: 'click', target: targetOf(click) } : 'only the primary button is used here';
      }
      case 'hover':
        return { verb: 'hover', target: targetOf(read(z.object(on))) };
      case 'change': {
        const { value, ...where } = read(changeStep);
        return change(n, value, targetOf(where));
      }
      case 'keyDown':
        return keyDown(n, read(keyStep).key);
      case 'keyUp':
        return keyUp(read(keyStep).key);
      case 'scroll': {
        const { selectors: box, y: to = 0 } = read(scrollStep);
        return box ? 'only whole pages are scrolled here' : scroll(to);
      }
      case 'close':
        return { verb: 'close_tab' };
      default:
        return Object.hasOwn(NOT_HERE, type) ? NOT_HERE[type] : 'there is no such step';
    }
  }

  steps.forEach((step, i) => {
    const n = i + 1;
    const { type, target = 'main', assertedEvents = [] } = shaped(WHO, `step ${n}`, anyStep, step);
    if (type !== 'keyUp') acted = undefined;
    const result = target === 'main' ? convert(n, type, step) : 'it acts on another tab or window';
    if (typeof result === 'string') lose(n, type, result);
    else if (result !== null) flow.steps.push((acted = { from: n, action: result }));
    before = type;
    const arrives = assertedEvents.find((event) => event.type === 'navigation')?.url;
    if (arrives === undefined) return;
    y = 0;
    if (acted) acted.arrives = maskText(arrives);
  });
  for (const key of idle) lose(down.get(key)!, 'keyDown', `${quote(key)} alone does nothing here`);
  return flow;
}

/** A combobox is a list of options or a field with suggestions. */
const mayBeList = ({ selectors }: FlowTarget): boolean =>
  selectors.some((chain) => chain.some((one) => one.by === 'aria' && one.role === 'combobox'));

/** Says the target itself that options are chosen from it? Its value is then no text that anybody typed. */
const isList = ({ selectors }: FlowTarget): boolean =>
  selectors.some((chain) => {
    const last = chain[chain.length - 1];
    if (last.by === 'aria') return last.role === 'listbox';
    return (last.by === 'css' || last.by === 'pierce') && /(^|[\s>+~])select(?![\w-])[^\s>+~]*$/.test(last.path);
  });
