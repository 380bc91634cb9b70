import { describe, expect, it } from 'vitest';
import { createGate } from '../../src/app/gate.ts';

/** Names in the order in which they got through; `settle` lets every promise that can go on do so. */
function travellers(gate: ReturnType<typeof createGate>) {
  const passed: string[] = [];
  const go = (name: string) =>
    gate.pass().then(
      () => void passed.push(name),
      (error: { code: string }) => void passed.push(`${name} ${error.code}`),
    );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { passed, go, settle };
}

describe('gate', () => {
  it('lets everybody pass while open, holds them while shut', async () => {
    const gate = createGate();
    const { passed, go, settle } = travellers(gate);
    go('a');
    await settle();
    gate.shut();
    go('b');
    go('c');
    await settle();
    expect(passed).toEqual(['a']);
    gate.open();
    await settle();
    expect(passed).toEqual(['a', 'b', 'c']);
  });

  it('lets one through at a time, the first who came first', async () => {
    const gate = createGate(true);
    const { passed, go, settle } = travellers(gate);
    go('a');
    go('b');
    gate.letOneThrough();
    await settle();
    expect(passed).toEqual(['a']);
    gate.letOneThrough();
    await settle();
    expect(passed).toEqual(['a', 'b']);
  });

  it('remembers one step that was asked for before anybody came, and only one', async () => {
    const gate = createGate(true);
    const { passed, go, settle } = travellers(gate);
    gate.letOneThrough();
    gate.letOneThrough();
    go('a');
    go('b');
    await settle();
    expect(passed).toEqual(['a']);
  });

  it('turns everybody away for good once stopped', async () => {
    const gate = createGate(true);
    const { passed, go, settle } = travellers(gate);
    go('a');
    gate.stop();
    gate.open();
    go('b');
    await settle();
    expect(passed).toEqual(['a ended', 'b ended']);
  });
});
