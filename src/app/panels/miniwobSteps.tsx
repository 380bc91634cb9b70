import { useLayoutEffect, useRef } from 'preact/hooks';
import { plural } from '../format.ts';
import type { Deed, Ending } from '../miniwobVisit.ts';
import { sayAction } from './steps.tsx';

/** What was done so far, as written, and what the page answered; the newest in sight. */
export function MiniwobSteps({ deeds }: { deeds: readonly Deed[] }) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [deeds]);
  return (
    <ol class="deeds" aria-label="Steps" ref={list}>
      {deeds.map(({ action, tree, feedback, failure }, i) => (
        <li key={i}>
          <code>{sayAction(action, tree)}</code>
          <p class="soft">
            {failure && <span class="tag warn">not done</span>} {feedback}
          </p>
        </li>
      ))}
    </ol>
  );
}

const UNDECIDED = {
  stop: 'The agent stopped before the page gave a verdict.',
  left: 'The agent left the page of the task.',
  limit: 'The visit is at its limit of steps, and the page gave no verdict.',
} as const;

const LONGEST = 200;
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);

/** The verdict, or why there is none. */
export function MiniwobVerdict({ ending, steps }: { ending: Ending; steps: number }) {
  if (ending.how === 'halted')
    return (
      <p role="status" data-ending="halted">
        <span class="tag">stopped</span> You stopped this visit after {plural(steps, 'step')}.
      </p>
    );
  if (ending.how === 'lost')
    return (
      <p role="alert" data-ending="lost">
        <span class="tag warn">lost</span> The visit cannot go on and does not count: {cut(ending.why)}
      </p>
    );
  const solved = ending.how === 'verdict' && ending.reward === 1;
  return (
    <p role="status" data-ending={ending.how} data-raw={ending.how === 'verdict' ? ending.raw : 0}>
      <span class={solved ? 'tag good' : 'tag bad'}>{solved ? 'success' : 'not solved'}</span> Raw reward{' '}
      <strong class="number">{ending.how === 'verdict' ? Number(ending.raw.toFixed(3)) : 0}</strong> after{' '}
      {plural(steps, 'step')}.{' '}
      {ending.how !== 'verdict'
        ? UNDECIDED[ending.how]
        : ending.reason && <span class="soft">The page says: {cut(ending.reason)}</span>}
    </p>
  );
}
