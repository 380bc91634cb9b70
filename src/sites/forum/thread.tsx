import type { VNode } from 'preact';
import { area, type Entry, facts, field, listing, minor } from '../style.tsx';
import { boardLink, type Content, oneOf, trailOf, type Visit, watching } from './parts.tsx';
import { markKey, repliesTo } from './update.ts';
import { type Post, shownPosts, type Thread, threadWith } from './world.ts';

/** A thread with its posts; on the page of their own replies are written alone. */
export function threadPage(visit: Visit, thread: Thread, replying: boolean): Content {
  const { world, state } = visit;
  const { label, layout, style } = world;
  const heading = thread.title;
  if (replying) return { heading, main: [replyForm(visit, thread), threadLine(thread)] };
  return {
    heading,
    trail: trailOf(world, { label: thread.board.name, href: `board/${thread.board.id}` }),
    aside: (
      <div key="aside">
        {facts(style, [
          [label.board, boardLink(thread.board)],
          [label.starter, thread.posts[0].author],
          [label.replies, `${repliesTo(state, thread)}`],
          [label.views, `${thread.views}`],
        ])}
        {watching(visit, thread.id)}
      </div>
    ),
    main: [
      thread.poll.length > 0 ? poll(visit, thread) : null,
      <div key="posts">
        {listing(
          style,
          [label.name, label.opinion, label.product, label.points],
          shownPosts(world, thread).map((post) => postEntry(visit, thread, post)),
        )}
      </div>,
      ownReplies(visit, thread),
      layout.writing === 'inline' ? (
        replyForm(visit, thread)
      ) : (
        <p key="reply">
          <a href={`thread/${thread.id}/reply`}>{label.reply}</a>
        </p>
      ),
    ],
  };
}

const threadLine = ({ id, title }: Thread): VNode => (
  <p key="thread">
    <a href={`thread/${id}`}>{title}</a>
  </p>
);

function postEntry({ world, state }: Visit, thread: Thread, post: Post): Entry {
  const { label, layout, style } = world;
  const { id, author, text, product, points } = post;
  const own = author === label.you;
  const up = state.marks[markKey('up', id)] === 'on';
  const best = state.marks[markKey('best', thread.id)] === id;
  const asker = thread.posts[0].author === label.you;
  return {
    key: id,
    title: own || layout.authors === 'plain' ? author : <a href={`member/${author.toLowerCase()}`}>{author}</a>,
    facts: [text, product, `${points + (up ? 1 : 0)}`],
    controls: own ? undefined : (
      <span>
        {best ? <b>{label.isBest}</b> : null} {minor(style, up ? label.unvote : label.upvote, 'upvote', id)}{' '}
        {asker ? minor(style, best ? label.unbest : label.best, 'best', id) : null}{' '}
        <a href={`report/${id}`}>{label.report}</a>
      </span>
    ),
  };
}

function ownReplies({ world, state }: Visit, { id }: Thread): VNode[] {
  const own = state.entries.filter(({ kind, about }) => kind === 'reply' && about === id);
  return own.map(({ text }, i) => (
    <div key={`own ${i}`} class="row">
      <b>{world.label.you}</b>
      <span class="fact">{text}</span>
    </div>
  ));
}

function replyForm({ world, messages }: Visit, { id }: Thread): VNode {
  const { label, style } = world;
  return (
    <form key="reply" data-on="reply" data-arg={id}>
      {field(style, 'reply', label.replyText, area('reply', ''), messages.reply)}
      <button type="submit">{label.post}</button>
    </form>
  );
}

function poll(visit: Visit, { id, poll: options }: Thread): VNode {
  const { label, style } = visit.world;
  const chosen = visit.state.marks[markKey('poll', id)];
  if (chosen !== undefined)
    return (
      <div key="poll">
        {facts(style, [[label.voted, chosen]])}
        {minor(style, label.withdraw, 'withdraw', id)}
      </div>
    );
  return (
    <form key="poll" data-on="vote" data-arg={id}>
      {oneOf(visit, 'option', label.poll, options)}
      <button type="submit">{label.vote}</button>
    </form>
  );
}

/** Asks why a post is reported. */
export function reportPage(visit: Visit, post: string): Content | null {
  const { world } = visit;
  const thread = threadWith(world, post);
  const found = thread?.posts.find(({ id, author }) => id === post && author !== world.label.you);
  if (!thread || !found) return null;
  const { label, style } = world;
  return {
    heading: label.report,
    main: [
      <div key="post">
        {facts(style, [
          [label.name, found.author],
          [label.product, found.product],
        ])}
      </div>,
      <form key="report" data-on="report" data-arg={post}>
        {oneOf(visit, 'reason', label.reason, world.reasons)}
        <button type="submit">{label.sendReport}</button>
      </form>,
      threadLine(thread),
    ],
  };
}
