import { area, choice, facts, field, input, listing, minor } from '../style.tsx';
import { type Content, oneOf, trailOf, type Visit } from './parts.tsx';
import type { Contribution } from './update.ts';
import { boardOf, type ForumWorld, type Member, memberOf, threadOf, threadWith } from './world.ts';

/** A member with the form of a message; in some layouts the form has a page of its own. */
export function memberPage(visit: Visit, member: Member, writing: boolean): Content {
  const { world, messages } = visit;
  const { label, layout, style } = world;
  const heading = member.name;
  const home = `member/${member.id}`;
  const form = (
    <form key="message" data-on="message" data-arg={member.id}>
      {field(style, 'message', label.messageText, area('message', ''), messages.message)}
      <button type="submit">{label.send}</button>
    </form>
  );
  if (writing)
    return {
      heading,
      main: [
        form,
        <p key="back">
          <a href={home}>{member.name}</a>
        </p>,
      ],
    };
  return {
    heading,
    trail: trailOf(world, { label: label.members, href: 'members' }),
    main: [
      <div key="facts">
        {facts(style, [
          [label.joined, member.joined],
          [label.location, member.location],
          ...world.boards.map(({ id, name }) => [name, `${member.posts[id]}`] as const),
        ])}
      </div>,
      layout.writing === 'inline' ? (
        form
      ) : (
        <p key="message">
          <a href={`${home}/message`}>{label.message}</a>
        </p>
      ),
    ],
  };
}

export function profilePage(visit: Visit): Content {
  const { world, state, messages } = visit;
  const { label, style } = world;
  const { location, signature, notify, visible } = state.profile;
  const box = <input id="visible" name="visible" type="checkbox" defaultChecked={visible === 'on'} />;
  return {
    heading: label.profile,
    main: (
      <form data-on="profile">
        {field(style, 'location', label.location, input('location', 'text', location), messages.location)}
        {field(style, 'signature', label.signature, area('signature', signature))}
        {oneOf(visit, 'notify', label.notify, world.notify, notify)}
        {field(style, 'visible', label.visible, box)}
        <button type="submit">{label.save}</button>
      </form>
    ),
  };
}

export function startPage(visit: Visit): Content {
  const { world, messages } = visit;
  const { label, style } = world;
  const boards = choice('board', [label.choose, ...world.boards.map(({ name }) => name)], label.choose);
  return {
    heading: label.start,
    main: (
      <form data-on="start">
        {field(style, 'title', label.title, input('title', 'text', ''), messages.title)}
        {field(style, 'board', label.board, boards, messages.board)}
        {field(style, 'text', label.text, area('text', ''), messages.text)}
        {oneOf(visit, 'tag', label.tag, world.tags)}
        <button type="submit">{label.create}</button>
      </form>
    ),
  };
}

/** What an entry of the visitor's belongs to, in words. */
function aboutOf(world: ForumWorld, { kind, about }: Contribution): string {
  if (kind === 'thread') return boardOf(world, about)?.name ?? about;
  if (kind === 'message') return memberOf(world, about)?.name ?? about;
  return (kind === 'reply' ? threadOf(world, about) : threadWith(world, about))?.title ?? about;
}

/** Everything that the visitor wrote, to be taken back. */
export function activityPage({ world, state }: Visit): Content {
  const { label, style } = world;
  const heading = label.activity;
  if (state.entries.length === 0) return { heading, main: <p>{label.idle}</p> };
  return {
    heading,
    main: listing(
      style,
      [label.text, label.thread],
      state.entries.map((entry, i) => ({
        key: `${i} ${entry.text}`,
        title: entry.title || entry.text,
        facts: [aboutOf(world, entry)],
        controls: minor(style, label.remove, 'remove', `${i}`),
      })),
    ),
  };
}
