import type { VNode } from 'preact';
import { addressOf } from '../pick.ts';
import type { Messages, Page } from '../site.ts';
import { facts, field, input, listing, minor, shell } from '../style.tsx';
import { articlePage, historyPage, sectionPage } from './article.tsx';
import { articleList, indexPage, searchPage } from './find.tsx';
import { createPage, editPage, namesPage, talkPage } from './forms.tsx';
import { articleLink, type Content, categoryLink, categoryName, partLabel, type Visit } from './parts.tsx';
import { type Entry, ownIn, textOf, titleOf, type WikiState } from './update.ts';
import { type Article, articleOf, type Category, categoryOf, type Part, type WikiWorld, within } from './world.ts';

const RECENT = 4;

export function view(world: WikiWorld, state: WikiState, url: string, messages: Messages): Page {
  const { path, query } = addressOf(url);
  const { label, layout, style, brand, categories } = world;
  const content = route({ world, state, messages }, path, query) ?? { heading: label.notFound, main: <p>{url}</p> };
  const text = path[0] === 'search' ? (query.get('q') ?? '') : '';
  return {
    title: `${content.heading} | ${brand}`,
    body: shell(style, {
      brand,
      links: [
        { label: label.home, href: './' },
        ...(layout.find === 'search' ? [] : [{ label: label.index, href: 'index' }]),
        ...(layout.categories === 'page' ? [{ label: label.categories, href: 'categories' }] : []),
        { label: label.watchlist, href: 'watchlist' },
        { label: label.mine, href: 'mine' },
        { label: label.create, href: 'create' },
        ...(layout.categories === 'tabs'
          ? categories.map(({ id, name }) => ({ label: name, href: `category/${id}` }))
          : []),
      ],
      tools:
        layout.find === 'search' ? (
          <form action="search" method="get">
            {field(style, 'q', label.query, input('q', 'search', text))}
            <button type="submit">{label.search}</button>
          </form>
        ) : null,
      alert: messages[''],
      ...content,
    }),
  };
}

function route(visit: Visit, path: readonly string[], query: URLSearchParams): Content | null {
  const { world } = visit;
  const [page = '', id = '', ...rest] = path;
  if (page === 'wiki') {
    const article = articleOf(world, id);
    return article ? subpage(visit, article, rest) : null;
  }
  if (page === 'category') {
    const category = categoryOf(world, id);
    return category && rest.length === 0 ? categoryPage(visit, category) : null;
  }
  if (path.length > 1) return null;
  switch (page) {
    case '':
      return homePage(visit);
    case 'search':
      return world.layout.find === 'search' ? searchPage(visit, query.get('q') ?? '') : null;
    case 'index':
      return world.layout.find === 'search' ? null : indexPage(visit, query.get('letter') ?? '');
    case 'categories':
      return { heading: world.label.categories, main: categoryList(visit) };
    case 'watchlist':
      return articleList(
        visit,
        world.label.watchlist,
        world.articles.filter(({ id }) => visit.state.watched.includes(id)),
        world.label.idle,
      );
    case 'mine':
      return minePage(visit);
    case 'create':
      return createPage(visit);
    default:
      return null;
  }
}

function subpage(visit: Visit, article: Article, [page, part, ...more]: readonly string[]): Content | null {
  if (more.length > 0 || (part !== undefined && page !== 'edit')) return null;
  switch (page) {
    case undefined:
      return articlePage(visit, article);
    case 'talk':
      return talkPage(visit, article);
    case 'history':
      return historyPage(visit, article);
    case 'names':
      return namesPage(visit, article);
    case 'edit':
      return editPage(visit, article, part);
    default:
      return sectionPage(visit, article, page);
  }
}

/** Articles that `world` has, and the visitor's own. */
const sizeOf = ({ world, state }: Visit, category: Category): string =>
  `${within(world, category).length + ownIn(state, category.id).length}`;

function categoryList(visit: Visit): VNode {
  const { label, style, categories } = visit.world;
  const entries = categories.map((category) => ({
    key: category.id,
    title: categoryLink(category),
    facts: [sizeOf(visit, category)],
  }));
  return listing(style, [label.category, label.articles], entries);
}

function homePage(visit: Visit): Content {
  const { world } = visit;
  const { label, layout, categories, articles } = world;
  const heading = label.home;
  if (layout.home === 'categories') return { heading, main: categoryList(visit) };
  if (layout.home === 'tree')
    return {
      heading,
      main: (
        <ul class="rows">
          {categories.map((category) => (
            <li key={category.id}>
              {categoryLink(category)}
              <ul>
                {within(world, category).map((article) => (
                  <li key={article.id}>{articleLink(visit, article)}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      ),
    };
  const [featured] = articles;
  return {
    heading,
    main: [
      <section key="featured">
        <h3>{label.featured}</h3>
        <p>
          {articleLink(visit, featured)} {featured.intro}
        </p>
      </section>,
      recentChanges(visit),
    ],
    aside:
      layout.categories === 'home' ? (
        <p key="categories" class="choices">
          {categories.map(categoryLink)}
        </p>
      ) : null,
  };
}

/** The last edits, the visitor's own first. */
function recentChanges(visit: Visit): VNode {
  const { world, state } = visit;
  const { label, style, articles } = world;
  const own = Object.keys(state.changes).map((key) => ({ id: key.split(':')[0], editor: label.you }));
  const others = articles.slice(1).map(({ id, revisions }) => ({ id, editor: revisions[0].editor }));
  const shown = [...own.toReversed(), ...others].slice(0, RECENT);
  return (
    <section key="recent">
      <h3>{label.recent}</h3>
      {listing(
        style,
        [label.article, label.editor],
        shown.flatMap(({ id, editor }, i) => {
          const article = articleOf(world, id);
          return article ? [{ key: `${i}`, title: articleLink(visit, article), facts: [editor] }] : [];
        }),
      )}
    </section>
  );
}

/** A table of values: the articles of a category with their number and year. */
function categoryPage(visit: Visit, category: Category): Content {
  const { world, state } = visit;
  const { label, style } = world;
  const entries = within(world, category).map((article) => ({
    key: article.id,
    title: articleLink(visit, article),
    facts: [category.number, category.year].map((key) => textOf(state, article, key)),
  }));
  const own = ownIn(state, category.id).map(({ title, text, quality }) => ({
    key: `own ${title}`,
    title,
    facts: [text, quality],
  }));
  return {
    heading: category.name,
    aside: <div key="aside">{facts(style, [[label.articles, sizeOf(visit, category)]])}</div>,
    main: listing(style, [label.article, label[category.number], label[category.year]], [...entries, ...own]),
  };
}

/** What an entry of the visitor's belongs to, in words. */
function aboutOf({ world, state }: Visit, { kind, about }: Entry): string {
  if (kind === 'article') return categoryName(world, about);
  const article = articleOf(world, about);
  return article ? titleOf(state, article) : about;
}

/** Everything that the visitor edited or added, to be taken back. */
function minePage(visit: Visit): Content {
  const { world, state } = visit;
  const { label, style } = world;
  const heading = label.mine;
  const changes = Object.entries(state.changes).map(([key, text]) => {
    const [id, part] = key.split(':');
    return { key, title: partLabel(world, part as Part), about: articleOf(world, id), text };
  });
  const rows = [
    ...changes.map(({ key, title, about, text }) => ({
      key,
      title: about ? titleOf(state, about) : key,
      facts: [title, text],
      controls: minor(style, label.undo, 'undo', key),
    })),
    ...state.entries.map((entry, i) => ({
      key: `${i}`,
      title: aboutOf(visit, entry),
      facts: [
        { comment: label.comment, article: label.create, alias: label.alias }[entry.kind],
        entry.title || entry.text,
      ],
      controls: minor(style, label.undo, 'undo', `${i}`),
    })),
  ];
  if (rows.length === 0) return { heading, main: <p>{label.idle}</p> };
  return { heading, main: listing(style, [label.article, label.field, label.after], rows) };
}
