import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJudge } from '../../src/webarena/judge.ts';

/** A chat service that answers what the test wants, and keeps what it was asked. */
let server: Server;
let url: string;
let reply: { status: number; body: string };
let asked: { path?: string; key?: string; body: string };
const says = (content: string): string => JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] });

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      asked = { path: request.url, key: request.headers.authorization, body };
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
});
afterAll(() => server?.close());

test('asks an OpenAI-compatible service', async () => {
  reply = { status: 200, body: says('correct') };
  const judge = createJudge({ url, model: 'small', key: 'k' });
  expect(await judge.sameMeaning('How long?', 'half an hour', '30 "min"')).toEqual({ value: 1 });
  expect(asked.path).toBe('/v1/chat/completions');
  expect(asked.key).toBe('Bearer k');
  const { model, temperature, messages } = JSON.parse(asked.body);
  expect({ model, temperature }).toEqual({ model: 'small', temperature: 0 });
  for (const part of ['How long?', 'half an hour', '30 "min"']) expect(messages[0].content).toContain(part);
});

test.each([
  // As published: both other verdicts hold the word "correct".
  ['Correct.', { value: 1 }],
  ['Incorrect.', { value: 0 }],
  ['It is partially correct', { value: 0 }],
  ['maybe', { notScored: ['the reply of the judge is no verdict'] }],
])('sameMeaning: %j', async (content, score) => {
  reply = { status: 200, body: says(content) };
  expect(await createJudge({ url, model: 'small' }).sameMeaning('q', 'r', 'a')).toEqual(score);
  expect(asked.key).toBeUndefined();
});

test.each([
  ['[same]', { value: 1 }],
  ['different', { value: 0 }],
  ['not the same: different', { value: 0 }],
  ['', { notScored: ['the reply of the judge is no verdict'] }],
])('sameReason: %j', async (content, score) => {
  reply = { status: 200, body: says(content) };
  expect(await createJudge({ url, model: 'small' }).sameReason('q', 'sold out', 'a')).toEqual(score);
});

test('a judge that fails gives no score', async () => {
  const judge = createJudge({ url, model: 'small' });
  const score = () => judge.sameMeaning('q', 'r', 'a');
  reply = { status: 500, body: '' };
  expect(await score()).toEqual({ notScored: ['the judge answered with status 500'] });
  reply = { status: 200, body: 'correct' };
  expect(await score()).toEqual({ notScored: ['the judge answers in another form'] });
  reply = { status: 200, body: '{"choices":[]}' };
  expect(await score()).toEqual({ notScored: ['the judge answers in another form'] });
  reply = { status: 200, body: says('correct'.padEnd(1_000_001)) };
  expect(await score()).toEqual({ notScored: ['the reply of the judge is too long'] });
  const nobody = createJudge({ url: 'http://127.0.0.1:1/v1', model: 'small' });
  expect(await nobody.sameMeaning('q', 'r', 'a')).toEqual({ notScored: ['the judge is out of reach'] });
});
