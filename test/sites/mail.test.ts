import { describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import type { Task } from '../../src/core/types.ts';
import { mail } from '../../src/sites/mail/index.ts';
import { targetOf } from '../../src/sites/mail/target.ts';
import { LIMITS, type MailState } from '../../src/sites/mail/update.ts';
import { WORDING, type WordKey } from '../../src/sites/mail/wording.ts';
import { createWorld, LAYOUTS, type Layout, type MailWorld } from '../../src/sites/mail/world.ts';
import { SPLIT_SEEDS } from '../../src/sites/site.ts';
import { checkTask, counterfactualTask, makeTask } from '../../src/sites/tasks.ts';
import { siteContract } from './contract.ts';
import { solve } from './drive.ts';
import { MiniBrowser } from './miniBrowser.ts';
import { expectPages } from './pages.ts';
import { countHeldOut, expectDistinct, expectHeldOut, wordingsOf } from './pools.ts';

const SEEDS = Object.values(SPLIT_SEEDS).flatMap(([low]) => Array.from({ length: 10 }, (_, i) => low + 7 * i));
const NAMES = mail.templates.map(({ name }) => name);
const open = (task: Task) => new MiniBrowser<MailWorld, MailState>(mail, task.siteSeed, task.goal);
/** The first site that is built like this. */
const siteWith = (layout: Partial<Layout>, from = 0): MailWorld => {
  for (let seed = from; seed < from + 1000; seed++) {
    const world = createWorld(seed);
    if (Object.entries(layout).every(([name, value]) => world.layout[name as keyof Layout] === value)) return world;
  }
  throw new Error(`no site with ${JSON.stringify(layout)}`);
};

describe('mail worlds', () => {
  test('are functions of the seed and name everything unambiguously', () => {
    expect(createWorld(7)).toEqual(createWorld(7));
    expect(createWorld(8).mails).not.toEqual(createWorld(7).mails);
    for (const seed of SEEDS) {
      const { mails, meetings, people, folders, month, times } = createWorld(seed);
      expectDistinct(mails.map(({ sender, subject }) => `${sender} ${subject}`));
      expect(new Set(mails.flatMap(({ facts }) => facts.map(([, text]) => text))).size).toBeGreaterThanOrEqual(
        mails.length * 3 - 1,
      );
      expect(mails.filter(({ invites }) => invites)).toHaveLength(2);
      expectDistinct(meetings.map(({ title }) => title));
      for (const part of [0, 1]) expect(new Set(people.map(({ name }) => name.split(' ')[part])).size).toBe(6);
      expect(new Set(folders.flatMap(({ key, name }) => [key, name])).size).toBe(12);
      for (const { date, time } of meetings) {
        expect(date.startsWith(month) && new Date(date).toISOString().startsWith(date), date).toBe(true);
        expect(times).toContain(time);
      }
    }
  });

  test('subjects and senders are shared, so that it takes both to name most mails', () => {
    const shares = SEEDS.map((seed) => {
      const { mails } = createWorld(seed);
      const both = mails.filter(
        (one) =>
          mails.some((other) => other !== one && other.subject === one.subject) &&
          mails.some((other) => other !== one && other.sender === one.sender),
      );
      return both.length / mails.length;
    });
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.4);
  });
});

describe('mail styles', () => {
  test('held-out words and layouts are only on sites of the unseen style, and are there', () => {
    const pools = Object.entries(LAYOUTS).filter(([, { unseen }]) => unseen.length > 0);
    expect(pools.map(([name]) => name)).toEqual(['folders', 'move', 'calendar']);
    const heldOut = (seed: number) => {
      const { words, layout } = createWorld(seed);
      return {
        words: countHeldOut<WordKey>(WORDING, words),
        layouts: countHeldOut<keyof Layout>(LAYOUTS, layout),
      };
    };
    for (const { words } of expectHeldOut(heldOut, 3)) expect(words).toBeGreaterThan(15);
  });

  test('no two links or buttons, and no two fields, can share a name', () => {
    const fields: WordKey[] = ['query', 'folder', 'to', 'subject', 'text', 'important', 'starred', 'moveTo'];
    fields.push('event', 'date', 'time', 'guest', 'second');
    const links: WordKey[] = ['inbox', 'archive', 'trash', 'sent', 'compose', 'calendar', 'people', 'reply', 'forward'];
    links.push('back', 'add', 'edit', 'keep');
    const buttons: WordKey[] = ['search', 'send', 'file', 'remove', 'star', 'unstar', 'move', 'unsend', 'accept'];
    buttons.push('decline', 'undo', 'save', 'cancel', 'sure');
    for (const group of [fields, [...links, ...buttons]]) expectDistinct(wordingsOf(WORDING, group));
  });
});

describe('mail pages', () => {
  test('are pure and small: between 10 and 60 nodes, half of them between 15 and 40', () => {
    const sizes: number[] = [];
    for (const seed of SEEDS) {
      const visit = new MiniBrowser<MailWorld, MailState>(mail, seed, '');
      const { mails, meetings, folders, layout, people } = visit.world;
      const there = ['/', '/calendar', '/people', '/compose', '/event/new', `/search?q=${mails[0].subject}`];
      there.push(...folders.map(({ key }) => `/box/${key}`), ...mails.map(({ id }) => `/mail/${id}`));
      there.push(`/mail/${mails[0].id}/forward`, ...(layout.reply === 'page' ? [`/mail/${mails[0].id}/reply`] : []));
      if (layout.contact === 'page') there.push(`/people/${people[0].name.toLowerCase().replace(' ', '-')}`);
      there.push(...meetings.map(({ id }) => `/event/${id}`), `/event/${meetings[0].id}/edit`);
      const missing = ['/nowhere/at/all', '/mail/99', '/box/attic', '/event/99', '/event/1/party'];
      const { notFound } = visit.world.words;
      sizes.push(...expectPages(visit, { there, missing, notFound, nodes: [5, 60] }));
    }
    sizes.sort((a, b) => a - b);
    expect(sizes[0]).toBeGreaterThanOrEqual(10);
    expect(sizes[sizes.length >> 2]).toBeGreaterThanOrEqual(15);
    expect(sizes[(sizes.length * 3) >> 2]).toBeLessThanOrEqual(40);
  });

  test('every mail is in the list of one folder and found by all its words; search takes whole words of both', () => {
    const { seed, mails, folders } = siteWith({ entry: 'joined', pane: 'alone' });
    const visit = new MiniBrowser<MailWorld, MailState>(mail, seed, '');
    const shown = (url: string): string[] => {
      visit.goto(url);
      const names = visit.observation().tree.nodes.flatMap(({ role, name }) => (role === 'link' ? [name] : []));
      return mails
        .filter(({ sender, subject }) => names.some((name) => name.startsWith(subject) && name.endsWith(sender)))
        .map(({ id }) => id);
    };
    expect(folders.flatMap(({ key }) => shown(`/box/${key}`)).sort()).toEqual(mails.map(({ id }) => id).sort());
    for (const { id, sender, subject } of mails)
      expect(shown(`/search?q=${encodeURIComponent(`${sender} ${subject.toUpperCase()}`)}`)).toEqual([id]);
    expect(shown(`/search?q=${mails[0].subject.slice(0, 3)}`)).toEqual([]);
    expect(shown('/search?q=')).toEqual([]);
  });

  test('a month has a cell for each day under its weekday, and a day leads to a new event on it', () => {
    const { seed, month, days } = siteWith({ calendar: 'month' });
    const visit = new MiniBrowser<MailWorld, MailState>(mail, seed, '');
    visit.goto('/calendar');
    const { nodes } = visit.observation().tree;
    const numbers = nodes.filter(({ role, name }) => role === 'link' && /^\d+$/.test(name));
    expect(numbers.map(({ name }) => name)).toEqual(Array.from({ length: days }, (_, i) => `${i + 1}`));
    visit.step({ verb: 'click', target: numbers[4].id });
    expect(visit.url).toBe(`/event/new?date=${month}-05`);
    const date = visit.observation().tree.nodes.find(({ role }) => role === 'Date');
    expect(date?.value).toBe(`${month}-05`);
  });
});

describe('mail updates', () => {
  const world = createWorld(4);
  const fresh = mail.initial(world);
  const send = (state: MailState, type: string, arg = '', fields: Record<string, string> = {}) =>
    mail.update(world, state, { type, arg, fields, url: '/' });
  const [ann] = world.people;
  const letter = { to: ann.name, subject: ' spare   key ', text: 'thanks', important: 'on' };

  test('filing a mail leads back to the list it was in', () => {
    const filed = send(fresh, 'file', '1');
    expect(filed.state.marks).toEqual({ ...fresh.marks, 1: { ...fresh.marks[1], folder: 'archive' } });
    expect(filed.navigate).toBe('/box/inbox');
    const [, travel] = world.folders;
    const moved = send(filed.state, 'move', '1', { target: travel.name });
    expect(moved.state.marks[1].folder).toBe(travel.key);
    expect(moved.navigate).toBe('/box/archive');
    expect(send(moved.state, 'move', '1:inbox').state).toEqual(fresh);
    expect(send(fresh, 'remove', '2').state.marks[2].folder).toBe('trash');
  });

  test('a mail needs a contact, a subject and a text; a forwarded one needs only the contact', () => {
    const sent = send(fresh, 'send', '', letter);
    const expected = { kind: 'new', mail: '', to: ann.name, subject: 'spare key', text: 'thanks', important: true };
    expect(sent.state.sent).toEqual([expected]);
    const refused = send(fresh, 'send', '', { to: 'Nobody Known', subject: ' ', text: '' });
    expect(Object.keys(refused.messages ?? {}).sort()).toEqual(['subject', 'text', 'to']);
    expect(refused.state).toBe(fresh);
    expect(send(fresh, 'forward', '3', { to: ann.name }).state.sent).toHaveLength(1);
    expect(send(fresh, 'reply', '3', { text: '' }).messages).toEqual({ text: world.words.missing });
    let { state } = sent;
    for (let i = 0; i < LIMITS.sent; i++) state = send(state, 'send', '', { ...letter, text: `${i}` }).state;
    expect(state.sent.map(({ text }) => text)).toEqual(['thanks', '0', '1', '2']);
    expect(send(state, 'unsend', '1').state.sent.map(({ text }) => text)).toEqual(['thanks', '1', '2']);
  });

  test('accepting brings the proposed event into the calendar once; declining and undoing take it out', () => {
    const { id, sender, subject, facts } = world.mails.find(({ invites }) => invites)!;
    const [date, time] = ['date', 'time'].map((key) => facts.find(([name]) => name === key)![1]);
    const yes = send(fresh, 'accept', id).state;
    expect(yes.marks[id].answer).toBe('accepted');
    expect(yes.meetings).toEqual([
      ...fresh.meetings,
      { id: '6', title: subject, date, time, guests: [sender], mail: id },
    ]);
    expect(send(yes, 'accept', id).state.meetings).toHaveLength(6);
    for (const [event, answer] of [
      ['decline', 'declined'],
      ['undo', ''],
    ]) {
      const { state } = send(yes, event, id);
      expect(state.meetings).toEqual(fresh.meetings);
      expect(state.marks[id].answer).toBe(answer);
    }
    const letterOnly = world.mails.find(({ invites }) => !invites)!;
    expect(send(fresh, 'accept', letterOnly.id).state).toBe(fresh);
  });

  test('an event needs a title, a day of the month shown, a time that is offered and known guests', () => {
    const when = { date: `${world.month}-02`, time: world.times[1] };
    const valid = { title: 'team lunch', ...when, guest: ann.name };
    const made = send(fresh, 'create', '', valid);
    expect(made.navigate).toBe('/event/6');
    const expected = { id: '6', title: 'team lunch', ...when, guests: [ann.name] };
    expect(made.state.meetings).toEqual([...fresh.meetings, expected]);
    const bad = (change: Record<string, string>) =>
      Object.keys(send(fresh, 'create', '', { ...valid, ...change }).messages ?? {});
    const outside = [`${world.month}-00`, `${world.month}-${world.days + 1}`, '1999-01-01', 'soon'];
    for (const date of outside) expect(bad({ date })).toEqual(['date']);
    expect(bad({ time: '03:33', title: '' })).toEqual(['title', 'time']);
    expect(bad({ guest: 'Nobody Known', second: world.words.nobody })).toEqual(['guest']);
    const alone = send(fresh, 'create', '', { ...valid, guest: world.words.nobody, second: ann.name });
    expect(alone.state.meetings.at(-1)?.guests).toEqual([ann.name]);
    const later = { date: `${world.month}-03`, time: world.times[0] };
    const changed = send(made.state, 'change', '6', { ...later, title: 'x' });
    expect(changed.state.meetings.at(-1)).toEqual({ ...expected, ...later });
    expect(send(fresh, 'change', '1', { date: '', time: '' }).state).toBe(fresh);
    expect(send(made.state, 'cancel', '6').state.meetings).toEqual(fresh.meetings);
  });

  test('what no page can send changes nothing', () => {
    for (const [type, arg] of [
      ['dance'],
      ['file', '99'],
      ['move', '1:sent'],
      ['move', '1:attic'],
      ['open'],
      ['__proto__'],
    ])
      expect(send(fresh, type, arg).state).toEqual(fresh);
  });
});

/** Steps of the shortest way (with `stop`), counted by hand where the first page is the inbox and lists the mail. */
const BY_HAND: Record<string, number> = {
  read: 2, // mail, stop
  who: 2,
  ask: 3, // calendar, event, stop
  star: 3, // mail, star, stop
  file: 3, // mail, archive or delete, stop
  move: 3, // mail, button of the folder, stop
  reply: 4, // mail, text, send, stop; one more when the form has a page of its own
  rsvp: 3, // mail, accept or decline, stop
  cancel: 4, // calendar, event, cancel, stop
  shift: 7, // calendar, event, edit, date, time, save, stop
  compose: 6, // compose, to, subject, text, send, stop
  forward: 6, // mail, forward, to, text, send, stop
  event: 8, // calendar, new, title, date, time, guest, save, stop
  proposal: 11, // mail, 2 notes, calendar, new, title, date, time, guest, save, stop
  tell: 6, // contacts, note, inbox, mail, text, send, stop: `inbox` is counted with the way to the mail
  plan: 14, // calendar, new, 5 fields, save, compose, 3 fields, send, stop
  handover: 13, // mail, forward, to, text, send, button of the folder, calendar, event, edit, date, time, save, stop
};

function byHand({ template, slots }: Task, { layout, mails }: MailWorld): number {
  let steps = BY_HAND[template];
  const letter = mails.find(({ sender, subject }) => subject === slots.subject && sender === (slots.sender ?? sender));
  // Over the inbox where the page cannot search, and by searching for what the page does not list.
  if (letter && (layout.home === 'calendar' || template === 'tell')) steps++;
  const searches = layout.home === 'overview' && template !== 'tell';
  if (letter && (letter.folder !== 'inbox' || searches)) steps++;
  if (layout.home === 'calendar' && ['ask', 'cancel', 'shift', 'event', 'plan'].includes(template)) steps--;
  // The day that is followed fills in the date.
  if (layout.calendar === 'month' && ['event', 'proposal', 'plan'].includes(template)) steps--;
  if (layout.move === 'form' && ['move', 'handover'].includes(template)) steps++;
  if (layout.reply === 'page' && ['reply', 'tell'].includes(template)) steps++;
  if (layout.contact === 'page' && template === 'tell') steps++;
  if (layout.cancel === 'twice' && template === 'cancel') steps++;
  if (slots.mark === 'marked important') steps++;
  return steps;
}

siteContract(mail, { sites: 10, nodes: [10, 60], median: [17, 45], words: 34, alone: ['star'], steps: byHand });

describe.each(NAMES)('mail template %s', (name) => {
  const { tier } = mail.templates.find((template) => template.name === name)!;

  test('not solved by solving the goal with one other slot', () => {
    let tried = 0;
    for (const seed of SEEDS) {
      const task = makeTask('mail', name, seed, 0);
      const other = counterfactualTask(task, createRng(seed));
      if (!other) continue;
      expect(Object.keys(task.slots).filter((slot) => task.slots[slot] !== other.slots[slot])).toHaveLength(1);
      const browser = open(other);
      const { answer } = solve(other, browser, task.horizon);
      expect(checkTask(other, browser.state, answer), other.id).toBe(true);
      expect(checkTask(task, browser.state, answer), `${task.goal} | ${other.goal}`).toBe(false);
      tried++;
    }
    expect(tried).toBeGreaterThan(SEEDS.length / 2);
  });

  test('spoilt by any one further change', () => {
    const task = makeTask('mail', name, SEEDS[4], 0);
    const browser = open(task);
    const { world } = browser;
    const { answer } = solve(task, browser, task.horizon);
    expect(answer).toBe(targetOf(world, task)?.answer?.text ?? '');
    const { state } = browser;
    const accepts = (change: Partial<MailState>): boolean => checkTask(task, { ...state, ...change }, answer);
    expect(accepts({ next: 99 })).toBe(true);
    for (const [id, mark] of Object.entries(state.marks)) {
      const marked = (change: Partial<typeof mark>) =>
        accepts({ marks: { ...state.marks, [id]: { ...mark, ...change } } });
      expect(marked({})).toBe(true);
      expect(marked({ starred: !mark.starred })).toBe(false);
      expect(marked({ answer: mark.answer === 'declined' ? '' : 'declined' })).toBe(false);
      for (const { key } of world.folders) if (key !== mark.folder) expect(marked({ folder: key })).toBe(false);
    }
    state.meetings.forEach((meeting, i) => {
      const changed = (change: Partial<typeof meeting>) =>
        accepts({ meetings: state.meetings.with(i, { ...meeting, ...change }) });
      expect(changed({ id: '77', guests: meeting.guests.toReversed() })).toBe(true);
      for (const change of [{ title: 'x' }, { date: `${world.month}-31` }, { time: '23:59' }, { guests: ['x'] }])
        expect(changed(change)).toBe(false);
      expect(accepts({ meetings: state.meetings.toSpliced(i, 1) })).toBe(false);
    });
    for (const sent of state.sent) {
      for (const change of [{ to: 'x' }, { subject: 'x' }, { text: 'x' }, { important: !sent.important }])
        expect(accepts({ sent: [{ ...sent, ...change }] })).toBe(false);
      expect(accepts({ sent: [sent, sent] })).toBe(false);
    }
  });

  test('its tier follows from the number of facts', () => {
    const hidden = { proposal: 2, tell: 1 }[name] ?? 0;
    const facts = Object.keys(makeTask('mail', name, 5, 0).slots).length + hidden;
    expect(tier).toBe(facts <= 3 ? 1 : facts <= 6 ? 2 : 3);
  });
});
