/** Legacy `keyCode` → the key as our actions name it. */
const NAMED: Record<number, string> = {
  8: 'Backspace',
  9: 'Tab',
  13: 'Enter',
  27: 'Escape',
  32: ' ',
  33: 'PageUp',
  34: 'PageDown',
  35: 'End',
  36: 'Home',
  37: 'ArrowLeft',
  38: 'ArrowUp',
  39: 'ArrowRight',
  40: 'ArrowDown',
  46: 'Delete',
};

/** The name of a key by its `keyCode`; null where it says too little (modifiers, signs that depend on the keyboard). */
export function keyOf(code: number): string | null {
  if (Object.hasOwn(NAMED, code)) return NAMED[code];
  if (code >= 48 && code <= 57) return String(code - 48);
  if (code >= 96 && code <= 105) return String(code - 96);
  return code >= 65 && code <= 90 ? String.fromCharCode(code + 32) : null;
}

/** Shift, Ctrl, Alt, Caps Lock, Num Lock and the keys of the system: nothing by themselves. */
const MODIFIERS = new Set([16, 17, 18, 20, 91, 92, 93, 144, 224, 225, 255]);
export const isModifier = (code: number): boolean => MODIFIERS.has(code);
