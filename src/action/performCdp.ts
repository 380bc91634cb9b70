import type { AXTree, Failure } from '../core/types.ts';
import type { CdpNode, CdpSession } from '../page/frames.ts';
import type { CdpNodeIds } from '../page/ids.ts';
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
import { type KeyPress, parseKey } from './keys.ts';
import { failureOf, isProblem, optionId, type PageAction, pathOf, placeOf } from './problems.ts';

/** A page to act on: keys go to its main session, the pointer and questions about a node to the node's own. */
export interface ActingPage extends Pick<CdpNodeIds, 'nodeOf' | 'frameOf'> {
  session: CdpSession;
}

const STALE: Problem = { problem: 'stale-id', detail: '' };

/** Performs `action` with trusted input; null when it was done, else why the page did not let it happen. */
export async function performCdp(page: ActingPage, action: PageAction, tree: AXTree): Promise<Failure | null> {
  const problem = await perform(page, action, tree);
  return problem && failureOf(problem, action, tree);
}

async function perform(page: ActingPage, action: PageAction, tree: AXTree): Promise<Problem | null> {
  const { session } = page;
  switch (action.verb) {
    case 'press':
      await pressKey(session, parseKey(action.key)!);
      return null;
    case 'scroll':
      return onlyProblem(await callOn(await rootObject(session), scrollPage, action.direction));
    case 'click':
    case 'hover':
      return point(page, action.target, action.verb);
    case 'click_at':
      return point(page, action.target, 'click', placeOf(action));
    case 'drag':
      return drag(page, action.target, action.to);
    case 'type': {
      const object = await objectOf(page, action.target);
      const ready = object === null ? STALE : await callOn(object, focusField, action.text);
      if (isProblem(ready)) return ready;
      if (ready.how === 'insert') {
        if (action.text === '') await pressKey(session, parseKey('Backspace')!);
        else await session.send('Input.insertText', { text: action.text });
      }
      if (action.enter) await pressKey(session, parseKey('Enter')!);
      return null;
    }
    case 'select': {
      const option = optionId(tree, action.target, action.option);
      const object = await objectOf(page, action.target);
      if (object === null) return STALE;
      if (await callOn(object, (node: Node) => (node as Element).localName === 'select')) {
        return onlyProblem(await callOn(object, chooseOption, action.option));
      }
      return option === undefined ? STALE : point(page, option, 'click');
    }
  }
}

const onlyProblem = (result: object): Problem | null => (isProblem(result) ? result : null);

/** A spot in the viewport of a node's process. */
interface OwnSpot extends Spot {
  session: CdpSession;
  /** Of the node's document. */
  loader: string;
}

/** Where the pointer rests in the page of a process. */
const pointers = new WeakMap<CdpSession, OwnSpot>();

/** Where to hit a node: its spot, looked at from every frame that it is in. */
async function spotOf(
  page: ActingPage,
  id: number,
  place: Place | null = null,
  still = false,
): Promise<OwnSpot | Problem> {
  const object = await objectOf(page, id);
  if (object === null) return STALE;
  let spot: Spot | Problem = await callOn(object, findSpot, place, still);
  let inProcess = spot;
  const own = page.nodeOf(id)?.frame;
  for (let frame = own; frame?.owner && !isProblem(spot); frame = page.frameOf(frame.owner.loader)) {
    const { node } = frame.owner;
    const holder = await resolve(node);
    spot = holder === null ? STALE : await callOn(holder, throughFrame, spot.x, spot.y);
    if (node.session === object.session) inProcess = spot;
  }
  if (isProblem(spot) || isProblem(inProcess) || !own) return isProblem(spot) ? spot : STALE;
  // Not through the page around it: the browser finds the process under a point in what was drawn, and a hidden page draws nothing.
  return { ...inProcess, session: object.session, loader: own.loader };
}

const sendMouse = ({ session, x, y }: OwnSpot, type: string, rest: object = {}): Promise<unknown> =>
  session.send('Input.dispatchMouseEvent', { type, x, y, ...rest });

/**
 * Moves the pointer to a spot, from where it rests: no hand begins to move somewhere else, and pages wait for it, such as a list
 * that has opened under the pointer. With another button than the next the first move is not merged with that.
 */
function moveTo(spot: OwnSpot): Promise<unknown>[] {
  const from = pointers.get(spot.session);
  pointers.set(spot.session, spot);
  const setOut = from?.loader === spot.loader ? [sendMouse(from, 'mouseMoved', { button: 'middle' })] : [];
  return [...setOut, sendMouse(spot, 'mouseMoved')];
}

/** A move alone is held back until the next frame, which a hidden page never has: the next event takes it along. */
const flush = ({ session }: OwnSpot): Promise<unknown> => session.send('Input.dispatchKeyEvent', { type: 'keyUp' });

const HELD = { button: 'left', buttons: 1 };
const PRESS = { ...HELD, clickCount: 1 };
const RELEASE = { ...PRESS, buttons: 0 };

async function point(
  page: ActingPage,
  id: number,
  verb: 'click' | 'hover',
  place: Place | null = null,
): Promise<Problem | null> {
  const spot = await spotOf(page, id, place);
  if (isProblem(spot)) return spot;
  const moves = moveTo(spot);
  if (verb === 'click') moves.push(sendMouse(spot, 'mousePressed', PRESS), sendMouse(spot, 'mouseReleased', RELEASE));
  else moves.push(flush(spot));
  await Promise.all(moves);
  return null;
}

/** Both ends have to be on the screen at once. The browser makes of the moves what the page wants: its own drag or the page's. */
async function drag(page: ActingPage, id: number, to: number): Promise<Problem | null> {
  await spotOf(page, to);
  const from = await spotOf(page, id);
  if (isProblem(from)) return from;
  const end = await spotOf(page, to, null, true);
  if (isProblem(end)) return { ...end, about: to };
  const { session, loader } = from;
  if (session !== end.session) return { problem: 'other-frame', detail: '' };
  const [start, ...rest] = pathOf(from, end).map((spot) => ({ ...spot, session, loader }));
  await Promise.all([...moveTo(start), sendMouse(start, 'mousePressed', PRESS)]);
  // One by one: the browser's own drag begins at an event and takes only later ones.
  for (const spot of rest) await Promise.all([sendMouse(spot, 'mouseMoved', HELD), flush(spot)]);
  await sendMouse(end, 'mouseReleased', RELEASE);
  pointers.set(session, end);
  return null;
}

async function pressKey(session: CdpSession, press: KeyPress): Promise<void> {
  const { key, code, keyCode: windowsVirtualKeyCode, text } = press;
  const modifiers = (press.alt ? 1 : 0) + (press.ctrl ? 2 : 0) + (press.meta ? 4 : 0) + (press.shift ? 8 : 0);
  const event = { key, code, windowsVirtualKeyCode, modifiers };
  // Outside a real keyboard, shortcuts are editing commands that have to be named.
  const commands = press.ctrl && key === 'a' ? ['selectAll'] : [];
  await Promise.all([
    session.send('Input.dispatchKeyEvent', {
      ...event,
      type: text === undefined ? 'rawKeyDown' : 'keyDown',
      text,
      commands,
    }),
    session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }),
  ]);
}

/** An object of a page, where it lives. */
interface RemoteObject {
  session: CdpSession;
  objectId: string;
}

const GROUP = { objectGroup: 'reverie' };

/** The page's object for a node; null when the node is gone. */
async function resolve({ session, backendNodeId }: CdpNode): Promise<RemoteObject | null> {
  // The protocol's one answer to an id of a removed or replaced node is an error.
  const reply = (await session.send('DOM.resolveNode', { backendNodeId, ...GROUP }).catch(() => null)) as {
    object: { objectId: string };
  } | null;
  return reply && { session, objectId: reply.object.objectId };
}

const objectOf = async (page: ActingPage, id: number): Promise<RemoteObject | null> => {
  const node = page.nodeOf(id);
  return node ? resolve(node) : null;
};

async function rootObject(session: CdpSession): Promise<RemoteObject> {
  const reply = await session.send('Runtime.evaluate', { expression: 'document', ...GROUP });
  return { session, objectId: (reply as { result: { objectId: string } }).result.objectId };
}

/** Runs one of the `inPage` functions on a node of the page, by its source text. */
async function callOn<A extends unknown[], R>(
  { session, objectId }: RemoteObject,
  run: (node: Node, ...args: A) => R,
  ...args: A
): Promise<R> {
  // Bundlers that keep names wrap inner functions in a helper called __name, which the page does not have.
  const functionDeclaration = `function (...args) { const __name = (f) => f; return (${run})(this, ...args); }`;
  const reply = (await session.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration,
    arguments: args.map((value) => ({ value })),
    returnByValue: true,
  })) as { result: { value: R }; exceptionDetails?: { text: string; exception?: { description?: string } } };
  const { exceptionDetails } = reply;
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return reply.result.value;
}
