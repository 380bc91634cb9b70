import type { Action } from '../../../src/core/types.ts';

/*
 * A recorder of our own, in place of MiniWoB++'s: a small form in plain data, and what its recorder would tell of actions on it.
 */

export interface Dom {
  tag: string;
  ref: number;
  left: number;
  top: number;
  width: number;
  height: number;
  id: string;
  classes: string;
  text?: string;
  value?: string | boolean;
  recordingTarget?: boolean;
  children: Dom[];
}

export interface State {
  time: number;
  action: Record<string, unknown> | null;
  dom: Dom;
}

export interface Form {
  boxes: { name: string; checked: boolean }[];
  fields: string[];
}

const node = (tag: string, ref: number, top: number, rest: Partial<Dom> = {}): Dom => ({
  ...{ tag, ref, left: 10, top, width: 100, height: 10, id: '', classes: '', children: [] },
  ...rest,
});

/** Refs: 1 – 3 the frame, 100 + i boxes, 200 + i their labels, 300 + i fields, 400 the button. */
export function drawForm({ boxes, fields }: Form): Dom {
  const rows = [
    ...boxes.map(({ name, checked }, i) =>
      node('LABEL', 200 + i, 60 + 20 * i, {
        children: [
          node('INPUT_checkbox', 100 + i, 60 + 20 * i, { id: `ch${i}`, width: 10, value: checked, text: '' }),
          node('t', -1 - i, 60 + 20 * i, { left: 30, width: 60, text: name }),
        ],
      }),
    ),
    ...fields.map((value, i) => node('INPUT_text', 300 + i, 300 + 20 * i, { value, text: '' })),
    node('BUTTON', 400, 500, { text: 'Submit' }),
  ];
  const area = node('DIV', 3, 50, { id: 'area', children: rows });
  return node('BODY', 1, 0, { children: [node('DIV', 2, 0, { id: 'wrap', children: [area] })] });
}

const find = (dom: Dom, ref: number): Dom | undefined =>
  dom.ref === ref ? dom : dom.children.map((child) => find(child, ref)).find((found) => found !== undefined);

/** What a person does, in terms of the form. */
export type Doing =
  | { kind: 'box'; i: number; on: 'box' | 'label' | 'space' }
  | { kind: 'field'; i: number; text: string; enter: boolean }
  | { kind: 'idle'; on: 'frame' | 'shift' }
  | { kind: 'submit' };

/** Performs and records. The answer lists what our actions should be, targets by ref. */
export function record(start: Form, doings: readonly Doing[]): { states: State[]; expected: Action[] } {
  const form: Form = { boxes: start.boxes.map((box) => ({ ...box })), fields: [...start.fields] };
  let time = 0;
  const states: State[] = [{ time, action: null, dom: drawForm(form) }];
  const expected: Action[] = [];
  const tell = (ref: number, action: Record<string, unknown>): void => {
    for (const timing of [1, 3]) {
      const dom = drawForm(form);
      const hit = find(dom, ref);
      if (hit) hit.recordingTarget = true;
      states.push({ time: (time += 7), action: { ...action, timing }, dom });
    }
  };
  const mouse = (ref: number, types: readonly string[]): void => {
    const { left, top } = find(drawForm(form), ref)!;
    for (const type of types) tell(ref, { type, x: left + 1, y: top + 1 });
  };
  const PRESS = ['mousedown', 'mouseup'];
  const key = (ref: number, keyCode: number, write?: () => void): void => {
    tell(ref, { type: 'keydown', keyCode, charCode: 0 });
    if (write) tell(ref, { type: 'keypress', keyCode: 97, charCode: 97 });
    write?.();
    tell(ref, { type: 'keyup', keyCode, charCode: 0 });
  };

  for (const doing of doings) {
    if (doing.kind === 'box') {
      const box = form.boxes[doing.i];
      const toggle = () => {
        box.checked = !box.checked;
      };
      const [input, label] = [100 + doing.i, 200 + doing.i];
      if (doing.on === 'space') key(input, 32);
      if (doing.on === 'box') mouse(input, PRESS);
      if (doing.on === 'label') mouse(label, [...PRESS, 'click']);
      // A box is ticked before anybody hears of the click.
      toggle();
      mouse(input, ['click']);
      expected.push({ verb: 'click', target: input });
    } else if (doing.kind === 'field') {
      const target = 300 + doing.i;
      mouse(target, [...PRESS, 'click']);
      for (let end = form.fields[doing.i].length; end > 0; end--)
        key(target, 8, () => {
          form.fields[doing.i] = form.fields[doing.i].slice(0, end - 1);
        });
      for (const letter of doing.text)
        key(target, 65, () => {
          form.fields[doing.i] += letter;
        });
      if (doing.enter) key(target, 13);
      expected.push({ verb: 'type', target, text: doing.text, enter: doing.enter });
    } else if (doing.kind === 'submit') {
      mouse(400, [...PRESS, 'click', ...PRESS, 'click', 'dblclick']);
      expected.push({ verb: 'click', target: 400 }, { verb: 'click', target: 400 });
    } else if (doing.on === 'frame') mouse(3, [...PRESS, 'click']);
    else key(1, 16);
  }
  return { states, expected };
}

export const fileOf = (states: readonly State[], more: Record<string, unknown> = {}): string =>
  JSON.stringify({ taskName: 'click-checkboxes', utterance: 'Tick them', reward: 0.5, rawReward: 1, states, ...more });
