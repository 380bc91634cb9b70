import type { Synonyms } from '../style.tsx';

/** Wordings of the interface; `unseen` ones are held out from training seeds. */
export const LABELS = {
  tickets: { seen: ['Tickets', 'Requests'], unseen: ['Cases', 'Queue'] },
  people: { seen: ['People', 'Directory'], unseen: ['Contacts', 'Phone book'] },
  codes: { seen: ['Codes', 'Error codes'], unseen: ['Fault guide', 'Known faults'] },
  all: { seen: ['All', 'Everything'], unseen: ['Any status'] },
  query: { seen: ['Search tickets', 'Keywords'], unseen: ['Words to match'] },
  search: { seen: ['Search', 'Find'], unseen: ['Look up'] },
  next: { seen: ['Next', 'Next page'], unseen: ['Older'] },
  previous: { seen: ['Previous', 'Previous page'], unseen: ['Newer'] },
  edit: { seen: ['Edit', 'Change'], unseen: ['Modify'] },
  save: { seen: ['Save', 'Save changes', 'Update'], unseen: ['Apply'] },
  back: { seen: ['Cancel', 'Back to ticket'], unseen: ['Leave'] },
  saved: { seen: ['Changes saved', 'Ticket updated'], unseen: ['All set'] },
  status: { seen: ['Status', 'State'], unseen: ['Stage'] },
  assignee: { seen: ['Assignee', 'Assigned to'], unseen: ['Owner'] },
  priority: { seen: ['Priority', 'Urgency'], unseen: ['Severity'] },
  nobody: { seen: ['nobody', 'unassigned'], unseen: ['none'] },
  comment: { seen: ['Comment', 'Your comment', 'Add a comment'], unseen: ['Message'] },
  post: { seen: ['Post', 'Send', 'Post comment'], unseen: ['Submit'] },
  remove: { seen: ['Remove', 'Delete'], unseen: ['Withdraw'] },
  you: { seen: ['You'], unseen: ['Me'] },
  ticket: { seen: ['Ticket', 'Number'], unseen: ['Case'] },
  title: { seen: ['Title', 'Subject'], unseen: ['Problem'] },
  reporter: { seen: ['Reporter', 'Reported by'], unseen: ['Raised by'] },
  device: { seen: ['Device', 'Equipment'], unseen: ['Asset'] },
  code: { seen: ['Code', 'Error code'], unseen: ['Fault code'] },
  related: { seen: ['Related ticket', 'See also'], unseen: ['Linked case'] },
  name: { seen: ['Name'], unseen: ['Person'] },
  team: { seen: ['Team', 'Group'], unseen: ['Department'] },
  extension: { seen: ['Extension', 'Phone extension'], unseen: ['Direct line'] },
  location: { seen: ['Location', 'Office'], unseen: ['Site'] },
  empty: { seen: ['Write something first', 'The comment is empty'], unseen: ['Nothing to send'] },
  notFound: { seen: ['Page not found', 'Not found'], unseen: ['Nothing lives here'] },
  nothing: { seen: ['No tickets found', 'Nothing found'], unseen: ['No match'] },
  brand: { seen: ['Help Desk', 'Support', 'Service Desk'], unseen: ['Care Point'] },
  statuses: {
    seen: ['open pending solved closed', 'new active resolved archived', 'open blocked fixed closed'],
    unseen: ['fresh underway parked finished', 'logged underway fixed shelved'],
  },
  priorities: { seen: ['low normal high', 'minor medium major'], unseen: ['routine elevated critical'] },
} as const satisfies Record<string, Synonyms>;

export type Label = keyof typeof LABELS;

/**
 * Goal patterns by task template; `{slot}` stands for the slot's value. A field that the visitor must find is named by
 * the everyday word (reporter, extension …), not by the label of the site.
 */
export const GOALS = {
  status: {
    seen: ['Set the status of ticket {ticket} to {status}', 'Change ticket {ticket} to status {status}'],
    unseen: ['Mark ticket {ticket} as {status}'],
  },
  assign: {
    seen: ['Assign ticket {ticket} to {assignee}', 'Make {assignee} the assignee of ticket {ticket}'],
    unseen: ['Let {assignee} handle ticket {ticket}'],
  },
  read: {
    seen: ['Answer with the {field} of ticket {ticket}', 'What is the {field} of ticket {ticket}'],
    unseen: ['Tell me the {field} named in ticket {ticket}'],
  },
  comment: {
    seen: ['Add the comment {comment} to ticket {ticket}', 'Comment {comment} on ticket {ticket}'],
    unseen: ['Reply {comment} to ticket {ticket}'],
  },
  words: {
    seen: [
      'Set the priority of the ticket about the {title} to {priority}',
      'Find the {title} ticket and give it priority {priority}',
    ],
    unseen: ['The {title} problem should have priority {priority}'],
  },
  only: {
    seen: ['Answer with the number of the only ticket with status {status}', 'Which ticket has status {status}'],
    unseen: ['Give the number of the single {status} ticket'],
  },
  contact: {
    seen: ['Answer with the {field} of {person}', 'What is the {field} of {person}'],
    unseen: ['Look up the {field} of {person}'],
  },
  related: {
    seen: [
      'Answer with the {field} of the ticket related to ticket {ticket}',
      'What is the {field} of the ticket that ticket {ticket} is related to',
    ],
    unseen: ['Open the ticket linked from ticket {ticket} and tell me its {field}'],
  },
  triage: {
    seen: [
      'On ticket {ticket} set the status to {status}, the assignee to {assignee} and the priority to {priority}, then comment {comment}',
      'Update ticket {ticket} with status {status}, priority {priority} and assignee {assignee}, and add the comment {comment}',
    ],
    unseen: ['Hand ticket {ticket} to {assignee} as {status} with priority {priority} and reply {comment}'],
  },
  phone: {
    seen: [
      'Find the {field} of {person} and post it as a comment on ticket {ticket}, then set the status to {status}',
      'Set ticket {ticket} to status {status} and comment the {field} of {person} on it',
    ],
    unseen: ['Look up the {field} of {person}, reply with it to ticket {ticket} and mark that as {status}'],
  },
  reporter: {
    seen: [
      'Answer with the {field} of the reporter of ticket {ticket}',
      'Find who reported ticket {ticket} and answer with the {field} of that reporter',
    ],
    unseen: ['Tell me the {field} of whoever raised ticket {ticket}'],
  },
  remedy: {
    seen: [
      'Look up what to do for the code of ticket {ticket}, add that as a comment and set the status to {status}',
      'Comment the remedy for the code of ticket {ticket} on it and set it to status {status}',
    ],
    unseen: ['Reply to ticket {ticket} with the advice for its code and mark it as {status}'],
  },
  two: {
    seen: [
      'Set ticket {first} to status {status1}, assignee {assignee1} and priority {priority1}, and ticket {second} to status {status2}, assignee {assignee2} and priority {priority2}',
      'Update two tickets: {first} gets status {status1}, priority {priority1} and assignee {assignee1}; {second} gets status {status2}, priority {priority2} and assignee {assignee2}',
    ],
    unseen: [
      'Hand {first} to {assignee1} as {status1} with priority {priority1} and {second} to {assignee2} as {status2} with priority {priority2}',
    ],
  },
  handover: {
    seen: [
      'Set ticket {first} to status {status1} and comment {comment} on it; then assign ticket {second} to {assignee2} with priority {priority2} and comment the {field} of {person}',
      'Ticket {first} gets status {status1} and the comment {comment}; ticket {second} gets assignee {assignee2}, priority {priority2} and the {field} of {person} as a comment',
    ],
    unseen: [
      'Mark {first} as {status1} and reply {comment} there; hand {second} to {assignee2} with priority {priority2} and reply the {field} of {person}',
    ],
  },
} as const satisfies Record<string, Synonyms>;

export const QUALITIES = 'slow noisy broken blurry frozen dusty hot loose silent cracked stuck flaky'.split(' ');
export const THINGS = 'printer scanner laptop monitor keyboard router phone projector badge door camera charger'.split(
  ' ',
);
export const SYMPTOMS = [
  'It started this week.',
  'A restart did not help.',
  'Several people noticed it.',
  'It comes and goes.',
  'It worked before the move.',
];
export const REMARKS = [
  'parts ordered',
  'vendor called',
  'sent a replacement',
  'user informed',
  'needs more detail',
  'cannot reproduce this',
  'will visit tomorrow',
  'cable swapped',
];
export const REMEDY_VERBS = ['replace', 'clean', 'reset', 'check', 'tighten', 'update'];
export const REMEDY_THINGS = ['cable', 'driver', 'filter', 'battery', 'adapter', 'firmware', 'hinge', 'port'];
export const TEAMS = ['Sales', 'Finance', 'Legal', 'Design', 'Logistics', 'Research'];
