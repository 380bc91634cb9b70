import type { AXTree, Failure } from '../core/types.ts';
import { leaveField, pressKey, windowOf, writeField } from './domKeys.ts';
import { chooseOption, findSpot, focusField, type Problem, type Spot, scrollPage, throughFrame } from './inPage.ts';
import { parseKey } from './keys.ts';
import { failureOf, isProblem, optionId, type PageAction, targetNode } from './problems.ts';

/** A page in reach of scripts: a same-origin frame. */
export interface DomPage {
  document: Document;
  /** The element behind a node id; undefined when it left the page. */
  elementOf(id: number): Element | undefined;
}

const STALE: Problem = { problem: 'stale-id', detail: '' };
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]';

/** Performs `action` by script events, synchronously; null when it was done, else why the page did not let it happen. */
export function performDom(page: DomPage, action: PageAction, tree: AXTree): Failure | null {
  const problem = perform(page, action, tree);
  return problem && failureOf(problem, targetNode(action, tree));
}

function perform({ document, elementOf }: DomPage, action: PageAction, tree: AXTree): Problem | null {
  const at = (id: number): Element | Problem => elementOf(id) ?? STALE;
  switch (action.verb) {
    case 'press':
      pressKey(focused(document), parseKey(action.key)!);
      return null;
    case 'scroll':
      return onlyProblem(scrollPage(document, action.direction));
    case 'click':
    case 'hover': {
      const target = at(action.target);
      return isProblem(target) ? target : point(document, target, action.verb);
    }
    case 'type': {
      const target = at(action.target);
      return isProblem(target) ? target : fill(target, action.text, action.enter);
    }
    case 'select': {
      const target = at(action.target);
      if (isProblem(target)) return target;
      if (target.localName !== 'select') {
        const option = at(optionId(tree, action.target, action.option) ?? -1);
        return isProblem(option) ? option : point(document, option, 'click');
      }
      leaveField(document, target);
      return onlyProblem(chooseOption(target, action.option));
    }
  }
}

const onlyProblem = (result: object): Problem | null => (isProblem(result) ? result : null);

/** The document that has the keyboard: that of the frame with the focus. */
function focused(document: Document): Document {
  const inner = (document.activeElement as HTMLIFrameElement | null)?.contentDocument;
  return inner ? focused(inner) : document;
}

/** Who covers, in `main` or a frame between, what can be hit at `spot` of the target's own document. */
function covered(main: Document, target: Element, spot: Spot): Problem | null {
  let at: Spot | Problem = spot;
  for (let page = target.ownerDocument; page !== main && !isProblem(at); ) {
    const holder: Element | null = windowOf(page).frameElement;
    if (!holder) return STALE;
    at = throughFrame(holder, at.x, at.y);
    page = holder.ownerDocument;
  }
  return isProblem(at) ? at : null;
}

function point(main: Document, target: Element, verb: 'click' | 'hover'): Problem | null {
  const spot = findSpot(target);
  if (isProblem(spot)) return spot;
  const problem = covered(main, target, spot);
  if (problem) return problem;
  const page = target.ownerDocument;
  let hit = page.elementFromPoint(spot.x, spot.y)!;
  while (hit.shadowRoot?.elementFromPoint(spot.x, spot.y)) {
    const inner = hit.shadowRoot.elementFromPoint(spot.x, spot.y)!;
    if (inner === hit) break;
    hit = inner;
  }
  sendMouse(hit, spot, ['pointerover', 'mouseover', 'pointermove', 'mousemove']);
  if (verb === 'hover') return null;
  if (sendMouse(hit, spot, ['pointerdown', 'mousedown'])) {
    const focusable = hit.closest<HTMLElement>(FOCUSABLE);
    leaveField(page, focusable);
    if (focusable) focusable.focus({ preventScroll: true });
    else (page.activeElement as HTMLElement | null)?.blur();
  }
  sendMouse(hit, spot, ['pointerup', 'mouseup', 'click']);
  return null;
}

/** Sends mouse and pointer events in order; false when the page prevented the last one. */
function sendMouse(hit: Element, spot: Spot, types: string[]): boolean {
  const view = windowOf(hit);
  let proceed = true;
  for (const type of types) {
    const held = type === 'pointerdown' || type === 'mousedown';
    const init = {
      ...{ bubbles: true, cancelable: true, composed: true, view, clientX: spot.x, clientY: spot.y },
      ...{ button: 0, buttons: held ? 1 : 0, detail: type === 'click' || held ? 1 : 0 },
    };
    const event = type.startsWith('pointer')
      ? new view.PointerEvent(type, { ...init, pointerType: 'mouse', isPrimary: true })
      : new view.MouseEvent(type, init);
    proceed = hit.dispatchEvent(event);
  }
  return proceed;
}

function fill(target: Element, text: string, enter: boolean): Problem | null {
  const page = target.ownerDocument;
  leaveField(page, target);
  const ready = focusField(target, text);
  if (isProblem(ready)) return ready;
  if (ready.how === 'insert') {
    const field = target as HTMLElement;
    // Rich editors listen to real editing commands only.
    if (field.isContentEditable) page.execCommand(text === '' ? 'delete' : 'insertText', false, text);
    else writeField(field as HTMLInputElement, text);
  }
  if (enter) pressKey(page, parseKey('Enter')!);
  return null;
}
