import type { Synonyms } from '../style.tsx';

/** Wordings of the interface; `unseen` ones are held out from training seeds. */
export const LABELS = {
  home: { seen: ['Boards', 'Forum home'], unseen: ['Overview'] },
  members: { seen: ['Members', 'People'], unseen: ['Who is here'] },
  activity: { seen: ['My activity', 'My posts'], unseen: ['What I did'] },
  profile: { seen: ['Profile', 'My profile'], unseen: ['About me'] },
  start: { seen: ['New thread', 'Start a thread'], unseen: ['Open a topic'] },
  query: { seen: ['Search threads', 'Search the forum'], unseen: ['Words to find'] },
  search: { seen: ['Search', 'Find'], unseen: ['Look up'] },
  next: { seen: ['Next', 'Next page'], unseen: ['Onwards'] },
  previous: { seen: ['Previous', 'Previous page'], unseen: ['Backwards'] },
  sort: { seen: ['Sort by', 'Order by'], unseen: ['Arrange by'] },
  apply: { seen: ['Apply', 'Go'], unseen: ['Show'] },
  any: { seen: ['everywhere', 'anywhere'], unseen: ['in all of it'] },
  within: { seen: ['in', 'on'], unseen: ['within'] },
  board: { seen: ['Board', 'Category'], unseen: ['Section'] },
  thread: { seen: ['Thread', 'Topic'], unseen: ['Subject'] },
  title: { seen: ['Title', 'Thread title'], unseen: ['Headline'] },
  text: { seen: ['Text', 'Your text'], unseen: ['What to say'] },
  tag: { seen: ['Tag', 'Kind'], unseen: ['Marker'] },
  create: { seen: ['Create thread', 'Publish'], unseen: ['Put it online'] },
  starter: { seen: ['Started by', 'Author'], unseen: ['Opened by'] },
  replies: { seen: ['Replies', 'Answers'], unseen: ['Responses'] },
  views: { seen: ['Views', 'Visits'], unseen: ['Times read'] },
  name: { seen: ['Member', 'Name'], unseen: ['Who'] },
  joined: { seen: ['Joined', 'Member since'], unseen: ['Here since'] },
  location: { seen: ['Location', 'Lives in'], unseen: ['Home town'] },
  posts: { seen: ['Posts', 'Posts written'], unseen: ['Contributions'] },
  opinion: { seen: ['Post', 'Opinion'], unseen: ['Words'] },
  product: { seen: ['Recommends', 'Product'], unseen: ['Suggestion'] },
  points: { seen: ['Points', 'Likes'], unseen: ['Thumbs'] },
  upvote: { seen: ['Upvote', 'Like'], unseen: ['Thumb up'] },
  unvote: { seen: ['Take back vote', 'Unlike'], unseen: ['Thumb back'] },
  report: { seen: ['Report', 'Report post'], unseen: ['Flag'] },
  reason: { seen: ['Reason', 'Why'], unseen: ['What is wrong'] },
  sendReport: { seen: ['Send report', 'Report it'], unseen: ['Hand it in'] },
  watch: { seen: ['Watch', 'Subscribe'], unseen: ['Keep me posted'] },
  unwatch: { seen: ['Stop watching', 'Unsubscribe'], unseen: ['Leave me out'] },
  reply: { seen: ['Reply', 'Write a reply'], unseen: ['Respond'] },
  replyText: { seen: ['Your reply', 'Reply text'], unseen: ['Response text'] },
  post: { seen: ['Post reply', 'Send reply'], unseen: ['Add response'] },
  poll: { seen: ['Poll', 'What do you prefer'], unseen: ['Ballot'] },
  vote: { seen: ['Vote', 'Cast vote'], unseen: ['Hand in ballot'] },
  voted: { seen: ['You voted', 'Your vote'], unseen: ['Your ballot'] },
  withdraw: { seen: ['Withdraw vote', 'Cancel vote'], unseen: ['Take ballot back'] },
  best: { seen: ['Mark as best answer', 'Accept answer'], unseen: ['This solved it'] },
  unbest: { seen: ['Unmark', 'Undo accept'], unseen: ['Not solved'] },
  isBest: { seen: ['Best answer', 'Accepted answer'], unseen: ['Solution'] },
  message: { seen: ['Send a message', 'Write a message'], unseen: ['Write in private'] },
  messageText: { seen: ['Message', 'Your message'], unseen: ['Private words'] },
  send: { seen: ['Send', 'Send message'], unseen: ['Dispatch'] },
  signature: { seen: ['Signature', 'Motto'], unseen: ['Sign off'] },
  notify: { seen: ['Notifications', 'Mail me'], unseen: ['Alerts'] },
  visible: { seen: ['Public profile', 'Show my profile'], unseen: ['Visible to all'] },
  save: { seen: ['Save', 'Save profile'], unseen: ['Keep changes'] },
  saved: { seen: ['Profile saved', 'Saved'], unseen: ['All kept'] },
  sent: { seen: ['Thank you', 'Done'], unseen: ['It is in'] },
  remove: { seen: ['Remove', 'Delete'], unseen: ['Undo'] },
  choose: { seen: ['Please choose', 'Choose one'], unseen: ['Pick'] },
  missing: { seen: ['Please fill in', 'This is needed'], unseen: ['Cannot be blank'] },
  full: { seen: ['Too many already', 'Limit reached'], unseen: ['No more than that'] },
  nothing: { seen: ['Nothing found', 'No threads found'], unseen: ['No match'] },
  idle: { seen: ['Nothing yet', 'Nothing so far'], unseen: ['Still empty'] },
  notFound: { seen: ['Page not found', 'Not found'], unseen: ['Nothing lives here'] },
  you: { seen: ['You', 'Me'], unseen: ['Myself'] },
  brand: { seen: ['Forum', 'Community'], unseen: ['Round Table'] },
} as const satisfies Record<string, Synonyms>;

export type Label = keyof typeof LABELS;

/**
 * Goal patterns by task template; `{slot}` stands for the slot's value. What the visitor must find is named by everyday
 * words (starter, joined, location …), not by the labels of the site.
 */
export const GOALS = {
  count: {
    seen: [
      'How many {field} has the thread about the {title}?',
      'Answer with the number of {field} of the {title} thread',
    ],
    unseen: ['State how many {field} the discussion of the {title} got'],
  },
  starter: {
    seen: ['Who started the thread about the {title}?', 'Answer with the member who opened the {title} thread'],
    unseen: ['Give the name of the person behind the discussion of the {title}'],
  },
  joined: {
    seen: ['Which member joined in {joined}?', 'Find the member since {joined} and answer with the name'],
    unseen: ['Name the person who came here in {joined}'],
  },
  mention: {
    seen: ['Who recommends the {product}?', 'Find the post about the {product} and answer with its author'],
    unseen: ['Name the person whose post praises the {product}'],
  },
  advice: {
    seen: [
      'What does {author} recommend in the thread about the {title}?',
      'Answer with the product that {author} names in the {title} thread',
    ],
    unseen: ['In the discussion of the {title}, which product does {author} like ?'],
  },
  busiest: {
    seen: [
      'Which thread of the {board} board has the most views ?',
      'Answer with the title of the most viewed thread on {board}',
      'Open {board} and answer with the title of the thread that has most views',
    ],
    unseen: ['Of all discussions in {board} name the one that was read most'],
  },
  upvote: {
    seen: ['Upvote the post by {author} in the thread about the {title}', 'Like what {author} wrote on the {title}'],
    unseen: ['Give a thumb to {author} in the discussion of the {title}'],
  },
  'watch-board': {
    seen: ['Watch the board {board}', 'Subscribe to the {board} board', 'I want to watch {board}'],
    unseen: ['Keep me posted about everything in {board}'],
  },
  'watch-thread': {
    seen: ['Watch the thread about the {title}', 'Subscribe to the {title} thread'],
    unseen: ['Keep me posted about the discussion of the {title}'],
  },
  vote: {
    seen: ['Vote for {option} in the poll of the {title} thread', 'In the thread about the {title} vote {option}'],
    unseen: ['Put my ballot for {option} in the discussion of the {title}'],
  },
  reply: {
    seen: ['Reply {text} to the thread about the {title}', 'Post the reply {text} in the {title} thread'],
    unseen: ['Respond {text} in the discussion of the {title}'],
  },
  report: {
    seen: [
      'Report the post by {author} in the thread about the {title} as {reason}',
      'In the {title} thread report what {author} wrote with the reason {reason}',
    ],
    unseen: ['Flag the words of {author} on the {title} for being {reason}'],
  },
  best: {
    seen: [
      'Mark the reply by {author} as the best answer in my thread about the {title}',
      'Accept the answer of {author} in my {title} thread',
    ],
    unseen: ['In my discussion of the {title} it was {author} who solved it'],
  },
  profile: {
    seen: [
      'Set my location to {location}, my signature to {signature} and notifications to {notify} and make my profile {visible}',
      'Edit my profile: location {location}, signature {signature}, notifications {notify}, {visible}',
    ],
    unseen: [
      'I moved to {location}: update what is said about me, sign off with {signature}, alerts {notify}, {visible}',
    ],
  },
  start: {
    seen: [
      'Start a thread on the {board} board with the title {title}, the text {text} and the tag {tag}',
      'Post a new thread {title} in {board} saying {text}, tagged {tag}',
    ],
    unseen: ['Open a {tag} in {board} under the headline {title} that says {text}'],
  },
  'top-member': {
    seen: [
      'Find the member with the most posts on the {board} board and send the message {text}',
      'Send {text} to whoever wrote most posts on {board}',
    ],
    unseen: ['The busiest person of {board} should get the private words {text}'],
  },
  origin: {
    seen: [
      'Answer with the {field} of the member who recommends the {product}',
      'Find who names the {product} and answer with the {field} of that member',
    ],
    unseen: ['Someone likes the {product}: give the {field} of that person'],
  },
  relay: {
    seen: [
      'Look up what {author} recommends in the thread about the {title} and post it as a reply to the {other} thread',
      'Reply to the {other} thread with the product that {author} names in the {title} thread',
    ],
    unseen: ['What {author} likes on the {title} belongs as a response in the discussion of the {other}'],
  },
  moderate: {
    seen: [
      'Report the post by {author} on the {title} as {reason}; in the {other} thread upvote {liked} and reply {text}; then watch the board {board}',
      'Watch {board}, upvote the post of {liked} and reply {text} in the {other} thread, and report {author} for {reason} in the {title} thread',
    ],
    unseen: [
      'Flag {author} on the {title} for being {reason}, give a thumb to {liked} on the {other}, respond {text} there and keep me posted about {board}',
    ],
  },
  settle: {
    seen: [
      'Set my location to {location}, signature {signature}, notifications {notify}; then start the thread {title} on {board} with text {text} and tag {tag}',
      'Start a thread {title} with tag {tag} and text {text} on {board} and edit my profile: {location}, {signature}, {notify}',
    ],
    unseen: [
      'Say that I live in {location}, sign off with {signature}, alerts {notify}; and open a {tag} in {board}, headline {title}, saying {text}',
    ],
  },
} as const satisfies Record<string, Synonyms>;

interface Topic {
  name: string;
  things: readonly string[];
}
const topic = (name: string, things: string): Topic => ({ name, things: things.split(' ') });

/** What a forum is about: boards are drawn from one theme, held-out ones on sites of the unseen style only. */
interface Theme {
  name: string;
  seen: readonly Topic[];
  unseen: readonly Topic[];
}

/** No two boards share a thing, so a thread is known by the two words of its title. */
export const THEMES: readonly Theme[] = [
  {
    name: 'hobbies',
    seen: [
      topic('Cycling', 'brake chain saddle pedal wheel'),
      topic('Gardening', 'hedge lawn rose fence shovel'),
      topic('Cooking', 'oven pan sauce kettle knife'),
      topic('Photography', 'lens tripod flash shutter album'),
      topic('Fishing', 'rod reel hook boat net'),
      topic('Woodwork', 'plank drill hinge clamp chisel'),
    ],
    unseen: [topic('Astronomy', 'telescope mirror mount dome finder'), topic('Sewing', 'needle zip hem bobbin lining')],
  },
  {
    name: 'music',
    seen: [
      topic('Guitars', 'string fret pick capo amplifier'),
      topic('Pianos', 'keyboard stool hammer damper score'),
      topic('Drums', 'cymbal snare stick stand skin'),
      topic('Brass', 'trumpet valve mouthpiece tuba mute'),
      topic('Recording', 'microphone mixer cable booth headphone'),
      topic('Choirs', 'robe songbook baton rostrum hymnal'),
    ],
    unseen: [topic('Harps', 'harp lever gut column trolley'), topic('Organs', 'pipe bellows stop console reed')],
  },
  {
    name: 'home',
    seen: [
      topic('Kitchens', 'sink tap fridge cupboard tile'),
      topic('Heating', 'boiler radiator thermostat chimney pump'),
      topic('Painting', 'brush roller ladder primer bucket'),
      topic('Floors', 'carpet parquet mat skirting doormat'),
      topic('Roofs', 'gutter skylight slate beam vent'),
      topic('Locks', 'key latch bolt safe doorbell'),
    ],
    unseen: [topic('Cellars', 'barrel rack lamp hatch crate'), topic('Windows', 'blind pane sill curtain screen')],
  },
  {
    name: 'animals',
    seen: [
      topic('Dogs', 'leash collar kennel whistle muzzle'),
      topic('Cats', 'basket flap scratcher litter tunnel'),
      topic('Horses', 'bridle stirrup stable halter hoof'),
      topic('Birds', 'cage perch feeder nest aviary'),
      topic('Aquariums', 'filter gravel tank heater snail'),
      topic('Bees', 'hive smoker veil frame swarm'),
    ],
    unseen: [topic('Reptiles', 'terrarium shell rock branch moss'), topic('Rodents', 'maze hay tube straw ladle')],
  },
];
export const QUALITIES = 'old small cheap heavy broken dusty odd painted'.split(' ');
export const OPINIONS = [
  'This one works for me',
  'I would buy this',
  'My pick is here',
  'Have a look at mine',
  'Try this',
];
export const TAGS = 'question idea story warning'.split(' ');
export const REASONS = 'spam rude advert duplicate dangerous'.split(' ');
export const NOTIFY = 'daily weekly monthly instantly'.split(' ');
export const VISIBLE = ['public', 'hidden'] as const;
/** Titles of the visitor's own threads; none is the title of another. */
export const TITLES = [
  'hello from a newcomer',
  'looking for advice',
  'meeting next month',
  'lost my manual',
  'time to swap',
];
export const TEXTS = ['any hints are welcome', 'please share photos', 'what would you do', 'who else has this'];
export const REPLIES = [
  'that helped a lot',
  'same problem here',
  'try a new one',
  'thanks for sharing',
  'mine is fine now',
];
export const MESSAGES = [
  'can we talk',
  'call me tomorrow',
  'do you sell yours',
  'nice work there',
  'see you on sunday',
];
export const SIGNATURES = ['keep it simple', 'measure twice', 'ask me anything', 'slow but steady', 'always learning'];
