import { leaveField, windowOf } from './domKeys.ts';
import type { Spot } from './inPage.ts';

/*
 * What a browser does by itself when a mouse moves over a page and its button is pressed: focus, sliders, pointer
 * capture, drag and drop. Script-made events trigger none of it, so the frame world does it here.
 */

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]';

/** Everything a mouse sends is about one spot of one document. */
interface Mouse {
  page: Document;
  spot: Spot;
  /** The button is held. */
  held: boolean;
}

/** The innermost element at the spot, in shadow roots too. */
function hitAt({ page, spot: { x, y } }: Mouse): Element {
  let hit = page.elementFromPoint(x, y) ?? page.documentElement;
  for (let inner = hit.shadowRoot?.elementFromPoint(x, y); inner && inner !== hit; ) {
    hit = inner;
    inner = hit.shadowRoot?.elementFromPoint(x, y);
  }
  return hit;
}

/** Sends mouse and pointer events in order; false when the page prevented the last one. */
function send(hit: Element, { spot, held }: Mouse, ...types: string[]): boolean {
  const view = windowOf(hit);
  let proceed = true;
  for (const type of types) {
    const presses = type === 'click' || /down$|up$/.test(type);
    const init = {
      ...{ bubbles: true, cancelable: true, composed: true, view, clientX: spot.x, clientY: spot.y },
      ...{ button: 0, buttons: held ? 1 : 0, detail: presses ? 1 : 0 },
    };
    const event = type.startsWith('pointer')
      ? new view.PointerEvent(type, { ...init, pointerId: 1, pointerType: 'mouse', isPrimary: true })
      : new view.MouseEvent(type, init);
    proceed = hit.dispatchEvent(event);
  }
  return proceed;
}

const OVER = ['pointerover', 'mouseover', 'pointermove', 'mousemove'] as const;

/** Width of the thumb of a native slider in Chrome, in CSS pixels: its middle is what follows the pointer. */
const THUMB = 16;

/** Brings a native slider to the pointer; the value keeps to the slider's limits and steps by itself. */
function slide(slider: HTMLInputElement, x: number): void {
  const { left, width } = slider.getBoundingClientRect();
  const share = Math.min(1, Math.max(0, (x - left - THUMB / 2) / (width - THUMB)));
  const [low, high] = [Number(slider.min || 0), Number(slider.max || 100)];
  const view = windowOf(slider);
  const before = slider.value;
  const write = Object.getOwnPropertyDescriptor(view.HTMLInputElement.prototype, 'value')!.set!;
  write.call(slider, String(low + share * (high - low)));
  if (slider.value !== before) slider.dispatchEvent(new view.Event('input', { bubbles: true, composed: true }));
}

const sliderAt = (hit: Element): HTMLInputElement | null => hit.closest('input[type=range]:not(:disabled)');

/** Presses the button; false when the page prevented what the browser does then. */
function press(hit: Element, mouse: Mouse): boolean {
  if (!send(hit, { ...mouse, held: true }, 'pointerdown', 'mousedown')) return false;
  const focusable = hit.closest<HTMLElement>(FOCUSABLE);
  leaveField(mouse.page, focusable);
  if (focusable) focusable.focus({ preventScroll: true });
  else (mouse.page.activeElement as HTMLElement | null)?.blur();
  return true;
}

export function hoverAt(page: Document, spot: Spot): void {
  const mouse = { page, spot, held: false };
  send(hitAt(mouse), mouse, ...OVER);
}

export function clickAt(page: Document, spot: Spot): void {
  const mouse = { page, spot, held: false };
  const hit = hitAt(mouse);
  send(hit, mouse, ...OVER);
  const slider = sliderAt(hit);
  const before = slider?.value;
  if (press(hit, mouse) && slider) slide(slider, spot.x);
  send(hit, mouse, 'pointerup', 'mouseup');
  changed(slider, before);
  send(hit, mouse, 'click');
}

/** A slider that was let go tells so. */
function changed(slider: HTMLInputElement | null, before: string | undefined): void {
  if (slider && slider.value !== before)
    slider.dispatchEvent(new (windowOf(slider).Event)('change', { bubbles: true }));
}

/** What the browser drags when the page leaves it to the browser. */
function draggableAt(hit: Element): HTMLElement | null {
  for (let at: Element | null = hit; at; at = at.parentElement)
    if ((at as HTMLElement).draggable === true) return at as HTMLElement;
  return null;
}

/** Drags along `path`: from its first spot, with the button held, to its last. */
export function dragAlong(page: Document, path: readonly Spot[]): void {
  const mice = path.map((spot) => ({ page, spot, held: true }));
  const [first, ...rest] = mice;
  const start = hitAt(first);
  send(start, { ...first, held: false }, ...OVER);
  const capture = keepCapture(start);
  try {
    const follows = press(start, first);
    const source = follows ? draggableAt(start) : null;
    if (source) {
      send(start, rest[0], 'pointermove', 'mousemove');
      if (carry(source, first, rest)) return;
    }
    const slider = follows ? sliderAt(start) : null;
    const before = slider?.value;
    let over = start;
    for (const mouse of rest) {
      const hit = hitAt(mouse);
      if (hit !== over) send(capture.of(hit), mouse, 'pointerover', 'mouseover');
      over = hit;
      send(capture.of(over), mouse, 'pointermove');
      send(over, mouse, 'mousemove');
      if (slider) slide(slider, mouse.spot.x);
    }
    const end = { ...rest[rest.length - 1], held: false };
    send(capture.of(over), end, 'pointerup');
    send(over, end, 'mouseup');
    changed(slider, before);
    // A click belongs to what holds both ends.
    let common: Element | null = start;
    while (common && !common.contains(over)) common = common.parentElement;
    if (common) send(common, end, 'click');
  } finally {
    capture.release();
  }
}

/** HTML's drag and drop; false when the page prevented its start. */
function carry(source: HTMLElement, first: Mouse, rest: readonly Mouse[]): boolean {
  const view = windowOf(source);
  const dataTransfer = new view.DataTransfer();
  const tell = (type: string, hit: Element, { spot }: Mouse): boolean => {
    const init = { bubbles: true, cancelable: true, composed: true, view, clientX: spot.x, clientY: spot.y };
    return hit.dispatchEvent(new view.DragEvent(type, { ...init, dataTransfer }));
  };
  if (!tell('dragstart', source, first)) return false;
  send(source, first, 'pointercancel');
  let over: Element | null = null;
  let taken = false;
  for (const mouse of rest) {
    tell('drag', source, mouse);
    const hit = hitAt(mouse);
    if (hit !== over) {
      tell('dragenter', hit, mouse);
      if (over) tell('dragleave', over, mouse);
      over = hit;
    }
    taken = !tell('dragover', hit, mouse);
  }
  const end = rest[rest.length - 1];
  if (over) tell(taken ? 'drop' : 'dragleave', over, end);
  tell('dragend', source, end);
  return true;
}

/** Script-made pointers cannot be captured by the browser: what a page asks for is noted and kept to here. */
function keepCapture(start: Element): { of(hit: Element): Element; release(): void } {
  const { prototype } = windowOf(start).Element;
  const { setPointerCapture, releasePointerCapture } = prototype;
  let holder: Element | null = null;
  prototype.setPointerCapture = function () {
    holder = this;
  };
  prototype.releasePointerCapture = () => {
    holder = null;
  };
  return {
    of: (hit) => holder ?? hit,
    release: () => Object.assign(prototype, { setPointerCapture, releasePointerCapture }),
  };
}
