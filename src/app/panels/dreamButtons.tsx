export interface DreamButtonsProps {
  /** Seed of the agent's own dream; null while recorded actions are followed. */
  seed: number | null;
  busy: boolean;
  onDream(seed: number): void;
  onBack(): void;
}

/** Lets the agent dream on by itself, again with another seed, or goes back to what was recorded. */
export function DreamButtons({ seed, busy, onDream, onBack }: DreamButtonsProps) {
  return (
    <div class="row middle">
      {seed === null ? (
        <button type="button" class="main" disabled={busy} onClick={() => onDream(1)}>
          Dream from here
        </button>
      ) : (
        <>
          <button type="button" disabled={busy} onClick={() => onDream(seed + 1)}>
            Another seed
          </button>
          <button type="button" disabled={busy} onClick={onBack}>
            Back to the recorded actions
          </button>
          <span class="soft small number">seed {seed}</span>
        </>
      )}
      {busy && (
        <span class="soft small" role="status">
          Dreaming …
        </span>
      )}
    </div>
  );
}
