import type { CDPSession } from 'puppeteer';

/** What becomes of a document that a tab wants to show: `refuse` leaves the tab where it is, `blank` stands an empty page in for it. */
export type Passage = 'load' | 'refuse' | 'blank';

/** Asks `passage` about every document of the main frame, redirections included, before it is asked for. */
export async function guardDocuments(
  session: CDPSession,
  mainFrame: string,
  passage: (url: string) => Passage,
): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId, frameId, request }) => {
    const verdict = frameId === mainFrame ? passage(request.url) : 'load';
    const answered =
      verdict === 'load'
        ? session.send('Fetch.continueRequest', { requestId })
        : verdict === 'refuse'
          ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
          : session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, body: BLANK });
    // A tab that is gone asks for nothing any more.
    answered.catch(() => {});
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] });
}

/** `<!doctype html>`, as the protocol wants it. */
const BLANK = 'PCFkb2N0eXBlIGh0bWw+';
