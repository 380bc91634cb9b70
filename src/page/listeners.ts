/*
 * Which elements answer a click, known inside the page as the DevTools protocol knows it (`isClickable` of a DOM snapshot:
 * Chromium's `WillRespondToMouseClickEvents`): an element that is not disabled and has a listener for one of these events, or whose
 * nature it is.
 */
const EVENTS = ['click', 'mousedown', 'mouseup', 'DOMActivate'];
const HANDLERS = ['onclick', 'onmousedown', 'onmouseup'] as const;

type Realm = Window & typeof globalThis;
type Callback = EventListenerOrEventListenerObject | null;

/** Says of an element whether it answers a click. */
export type AnswersClick = (element: Element) => boolean;

const isCapture = (options: AddEventListenerOptions | boolean | undefined): boolean =>
  typeof options === 'object' ? Boolean(options?.capture) : Boolean(options);

/** By type and phase, the callbacks that a target has. */
type Registered = Map<string, Set<Callback>>;

/** Keeps account of all listeners of a realm from now on: to be called before the page's own scripts run. */
function watchListeners(realm: Realm): (target: EventTarget) => boolean {
  const targets = new WeakMap<EventTarget, Registered>();
  const { prototype } = realm.EventTarget;
  const { addEventListener: add, removeEventListener: remove } = prototype;
  const forget = (target: EventTarget, key: string, callback: Callback): void =>
    void targets.get(target)?.get(key)?.delete(callback);

  prototype.addEventListener = function (this: EventTarget | undefined, type, callback, options) {
    const target = this ?? realm;
    if (callback !== null && EVENTS.includes(type)) {
      const key = `${type} ${isCapture(options)}`;
      const registered: Registered = targets.get(target) ?? new Map();
      targets.set(target, registered);
      const callbacks = registered.get(key) ?? new Set();
      registered.set(key, callbacks);
      const { once = false, signal } = typeof options === 'object' ? options : {};
      if (!callbacks.has(callback) && signal?.aborted !== true) {
        callbacks.add(callback);
        const gone = (): void => forget(target, key, callback);
        if (once) add.call(target, type, gone, { once: true, capture: isCapture(options), signal });
        if (signal) add.call(signal, 'abort', gone, { once: true });
      }
    }
    add.call(target, type, callback, options);
  };
  prototype.removeEventListener = function (this: EventTarget | undefined, type, callback, options) {
    const target = this ?? realm;
    forget(target, `${type} ${isCapture(options as AddEventListenerOptions)}`, callback);
    remove.call(target, type, callback, options);
  };
  return (target) => [...(targets.get(target)?.values() ?? [])].some((callbacks) => callbacks.size > 0);
}

/** What answers a click without a listener. */
function byNature(element: Element): boolean {
  const { localName: tag } = element;
  if (tag === 'a') return element.hasAttribute('href') || element.hasAttribute('xlink:href');
  if (tag === 'input' || tag === 'object' || tag === 'embed') return true;
  if (tag === 'button') {
    const { form, type } = element as HTMLButtonElement;
    return form !== null && type !== 'button';
  }
  if (tag === 'label') {
    const { control } = element as HTMLLabelElement;
    return control !== null && (control.localName === 'input' || control.localName === 'button') && !isOff(control);
  }
  if (tag === 'summary') {
    const { parentElement: details } = element;
    return details?.localName === 'details' && details.querySelector(':scope > summary') === element;
  }
  return false;
}

const FORM_CONTROLS = 'button, input, select, textarea, option, optgroup, fieldset';
const isOff = (element: Element): boolean => element.matches(FORM_CONTROLS) && element.matches(':disabled');

/** Begins to watch a page. Everything that its scripts listen to from now on is known. */
export function watchClicks(realm: Realm): AnswersClick {
  const hasListener = watchListeners(realm);
  return (element) => {
    if (isOff(element)) return false;
    const owner = element as HTMLElement;
    if (owner.isContentEditable || hasListener(element)) return true;
    return HANDLERS.some((name) => typeof owner[name] === 'function') || byNature(element);
  };
}
