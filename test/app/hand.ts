import type { AXTree } from '../../src/core/types.ts';
import { readDom } from '../../src/page/fromDom.ts';
import { createNodeIds } from '../../src/page/ids.ts';

/** A person's eyes on the page of the Demonstrate panel: where things are, and whether they rest. Bundled at test time. */
export interface Hand {
  look(base: string): { tree: AXTree; state: unknown };
  /** No navigation under way and the page says that it is ready. */
  resting(): boolean;
  /** Where a node is, in the coordinates of the tab. */
  spot(id: number): { x: number; y: number };
  /** Takes a value from a picker, or an option from a list: what no key or click can do in a headless Chrome. */
  pick(id: number, value: string): void;
  /** The tag of a node's element. */
  tag(id: number): string;
}

declare global {
  interface Window {
    hand: Hand;
  }
}

const ids = createNodeIds();
let moving = false;

const frame = (): HTMLIFrameElement => document.querySelector<HTMLIFrameElement>('.stand iframe')!;
const elementOf = (id: number): HTMLElement => ids.elementOf(id) as HTMLElement;

function watch(): void {
  const view = frame().contentWindow as Window & { navigation: EventTarget };
  view.navigation.addEventListener('navigate', (event) => {
    if (!(event as Event & { destination: { sameDocument: boolean } }).destination.sameDocument) moving = true;
  });
}

frame().addEventListener('load', () => {
  moving = false;
  watch();
});
watch();

window.hand = {
  look(base) {
    const view = frame().contentWindow!;
    return { tree: readDom(view.document, ids, { base }), state: view.reverieSite!.state() };
  },
  resting: () => !moving && frame().contentWindow?.reverieSite?.ready === true,
  spot(id) {
    elementOf(id).scrollIntoView({ block: 'center', behavior: 'instant' });
    const outer = frame().getBoundingClientRect();
    const [box] = elementOf(id).getClientRects();
    return { x: outer.left + box.left + box.width / 2, y: outer.top + box.top + box.height / 2 };
  },
  pick(id, value) {
    const field = elementOf(id) as HTMLInputElement | HTMLSelectElement;
    // The picker opens under the pointer; what happens inside it no page sees.
    field.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    field.focus();
    if (field.localName === 'select') {
      const select = field as HTMLSelectElement;
      select.selectedIndex = [...select.options].findIndex(({ label }) => label.trim() === value);
    } else field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  },
  tag(id) {
    const element = elementOf(id);
    return element.localName === 'input' ? `input ${(element as HTMLInputElement).type}` : element.localName;
  },
};
