import { addressOf } from '../pick.ts';
import type { Messages, Page } from '../site.ts';
import { shell } from '../style.tsx';
import { calendarPage, eventPage, newEventPage, peoplePage, personPage } from './calendar.tsx';
import {
  boxPage,
  type Context,
  composePage,
  forwardPage,
  mailPage,
  overviewPage,
  type Parts,
  replyPage,
  searchPage,
} from './mailPages.tsx';
import type { MailState } from './update.ts';
import type { Layout, MailWorld } from './world.ts';

type Route = (context: Context, rest: readonly string[], query: URLSearchParams) => Parts | null;

const box: Route = (context, [key]) => {
  const folder = context.world.folders.find((candidate) => candidate.key === key);
  return folder ? boxPage(context, folder) : null;
};

/** The day whose cell of the month was followed; anything else in the address is nobody's link. */
const dayIn = (query: URLSearchParams): string => query.get('date')?.match(/^\d{4}-\d{2}-\d{2}$/)?.[0] ?? '';

const HOMES: Record<Layout['home'], (context: Context) => Parts> = {
  inbox: (context) => boxPage(context, context.world.folders[0]),
  calendar: calendarPage,
  overview: overviewPage,
};

const ROUTES: Record<string, Route> = {
  '': (context) => HOMES[context.world.layout.home](context),
  box,
  search: (context, _rest, query) => searchPage(context, query.get('q') ?? ''),
  mail: (context, [id, page]) => {
    const mail = context.world.mails.find((candidate) => candidate.id === id);
    if (!mail) return null;
    if (page === undefined) return mailPage(context, mail);
    if (page === 'forward') return forwardPage(context, mail);
    return page === 'reply' && context.world.layout.reply === 'page' ? replyPage(context, mail) : null;
  },
  compose: composePage,
  people: (context, [slug]) => (slug === undefined ? peoplePage(context) : personPage(context, slug)),
  calendar: calendarPage,
  event: (context, [id, page], query) => {
    if (id === 'new' && page === undefined) return newEventPage(context, dayIn(query));
    const meeting = context.state.meetings.find((candidate) => candidate.id === id);
    return meeting ? eventPage(context, meeting, page) : null;
  },
};

export function view(world: MailWorld, state: MailState, url: string, messages: Messages): Page {
  const { words, layout, folders, brand, style } = world;
  const { path, query } = addressOf(url);
  const [head = '', ...rest] = path;
  const route = Object.hasOwn(ROUTES, head) && rest.length <= 2 ? ROUTES[head] : undefined;
  const parts = route?.({ world, state, messages }, rest, query) ?? { heading: words.notFound, main: <p>{url}</p> };
  const shown = layout.folders === 'links' ? folders : folders.slice(0, 1);
  return {
    title: `${parts.heading} | ${brand}`,
    body: shell(style, {
      brand,
      links: [
        ...shown.map(({ key, name }) => ({ label: name, href: `box/${key}` })),
        { label: words.compose, href: 'compose' },
        { label: words.calendar, href: 'calendar' },
        { label: words.people, href: 'people' },
      ],
      alert: messages[''],
      ...parts,
    }),
  };
}
