import { cleanAnswer, exactMatch, mustInclude } from './answer.ts';
import { type Judge, NO_JUDGE } from './judge.ts';
import { type PageUnderTest, programHtml } from './programHtml.ts';
import { notScored, product, type Score, scored } from './score.ts';
import type { Answers, WebTask } from './task.ts';
import { urlMatch } from './urlMatch.ts';

/**
 * `string_match`. For "N/A" as published: exactly `N/A` passes; anything else is a report whose reason is judged, and that
 * verdict replaces the score so far.
 */
async function answerScore(
  { exact_match, must_include, fuzzy_match }: Answers,
  { note, goal, answer, judge }: { note: string; goal: string; answer: string; judge: Judge },
): Promise<Score> {
  // Cleaned here and again in every comparison: two pairs of quotes come off an answer, one off a reference.
  const said = cleanAnswer(answer);
  let score = scored(1);
  if (exact_match !== undefined) score = product([score, scored(exactMatch(exact_match, said))]);
  if (must_include !== undefined) {
    const alone = must_include.length === 1;
    score = product([score, scored(must_include.every((wanted) => mustInclude(wanted, said, alone)))]);
  }
  if (fuzzy_match === 'N/A') {
    score = product([score, scored(exactMatch(fuzzy_match, said))]);
    return 'value' in score && score.value === 1 ? score : judge.sameReason(goal, note, said);
  }
  for (const reference of fuzzy_match ?? []) score = product([score, await judge.sameMeaning(goal, reference, said)]);
  return score;
}

/**
 * Scores the end of a task: the answer it was stopped with, and the page as the agent left it (the evaluators may then open
 * other addresses on it). Parts multiply. Rejects when an address to look at does not load.
 */
export async function evaluateTask(
  task: WebTask,
  answer: string,
  page: PageUnderTest,
  judge: Judge = NO_JUDGE,
): Promise<Score> {
  if ('notScored' in task.evaluation) return notScored(task.evaluation.notScored);
  const { types, answers, note, url, targets } = task.evaluation;
  const parts: Score[] = [];
  for (const type of types) {
    if (type === 'string_match') parts.push(await answerScore(answers!, { note, goal: task.goal, answer, judge }));
    // As published: where `program_html` comes first, this looks at the address to which that led.
    else if (type === 'url_match') parts.push(scored(urlMatch(url!, await page.url())));
    else parts.push(await programHtml(page, targets!, task.goal, judge));
  }
  return product(parts);
}
