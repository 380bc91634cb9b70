import type { Trajectory } from '../core/types.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for XML and HTML: markup escaped, characters that XML forbids dropped. */
export const escapeMarkup = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (c) => ESCAPES[c]);

/** A task that was not played, and why. */
export interface NotRun {
  id: string;
  reason: string;
}

const skipped = (why: string): string => `<skipped message="${escapeMarkup(why)}"/>`;

/** The text of a `<testcase>`: nothing for a success, failure for a wrong end, error for the environment, skipped without a score. */
function outcome(episode: Trajectory): string {
  if (episode.failure?.kind === 'environment') {
    return `<error type="${escapeMarkup(episode.failure.code)}" message="${escapeMarkup(episode.failure.message)}"/>`;
  }
  if (episode.notScored) return skipped(`not scored: ${episode.notScored.join('; ')}`);
  if (episode.reward > 0) return '';
  const last = episode.steps.at(-1);
  const type = last?.failure?.kind ?? 'policy';
  const how = episode.terminated ? 'stopped without fulfilling the task' : 'ran out of steps';
  return `<failure type="${type}" message="${escapeMarkup(`${how}: ${episode.task.goal}`)}"/>`;
}

/** One test case per episode, in JUnit's XML as CI servers read it. */
export function junitXml(suite: string, episodes: readonly Trajectory[], notRun: readonly NotRun[] = []): string {
  const seconds = (episode: Trajectory) => episode.steps.reduce((sum, step) => sum + step.ms, 0) / 1000;
  const cases = episodes.map((episode) => {
    const inner = outcome(episode);
    const head = `<testcase classname="${escapeMarkup(`${episode.task.family}.${episode.task.template}`)}" name="${escapeMarkup(episode.task.id)}" time="${seconds(episode).toFixed(3)}"`;
    return inner === '' ? `    ${head}/>` : `    ${head}>${inner}</testcase>`;
  });
  for (const { id, reason } of notRun) {
    const name = escapeMarkup(id);
    cases.push(
      `    <testcase classname="${name}" name="${name}" time="0.000">${skipped(`not run: ${reason}`)}</testcase>`,
    );
  }
  const errors = episodes.filter((episode) => episode.failure?.kind === 'environment').length;
  const isFailed = ({ failure, reward, notScored }: Trajectory): boolean =>
    failure?.kind !== 'environment' && !notScored && reward <= 0;
  const failures = episodes.filter(isFailed).length;
  const left = notRun.length + episodes.filter(({ notScored }) => notScored).length;
  const total = episodes.reduce((sum, episode) => sum + seconds(episode), 0).toFixed(3);
  const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}"${left > 0 ? ` skipped="${left}"` : ''} time="${total}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escapeMarkup(suite)}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
