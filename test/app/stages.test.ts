import { describe, expect, it } from 'vitest';
import { createLedger } from '../../src/app/stages.ts';

function ledgerAt() {
  let now = 0;
  const ledger = createLedger(() => now);
  ledger.load({});
  const row = (name: string) => ledger.rows().find((one) => one.name === name)!;
  const report = (seconds: number, done: number) => {
    now = seconds * 1000;
    ledger.report({ stage: 'world model', done, total: 100, unit: 'updates' });
    return row('world model');
  };
  return { ledger, row, report };
}

describe('stages', () => {
  it('gives rate and time left over what happened since the stage was first heard of', () => {
    const { report } = ledgerAt();
    // A resumed stage: 40 were done before.
    expect(report(0, 40)).toMatchObject({ state: 'active', rate: undefined });
    // 20 in 10 seconds: 2 a second, 40 to go: 20 seconds.
    expect(report(10, 60)).toMatchObject({ rate: 2, left: 20 });
    expect(report(12, 100)).toMatchObject({ state: 'done', left: undefined });
  });

  it('forgets what is long ago, and pauses', () => {
    const { ledger, report } = ledgerAt();
    report(0, 0);
    report(100, 10);
    // The first two reports are older than 20 seconds: 40 in 10 seconds count.
    report(121, 20);
    expect(report(131, 60)).toMatchObject({ rate: 4, left: 10 });
    ledger.forgetRates();
    expect(report(500, 61)).toMatchObject({ rate: undefined });
  });

  it('marks everything that a kept stage covers as done', () => {
    const { ledger, row } = ledgerAt();
    ledger.load({ 'clone and fit world model': { seconds: 7, result: {} }, curves: {} });
    expect(row('filtered cloning')).toMatchObject({ state: 'done', seconds: 7 });
    expect(row('world model')).toMatchObject({ state: 'done', seconds: 7 });
    expect(row('record experts').state).toBe('waiting');
  });
});
