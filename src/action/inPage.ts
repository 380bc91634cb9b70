/*
 * What happens inside the page, in either world. `performDom` calls these functions, `performCdp` sends their source
 * text into the page: so each one stands alone (no imports, no helpers, no globals of this module).
 */

/** Why a page did not let an action happen; `detail` completes the sentence (see `failureOf`). */
export interface Problem {
  problem:
    | 'stale-id'
    | 'not-visible'
    | 'intercepted'
    | 'other-frame'
    | 'not-editable'
    | 'bad-value'
    | 'unknown-option'
    | 'boundary';
  detail: string;
  /** Id of the node that it is about; absent: the target of the action. */
  about?: number;
}

export interface Spot {
  /** In CSS pixels of the page's viewport. */
  x: number;
  y: number;
}

/** A place in a box, as shares of its width from the left and of its height from the top. */
export interface Place {
  across: number;
  down: number;
}

/**
 * A point where a click reaches `node` (or its label), scrolled into view if need be; else who is in the way. With
 * `place`: that place of its box and no other. `still`: where it is now, without scrolling.
 */
export function findSpot(node: Node, place: Place | null = null, still = false): Spot | Problem {
  const element =
    node.nodeType === 1 ? (node as Element) : (node.parentElement ?? (node.parentNode as ShadowRoot | null)?.host);
  if (!element?.isConnected) return { problem: 'stale-id', detail: '' };
  const page = element.ownerDocument;
  const view = page.defaultView!;
  // Shadow roots that the element is in: a closed one cannot be entered from outside.
  const roots: ShadowRoot[] = [];
  for (let at = element.getRootNode(); at !== page; at = (at as ShadowRoot).host.getRootNode())
    roots.push(at as ShadowRoot);
  const hitAt = (x: number, y: number): Element | null => {
    let hit = page.elementFromPoint(x, y);
    for (let root: ShadowRoot | null | undefined; hit; hit = root.elementFromPoint(x, y)) {
      root = hit.shadowRoot ?? roots.find(({ host }) => host === hit);
      const inner = root?.elementFromPoint(x, y);
      if (!root || !inner || inner === hit) break;
    }
    return hit;
  };
  const belongs = (hit: Element): boolean => {
    for (let at: Node | null = hit; at; at = at.parentNode ?? (at as ShadowRoot).host ?? null) {
      if (at === element) return true;
    }
    // Where a shape leaves its box empty, a click falls through to the drawing that it is part of.
    if (place && hit.closest('svg') && hit.contains(element)) return true;
    return hit.closest('label')?.control === element;
  };
  const boxesOf = (owner: Element): DOMRect[] => {
    const visible = (box: DOMRect): boolean => box.width >= 1 && box.height >= 1;
    if (place) return [owner.getBoundingClientRect()].filter(visible);
    const own = [...owner.getClientRects()].filter(visible);
    if (own.length > 0) return own;
    // `display: contents` and inline boxes around blocks have no area of their own.
    const range = page.createRange();
    range.selectNodeContents(owner);
    return [...range.getClientRects()].filter(visible);
  };
  // The middle, else a part that nothing covers, nearest to the middle first.
  const steps = [0.5, 0.3, 0.7, 0.1, 0.9];
  const places = place ? [place] : steps.flatMap((across) => steps.map((down) => ({ across, down })));
  const fromMiddle = ({ across, down }: Place): number => Math.abs(across - 0.5) + Math.abs(down - 0.5);
  places.sort((a, b) => fromMiddle(a) - fromMiddle(b));
  const owners = place ? [element] : [element, ...((element as HTMLInputElement).labels ?? [])];
  let blocker: Element | null = null;
  let seen = false;
  for (const scroll of still ? [false] : [false, true]) {
    for (const owner of owners) {
      if (scroll) owner.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      if (scroll && place) {
        // Of a box larger than the screen the middle may be in view without the place.
        const { left, top, width, height } = owner.getBoundingClientRect();
        const [x, y] = [left + width * place.across, top + height * place.down];
        const inside = x >= 0 && y >= 0 && x < view.innerWidth && y < view.innerHeight;
        if (!inside)
          view.scrollBy({ left: x - view.innerWidth / 2, top: y - view.innerHeight / 2, behavior: 'instant' });
      }
      for (const box of boxesOf(owner)) {
        seen = true;
        for (const { across, down } of places) {
          // The far edges belong to the neighbours.
          const x = box.left + Math.min(box.width * across, box.width - 1);
          const y = box.top + Math.min(box.height * down, box.height - 1);
          if (x < 0 || y < 0 || x >= view.innerWidth || y >= view.innerHeight) continue;
          const hit = hitAt(x, y);
          if (hit && belongs(hit)) return { x, y };
          blocker ??= hit;
        }
      }
    }
  }
  if (!seen || !blocker) return { problem: 'not-visible', detail: '' };
  const kind = blocker.id ? `#${blocker.id}` : blocker.classList.length > 0 ? `.${blocker.classList[0]}` : '';
  const text = (blocker.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40);
  return { problem: 'intercepted', detail: `${blocker.localName}${kind}${text ? ` "${text}"` : ''}` };
}

/** A point of a frame's viewport as a point of the page around it, scrolled into view if need be; else who covers it. */
export function throughFrame(node: Node, x: number, y: number): Spot | Problem {
  const frame = node as HTMLElement;
  if (!frame.isConnected) return { problem: 'stale-id', detail: '' };
  const page = frame.ownerDocument;
  const view = page.defaultView!;
  const place = (): Spot => {
    const { left, top } = frame.getBoundingClientRect();
    const { paddingLeft, paddingTop } = view.getComputedStyle(frame);
    return {
      x: left + frame.clientLeft + Number.parseFloat(paddingLeft) + x,
      y: top + frame.clientTop + Number.parseFloat(paddingTop) + y,
    };
  };
  let blocker: Element | null = null;
  for (const scroll of [false, true]) {
    if (scroll) {
      frame.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      // A frame larger than the screen is in view without its point being so.
      const { x: left, y: top } = place();
      const inside = left >= 0 && top >= 0 && left < view.innerWidth && top < view.innerHeight;
      if (!inside)
        view.scrollBy({ left: left - view.innerWidth / 2, top: top - view.innerHeight / 2, behavior: 'instant' });
    }
    const spot = place();
    if (spot.x < 0 || spot.y < 0 || spot.x >= view.innerWidth || spot.y >= view.innerHeight) continue;
    let hit = page.elementFromPoint(spot.x, spot.y);
    while (hit?.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(spot.x, spot.y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    if (hit === frame) return spot;
    blocker = hit ?? blocker;
  }
  if (!blocker) return { problem: 'not-visible', detail: '' };
  const kind = blocker.id ? `#${blocker.id}` : blocker.classList.length > 0 ? `.${blocker.classList[0]}` : '';
  const text = (blocker.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40);
  return { problem: 'intercepted', detail: `${blocker.localName}${kind}${text ? ` "${text}"` : ''}` };
}

/**
 * Makes a field ready for text: focused, its content selected. `insert`: the caller inserts the text. `done`: a field
 * with a picker (date, time, …) has taken `text` as its value already and told the page.
 */
export function focusField(node: Node, text: string): { how: 'insert' | 'done' } | Problem {
  const field = node as HTMLInputElement;
  if (!field.isConnected) return { problem: 'stale-id', detail: '' };
  const tag = field.localName;
  const kind = tag === 'input' ? field.type : tag === 'textarea' ? 'text' : field.isContentEditable ? 'rich' : '';
  const pickers = ['date', 'time', 'month', 'week', 'datetime-local', 'color', 'range'];
  const typed = ['text', 'search', 'url', 'tel', 'email', 'password', 'number', 'rich'];
  if (!typed.includes(kind) && !pickers.includes(kind)) return { problem: 'not-editable', detail: 'is not a field' };
  if (field.disabled) return { problem: 'not-editable', detail: 'is disabled' };
  if (field.readOnly) return { problem: 'not-editable', detail: 'is read-only' };
  field.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const view = field.ownerDocument.defaultView as Window & typeof globalThis;
  const prototype = view.HTMLInputElement.prototype;
  const write = Object.getOwnPropertyDescriptor(prototype, 'value')!.set!;
  if (pickers.includes(kind)) {
    const trial = field.cloneNode() as HTMLInputElement;
    write.call(trial, text);
    if (text !== '' && trial.value === '') {
      const expected = kind === 'date' ? 'YYYY-MM-DD' : kind === 'time' ? 'HH:MM' : `a ${kind}`;
      return { problem: 'bad-value', detail: `${expected}, not "${text}"` };
    }
  }
  field.focus({ preventScroll: true });
  const { activeElement } = field.getRootNode() as Document | ShadowRoot;
  if (!activeElement || (activeElement !== field && !field.contains(activeElement))) {
    return { problem: 'not-editable', detail: 'does not take the focus' };
  }
  if (pickers.includes(kind)) {
    write.call(field, text);
    field.dispatchEvent(new view.Event('input', { bubbles: true }));
    field.dispatchEvent(new view.Event('change', { bubbles: true }));
    return { how: 'done' };
  }
  if (kind === 'rich') view.getSelection()?.selectAllChildren(field);
  else field.select();
  return { how: 'insert' };
}

/** Chooses an option of a native select by its text, as a person would: focus, value, `input`, `change`. */
export function chooseOption(node: Node, option: string): { done: true } | Problem {
  const select = node as HTMLSelectElement;
  if (!select.isConnected) return { problem: 'stale-id', detail: '' };
  const clean = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const open = (item: HTMLOptionElement): boolean =>
    !item.disabled && !(item.parentElement as HTMLOptGroupElement | null)?.disabled;
  const chosen = [...select.options].find(
    (item) => (clean(item.text) === option || clean(item.label) === option) && open(item),
  );
  if (!chosen) return { problem: 'unknown-option', detail: option };
  select.focus({ preventScroll: true });
  const view = select.ownerDocument.defaultView as Window & typeof globalThis;
  chosen.selected = true;
  select.dispatchEvent(new view.Event('input', { bubbles: true }));
  select.dispatchEvent(new view.Event('change', { bubbles: true }));
  return { done: true };
}

/** Scrolls the page by one screen; when it cannot go further, the largest scrollable box that can. */
export function scrollPage(root: Node, direction: 'up' | 'down'): { done: true } | Problem {
  const page = root as Document;
  const view = page.defaultView!;
  const sign = direction === 'down' ? 1 : -1;
  const area = (box: Element): number => box.clientWidth * box.clientHeight;
  const boxes = [...page.querySelectorAll('body *')]
    .filter(
      (box) => box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(view.getComputedStyle(box).overflowY),
    )
    .sort((a, b) => area(b) - area(a));
  for (const box of [page.scrollingElement ?? page.documentElement, ...boxes]) {
    const before = box.scrollTop;
    const screen = boxes.includes(box) ? box.clientHeight : view.innerHeight;
    box.scrollBy({ top: sign * screen, behavior: 'instant' });
    if (box.scrollTop !== before) return { done: true };
  }
  return { problem: 'boundary', detail: direction === 'down' ? 'bottom' : 'top' };
}
