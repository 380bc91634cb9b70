import { listing } from '../style.tsx';
import { articleLink, type Content, type Visit } from './parts.tsx';
import { namesOf, titleOf } from './update.ts';
import type { Article } from './world.ts';

/* How articles are found: by a search, or in the list of all names. */

/** Articles with their categories, or `none`. */
export function articleList(visit: Visit, heading: string, articles: readonly Article[], none: string): Content {
  const { label, style } = visit.world;
  if (articles.length === 0) return { heading, main: <p>{none}</p> };
  return {
    heading,
    main: listing(
      style,
      [label.article, label.category],
      articles.map((article) => ({
        key: article.id,
        title: articleLink(visit, article),
        facts: [article.category.name],
      })),
    ),
  };
}

/** Articles with a name that has all the words. */
export function searchPage(visit: Visit, text: string): Content {
  const { world, state } = visit;
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = world.articles.filter((article) =>
    namesOf(state, article).some((name) => {
      const words = name.toLowerCase().split(' ');
      return wanted.length > 0 && wanted.every((word) => words.includes(word));
    }),
  );
  return articleList(visit, world.label.search, found, world.label.nothing);
}

/** The letter that a name stands under. */
export const letterOf = (name: string): string => name[0].toUpperCase();

/** All names, those that redirect with the article they lead to; in some layouts by letter. */
export function indexPage(visit: Visit, letter: string): Content {
  const { world, state } = visit;
  const { label, layout, style, articles } = world;
  const names = articles
    .flatMap((article) => namesOf(state, article).map((name) => ({ name, article })))
    .toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
  const letters = [...new Set(names.map(({ name }) => letterOf(name)))];
  const shown = layout.find === 'letters' ? names.filter(({ name }) => letterOf(name) === letter) : names;
  const entries = shown.map(({ name, article }) => {
    const isTitle = name === titleOf(state, article);
    return {
      key: `${article.id} ${name}`,
      title: isTitle ? articleLink(visit, article) : name,
      facts: isTitle ? [] : [articleLink(visit, article)],
    };
  });
  return {
    heading: label.index,
    main: [
      layout.find === 'letters' ? (
        <p key="letters" class="choices">
          {letters.map((one) => (
            <a key={one} href={`index?letter=${encodeURIComponent(one)}`}>
              {one}
            </a>
          ))}
        </p>
      ) : null,
      entries.length > 0 ? <div key="names">{listing(style, [label.article, label.also], entries)}</div> : null,
    ],
  };
}
