import type { VNode } from 'preact';
import { area, choice, facts, field, input, listing } from '../style.tsx';
import { type Content, oneOf, tools, type Visit } from './parts.tsx';
import { namesOf, textOf, titleOf } from './update.ts';
import { QUALITIES } from './words.ts';
import { type Article, isSection, type Part } from './world.ts';

/** The comments on an article and the form of a new one. */
export function talk({ world, state, messages }: Visit, { id, comments }: Article): VNode {
  const { label, style } = world;
  const own = state.entries.filter(({ kind, about }) => kind === 'comment' && about === id);
  const all = [...comments, ...own.map(({ text }) => ({ author: label.you, text }))];
  return (
    <section key="talk">
      {listing(
        style,
        [label.editor, label.talk],
        all.map(({ author, text }, i) => ({ key: `${i}`, title: author, facts: [text] })),
      )}
      <form data-on="comment" data-arg={id}>
        {field(style, 'comment', label.comment, area('comment', ''), messages.comment)}
        <button type="submit">{label.post}</button>
      </form>
    </section>
  );
}

export function talkPage(visit: Visit, article: Article): Content | null {
  if (visit.world.layout.talk !== 'page') return null;
  return {
    heading: titleOf(visit.state, article),
    main: [tools(visit, article, 'talk'), talk(visit, article)],
  };
}

/** The form of a whole article, or of one part of it. */
export function editPage(visit: Visit, article: Article, only?: string): Content | null {
  const { world, state } = visit;
  const { label, layout } = world;
  const all: Part[] = [...article.facts.map(({ key }) => key), ...article.sections.map(({ key }) => key)];
  const parts = all.filter((part) => only === undefined || part === only);
  if (parts.length === 0 || (only === undefined) !== (layout.editing === 'all')) return null;
  return {
    heading: titleOf(state, article),
    main: [
      tools(visit, article, only === undefined ? 'edit' : ''),
      <form key="edit" data-on="edit" data-arg={article.id}>
        {parts.map((part) => partField(visit, article, part))}
        <button type="submit">{label.save}</button>
      </form>,
    ],
  };
}

function partField(visit: Visit, article: Article, part: Part): VNode {
  const { world, state, messages } = visit;
  const { label, style } = world;
  const text = textOf(state, article, part);
  if (part === 'quality') return oneOf(visit, part, label[part], QUALITIES, text);
  const control = isSection(part) ? area(part, text) : input(part, 'text', text);
  return field(style, part, label[part], control, messages[part]);
}

/** What leads to an article: a new title, further names. */
export function namesPage(visit: Visit, article: Article): Content {
  const { world, state, messages } = visit;
  const { label, style } = world;
  const others = namesOf(state, article).slice(1);
  return {
    heading: titleOf(state, article),
    main: [
      tools(visit, article, 'names'),
      others.length > 0 ? <div key="others">{facts(style, [[label.also, others.join(', ')]])}</div> : null,
      <form key="rename" data-on="rename" data-arg={article.id}>
        {field(style, 'newTitle', label.newTitle, input('newTitle', 'text', ''), messages.newTitle)}
        <button type="submit">{label.rename}</button>
      </form>,
      <form key="alias" data-on="alias" data-arg={article.id}>
        {field(style, 'alias', label.alias, input('alias', 'text', ''), messages.alias)}
        <button type="submit">{label.addAlias}</button>
      </form>,
    ],
  };
}

export function createPage(visit: Visit): Content {
  const { world, messages } = visit;
  const { label, style, categories } = world;
  const names = [label.choose, ...categories.map(({ name }) => name)];
  return {
    heading: label.create,
    main: (
      <form data-on="create">
        {field(style, 'title', label.title, input('title', 'text', ''), messages.title)}
        {field(style, 'category', label.category, choice('category', names, label.choose), messages.category)}
        {field(style, 'text', label.text, area('text', ''), messages.text)}
        {oneOf(visit, 'quality', label.quality, QUALITIES)}
        <button type="submit">{label.publish}</button>
      </form>
    ),
  };
}
