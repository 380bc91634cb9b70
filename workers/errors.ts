import { type TransferHandler, transferHandlers } from 'comlink';
import { ReverieError } from '../src/core/errors.ts';

/** What comlink sends of a thrown value. */
interface Thrown {
  value: unknown;
}
interface Sent {
  isError: boolean;
  value: object;
}

/** In a worker: lets thrown `ReverieError`s keep what callers branch on. Comlink alone keeps message, name and stack. */
export function keepErrorFacts(): void {
  const plain = transferHandlers.get('throw') as TransferHandler<Thrown, Sent>;
  transferHandlers.set('throw', {
    ...plain,
    serialize(thrown: Thrown) {
      const [sent, transfer] = plain.serialize(thrown);
      if (thrown.value instanceof ReverieError) {
        const { code, facts } = thrown.value;
        sent.value = { ...sent.value, code, facts };
      }
      return [sent, transfer];
    },
  });
}

/** In the page: what a worker threw, with its class again. */
export function restoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ReverieError || !('code' in error) || !('facts' in error))
    return error;
  const { code, facts, stack } = error as Error & Pick<ReverieError, 'code' | 'facts'>;
  return Object.assign(new ReverieError(code, facts), { stack });
}
