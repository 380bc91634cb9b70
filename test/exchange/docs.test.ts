import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseActionLists } from '../../src/exchange/actionLists.ts';
import { convertRecording } from '../../src/exchange/demos/convert.ts';
import { readRecording } from '../../src/exchange/demos/recorded.ts';
import { parseFlow } from '../../src/exchange/flow.ts';
import { importFlow } from '../../src/exchange/import.ts';
import { parseTree } from '../../src/page/text.ts';
import { adp } from './adpSchema.ts';

const FORMATS = readFileSync(new URL('../../docs/formats.md', import.meta.url), 'utf8');

/** The example below a heading of docs/formats.md. */
function example(heading: string): string {
  const [, below] = FORMATS.split(`### ${heading}`);
  return /```json\n(.*?)```/s.exec(below)![1];
}

it('the examples in the documentation are what they say', () => {
  expect(parseFlow(example('Flows')).steps[0].action.verb).toBe('click');
  expect(importFlow(example('Chrome DevTools Recorder')).flow).toMatchObject({
    lost: [],
    steps: [{ action: { verb: 'type', text: 'mug', enter: true } }],
  });
  expect(importFlow(example('browser-use history')).flow).toMatchObject({
    lost: [],
    steps: [{ action: { verb: 'type', text: 'mugs', enter: false } }],
  });
  const demo = readRecording(example('Demonstrations of MiniWoB++'));
  expect(convertRecording(demo, { task: demo.task, instance: 0, id: 'demo' })).toMatchObject({
    steps: [{ action: { verb: 'click', target: 2 }, reward: 1 }],
  });
  const { content } = adp.parse(JSON.parse(example('Agent data protocol')));
  const page = content[1];
  expect(page.class_ === 'web_observation' && parseTree(page.axtree!).nodes).toHaveLength(2);
  expect(parseActionLists(example('Running them')).get('21')).toHaveLength(2);
  expect(JSON.parse(example('HAR 1.2')).request.postData.params).toEqual([{ name: 'password', value: '••••' }]);
});
