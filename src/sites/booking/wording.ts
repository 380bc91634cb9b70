import type { Synonyms } from '../style.tsx';

/** What the site calls its pages, controls and facts; one choice per site. */
export const WORDING = {
  services: { seen: ['Services', 'What we offer'], unseen: ['Our programme'] },
  staff: { seen: ['Team', 'Our staff'], unseen: ['Who we are'] },
  offers: { seen: ['Offers', 'Special offers'], unseen: ['Deals'] },
  book: { seen: ['Book now', 'New booking'], unseen: ['Reserve'] },
  bookings: { seen: ['My bookings', 'Your bookings'], unseen: ['All bookings'] },
  newsletter: { seen: ['Newsletter', 'Our newsletter'], unseen: ['Newsletter by mail'] },
  contact: { seen: ['Contact', 'Contact us'], unseen: ['Write to us'] },
  pick: { seen: ['Book this', 'Choose this service'], unseen: ['Reserve this'] },
  next: { seen: ['Next', 'Continue'], unseen: ['Go on'] },
  back: { seen: ['Back', 'Previous step'], unseen: ['One step back'] },
  restart: { seen: ['Start over', 'Clear form'], unseen: ['Begin again'] },
  review: { seen: ['Review', 'Check your booking'], unseen: ['Please check'] },
  confirm: { seen: ['Confirm booking', 'Confirm'], unseen: ['Confirm now'] },
  change: { seen: ['Change booking', 'Change'], unseen: ['Move this booking'] },
  save: { seen: ['Save', 'Save changes'], unseen: ['Apply'] },
  cancel: { seen: ['Cancel booking', 'Cancel this booking'], unseen: ['Cancel this visit'] },
  sure: { seen: ['Yes, cancel', 'Really cancel'], unseen: ['Cancel it now'] },
  keep: { seen: ['Keep booking', 'No, keep it'], unseen: ['Leave it'] },
  subscribe: { seen: ['Subscribe', 'Sign up'], unseen: ['Join the list'] },
  frequency: { seen: ['How often', 'Frequency'], unseen: ['Rhythm'] },
  send: { seen: ['Send', 'Send message'], unseen: ['Post it'] },
  topic: { seen: ['Topic', 'Subject'], unseen: ['About'] },
  text: { seen: ['Message', 'Your message'], unseen: ['Message text'] },
  remove: { seen: ['Remove', 'Delete'], unseen: ['Take off'] },
  service: { seen: ['Service', 'Which service'], unseen: ['Wanted service'] },
  member: { seen: ['With', 'Staff member'], unseen: ['Staff wanted'] },
  date: { seen: ['Date', 'Day'], unseen: ['Date of visit'] },
  slot: { seen: ['Time', 'Start time'], unseen: ['Time of day'] },
  name: { seen: ['Name', 'Your name', 'Full name'], unseen: ['Name of visitor'] },
  phone: { seen: ['Phone', 'Phone number'], unseen: ['Phone for questions'] },
  notes: { seen: ['Notes', 'Note for us'], unseen: ['Extra note'] },
  voucher: { seen: ['Voucher', 'Voucher code'], unseen: ['Voucher if any'] },
  reminder: { seen: ['Reminder', 'Send a reminder'], unseen: ['Reminder wanted'] },
  duration: { seen: ['Duration', 'Time needed'], unseen: ['Total duration'] },
  room: { seen: ['Room', 'Place'], unseen: ['Room number'] },
  price: { seen: ['Price', 'Costs'], unseen: ['Price in full'] },
  code: { seen: ['Code', 'Short code'], unseen: ['Internal code'] },
  desk: { seen: ['Desk', 'Desk number'], unseen: ['Works at desk'] },
  day: { seen: ['Day', 'Works on'], unseen: ['Usual day'] },
  language: { seen: ['Language', 'Speaks'], unseen: ['Other language'] },
  coupon: { seen: ['Voucher', 'Voucher code'], unseen: ['Code of the voucher'] },
  until: { seen: ['Valid until', 'Ends'], unseen: ['Last month'] },
  saves: { seen: ['Saves', 'You save'], unseen: ['Saving'] },
  choose: { seen: ['Please choose', 'Choose one'], unseen: ['Select'] },
  anyone: { seen: ['Anyone', 'No preference'], unseen: ['Whoever is free'] },
} as const satisfies Record<string, Synonyms>;

export type WordKey = keyof typeof WORDING;

/** Trades: the services of a site are made of one noun and one kind each. */
export interface Theme {
  place: string;
  nouns: readonly string[];
  kinds: readonly string[];
}

const theme = (place: string, nouns: string, kinds: string): Theme => ({
  place,
  nouns: nouns.split(' '),
  kinds: kinds.split(' '),
});

export const THEMES: { seen: readonly Theme[]; unseen: readonly Theme[] } = {
  seen: [
    theme('workshop', 'Brake Gear Wheel Chain Saddle Pedal Frame', 'check repair upgrade service'),
    theme('clinic', 'Skin Eye Ear Heart Knee Tooth Shoulder', 'check scan treatment consultation'),
    theme('music school', 'Piano Violin Guitar Drum Flute Voice Cello', 'lesson trial class exam'),
    theme('meeting house', 'Garden Tower Harbour Attic River Cellar Market', 'room hall studio lounge'),
  ],
  unseen: [
    theme('cooking school', 'Bread Pasta Sushi Curry Pastry Cheese Soup', 'course tasting evening workshop'),
    theme('pet salon', 'Dog Cat Rabbit Parrot Pony Hamster Turtle', 'grooming walk training boarding'),
  ],
};

export const OFFER_NAMES = 'Spring Summer Autumn Winter Student Family Early Weekend Senior Group'.split(' ');
export const OFFER_KINDS = ['saver', 'deal', 'bonus'];
export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
export const LANGUAGES = ['French', 'German', 'Polish', 'Italian', 'Spanish', 'Czech', 'Danish', 'Greek'];
export const SLOTS = [
  '08:15',
  '09:00',
  '09:45',
  '10:30',
  '11:15',
  '12:45',
  '13:30',
  '14:15',
  '15:00',
  '16:45',
  '17:30',
];
export const NOTES = [
  'window seat',
  'quiet corner',
  'late arrival',
  'own tools',
  'second visit',
  'ground floor',
  'bring towels',
  'ring twice',
  'vegetarian lunch',
  'large print',
];
export const TOPICS = ['Billing', 'Parking', 'Opening hours', 'Lost property', 'Feedback'];
export const TEXTS = [
  'call me back',
  'send a receipt',
  'blue coat forgotten',
  'thank you all',
  'door was locked',
  'gate is broken',
];
export const FREQUENCIES = ['Weekly', 'Monthly'];
