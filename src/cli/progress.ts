import { MultiBar, type SingleBar } from 'cli-progress';
import type { ProgressEvent } from '../../workers/harnessProtocol.ts';

export interface Progress {
  update(event: ProgressEvent): void;
  /** A line of its own, above the bars. */
  note(line: string): void;
  stop(): void;
}

export interface ProgressOutput {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** `93` → `1:33`, `4000` → `1:06:40`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const pad = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes}:${pad(whole % 60)}`
    : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`;
}

/** What one stage has done so far, as text: `120/400 episodes  3.1/s  1:30 left`. */
export function describeStage(event: ProgressEvent, seconds: number, doneAtStart = 0): string {
  const { done, total, unit, note } = event;
  const fresh = done - doneAtStart;
  const parts = [`${done}/${total} ${unit}`];
  if (fresh > 0 && seconds > 0) {
    const rate = fresh / seconds;
    parts.push(`${rate >= 10 ? rate.toFixed(0) : rate.toPrecision(2)}/s`);
    parts.push(done >= total ? `in ${clock(seconds)}` : `${clock((total - done) / rate)} left`);
  }
  if (note) parts.push(note);
  return parts.join('  ');
}

interface Stage {
  started: number;
  doneAtStart: number;
  printed: number;
  ended: boolean;
  bar?: SingleBar;
}

const NAME_WIDTH = 18;

/** Progress of stages: bars on a terminal, sparse plain lines elsewhere. `now` in milliseconds. */
export function createProgress(
  output: ProgressOutput = process.stderr,
  now: () => number = () => performance.now(),
): Progress {
  const stages = new Map<string, Stage>();
  const bars = output.isTTY
    ? new MultiBar({
        format: `{stage} {bar} {text}`,
        stream: process.stderr,
        hideCursor: true,
        barsize: 24,
        barCompleteChar: '█',
        barIncompleteChar: '░',
        clearOnComplete: false,
        emptyOnZero: true,
      })
    : null;

  const update = (event: ProgressEvent): void => {
    let stage = stages.get(event.stage);
    if (stage === undefined) {
      stage = { started: now(), doneAtStart: event.done, printed: Number.NEGATIVE_INFINITY, ended: false };
      stage.bar = bars?.create(event.total, event.done, { stage: event.stage.padEnd(NAME_WIDTH), text: '' });
      stages.set(event.stage, stage);
    }
    const text = describeStage(event, (now() - stage.started) / 1000, stage.doneAtStart);
    if (stage.bar) {
      stage.bar.setTotal(event.total);
      stage.bar.update(event.done, { text });
    } else if (!stage.ended && (event.done >= event.total || now() - stage.printed >= 10_000)) {
      // A log wants few lines: the first, one every ten seconds, the last.
      stage.printed = now();
      stage.ended = event.done >= event.total;
      output.write(`${event.stage.padEnd(NAME_WIDTH)} ${text}\n`);
    }
  };

  return {
    update,
    note: (line) => (bars ? bars.log(`${line}\n`) : output.write(`${line}\n`)),
    stop: () => bars?.stop(),
  };
}
