import { Arena } from './arena.ts';
import { layout } from './layout.ts';
import { Mailbox, TURN } from './mailbox.ts';
import type { NetworkShape, Sequence } from './network.ts';

/** What the owner sends when the mailbox changes; everything else goes through the mailbox. */
interface Opening {
  buffer: SharedArrayBuffer;
  shape: NetworkShape;
}

/** A second thread that computes its half of every batch while the owner computes the other. */
export class Mate {
  private box: Mailbox | null = null;
  private shape = '';
  private theta: object | null = null;

  constructor(private readonly worker: Worker) {}

  /** Hands over a half; `version` is equal for equal values of θ. */
  begin(
    shape: NetworkShape,
    theta: Float32Array,
    version: object,
    batch: readonly Sequence[],
    coefficients?: Float32Array,
  ): void {
    const box = this.boxFor(shape, theta.length, batch);
    // Only after an error in the owner's half is it still at work.
    box.wait(TURN.work, PATIENCE);
    if (version !== this.theta) {
      box.putTheta(theta);
      this.theta = version;
    }
    box.write(batch, coefficients);
    box.pass(TURN.work);
  }

  /** Waits for the half. Null when the mate failed or does not answer; it is not asked again. The views last until `begin`. */
  finish(): { logProbs: Float32Array; grad: Float32Array } | null {
    const box = this.box;
    if (!box) return null;
    box.wait(TURN.work, PATIENCE);
    if (box.turn !== TURN.done) {
      this.worker.terminate();
      if (current === this) current = null;
      return null;
    }
    return { logProbs: box.logProbs, grad: box.grad };
  }

  private boxFor(shape: NetworkShape, size: number, batch: readonly Sequence[]): Mailbox {
    const key = JSON.stringify(shape);
    const need = Mailbox.bytes(size, batch);
    if (this.box && key === this.shape && this.box.buffer.byteLength >= need) return this.box;
    this.box?.pass(TURN.leave);
    const box = new Mailbox(new SharedArrayBuffer(2 * need), size);
    this.worker.postMessage({ buffer: box.buffer, shape } satisfies Opening);
    this.box = box;
    this.shape = key;
    this.theta = null;
    return box;
  }
}

/** A half takes milliseconds; a mate that is silent for so long is dead. */
const PATIENCE = 30_000;
/** Longest wait for the thread to start; without it everything runs on one. */
const START = 10_000;

const HELLO = 'hello';

let spawn: (() => Worker) | null = null;
let current: Mate | null = null;

/** Says how a mate is started here. Worker entries do; without it, and where memory cannot be shared, there is none. */
export const offerMate = (start: () => Worker): void => {
  spawn = start;
};

/** The mate of this thread, if it has one. */
export const theMate = (): Mate | null => current;

/** Starts the mate once. Must not be waited for by a thread that blocks: a worker starts through its parent's events. */
export async function startMate(): Promise<void> {
  if (current || !spawn || typeof SharedArrayBuffer === 'undefined') return;
  const worker = spawn();
  const ready = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), START);
    const settle = (is: boolean): void => {
      clearTimeout(timer);
      resolve(is);
    };
    worker.onmessage = () => settle(true);
    worker.onerror = () => settle(false);
    // Only an answer to a message shows that the next message will arrive while this thread sleeps: what is sent before
    // the script has run waits for our own events.
    worker.postMessage(HELLO);
  });
  if (ready) current = new Mate(worker);
  else worker.terminate();
}

/** The mate's side. Runs for ever between two openings: it sleeps in the mailbox, not in the event loop. */
export function serveMate(scope: Pick<DedicatedWorkerGlobalScope, 'onmessage' | 'postMessage'>): void {
  let arena: { key: string; arena: Arena } | null = null;
  scope.onmessage = ({ data }: MessageEvent<Opening | typeof HELLO>) => {
    if (data === HELLO) return scope.postMessage(HELLO);
    const { buffer, shape } = data;
    const { size } = layout(shape);
    const key = JSON.stringify(shape);
    if (arena?.key !== key) arena = { key, arena: new Arena(shape, size) };
    serve(new Mailbox(buffer, size), arena.arena, shape);
  };
}

function serve(box: Mailbox, arena: Arena, { statics }: NetworkShape): void {
  let known: object = {};
  let version = -1;
  for (;;) {
    const { turn } = box;
    if (turn === TURN.leave) return;
    if (turn !== TURN.work) {
      box.wait(turn);
      continue;
    }
    try {
      const batch = box.read(statics);
      if (box.version !== version) {
        version = box.version;
        known = {};
      }
      arena.load(box.theta, known, batch);
      const { logProbs, grad } = arena.run(batch, box.coefficients);
      box.logProbs.set(logProbs);
      if (box.coefficients) box.grad.set(grad);
      box.pass(TURN.done);
    } catch {
      box.pass(TURN.failed);
    }
  }
}
