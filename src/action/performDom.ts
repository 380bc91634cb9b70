import type { AXTree, Failure } from '../core/types.ts';
import { leaveField, pressKey, windowOf, writeField } from './domKeys.ts';
import { rest } from './domMouse.ts';
import { clickAt, dragAlong, hoverAt } from './domPointer.ts';
import {
  chooseOption,
  findSpot,
  focusField,
  type Place,
  type Problem,
  type Spot,
  scrollPage,
  throughFrame,
} from './inPage.ts';
import { parseKey } from './keys.ts';
import { failureOf, isProblem, optionId, type PageAction, pathOf, placeOf } from './problems.ts';

/** A page in reach of scripts: a same-origin frame. */
export interface DomPage {
  document: Document;
  /** The element behind a node id; undefined when it left the page. */
  elementOf(id: number): Element | undefined;
}

const STALE: Problem = { problem: 'stale-id', detail: '' };

/** Performs `action` by script events, synchronously; null when it was done, else why the page did not let it happen. */
export function performDom(page: DomPage, action: PageAction, tree: AXTree): Failure | null {
  const problem = perform(page, action, tree);
  rest(page.document);
  return problem && failureOf(problem, action, tree);
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
    case 'click_at': {
      const target = at(action.target);
      return isProblem(target) ? target : point(document, target, 'click', placeOf(action));
    }
    case 'drag': {
      const [source, goal] = [at(action.target), at(action.to)];
      if (isProblem(source)) return source;
      return isProblem(goal) ? { ...goal, about: action.to } : drag(document, source, goal, action.to);
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

/** A spot of the target's own document that a click reaches, in every frame around it. */
function reach(main: Document, target: Element, place: Place | null = null, still = false): Spot | Problem {
  const spot = findSpot(target, place, still);
  return isProblem(spot) ? spot : (covered(main, target, spot) ?? spot);
}

function point(main: Document, target: Element, verb: 'click' | 'hover', place: Place | null = null): Problem | null {
  const spot = reach(main, target, place);
  if (isProblem(spot)) return spot;
  (verb === 'click' ? clickAt : hoverAt)(target.ownerDocument, spot);
  return null;
}

/** Both ends have to be on the screen at once. */
function drag(main: Document, source: Element, goal: Element, to: number): Problem | null {
  if (source.ownerDocument !== goal.ownerDocument) return { problem: 'other-frame', detail: '' };
  reach(main, goal);
  const from = reach(main, source);
  if (isProblem(from)) return from;
  const end = reach(main, goal, null, true);
  if (isProblem(end)) return { ...end, about: to };
  dragAlong(source.ownerDocument, pathOf(from, end));
  return null;
}

function fill(target: Element, text: string, enter: boolean): Problem | null {
  const page = target.ownerDocument;
  leaveField(page, target);
  const ready = focusField(target, text);
  if (isProblem(ready)) return ready;
  if (ready.how === 'insert') {
    const field = target as HTMLElement;
    // By the page, when it heard of the focus: typing does nothing.
    if ((field as HTMLInputElement).disabled) return null;
    // Rich editors listen to real editing commands only.
    if (field.isContentEditable) page.execCommand(text === '' ? 'delete' : 'insertText', false, text);
    else writeField(field as HTMLInputElement, text);
  }
  if (enter) pressKey(page, parseKey('Enter')!);
  return null;
}
