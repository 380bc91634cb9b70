import {
  type AgentAnswer,
  type AgentMessage,
  type AgentQuestion,
  type AgentRequest,
  ANSWERS,
  messageSchema,
} from './agentProtocol.ts';
import { PageFault } from './driver.ts';

/** The document that was asked is gone: another took its place. */
export class DocumentGone extends Error {}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The agent of one document, as the tab around it sees it. */
export class AgentPort {
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private closed = false;

  constructor(
    private readonly port: MessagePort,
    onNews: (news: Extract<AgentMessage, { news: string }>) => void,
  ) {
    port.onmessage = ({ data }) => {
      const { success, data: message } = messageSchema.safeParse(data);
      // What is no message of an agent is the page's own noise.
      if (!success) return;
      if ('news' in message) return onNews(message);
      const asked = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if ('error' in message) {
        asked?.reject(new PageFault('navigation', `The page's script failed: ${message.error}`, 'sandbox'));
      } else asked?.resolve(message.value);
    };
  }

  /** Rejects with `DocumentGone` when the document goes away first, with `PageFault` when the answer is none. */
  async ask<Ask extends AgentQuestion['ask']>(
    question: Extract<AgentQuestion, { ask: Ask }>,
  ): Promise<AgentAnswer<Ask>> {
    if (this.closed) throw new DocumentGone();
    const id = ++this.last;
    const value = await new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.port.postMessage({ ...question, id } as AgentRequest);
    });
    const { success, data, error } = ANSWERS[question.ask as Ask].safeParse(value);
    if (success) return data as AgentAnswer<Ask>;
    const [{ path, message }] = error.issues;
    throw new PageFault('navigation', `The page gave a wrong answer: ${path.join('.')}: ${message}`, 'sandbox');
  }

  close(): void {
    this.closed = true;
    this.port.close();
    for (const { reject } of this.waiting.values()) reject(new DocumentGone());
    this.waiting.clear();
  }
}
