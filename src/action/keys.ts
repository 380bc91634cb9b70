/** A key with its modifiers, as keyboard events and CDP name it. */
export interface KeyPress {
  key: string;
  code: string;
  /** Legacy `keyCode`, which many pages still read. */
  keyCode: number;
  /** What the key inserts in a field; absent for keys that insert nothing. */
  text?: string;
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
  meta: boolean;
}

const NAMED: Record<string, [code: string, keyCode: number, text?: string]> = {
  Enter: ['Enter', 13, '\r'],
  Tab: ['Tab', 9],
  Escape: ['Escape', 27],
  Backspace: ['Backspace', 8],
  Delete: ['Delete', 46],
  ArrowLeft: ['ArrowLeft', 37],
  ArrowUp: ['ArrowUp', 38],
  ArrowRight: ['ArrowRight', 39],
  ArrowDown: ['ArrowDown', 40],
  PageUp: ['PageUp', 33],
  PageDown: ['PageDown', 34],
  End: ['End', 35],
  Home: ['Home', 36],
};

const ALIAS: Record<string, string> = { Esc: 'Escape', Return: 'Enter', Space: ' ' };
const MODIFIERS: Record<string, 'ctrl' | 'alt' | 'shift' | 'meta'> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  alt: 'alt',
  shift: 'shift',
  meta: 'meta',
  cmd: 'meta',
};

const codeOf = (key: string): string =>
  /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key === ' ' ? 'Space' : '';

/** Reads `Enter`, `a`, `Ctrl+v`, `Shift+Tab`, …; null when there is no such key. */
export function parseKey(text: string): KeyPress | null {
  const plusKey = text === '+' || text.endsWith('++');
  const parts = !plusKey ? text.split('+') : text === '+' ? ['+'] : [...text.slice(0, -2).split('+'), '+'];
  const last = parts.pop() ?? '';
  const held = { ctrl: false, alt: false, shift: false, meta: false };
  for (const part of parts) {
    const modifier = MODIFIERS[part.toLowerCase()];
    if (!modifier) return null;
    held[modifier] = true;
  }
  const key = ALIAS[last] ?? last;
  if (Object.hasOwn(NAMED, key)) {
    const [code, keyCode, inserted] = NAMED[key];
    return { key, code, keyCode, text: inserted, ...held };
  }
  if ([...key].length !== 1) return null;
  const command = held.ctrl || held.alt || held.meta;
  const keyCode = key.length === 1 ? key.toUpperCase().charCodeAt(0) : 0;
  return { key, code: codeOf(key), keyCode, text: command ? undefined : key, ...held };
}
