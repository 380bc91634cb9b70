import type { Synonyms } from '../style.tsx';

/** Wordings of the interface; `unseen` ones are held out from training seeds. */
export const LABELS = {
  brand: { seen: ['Wiki', 'Encyclopedia'], unseen: ['Book of Knowledge'] },
  home: { seen: ['Main page', 'Welcome'], unseen: ['Front door'] },
  index: { seen: ['All articles', 'Index'], unseen: ['A to Z'] },
  categories: { seen: ['Categories', 'All categories'], unseen: ['Shelves'] },
  category: { seen: ['Category', 'Filed under'], unseen: ['Shelf'] },
  watchlist: { seen: ['Watchlist', 'Watched articles'], unseen: ['What I follow'] },
  mine: { seen: ['Contributions', 'My edits'], unseen: ['What I changed'] },
  create: { seen: ['New article', 'Create an article'], unseen: ['Begin a page'] },
  query: { seen: ['Search the wiki', 'Search articles'], unseen: ['Words to find'] },
  search: { seen: ['Search', 'Find'], unseen: ['Look up'] },
  featured: { seen: ['Featured article', 'Article of the day'], unseen: ['Worth reading'] },
  recent: { seen: ['Recent changes', 'Latest edits'], unseen: ['What is new'] },
  article: { seen: ['Article', 'Page'], unseen: ['Entry'] },
  articles: { seen: ['Articles', 'Pages'], unseen: ['Entries'] },
  contents: { seen: ['Contents', 'On this topic'], unseen: ['What is inside'] },
  read: { seen: ['Read', 'View article'], unseen: ['Back to the text'] },
  talk: { seen: ['Discussion', 'Talk'], unseen: ['What people say'] },
  history: { seen: ['History', 'View history'], unseen: ['Earlier versions'] },
  edit: { seen: ['Edit', 'Change'], unseen: ['Rewrite'] },
  names: { seen: ['Rename', 'Names'], unseen: ['Call it otherwise'] },
  tools: { seen: ['Go to', 'Views'], unseen: ['Turn to'] },
  also: { seen: ['Also known as', 'Other names'], unseen: ['People call it'] },
  near: { seen: ['Near', 'Close to'], unseen: ['Next door'] },
  newTitle: { seen: ['New title', 'New name'], unseen: ['Shall be called'] },
  rename: { seen: ['Move article', 'Save new title'], unseen: ['Call it so'] },
  alias: { seen: ['Redirect from', 'Further name'], unseen: ['Should lead here'] },
  addAlias: { seen: ['Add redirect', 'Create redirect'], unseen: ['Let it lead here'] },
  title: { seen: ['Title', 'Article title'], unseen: ['Headline'] },
  text: { seen: ['Text', 'First sentence'], unseen: ['What it says'] },
  quality: { seen: ['Quality', 'Rating'], unseen: ['How good it is'] },
  publish: { seen: ['Publish', 'Create page'], unseen: ['Put it online'] },
  save: { seen: ['Save changes', 'Save edit'], unseen: ['Keep it like this'] },
  editor: { seen: ['Editor', 'Changed by'], unseen: ['Whose hand'] },
  date: { seen: ['Date', 'Changed on'], unseen: ['On which day'] },
  field: { seen: ['Changed', 'What changed'], unseen: ['Touched'] },
  before: { seen: ['Before', 'Old value'], unseen: ['It used to say'] },
  after: { seen: ['Now', 'New value'], unseen: ['It says now'] },
  revert: { seen: ['Revert', 'Roll back'], unseen: ['Bring the old one back'] },
  undo: { seen: ['Undo', 'Withdraw'], unseen: ['Take it back'] },
  watch: { seen: ['Watch', 'Watch article'], unseen: ['Keep an eye on it'] },
  unwatch: { seen: ['Unwatch', 'Stop watching'], unseen: ['Lose sight of it'] },
  comment: { seen: ['Your comment', 'New comment'], unseen: ['Say something'] },
  post: { seen: ['Post comment', 'Add comment'], unseen: ['Say it'] },
  you: { seen: ['You', 'Me'], unseen: ['Myself'] },
  today: { seen: ['today', 'just now'], unseen: ['this very day'] },
  saved: { seen: ['Changes saved', 'Your edit is online'], unseen: ['Kept'] },
  choose: { seen: ['Please choose', 'Choose one'], unseen: ['Pick'] },
  missing: { seen: ['Please fill in', 'This is needed'], unseen: ['Cannot be blank'] },
  taken: { seen: ['This name is taken', 'There is such an article'], unseen: ['Somebody had this idea before'] },
  full: { seen: ['Too many edits', 'Limit reached'], unseen: ['No more than that'] },
  nothing: { seen: ['Nothing found', 'No such article'], unseen: ['No match'] },
  idle: { seen: ['Nothing yet', 'Nothing so far'], unseen: ['Still empty'] },
  notFound: { seen: ['Page not found', 'Not found'], unseen: ['Nothing lives here'] },
  population: { seen: ['Population', 'Inhabitants'], unseen: ['People living here'] },
  rooms: { seen: ['Rooms', 'Number of rooms'], unseen: ['Chambers'] },
  length: { seen: ['Length', 'Total length'], unseen: ['From end to end'] },
  depth: { seen: ['Depth', 'Greatest depth'], unseen: ['Down to'] },
  height: { seen: ['Height', 'Total height'], unseen: ['Up to'] },
  visitors: { seen: ['Visitors', 'Visitors a year'], unseen: ['Guests counted'] },
  founded: { seen: ['Founded', 'Founding year'], unseen: ['There since'] },
  built: { seen: ['Built', 'Year built'], unseen: ['Put up in'] },
  mapped: { seen: ['Mapped', 'First mapped'], unseen: ['On maps since'] },
  mayor: { seen: ['Mayor', 'Head of the village'], unseen: ['Led by'] },
  architect: { seen: ['Architect', 'Designed by'], unseen: ['Plans by'] },
  explorer: { seen: ['Explorer', 'Explored by'], unseen: ['Found by'] },
  director: { seen: ['Director', 'Run by'], unseen: ['In charge'] },
  keeper: { seen: ['Keeper', 'Kept by'], unseen: ['Looked after by'] },
  past: { seen: ['Past', 'Background'], unseen: ['Long ago'] },
  visiting: { seen: ['Visiting', 'Opening days'], unseen: ['For travellers'] },
  nature: { seen: ['Nature', 'Wildlife'], unseen: ['What lives there'] },
  legend: { seen: ['Legend', 'Folk tale'], unseen: ['What is told'] },
} as const satisfies Record<string, Synonyms>;

export type Label = keyof typeof LABELS;

/** What goals call the facts of an infobox, by key. */
export const FACTS = {
  population: 'population',
  rooms: 'room count',
  length: 'length',
  depth: 'depth',
  height: 'height',
  visitors: 'visitor count',
  founded: 'founding year',
  built: 'building year',
  mapped: 'mapping year',
  mayor: 'mayor',
  architect: 'architect',
  explorer: 'explorer',
  director: 'director',
  keeper: 'keeper',
  quality: 'quality',
} as const;
export type FactKey = keyof typeof FACTS;

/** How a number is written: drawn from `from` up to `to`, then the unit. */
export const NUMBERS = {
  population: { from: 200, to: 9000, unit: '' },
  rooms: { from: 12, to: 140, unit: '' },
  length: { from: 14, to: 480, unit: ' km' },
  depth: { from: 15, to: 380, unit: ' m' },
  height: { from: 12, to: 90, unit: ' m' },
  visitors: { from: 300, to: 9900, unit: '' },
} as const;
export type NumberKey = keyof typeof NUMBERS;
type YearKey = 'founded' | 'built' | 'mapped';
type PersonKey = 'mayor' | 'architect' | 'explorer' | 'director' | 'keeper';

/** A category of articles: each has a number, a year and a person. */
export interface Topic {
  name: string;
  kind: string;
  number: NumberKey;
  year: YearKey;
  person: PersonKey;
}
const topic = (name: string, kind: string, number: NumberKey, year: YearKey, person: PersonKey): Topic => ({
  name,
  kind,
  number,
  year,
  person,
});
export const TOPICS: { seen: readonly Topic[]; unseen: readonly Topic[] } = {
  seen: [
    topic('Villages', 'Village', 'population', 'founded', 'mayor'),
    topic('Castles', 'Castle', 'rooms', 'built', 'architect'),
    topic('Rivers', 'River', 'length', 'mapped', 'explorer'),
    topic('Lakes', 'Lake', 'depth', 'mapped', 'explorer'),
    topic('Museums', 'Museum', 'visitors', 'founded', 'director'),
    topic('Railways', 'Railway', 'length', 'built', 'architect'),
  ],
  unseen: [
    topic('Caves', 'Cave', 'depth', 'mapped', 'explorer'),
    topic('Lighthouses', 'Lighthouse', 'height', 'built', 'keeper'),
  ],
};

/** Sections of articles: what goals ask of them, and a sentence that ends with the answer. */
export const SECTIONS = {
  past: {
    detail: 'disaster',
    leads: ['Much of it was lost in a', 'It was closed for years after a', 'Old records speak of a great'],
    ends: ['fire', 'flood', 'storm', 'war', 'raid', 'landslide'],
  },
  visiting: {
    detail: 'opening day',
    leads: ['Guided walks start every', 'Guests are welcome every', 'A small ferry calls every'],
    ends: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Sunday'],
  },
  nature: {
    detail: 'animal',
    leads: ['At dusk one may see an', 'The emblem of the place is an', 'Early risers often meet an'],
    ends: ['otter', 'owl', 'eagle', 'elk', 'adder', 'egret'],
  },
  legend: {
    detail: 'treasure',
    leads: ['Nobody has ever found the lost', 'At midnight one hears of a hidden', 'A giant is said to guard a golden'],
    ends: ['crown', 'sword', 'chalice', 'mirror', 'bell', 'lantern'],
  },
} as const;
export type SectionKey = keyof typeof SECTIONS;

export const INTROS = [
  'lies in the north of the region',
  'is one of the oldest sights of the county',
  'was little known until a road was built',
  'appears on many postcards',
  'gave its name to a popular song',
  'is shown on the arms of the district',
  'was long thought to be a myth',
  'attracts painters in the autumn',
] as const;
export const OPINIONS = [
  'A photo would help here',
  'Where does this number come from',
  'The second sentence is too long',
  'I added what the archive says',
  'Could somebody check the names',
  'This reads well now',
  'A map is still missing',
] as const;

export const QUALITIES = ['stub', 'draft', 'checked', 'featured'] as const;
export const COMMENTS = [
  'please add a source',
  'this looks wrong to me',
  'thanks for the update',
  'I have a better photo',
  'who can check this',
  'the map is outdated',
] as const;
export const SENTENCES = [
  'it was restored last spring',
  'open only in fine weather',
  'nobody knows its true age',
  'a new path leads there',
  'it can be seen from afar',
  'the locals tell it differently',
] as const;

/** Goal patterns by task template; `{slot}` stands for the slot's value. Facts are named as in `FACTS`, not as on the site. */
export const GOALS = {
  fact: {
    seen: ['What is the {fact} of the {title} ?', 'Answer with the {fact} that the article {title} gives'],
    unseen: ['Read up on the {title} and tell me its {fact}'],
  },
  detail: {
    seen: [
      'Which {detail} does the article {title} mention ?',
      'Answer with the {detail} that is named in the article {title}',
    ],
    unseen: ['There is a {detail} in what is written on the {title} so tell me that'],
  },
  editor: {
    seen: ['Who changed the {fact} of the {title} ?', 'Answer with the editor of the {fact} in the article {title}'],
    unseen: ['Somebody touched the {fact} of the {title} and I want the name'],
  },
  when: {
    seen: [
      'On which date did {editor} edit the {title} ?',
      'Answer with the day of the edit by {editor} on the {title}',
    ],
    unseen: ['Tell me when {editor} had a hand in the {title}'],
  },
  before: {
    seen: [
      'What did the article {title} give as {fact} before it was changed ?',
      'Answer with the old value of the {fact} of the {title}',
    ],
    unseen: ['The {fact} of the {title} used to be another one so tell me which'],
  },
  alias: {
    seen: [
      'Which article does the name {alias} lead to ?',
      'Answer with the title of the article also known as {alias}',
    ],
    unseen: ['Some people say {alias} so tell me what we call it here'],
  },
  count: {
    seen: ['How many articles are in the category {category} ?', 'Answer with the size of the category {category}'],
    unseen: ['State the number of pages on {category}'],
  },
  extreme: {
    seen: [
      'Which of the {category} has the {extreme} {fact} ?',
      'Answer with the title of the article in {category} that has the {extreme} {fact}',
    ],
    unseen: ['Of all {category} name the one of {extreme} {fact}'],
  },
  watch: {
    seen: ['Watch the article {title}', 'Put the {title} on my watchlist'],
    unseen: ['Keep an eye on the {title} for me'],
  },
  unwatch: {
    seen: ['Stop watching the article {title}', 'Take the {title} off my watchlist'],
    unseen: ['I do not care for the {title} any more so forget about it'],
  },
  revert: {
    seen: ['Revert the edit by {editor} on the {title}', 'Undo what {editor} changed in the article {title}'],
    unseen: ['Bring back how the {title} was described before {editor} came along'],
  },
  comment: {
    seen: ['Post the comment {text} on the {title}', 'Say {text} in the discussion of the article {title}'],
    unseen: ['Let people who talk about the {title} know this: {text}'],
  },
  rename: {
    seen: ['Rename the article {title} to {name}', 'Move the {title} to the new title {name}'],
    unseen: ['From now on the {title} shall be called {name}'],
  },
  redirect: {
    seen: ['Make {alias} redirect to the article {title}', 'Add the redirect {alias} to the {title}'],
    unseen: ['People who look for {alias} should end up at the {title}'],
  },
  correct: {
    seen: ['Change the {fact} of the {title} to {value}', 'Set the {fact} in the article {title} to {value}'],
    unseen: ['It is {value} that should be given as {fact} of the {title}'],
  },
  rewrite: {
    seen: [
      'Let the section on the {detail} of the {title} say {text}',
      'Replace what the article {title} says about the {detail} with {text}',
    ],
    unseen: ['Instead of the {detail} the words {text} belong into what is written on the {title}'],
  },
  chain: {
    seen: [
      'What is the {fact} of the place near the {title} ?',
      'Follow the {title} to what it is close to and answer with the {fact} there',
    ],
    unseen: ['Next to the {title} there is a place whose {fact} I need'],
  },
  compare: {
    seen: [
      'Which has the larger {fact} the {title} or the {other} ?',
      'Compare the {fact} of the {title} and the {other} and answer with the larger one',
    ],
    unseen: ['Between the {title} and the {other} name the one that wins by {fact}'],
  },
  copy: {
    seen: [
      'Give the {title} the same {fact} as the {other}',
      'Look up the {fact} of the {other} and put it into the article {title}',
    ],
    unseen: ['What is said of the {other} as {fact} holds for the {title} as well so write that'],
  },
  relay: {
    seen: [
      'Post the {fact} of the {other} as a comment on the {title}',
      'Look up the {fact} of the {other} and say it in the discussion of the {title}',
    ],
    unseen: ['Let people who talk about the {title} know the {fact} of the {other}'],
  },
  create: {
    seen: [
      'Create the article {title} in the category {category} with the text {text} and the quality {quality}',
      'Write a new article {title} in {category} that says {text} and rate it {quality}',
    ],
    unseen: ['We need a page on {category} under the headline {title} saying {text} which counts as {quality}'],
  },
  tidy: {
    seen: [
      'Set the {fact} of the {title} to {value}; rename the {other} to {name}; post the comment {text} on the {third}',
      'Rename {other} to {name}, say {text} in the discussion of {third} and change the {fact} of {title} to {value}',
    ],
    unseen: [
      'It is {value} that should be given as {fact} of the {title}, the {other} shall be called {name}, and people who talk about the {third} should know this: {text}',
    ],
  },
  launch: {
    seen: [
      'Create the article {title} in {category} with the text {text} and the quality {quality}; make {alias} redirect to the {other}; watch the {third}',
      'Put the {third} on my watchlist, add the redirect {alias} to the {other} and write a new article {title} in {category} that says {text}, rated {quality}',
    ],
    unseen: [
      'We need a page on {category}, headline {title}, saying {text}, which counts as {quality}; who looks for {alias} should end up at the {other}; keep an eye on the {third}',
    ],
  },
} as const satisfies Record<string, Synonyms>;
