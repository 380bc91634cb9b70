import { windowOf } from './domKeys.ts';
import type { Spot } from './inPage.ts';

/*
 * The mouse as script events: what a browser sends by itself when a pointer moves over a page and presses. Chrome's own `:hover` cannot
 * be had this way.
 */

/** Where the pointer of each document is, and over what. */
const pointers = new WeakMap<Document, { spot: Spot; over: Element }>();

export function hitAt(page: Document, { x, y }: Spot): Element {
  let hit = page.elementFromPoint(x, y) ?? page.documentElement;
  for (;;) {
    const inner = hit.shadowRoot?.elementFromPoint(x, y);
    if (!inner || inner === hit) return hit;
    hit = inner;
  }
}

/** The nearest element that holds both, as a browser finds the target of a click between press and release. */
export function commonAncestor(one: Element, other: Element): Element | null {
  let at: Element | null = one;
  while (at !== null && !at.contains(other)) at = at.parentElement;
  return at;
}

/** Sends mouse and pointer events in order; false when the page prevented the last one. `held`: the button is down. */
export function sendMouse(
  hit: Element,
  { x, y }: Spot,
  types: readonly string[],
  { held = false, relatedTarget = null }: { held?: boolean; relatedTarget?: Element | null } = {},
): boolean {
  const view = windowOf(hit);
  let proceed = true;
  for (const type of types) {
    const passes = !/enter|leave/.test(type);
    const presses = type === 'click' || /down$|up$/.test(type);
    const init = {
      ...{ bubbles: passes, cancelable: passes, composed: passes, view, clientX: x, clientY: y, relatedTarget },
      ...{ button: 0, buttons: held ? 1 : 0, detail: presses ? 1 : 0 },
    };
    const event = type.startsWith('pointer')
      ? new view.PointerEvent(type, { ...init, pointerId: 1, pointerType: 'mouse', isPrimary: true })
      : new view.MouseEvent(type, init);
    proceed = hit.dispatchEvent(event);
  }
  return proceed;
}

/** The elements around `element`, innermost first, up to those that also hold `other`. */
function around(element: Element, other: Element | undefined): Element[] {
  const chain: Element[] = [];
  for (let at: Element | null = element; at !== null && !(other && at.contains(other)); at = at.parentElement)
    chain.push(at);
  return chain;
}

/** Finds what is under the pointer at `spot`: the element that it has left and the one that it has come to hear of it. */
export function updateHover(page: Document, spot: Spot): Element {
  const known = pointers.get(page)?.over;
  const from = known?.isConnected ? known : undefined;
  const to = hitAt(page, spot);
  pointers.set(page, { spot, over: to });
  if (from !== to) {
    if (from) {
      sendMouse(from, spot, ['pointerout', 'mouseout'], { relatedTarget: to });
      for (const left of around(from, to)) sendMouse(left, spot, ['pointerleave', 'mouseleave'], { relatedTarget: to });
    }
    sendMouse(to, spot, ['pointerover', 'mouseover'], { relatedTarget: from });
    for (const entered of around(to, from).reverse())
      sendMouse(entered, spot, ['pointerenter', 'mouseenter'], { relatedTarget: from });
  }
  return to;
}

/** A hand begins to move where it rests: pages wait for that, such as a list that has opened under the pointer. */
export function setOut(page: Document): void {
  const spot = pointers.get(page)?.spot;
  if (spot) sendMouse(updateHover(page, spot), spot, ['pointermove', 'mousemove']);
}

/** A browser looks again what is under a pointer that rests when the page has moved below it. */
export function rest(page: Document): void {
  const pointer = pointers.get(page);
  if (pointer) updateHover(page, pointer.spot);
}
