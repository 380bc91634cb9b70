import type { KeyPress } from './keys.ts';

/*
 * What a browser does by itself when a key reaches a page: implicit submission, activation, focus order, editing.
 * Script-made key events trigger none of it, so the frame world does it here.
 */

type Field = HTMLInputElement | HTMLTextAreaElement;
export type PageWindow = Window & typeof globalThis;

export const windowOf = (node: Node): PageWindow =>
  (node.ownerDocument ?? (node as Document)).defaultView as PageWindow;

const TEXTUAL = new Set(['text', 'search', 'url', 'tel', 'email', 'password', 'number']);
const isField = (element: Element): element is Field =>
  element.localName === 'textarea' ||
  (element.localName === 'input' && TEXTUAL.has((element as HTMLInputElement).type));

/** Fields changed by us whose `change` event is still due: browsers send it when the field is left or submitted. */
const unsent = new WeakMap<Document, { field: Field; before: string }>();

/** Sends the due `change` of the field that was edited, unless the focus stays there. */
export function leaveField(page: Document, next: Element | null): void {
  const due = unsent.get(page);
  if (!due || due.field === next) return;
  unsent.delete(page);
  const { field, before } = due;
  if (field.isConnected && field.value !== before)
    field.dispatchEvent(new (windowOf(field).Event)('change', { bubbles: true }));
}

/** Replaces a field's whole value as an edit: past a framework's value tracker, with the events of an edit. */
export function writeField(field: Field, value: string): void {
  const view = windowOf(field);
  const edit = { bubbles: true, composed: true, inputType: 'insertText', data: value };
  if (!field.dispatchEvent(new view.InputEvent('beforeinput', { ...edit, cancelable: true }))) return;
  const page = field.ownerDocument;
  if (unsent.get(page)?.field !== field) unsent.set(page, { field, before: field.value });
  const owner = field.localName === 'textarea' ? view.HTMLTextAreaElement : view.HTMLInputElement;
  const write = Object.getOwnPropertyDescriptor(owner.prototype, 'value')!.set!;
  write.call(field, field.maxLength >= 0 ? value.slice(0, field.maxLength) : value);
  field.dispatchEvent(new view.InputEvent('input', edit));
}

/** Inserts at the caret; kinds of input without a caret (number, email) are edited at their end. */
function insertAtCaret(field: Field, text: string, erase: boolean): void {
  const start = field.selectionStart ?? field.value.length;
  const end = field.selectionEnd ?? field.value.length;
  const from = erase && start === end ? Math.max(0, start - 1) : start;
  writeField(field, field.value.slice(0, from) + text + field.value.slice(end));
  if (field.selectionStart !== null) field.setSelectionRange(from + text.length, from + text.length);
}

/** HTML's implicit submission: through the form's default button when it has one. */
function submitFrom(field: HTMLInputElement): void {
  leaveField(field.ownerDocument, null);
  const { form } = field;
  if (!form) return;
  const controls = [...form.elements] as (HTMLButtonElement | HTMLInputElement)[];
  const button = controls.find((control) => control.type === 'submit');
  if (button) button.click();
  else if (controls.filter((control) => isField(control) && control.localName === 'input').length <= 1)
    form.requestSubmit();
}

function moveFocus(page: Document, backwards: boolean): void {
  const reachable = [
    ...page.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]'),
  ].filter((element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.getClientRects().length > 0);
  const at = reachable.indexOf(page.activeElement as HTMLElement);
  const next = backwards ? (at < 0 ? reachable.length : at) - 1 : at + 1;
  const element = reachable[(next + reachable.length) % reachable.length] as HTMLElement | undefined;
  leaveField(page, element ?? null);
  element?.focus();
}

function defaultAction(page: Document, target: HTMLElement, press: KeyPress): void {
  const field = isField(target) ? target : null;
  if (!field && target.isContentEditable && !press.ctrl && !press.alt && !press.meta && press.key !== 'Tab') {
    // Rich editors listen to real editing commands only.
    if (press.key === 'Enter') page.execCommand('insertParagraph');
    else if (press.key === 'Backspace') page.execCommand('delete');
    else if (press.text !== undefined) page.execCommand('insertText', false, press.text);
    return;
  }
  if (press.ctrl || press.alt || press.meta) {
    if (press.key === 'a' && press.ctrl) field?.select();
  } else if (press.key === 'Tab') moveFocus(page, press.shift);
  else if (press.key === 'Backspace') {
    if (field) insertAtCaret(field, '', true);
  } else if (press.key === 'Enter') {
    if (!field) {
      if (target.matches('a[href], button, summary')) target.click();
    } else if (field.localName === 'textarea') insertAtCaret(field, '\n', false);
    else submitFrom(field as HTMLInputElement);
  } else if (field) {
    if (press.text !== undefined) insertAtCaret(field, press.text, false);
  } else if (press.key === ' ' && target.matches('button, summary, input[type=checkbox], input[type=radio]'))
    target.click();
}

/** Presses a key where the focus is. */
export function pressKey(page: Document, press: KeyPress): void {
  const target = (page.activeElement ?? page.body) as HTMLElement;
  const view = windowOf(target);
  const { key, code, keyCode, ctrl: ctrlKey, alt: altKey, shift: shiftKey, meta: metaKey } = press;
  const init = {
    key,
    code,
    keyCode,
    which: keyCode,
    ctrlKey,
    altKey,
    shiftKey,
    metaKey,
    bubbles: true,
    composed: true,
  };
  const send = (type: string): boolean =>
    target.dispatchEvent(new view.KeyboardEvent(type, { ...init, cancelable: true }));
  if (send('keydown') && (press.text === undefined || send('keypress'))) defaultAction(page, target, press);
  send('keyup');
}
