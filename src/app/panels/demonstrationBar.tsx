import { useState } from 'preact/hooks';
import type { Demonstration, DemonstrationProgress } from '../../env/demonstrate.ts';

export interface DemonstrationBarProps {
  demonstration: Demonstration;
  noting: boolean;
  busy: boolean;
  run(task: () => Promise<unknown>): void;
  onFinish(answer: string): void;
}

/** What a person can do beside acting on the page itself: history, notes, the answer. */
export function DemonstrationBar({ demonstration, noting, busy, run, onFinish }: DemonstrationBarProps) {
  const [answer, setAnswer] = useState('');
  const finish = (event: Event): void => {
    event.preventDefault();
    onFinish(answer);
  };
  return (
    <div class="row apart">
      <div class="row">
        <button type="button" onClick={() => run(() => demonstration.travel(-1))}>
          Back
        </button>
        <button type="button" onClick={() => run(() => demonstration.travel(1))}>
          Forward
        </button>
        <button
          type="button"
          aria-pressed={noting}
          title="The next click remembers a text for a later page"
          onClick={() => demonstration.note(!noting)}
        >
          {noting ? 'Click a text to note it' : 'Note a text'}
        </button>
      </div>
      <form class="row" onSubmit={finish}>
        <label class="field">
          Answer, if the task asks for one
          <input value={answer} onInput={(event) => setAnswer(event.currentTarget.value)} />
        </label>
        <button type="submit" class="main" disabled={busy}>
          Finish
        </button>
      </form>
    </div>
  );
}

/** Everything recorded so far. */
export const Deeds = ({ progress: { actions, notes } }: { progress: DemonstrationProgress }) => (
  <>
    {notes.length > 0 && <p class="small">Noted: {notes.join(' · ')}</p>}
    <ol class="deeds" aria-label="Recorded actions">
      {actions.map(({ text, target }, i) => (
        <li key={`${i} ${text}`}>
          <code>{text}</code> <span class="soft">{target}</span>
        </li>
      ))}
    </ol>
  </>
);
