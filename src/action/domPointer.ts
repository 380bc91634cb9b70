import { leaveField, windowOf } from './domKeys.ts';
import { commonAncestor, hitAt, sendMouse, setOut, updateHover } from './domMouse.ts';
import type { Spot } from './inPage.ts';

/*
 * What a browser does by itself when a mouse moves over a page and its button is pressed: focus, sliders, pointer
 * capture, drag and drop. Script-made events trigger none of it, so the frame world does it here.
 */

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]';

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

/** Pressing the mouse on text puts the caret there. */
function placeCaret(pressed: Element, { x, y }: Spot): void {
  const page = pressed.ownerDocument;
  const place = page.caretRangeFromPoint(x, y);
  if (place === null || windowOf(pressed).getComputedStyle(pressed).userSelect === 'none') return;
  page.getSelection()?.collapse(place.startContainer, place.startOffset);
}

/** Presses the button; false when the page prevented what the browser does then. */
function press(pressed: Element, spot: Spot): boolean {
  if (!sendMouse(pressed, spot, ['pointerdown', 'mousedown'], { held: true })) return false;
  const page = pressed.ownerDocument;
  const focusable = pressed.closest<HTMLElement>(FOCUSABLE);
  leaveField(page, focusable);
  if (focusable) focusable.focus({ preventScroll: true });
  else (page.activeElement as HTMLElement | null)?.blur();
  if (!focusable || focusable.isContentEditable) placeCaret(pressed, spot);
  return true;
}

/** The click is that of what holds both ends of it. */
function clickBetween(pressed: Element, released: Element, spot: Spot): void {
  const clicked = commonAncestor(pressed, released);
  if (clicked?.isConnected) sendMouse(clicked, spot, ['click']);
}

export function hoverAt(page: Document, spot: Spot): void {
  setOut(page);
  sendMouse(updateHover(page, spot), spot, ['pointermove', 'mousemove']);
}

export function clickAt(page: Document, spot: Spot): void {
  hoverAt(page, spot);
  const pressed = hitAt(page, spot);
  const slider = sliderAt(pressed);
  const before = slider?.value;
  if (press(pressed, spot) && slider) slide(slider, spot.x);
  // The page may have put something else under the pointer meanwhile.
  const released = updateHover(page, spot);
  sendMouse(released, spot, ['pointerup', 'mouseup']);
  changed(slider, before);
  clickBetween(pressed, released, spot);
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
export function dragAlong(page: Document, [first, ...rest]: readonly Spot[]): void {
  hoverAt(page, first);
  const start = hitAt(page, first);
  const capture = keepCapture(start);
  try {
    const follows = press(start, first);
    const source = follows ? draggableAt(start) : null;
    if (source) {
      sendMouse(start, rest[0], ['pointermove', 'mousemove'], { held: true });
      if (carry(page, source, first, rest)) return;
    }
    const slider = follows ? sliderAt(start) : null;
    const before = slider?.value;
    let over = start;
    for (const spot of rest) {
      over = capture.held() ? hitAt(page, spot) : updateHover(page, spot);
      sendMouse(capture.of(over), spot, ['pointermove'], { held: true });
      sendMouse(over, spot, ['mousemove'], { held: true });
      if (slider) slide(slider, spot.x);
    }
    const end = rest[rest.length - 1];
    sendMouse(capture.of(over), end, ['pointerup']);
    sendMouse(over, end, ['mouseup']);
    changed(slider, before);
    clickBetween(start, over, end);
  } finally {
    capture.release();
  }
}

/** HTML's drag and drop; false when the page prevented its start. */
function carry(page: Document, source: HTMLElement, first: Spot, rest: readonly Spot[]): boolean {
  const view = windowOf(source);
  const dataTransfer = new view.DataTransfer();
  const tell = (type: string, hit: Element, { x, y }: Spot): boolean => {
    const init = { bubbles: true, cancelable: true, composed: true, view, clientX: x, clientY: y };
    return hit.dispatchEvent(new view.DragEvent(type, { ...init, dataTransfer }));
  };
  if (!tell('dragstart', source, first)) return false;
  sendMouse(source, first, ['pointercancel']);
  let over: Element | null = null;
  let taken = false;
  for (const spot of rest) {
    tell('drag', source, spot);
    const hit = hitAt(page, spot);
    if (hit !== over) {
      tell('dragenter', hit, spot);
      if (over) tell('dragleave', over, spot);
      over = hit;
    }
    taken = !tell('dragover', hit, spot);
  }
  const end = rest[rest.length - 1];
  if (over) tell(taken ? 'drop' : 'dragleave', over, end);
  tell('dragend', source, end);
  return true;
}

/** Script-made pointers cannot be captured by the browser: what a page asks for is noted and kept to here. */
function keepCapture(start: Element): { held(): boolean; of(hit: Element): Element; release(): void } {
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
    held: () => holder !== null,
    of: (hit) => holder ?? hit,
    release: () => Object.assign(prototype, { setPointerCapture, releasePointerCapture }),
  };
}
