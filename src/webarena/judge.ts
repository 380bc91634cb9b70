import { z } from 'zod';
import { notScored, type Score, scored } from './score.ts';

/** What only a language model can decide. Every method gives 0 or 1, or says why it cannot. */
export interface Judge {
  /** Does the answer say the same as the reference? */
  sameMeaning(question: string, reference: string, answer: string): Promise<Score>;
  /** Does the report name the reason for which the task cannot be done? */
  sameReason(question: string, reason: string, report: string): Promise<Score>;
}

/** The default. `fuzzy_match` then has no score. */
export const NO_JUDGE: Judge = {
  sameMeaning: async () => notScored('fuzzy_match needs a judge, and none is given'),
  sameReason: async () => notScored('a reason for N/A needs a judge, and none is given'),
};

export interface JudgeOptions {
  /** Of an OpenAI-compatible service, up to the version: `http://localhost:11434/v1`. */
  url: string;
  model: string;
  key?: string;
  /** Longest wait for an answer, in milliseconds. */
  timeout?: number;
}

const replySchema = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

const LONGEST_REPLY = 1_000_000;

/**
 * A judge behind `POST <url>/chat/completions`. The questions are ours, so verdicts are not those of the published ones to the
 * word; the reading of a reply is as published. An answer is text of the agent: it can try to talk the judge over.
 */
export function createJudge({ url, model, key, timeout = 60_000 }: JudgeOptions): Judge {
  async function ask(question: string, yes: string, no: string[]): Promise<Score> {
    let reply: string;
    try {
      const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
        body: JSON.stringify({ model, temperature: 0, messages: [{ role: 'user', content: question }] }),
        signal: AbortSignal.timeout(timeout),
      });
      if (!response.ok) return notScored(`the judge answered with status ${response.status}`);
      const body = await response.text();
      if (body.length > LONGEST_REPLY) return notScored('the reply of the judge is too long');
      reply = replySchema.parse(JSON.parse(body)).choices[0].message.content.toLowerCase();
    } catch (error) {
      const reason =
        error instanceof z.ZodError || error instanceof SyntaxError ? 'answers in another form' : 'is out of reach';
      return notScored(`the judge ${reason}`);
    }
    if (no.some((word) => reply.includes(word))) return scored(0);
    return reply.includes(yes) ? scored(1) : notScored('the reply of the judge is no verdict');
  }
  return {
    sameMeaning: (question, reference, answer) =>
      ask(
        `Compare an answer with a reference. Wording does not matter, meaning does. "N/A" means: it cannot be done.
Question: ${question}
Reference: ${reference}
Answer: ${answer}
Reply with one of: correct, partially correct, incorrect.`,
        'correct',
        ['partially correct', 'incorrect'],
      ),
    sameReason: (question, reason, report) =>
      ask(
        `A task cannot be done, for a known reason. Somebody tried and reports. Does the report give that reason, even in passing?
Task: ${question}
Known reason: ${reason}
Report: ${report}
Reply with one of: same, different.`,
        'same',
        ['different'],
      ),
  };
}
