import type { VNode } from 'preact';
import { facts, listing, minor } from '../style.tsx';
import { talk } from './forms.tsx';
import { articleLink, type Content, categoryLink, partLabel, tools, type Visit, watching } from './parts.tsx';
import { namesOf, partKey, textOf, titleOf } from './update.ts';
import { type Article, articleOf, type Part, published, type Section } from './world.ts';

/** An article: its first sentence, infobox and sections, or the contents that lead to them. */
export function articlePage(visit: Visit, article: Article): Content {
  const { world, state } = visit;
  const { label, layout, style } = world;
  return {
    heading: titleOf(state, article),
    aside: (
      <div key="aside">
        {facts(style, infobox(visit, article))}
        {layout.editing === 'each' ? (
          <p class="choices">{article.facts.map(({ key }) => editLink(visit, article, key))}</p>
        ) : null}
        {watching(visit, article)}
      </div>
    ),
    main: [
      tools(visit, article, 'read'),
      intro(visit, article),
      layout.sections === 'whole' ? (
        article.sections.map((section) => sectionPart(visit, article, section))
      ) : (
        <div key="contents">
          <h3>{label.contents}</h3>
          <ul>
            {article.sections.map(({ key }) => (
              <li key={key}>
                <a href={`wiki/${article.id}/${key}`}>{label[key]}</a>
              </li>
            ))}
          </ul>
        </div>
      ),
      layout.talk === 'below' ? talk(visit, article) : null,
    ],
  };
}

/** A section of an article on a page of its own. */
export function sectionPage(visit: Visit, article: Article, key: string): Content | null {
  const section = article.sections.find((one) => one.key === key);
  if (!section || visit.world.layout.sections !== 'paged') return null;
  return {
    heading: titleOf(visit.state, article),
    main: [tools(visit, article, ''), sectionPart(visit, article, section)],
  };
}

const near = (visit: Visit, article: Article): VNode | null => {
  const other = articleOf(visit.world, article.near);
  return other ? articleLink(visit, other) : null;
};

function intro(visit: Visit, article: Article): VNode {
  const { label, layout } = visit.world;
  const sentence = `The ${article.category.kind.toLowerCase()} ${article.intro}`;
  if (layout.near === 'fact') return <p key="intro">{`${sentence}.`}</p>;
  return (
    <p key="intro">
      {`${sentence}, ${label.near.toLowerCase()} `}
      {near(visit, article)}
    </p>
  );
}

function infobox(visit: Visit, article: Article): [string, string | VNode | null][] {
  const { world, state } = visit;
  const { label, layout } = world;
  const others = namesOf(state, article).slice(1);
  return [
    [label.category, categoryLink(article.category)],
    ...article.facts.map(({ key }): [string, string] => [label[key], textOf(state, article, key)]),
    ...(layout.near === 'fact' ? [[label.near, near(visit, article)] as [string, VNode]] : []),
    ...(others.length > 0 ? [[label.also, others.join(', ')] as [string, string]] : []),
  ];
}

const editLink = ({ world }: Visit, { id }: Article, part: Part): VNode => (
  <a key={part} href={`wiki/${id}/edit/${part}`}>
    {`${world.label.edit} ${partLabel(world, part)}`}
  </a>
);

/** What is asked for is the last word of a section: a text of its own. */
function sectionPart(visit: Visit, article: Article, { key, lead, end }: Section): VNode {
  const { world, state } = visit;
  const text = textOf(state, article, key);
  return (
    <section key={key}>
      <h3>{world.label[key]}</h3>
      {text === published(article, key) ? (
        <p>
          {lead} <b>{end}</b>
        </p>
      ) : (
        <p>{text}</p>
      )}
      {world.layout.editing === 'each' ? <p>{editLink(visit, article, key)}</p> : null}
    </section>
  );
}

/** The edits of others, newest first, each to be reverted, after the visitor's own. */
export function historyPage(visit: Visit, article: Article): Content {
  const { world, state } = visit;
  const { label, style } = world;
  const own = Object.keys(state.changes).filter((key) => key.startsWith(partKey(article.id, '')));
  return {
    heading: titleOf(state, article),
    main: [
      tools(visit, article, 'history'),
      <div key="edits">
        {listing(
          style,
          [label.editor, label.date, label.field, label.before],
          [
            ...own.toReversed().map((key) => {
              const part = key.split(':')[1] as Part;
              return {
                key,
                title: label.you,
                facts: [label.today, partLabel(world, part), published(article, part)],
                controls: minor(style, label.undo, 'undo', key),
              };
            }),
            ...article.revisions.map(({ editor, date, key, before }, i) => ({
              key: editor,
              title: editor,
              facts: [date, partLabel(world, key), before],
              controls:
                textOf(state, article, key) === before
                  ? undefined
                  : minor(style, label.revert, 'revert', partKey(article.id, `${i}`)),
            })),
          ],
        )}
      </div>,
    ],
  };
}
