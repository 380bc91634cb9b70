import type { ComponentChild, VNode } from 'preact';
import type { Messages } from '../site.ts';
import { area, choice, type Entry, facts, field, input, listing, minor } from '../style.tsx';
import type { MailState } from './update.ts';
import type { Folder, Mail, MailWorld } from './world.ts';

export interface Context {
  world: MailWorld;
  state: MailState;
  messages: Messages;
}
export interface Parts {
  heading: string;
  main: ComponentChild;
  aside?: ComponentChild;
  tools?: ComponentChild;
  trail?: { label: string; href: string }[];
}

/** The name of a mail's link in lists. */
export const linkOf = ({ layout, words }: MailWorld, { subject, sender }: Mail): string =>
  layout.entry === 'joined' ? `${subject} ${words.from.toLowerCase()} ${sender}` : subject;

export const mailsIn = (world: MailWorld, state: MailState, key: string): Mail[] =>
  world.mails.filter(({ id }) => state.marks[id].folder === key);

/** Mails with all these words in subject and sender, wherever they are. */
export const mailsWith = (world: MailWorld, text: string): Mail[] => {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return world.mails.filter(({ subject, sender }) => {
    const words = `${subject} ${sender}`.toLowerCase().split(' ');
    return wanted.length > 0 && wanted.every((word) => words.includes(word));
  });
};

/** A field for one of the contacts; an optional one may be left at nobody. */
export function personField({ world, messages }: Context, name: string, label: string, optional: boolean): VNode {
  const { words, style, layout, people } = world;
  const none = optional ? words.nobody : words.choose;
  const control =
    layout.person === 'select'
      ? choice(name, [none, ...people.map((person) => person.name)], none)
      : input(name, 'text', '');
  return field(style, name, label, control, messages[name]);
}

/** Search, and in some styles a select of folders; on every page about mails. */
export function mailTools({ world }: Context, { query = '', box = '' }: { query?: string; box?: string }): VNode[] {
  const { words, style, layout, folders } = world;
  const current = folders.find(({ key }) => key === box)?.name;
  const names = folders.map(({ name }) => name);
  const options = current === undefined ? [words.choose, ...names] : names;
  const search = (
    <form key="search" action="search" method="get">
      {field(style, 'q', words.query, input('q', 'search', query))}
      <button type="submit">{words.search}</button>
    </form>
  );
  if (layout.folders !== 'select') return [search];
  const open = choice('box', options, current ?? words.choose, { 'data-on': 'open' });
  return [
    search,
    <form key="open" data-on="open">
      {field(style, 'box', words.folder, open)}
    </form>,
  ];
}

const folderList = ({ folders }: MailWorld): VNode => (
  <ul key="folders" class="rows">
    {folders.map(({ key, name }) => (
      <li key={key} class="row">
        <a href={`box/${key}`}>{name}</a>
      </li>
    ))}
  </ul>
);

function mailList({ world }: Context, mails: readonly Mail[]): VNode {
  const { words, style, layout } = world;
  if (mails.length === 0) return <p key="nothing">{words.nothing}</p>;
  const entries = mails.map((mail): Entry => {
    const title = <a href={`mail/${mail.id}`}>{linkOf(world, mail)}</a>;
    return { key: mail.id, title, facts: layout.entry === 'joined' ? [] : [mail.sender] };
  });
  return listing(style, layout.entry === 'joined' ? [words.subject] : [words.subject, words.from], entries);
}

export function boxPage(context: Context, { key, name }: Folder): Parts {
  const { world, state } = context;
  return {
    heading: name,
    tools: mailTools(context, { box: key }),
    aside: world.layout.folders === 'list' ? folderList(world) : null,
    main: key === 'sent' ? sentList(context) : mailList(context, mailsIn(world, state, key)),
  };
}

/** The folders, with the number of mails in each. */
export function overviewPage(context: Context): Parts {
  const { world, state } = context;
  const { words, style, folders } = world;
  const entries = folders.map(({ key, name }): Entry => {
    const { length } = key === 'sent' ? state.sent : mailsIn(world, state, key);
    return { key, title: <a href={`box/${key}`}>{name}</a>, facts: [`${length}`] };
  });
  return {
    heading: words.overview,
    tools: mailTools(context, {}),
    main: listing(style, [words.folder, words.mails], entries),
  };
}

/** The way back to a list, on sites that show it. */
export const trailTo = ({ layout }: MailWorld, label: string, href: string): Parts['trail'] =>
  layout.trail === 'shown' ? [{ label, href }] : [];

export const searchPage = (context: Context, query: string): Parts => ({
  heading: context.world.words.results,
  tools: mailTools(context, { query }),
  aside: context.world.layout.folders === 'list' ? folderList(context.world) : null,
  main: mailList(context, mailsWith(context.world, query)),
});

function sentList({ world, state }: Context): VNode {
  const { words, style } = world;
  if (state.sent.length === 0) return <p key="nothing">{words.nothing}</p>;
  const entries = state.sent.map(
    ({ to, subject, text }, i): Entry => ({
      key: `${i} ${to} ${text}`,
      title: subject,
      facts: [to, text],
      controls: minor(style, words.unsend, 'unsend', String(i)),
    }),
  );
  return listing(style, [words.subject, words.to, words.text], entries);
}

/** A mail: what it says, what can be done with it and, in some styles, the rest of its folder. */
export function mailPage(context: Context, mail: Mail): Parts {
  const { world, state } = context;
  const { words, style, layout } = world;
  const { id, sender, subject, body } = mail;
  const { folder, answer } = state.marks[id];
  const name = world.folders.find(({ key }) => key === folder)?.name ?? folder;
  const pairs: [string, string][] = [
    [words.from, sender],
    [words.folder, name],
    ...mail.facts.map(([key, text]): [string, string] => [words[key], text]),
  ];
  if (answer !== '') pairs.push([words.answered, answer]);
  const says = [<p key="body">{body}</p>, <div key="facts">{facts(style, pairs)}</div>];
  const deeds = [
    mail.invites ? invitation(context, mail) : null,
    <p key="answers">
      {layout.reply === 'page' ? <a href={`mail/${id}/reply`}>{words.reply}</a> : null}
      <a href={`mail/${id}/forward`}>{words.forward}</a>
    </p>,
    layout.reply === 'inline' ? replyForm(context, mail) : null,
    <p key="file">
      {minor(style, words.file, 'file', id)}
      {minor(style, words.remove, 'remove', id)}
      {layout.star === 'button' ? star(context, mail) : null}
    </p>,
    layout.star === 'box' ? <div key="star">{star(context, mail)}</div> : null,
    moving(context, mail),
  ];
  return {
    heading: subject,
    tools: mailTools(context, { box: folder }),
    trail: trailTo(world, name, `box/${folder}`),
    aside: layout.pane === 'beside' ? mailList(context, mailsIn(world, state, folder)) : null,
    main: layout.deeds === 'above' ? [...deeds, ...says] : [...says, ...deeds],
  };
}

function star({ world, state }: Context, { id }: Mail): VNode {
  const { words, style, layout } = world;
  const { starred } = state.marks[id];
  if (layout.star === 'button') return minor(style, starred ? words.unstar : words.star, 'star', id);
  const act = { 'data-on': 'star', 'data-arg': id };
  return field(
    style,
    'starred',
    words.starred,
    <input id="starred" name="starred" type="checkbox" defaultChecked={starred} {...act} />,
  );
}

function invitation({ world, state }: Context, { id }: Mail): VNode {
  const { words, style } = world;
  const current = state.marks[id].answer;
  return (
    <p key="invitation">
      {current === 'accepted' ? null : minor(style, words.accept, 'accept', id)}
      {current === 'declined' ? null : minor(style, words.decline, 'decline', id)}
      {current === '' ? null : minor(style, words.undo, 'undo', id)}
    </p>
  );
}

/** Archive and trash have buttons of their own; this offers the other folders. */
function moving({ world, messages }: Context, { id }: Mail): VNode {
  const { words, style, layout, folders } = world;
  const offered = folders.filter(({ key }) => !['archive', 'trash', 'sent'].includes(key));
  if (layout.move === 'buttons')
    return (
      <p key="move">
        {offered.map(({ key, name }) => (
          <span key={key}>{minor(style, `${words.moveTo} ${name}`, 'move', `${id}:${key}`)}</span>
        ))}
      </p>
    );
  const act: Record<string, string> = layout.move === 'instant' ? { 'data-on': 'move', 'data-arg': id } : {};
  const options = [words.choose, ...offered.map(({ name }) => name)];
  return (
    <form key="move" data-on="move" data-arg={id}>
      {field(style, 'target', words.moveTo, choice('target', options, words.choose, act), messages.target)}
      {layout.move === 'form' ? <button type="submit">{words.move}</button> : null}
    </form>
  );
}

function replyForm({ world, messages }: Context, { id }: Mail): VNode {
  const { words, style } = world;
  return (
    <form key="reply" data-on="reply" data-arg={id}>
      {field(style, 'text', words.text, area('text', ''), messages.text)}
      <button type="submit">{words.send}</button>
    </form>
  );
}

const backLink = ({ words }: MailWorld, { id }: Mail): VNode => (
  <p key="back">
    <a href={`mail/${id}`}>{words.back}</a>
  </p>
);

export const replyPage = (context: Context, mail: Mail): Parts => ({
  heading: `${context.world.words.reply}: ${mail.subject}`,
  tools: mailTools(context, {}),
  main: [
    facts(context.world.style, [[context.world.words.to, mail.sender]]),
    replyForm(context, mail),
    backLink(context.world, mail),
  ],
});

export function forwardPage(context: Context, mail: Mail): Parts {
  const { world, messages } = context;
  const { words, style } = world;
  return {
    heading: `${words.forward}: ${mail.subject}`,
    tools: mailTools(context, {}),
    main: [
      <form key="forward" data-on="forward" data-arg={mail.id}>
        {personField(context, 'to', words.to, false)}
        {field(style, 'text', words.text, area('text', ''), messages.text)}
        <button type="submit">{words.send}</button>
      </form>,
      backLink(world, mail),
    ],
  };
}

export function composePage(context: Context): Parts {
  const { world, messages } = context;
  const { words, style } = world;
  return {
    heading: words.compose,
    main: (
      <form data-on="send">
        {personField(context, 'to', words.to, false)}
        {field(style, 'subject', words.subject, input('subject', 'text', ''), messages.subject)}
        {field(style, 'text', words.text, area('text', ''), messages.text)}
        {field(style, 'important', words.important, <input id="important" name="important" type="checkbox" />)}
        <button type="submit">{words.send}</button>
      </form>
    ),
  };
}
