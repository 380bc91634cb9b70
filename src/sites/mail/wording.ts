import type { Synonyms } from '../style.tsx';

/** What the site calls its pages, controls and facts; one choice per site. */
export const WORDING = {
  brand: { seen: ['Mail', 'Post'], unseen: ['Letters'] },
  inbox: { seen: ['Inbox', 'Incoming'], unseen: ['New mail'] },
  archive: { seen: ['Archive', 'Archived'], unseen: ['Kept mail'] },
  trash: { seen: ['Trash', 'Bin'], unseen: ['Thrown away'] },
  sent: { seen: ['Sent', 'Sent mail'], unseen: ['Outgoing'] },
  compose: { seen: ['Compose', 'New message'], unseen: ['Write mail'] },
  mails: { seen: ['Mails', 'Letters'], unseen: ['How many'] },
  overview: { seen: ['Overview', 'Summary'], unseen: ['All at a glance'] },
  calendar: { seen: ['Calendar', 'My calendar'], unseen: ['Schedule'] },
  people: { seen: ['Contacts', 'Address book'], unseen: ['People I know'] },
  query: { seen: ['Search mail', 'Find mail'], unseen: ['Words to match'] },
  search: { seen: ['Search', 'Find'], unseen: ['Look up'] },
  results: { seen: ['Results', 'Search results'], unseen: ['Matches'] },
  nothing: { seen: ['No mail here', 'This is empty'], unseen: ['Nothing to read'] },
  folder: { seen: ['Folder', 'Mailbox'], unseen: ['Kept in'] },
  from: { seen: ['From', 'Sender'], unseen: ['Written by'] },
  subject: { seen: ['Subject', 'Topic'], unseen: ['About'] },
  text: { seen: ['Message', 'Text'], unseen: ['Your words'] },
  to: { seen: ['To', 'Recipient'], unseen: ['Addressed to'] },
  important: { seen: ['Important', 'High priority'], unseen: ['Urgent'] },
  send: { seen: ['Send', 'Send mail'], unseen: ['Post it'] },
  reply: { seen: ['Reply', 'Reply to this'], unseen: ['Write back'] },
  forward: { seen: ['Forward', 'Forward mail'], unseen: ['Pass on'] },
  back: { seen: ['Back to mail', 'Discard'], unseen: ['Rather not'] },
  file: { seen: ['Archive mail', 'Put away'], unseen: ['File this'] },
  remove: { seen: ['Delete', 'Delete mail'], unseen: ['Throw it away'] },
  star: { seen: ['Star', 'Add star'], unseen: ['Mark as special'] },
  unstar: { seen: ['Unstar', 'Remove star'], unseen: ['Not special any more'] },
  starred: { seen: ['Starred', 'Has a star'], unseen: ['Special'] },
  moveTo: { seen: ['Move to', 'Put in'], unseen: ['Sort into'] },
  move: { seen: ['Move', 'Move mail'], unseen: ['Sort'] },
  unsend: { seen: ['Take back', 'Undo sending'], unseen: ['Recall'] },
  accept: { seen: ['Accept', 'Accept invitation'], unseen: ['Say yes'] },
  decline: { seen: ['Decline', 'Decline invitation'], unseen: ['Say no'] },
  undo: { seen: ['Undo answer', 'Withdraw answer'], unseen: ['Not sure yet'] },
  answered: { seen: ['Your answer', 'Answered'], unseen: ['You said'] },
  add: { seen: ['New event', 'Add event'], unseen: ['Plan something'] },
  event: { seen: ['Event', 'Event name'], unseen: ['Occasion'] },
  date: { seen: ['Date', 'Day'], unseen: ['On which day'] },
  time: { seen: ['Time', 'Start time'], unseen: ['Begins'] },
  guest: { seen: ['Guest', 'First guest'], unseen: ['Who comes'] },
  second: { seen: ['Second guest', 'Another guest'], unseen: ['Who else comes'] },
  save: { seen: ['Save', 'Save event'], unseen: ['Put it down'] },
  edit: { seen: ['Edit event', 'Change event'], unseen: ['Shift this'] },
  cancel: { seen: ['Cancel event', 'Delete event'], unseen: ['Call off'] },
  sure: { seen: ['Yes, cancel', 'Really cancel'], unseen: ['Call it off now'] },
  keep: { seen: ['Keep event', 'Back to event'], unseen: ['Leave it'] },
  reference: { seen: ['Reference', 'Reference code'], unseen: ['File number'] },
  amount: { seen: ['Amount', 'Total'], unseen: ['Sum'] },
  room: { seen: ['Room', 'Place'], unseen: ['Where'] },
  name: { seen: ['Name', 'Contact'], unseen: ['Person'] },
  phone: { seen: ['Phone', 'Phone number'], unseen: ['Direct line'] },
  city: { seen: ['City', 'Town'], unseen: ['Lives in'] },
  choose: { seen: ['Please choose', 'Choose one'], unseen: ['Select'] },
  nobody: { seen: ['Nobody', 'No one'], unseen: ['Just me'] },
  missing: { seen: ['Please fill in', 'This is needed'], unseen: ['Cannot be blank'] },
  unknown: { seen: ['Not in your contacts', 'Unknown person'], unseen: ['Nobody has this name'] },
  moved: { seen: ['Mail moved', 'Moved'], unseen: ['Sorted'] },
  onItsWay: { seen: ['Mail sent', 'Your mail is on its way'], unseen: ['Posted'] },
  full: { seen: ['Too many of these', 'No room for more'], unseen: ['That is enough'] },
  saved: { seen: ['Event saved', 'Calendar updated'], unseen: ['Put down'] },
  notFound: { seen: ['Page not found', 'Not found'], unseen: ['Nothing lives here'] },
} as const satisfies Record<string, Synonyms>;

export type WordKey = keyof typeof WORDING;

/**
 * Goal patterns by task template; `{slot}` stands for the slot's value. A fact that the visitor must find is named by the
 * everyday word (reference, phone …), not by the label of the site.
 */
export const GOALS = {
  read: {
    seen: [
      'Answer with the {fact} in the mail from {sender} about {subject}',
      'Which {fact} does {sender} give in the mail about {subject} ?',
    ],
    unseen: ['Look into the message of {sender} on {subject} and tell me the {fact}'],
  },
  who: {
    seen: ['Who sent the mail about {subject} ?', 'Answer with the sender of the mail about {subject}'],
    unseen: ['Tell me who wrote the message on {subject}'],
  },
  ask: {
    seen: ['Answer with the {detail} of the event {event}', 'What is the {detail} of {event} in the calendar ?'],
    unseen: ['Tell me the {detail} that is planned for {event}'],
  },
  star: {
    seen: ['Star the mail from {sender} about {subject}', 'Put a star on the {subject} mail of {sender}'],
    unseen: ['The message of {sender} on {subject} deserves a star'],
  },
  file: {
    seen: ['Please {deed} the mail from {sender} about {subject}', 'Find the {subject} mail of {sender} and {deed} it'],
    unseen: ['I am done with the message of {sender} on {subject} so {deed} it'],
  },
  move: {
    seen: [
      'Move the mail from {sender} about {subject} to the folder {folder}',
      'Put the {subject} mail of {sender} into {folder}',
    ],
    unseen: ['Sort the message of {sender} on {subject} into {folder}'],
  },
  reply: {
    seen: [
      'Reply to the mail from {sender} about {subject} with the text {text}',
      'Answer the {subject} mail of {sender} with {text}',
    ],
    unseen: ['Write {text} back to {sender} on the message {subject}'],
  },
  rsvp: {
    seen: [
      'Please {deed} the invitation from {sender} to {subject}',
      'Find the invitation of {sender} to {subject} and {deed} it',
    ],
    unseen: ['{sender} proposes {subject} by mail so {deed} that'],
  },
  cancel: {
    seen: ['Cancel the event {event}', 'Remove {event} from the calendar'],
    unseen: ['Call {event} off'],
  },
  shift: {
    seen: ['Move the event {event} to {date} at {time}', 'Change {event} so that it is on {date} at {time}'],
    unseen: ['Let {event} take place on the day {date} from {time}'],
  },
  compose: {
    seen: [
      'Send a mail {mark} to {to} with the subject {topic} and the text {text}',
      'Write a mail {mark} about {topic} to {to} saying {text}',
    ],
    unseen: ['Let {to} have a message {mark} on {topic} with the words {text}'],
  },
  forward: {
    seen: [
      'Forward the mail from {sender} about {subject} to {to} with the text {text}',
      'Send the {subject} mail of {sender} on to {to} and add {text}',
    ],
    unseen: ['Let {to} see the message of {sender} on {subject} with the words {text}'],
  },
  event: {
    seen: [
      'Create the event {title} on {date} at {time} with {guest}',
      'Add {title} to the calendar for {date} at {time} and invite {guest}',
    ],
    unseen: ['Plan {title} with {guest} on the day {date} from {time}'],
  },
  proposal: {
    seen: [
      'Read when {sender} wants to hold {subject} and create that event with the guest {guest}',
      'Find date and time of {subject} in the mail from {sender} and add it to the calendar with {guest}',
    ],
    unseen: ['Plan {subject} with {guest} on the day and from the time that the message of {sender} says'],
  },
  tell: {
    seen: [
      'Reply to the mail from {sender} about {subject} with the {detail} of {person}',
      'Answer the {subject} mail of {sender} with the {detail} of {person}',
    ],
    unseen: ['Write the {detail} of {person} back to {sender} on the message {subject}'],
  },
  plan: {
    seen: [
      'Create the event {title} on {date} at {time} with {guest} and {second} and send {to} a mail about {topic} saying {text}',
      'Add {title} to the calendar for {date} at {time} with {guest} and {second}, then write to {to} about {topic} the text {text}',
    ],
    unseen: [
      'Plan {title} with {guest} and {second} on the day {date} from {time} and let {to} have a message on {topic} with the words {text}',
    ],
  },
  handover: {
    seen: [
      'Forward the mail from {sender} about {subject} to {to} with the text {text}, move it to {folder} and move the event {event} to {date} at {time}',
      'Send the {subject} mail of {sender} on to {to} and add {text}, put it into {folder}, and change {event} to be on {date} at {time}',
    ],
    unseen: [
      'Pass the message of {sender} on {subject} to {to} saying {text}, sort it into {folder} and let {event} be on {date} from {time}',
    ],
  },
} as const satisfies Record<string, Synonyms>;

const words = (text: string): readonly string[] => text.split(' ');

/** Whose mail it is: subjects and events are made of one kind and one thing each. */
export interface Theme {
  name: string;
  subjects: Titles;
  events: Titles;
  /** Own folders; a site has two. */
  folders: readonly string[];
}
export interface Titles {
  kinds: readonly string[];
  things: readonly string[];
}
const theme = (name: string, subjects: [string, string], events: [string, string], folders: string): Theme => ({
  name,
  subjects: { kinds: words(subjects[0]), things: words(subjects[1]) },
  events: { kinds: words(events[0]), things: words(events[1]) },
  folders: words(folders),
});

export const THEMES: { seen: readonly Theme[]; unseen: readonly Theme[] } = {
  seen: [
    theme(
      'office',
      [
        'budget garden harbour winter office travel museum kitchen',
        'report contract visit survey order meeting invoice schedule',
      ],
      [
        'team project yearly client family board summer choir',
        'lunch review party training call picnic rehearsal breakfast',
      ],
      'Travel Receipts Projects Club School House',
    ),
    theme(
      'school',
      [
        'history music science sports library spring algebra bus',
        'homework exam timetable trip project lesson notebook grade',
      ],
      [
        'parent science choir graduation swimming reading chess art',
        'evening fair concert ceremony contest club match exhibition',
      ],
      'Classes Parents Excursions Exams Sports Canteen',
    ),
    theme(
      'farm',
      [
        'barley dairy orchard tractor harvest poultry pasture barn',
        'delivery price repair permit inspection loan forecast sale',
      ],
      [
        'cattle seed cider village vet machine sheep honey',
        'market auction tasting festival checkup demonstration shearing fair',
      ],
      'Fields Animals Machines Buyers Weather Permits',
    ),
    theme(
      'club',
      ['rowing tent summit river membership regatta cabin anchor', 'fee rota list roster plan licence rental refund'],
      [
        'moonlight autumn junior coastal beginner glacier island relay',
        'tour race hike camp course cleanup crossing supper',
      ],
      'Trips Members Boats Fees Gear Routes',
    ),
  ],
  unseen: [
    theme(
      'theatre',
      [
        'costume stage ticket poster puppet lighting opera chorus',
        'sketch estimate script booking refit design quote draft',
      ],
      [
        'opening dress closing matinee premiere guest backstage school',
        'night fitting gala reading audition workshop tour run',
      ],
      'Costumes Tickets Actors Venues Scripts Press',
    ),
    theme(
      'clinic',
      [
        'blood dental knee allergy vaccine eye heart sleep',
        'result referral test prescription scan appointment bill record',
      ],
      [
        'ward nursing surgery radiology pharmacy donor therapy morning',
        'round handover briefing drill seminar session shift talk',
      ],
      'Patients Lab Pharmacy Insurance Shifts Referrals',
    ),
  ],
};
/** Subjects of mails that the visitor writes. */
export const TOPICS = ['parking space', 'spare key', 'new printer', 'lost umbrella', 'late train', 'open window'];
export const TEXTS = [
  'see you there',
  'please confirm today',
  'thanks for this',
  'call me first',
  'no change needed',
  'it looks good',
  'one day later',
  'I agree fully',
];
export const BODIES = [
  'Here is what you asked for.',
  'Please have a look at this.',
  'A short note before the weekend.',
  'As discussed on the phone.',
  'Let me know what you think.',
];
export const TIMES = ['08:30', '09:15', '10:00', '11:45', '13:00', '14:30', '15:15', '16:45', '18:00'];
export const MARKS = ['marked important', 'not marked important'] as const;
