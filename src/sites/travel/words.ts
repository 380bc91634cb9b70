import type { Synonyms } from '../style.tsx';

/** Wordings of the interface; `unseen` ones are held out from training seeds. */
export const LABELS = {
  brand: { seen: ['Travel', 'Journeys'], unseen: ['Wayfarer'] },
  home: { seen: ['Start page', 'Welcome'], unseen: ['Where to begin'] },
  places: { seen: ['Places', 'Sights'], unseen: ['What to see'] },
  find: { seen: ['Place search', 'Search places'], unseen: ['Look for a place'] },
  rides: { seen: ['Connections', 'Timetable'], unseen: ['Getting around'] },
  ways: { seen: ['Directions', 'Way finder'], unseen: ['Point to point'] },
  trip: { seen: ['My trip', 'Trip plan'], unseen: ['Itinerary'] },
  saved: { seen: ['Saved places', 'Favourites'], unseen: ['Worth a visit'] },
  seats: { seen: ['My seats', 'Reservations'], unseen: ['Seats I hold'] },
  mine: { seen: ['My travel', 'My journey'], unseen: ['All my plans'] },
  query: { seen: ['Place or address', 'Name of a place'], unseen: ['What it is called'] },
  search: { seen: ['Search map', 'Find on map'], unseen: ['Seek'] },
  town: { seen: ['Town', 'City'], unseen: ['Located in'] },
  category: { seen: ['Type of place', 'Kind of place'], unseen: ['What it is'] },
  inTown: { seen: ['near', 'in'], unseen: ['around'] },
  anyTown: { seen: ['all towns', 'any town'], unseen: ['the whole region'] },
  anyCategory: { seen: ['all types', 'every type'], unseen: ['no matter what'] },
  order: { seen: ['Sorted by', 'List order'], unseen: ['First comes'] },
  byName: { seen: ['alphabet', 'by name'], unseen: ['A to Z'] },
  byRating: { seen: ['best rated', 'by rating'], unseen: ['loved most'] },
  byPrice: { seen: ['lowest price', 'by price'], unseen: ['for little money'] },
  byDistance: { seen: ['nearest', 'by distance'], unseen: ['within a walk'] },
  byDepart: { seen: ['departure first', 'by departure'], unseen: ['who goes first'] },
  byArrive: { seen: ['arrival first', 'by arrival'], unseen: ['who is there first'] },
  byFare: { seen: ['lowest fare', 'by fare'], unseen: ['what costs least'] },
  show: { seen: ['Update list', 'Refresh list'], unseen: ['Do it'] },
  next: { seen: ['More places', 'Further places'], unseen: ['Keep reading'] },
  previous: { seen: ['Back one page', 'Earlier places'], unseen: ['What came before'] },
  address: { seen: ['Address', 'Street'], unseen: ['Where exactly'] },
  opens: { seen: ['Opens', 'Open from'], unseen: ['Doors open'] },
  closes: { seen: ['Closes', 'Open until'], unseen: ['Doors shut'] },
  price: { seen: ['Entry', 'Admission'], unseen: ['What it costs'] },
  rating: { seen: ['Rating', 'Average rating'], unseen: ['Visitors say'] },
  distance: { seen: ['Distance', 'From the centre'], unseen: ['Away from the middle'] },
  save: { seen: ['Save place', 'Add to favourites'], unseen: ['Bookmark it'] },
  unsave: { seen: ['Forget place', 'Drop from favourites'], unseen: ['Erase bookmark'] },
  isSaved: { seen: ['Saved', 'Favourite'], unseen: ['Bookmarked'] },
  addStop: { seen: ['Add to trip', 'Visit on my trip'], unseen: ['Include in itinerary'] },
  dropStop: { seen: ['Take off trip', 'Skip on my trip'], unseen: ['Exclude from itinerary'] },
  stop: { seen: ['Stop', 'Stop number'], unseen: ['Halt'] },
  newStop: { seen: ['Next stop', 'Another stop'], unseen: ['Then go to'] },
  append: { seen: ['Add stop', 'Append stop'], unseen: ['Put at the end'] },
  clear: { seen: ['Clear trip', 'Empty trip'], unseen: ['Start from scratch'] },
  day: { seen: ['Travel day', 'Day of trip'], unseen: ['Set off on'] },
  party: { seen: ['Travellers', 'Group size'], unseen: ['How many of us'] },
  saveTrip: { seen: ['Save trip', 'Store trip'], unseen: ['That is the plan'] },
  reviews: { seen: ['Reviews', 'Visitor reviews'], unseen: ['What others thought'] },
  reviewer: { seen: ['Visitor', 'Reviewer'], unseen: ['Voice of'] },
  stars: { seen: ['Stars given', 'Score'], unseen: ['Out of five'] },
  comment: { seen: ['Comment', 'Review text'], unseen: ['Impression'] },
  yourStars: { seen: ['Your stars', 'Your score'], unseen: ['My mark out of five'] },
  yourComment: { seen: ['Your review', 'Your comment'], unseen: ['My impression'] },
  publish: { seen: ['Post review', 'Submit review'], unseen: ['Share impression'] },
  unpublish: { seen: ['Delete review', 'Withdraw review'], unseen: ['Unshare impression'] },
  you: { seen: ['Your own', 'Written by you'], unseen: ['Out of my pen'] },
  from: { seen: ['From', 'Leaving from'], unseen: ['Out of'] },
  to: { seen: ['To', 'Going to'], unseen: ['Bound for'] },
  findRides: { seen: ['Show connections', 'Find connections'], unseen: ['Which ones go'] },
  depart: { seen: ['Departure', 'Leaves'], unseen: ['Sets off'] },
  arrive: { seen: ['Arrival', 'Arrives'], unseen: ['Gets in'] },
  changes: { seen: ['Changes', 'Transfers'], unseen: ['Times you switch'] },
  fare: { seen: ['Fare', 'Ticket price'], unseen: ['To pay'] },
  code: { seen: ['Service', 'Journey number'], unseen: ['Run'] },
  line: { seen: ['Line', 'Train'], unseen: ['Vehicle'] },
  coach: { seen: ['Coach', 'Carriage'], unseen: ['Wagon'] },
  seat: { seen: ['Seat', 'Seat number'], unseen: ['Sit at'] },
  passenger: { seen: ['Passenger', 'Passenger name'], unseen: ['Who travels'] },
  toSeats: { seen: ['Choose a seat', 'Seat reservation'], unseen: ['To the seats'] },
  reserve: { seen: ['Reserve seat', 'Book seat'], unseen: ['Hold this seat'] },
  release: { seen: ['Cancel seat', 'Give up seat'], unseen: ['Free the seat'] },
  startAt: { seen: ['Starting at', 'Start point'], unseen: ['Point A'] },
  endAt: { seen: ['Ending at', 'Destination'], unseen: ['Point B'] },
  showWay: { seen: ['Show the way', 'Get directions'], unseen: ['Guide me'] },
  step: { seen: ['Step', 'Take'], unseen: ['What to do'] },
  until: { seen: ['As far as', 'Get off at'], unseen: ['Leave it at'] },
  minutes: { seen: ['Minutes', 'Time needed'], unseen: ['How long'] },
  walk: { seen: ['Walk', 'On foot'], unseen: ['Stroll'] },
  choose: { seen: ['Not chosen', 'Select one'], unseen: ['Up to you'] },
  missing: { seen: ['Please complete', 'Required'], unseen: ['Something is needed here'] },
  unknown: { seen: ['No such name', 'Not on our map'], unseen: ['We know nothing of that'] },
  full: { seen: ['No more possible', 'Maximum reached'], unseen: ['That is plenty already'] },
  done: { seen: ['All set', 'Stored'], unseen: ['Consider it done'] },
  nothing: { seen: ['No places to show', 'Nothing on the map'], unseen: ['Emptiness'] },
  noRides: { seen: ['Choose two towns', 'Pick start and destination'], unseen: ['Say where you want to travel'] },
  none: { seen: ['None yet', 'Nothing here so far'], unseen: ['Blank for now'] },
  notFound: { seen: ['No such page', 'This page is missing'], unseen: ['Off the map'] },
} as const satisfies Record<string, Synonyms>;

export type Label = keyof typeof LABELS;

/**
 * Goal patterns by task template; `{slot}` stands for the slot's value. What the visitor must find is named by everyday
 * words (opening time, changes …), not by the labels of the site.
 */
export const GOALS = {
  fact: {
    seen: ['What is the {fact} of the {place}?', 'Look up the {place} and answer with its {fact}'],
    unseen: ['I need to know the {fact} that the {place} has', 'Before I head for the {place} give me its {fact}'],
  },
  rated: {
    seen: ['Which place in {town} has the highest rating ?', 'Answer with the best rated place of {town}'],
    unseen: [
      'In {town} one place is loved more than all others so tell me its name',
      'Tell me what people who were in {town} praise most',
    ],
  },
  reviewer: {
    seen: [
      'Which visitor gave the {place} a score of {stars} ?',
      'Answer with the name of who rated the {place} with {stars}',
    ],
    unseen: [
      'Someone thought the {place} is worth {stars} out of five so tell me who',
      'Among the voices on the {place} find who made it {stars} out of five',
    ],
  },
  line: {
    seen: [
      'Which line goes from the {start} to the {end} ?',
      'Get directions from the {start} to the {end} and answer with the line to take',
    ],
    unseen: [
      'I stand at the {start} and want to see the {end} so what do I ride',
      'Guide me between the {start} and the {end} and name the vehicle I have to board',
    ],
  },
  cheapest: {
    seen: [
      'When does the cheapest connection from {from} to {to} leave ?',
      'Answer with the departure of the connection with the lowest fare from {from} to {to}',
    ],
    unseen: [
      'I want to pay as little as possible between {from} and {to} so at what time do I set off',
      'Tell me at what time one sets off from {from} when getting to {to} for little money',
    ],
  },
  direct: {
    seen: [
      'What does the connection without changes from {from} to {to} cost ?',
      'Answer with the fare of the only direct connection from {from} to {to}',
    ],
    unseen: [
      'I hate to switch on my way between {from} and {to} so what will I pay',
      'Tell me what one pays to sit in a single vehicle all the way between {from} and {to}',
    ],
  },
  save: {
    seen: ['Save the {place}', 'Add the {place} to the saved places'],
    unseen: ['The {place} should be among what I bookmarked', 'Bookmark the {place} for me'],
  },
  unsave: {
    seen: ['Remove the {place} from the saved places', 'Do not keep the {place} saved any longer'],
    unseen: ['The {place} should no longer be among what I bookmarked', 'Erase my bookmark of the {place}'],
  },
  review: {
    seen: [
      'Review the {place} with a score of {stars} and the comment {text}',
      'Give the {place} a score of {stars} and write {text}',
    ],
    unseen: [
      'Share my impression {text} of the {place} and make it {stars} out of five',
      'Make the {place} {stars} out of five and let others know: {text}',
    ],
  },
  cancel: {
    seen: ['Cancel my seat from {from} to {to}', 'Give up the seat that I reserved from {from} to {to}'],
    unseen: [
      'I will stay at home instead of riding between {from} and {to} so free my seat',
      'Somebody else may sit where I would have sat between {from} and {to}',
    ],
  },
  change: {
    seen: [
      'Take the {old} off my trip and add the {place} as its last stop',
      'On my trip drop the {old} and then append the {place}',
    ],
    unseen: [
      'Exclude the {old} from the itinerary and let it end at the {place}',
      'The itinerary goes on without the {old} but then ends with the {place}',
    ],
  },
  reschedule: {
    seen: ['Set my trip to {day} for {party} travellers', 'Change the trip: {party} people travel on {day}'],
    unseen: ['We set off on {day} and there are {party} of us', 'How many of us: {party} and we go on {day}'],
  },
  top: {
    seen: [
      'Which {category} in {town} is the {quality} one ?',
      'Answer with the name of the {quality} {category} of {town}',
    ],
    unseen: [
      'Of every {category} around {town} tell me which is {quality}',
      'Name whichever {category} around {town} is {quality}',
    ],
  },
  changes: {
    seen: [
      'How many changes has the {depart} connection from {from} to {to} ?',
      'Answer with the number of changes from {from} to {to} when leaving at {depart}',
    ],
    unseen: [
      'Setting off at {depart} between {from} and {to} how often do I switch',
      'Tell me how many times one switches between {from} and {to} when setting off at {depart}',
    ],
  },
  via: {
    seen: [
      'In which town do I change on the {depart} connection from {from} to {to} ?',
      'Answer with the town where the connection from {from} to {to} at {depart} changes trains',
    ],
    unseen: [
      'Setting off at {depart} between {from} and {to} I switch once so tell me where',
      'Name the stopover of whoever sets off from {from} at {depart} bound for {to}',
    ],
  },
  earliest: {
    seen: [
      'When is the earliest arrival in {to} when leaving {from} after {after} ?',
      'Of the connections from {from} to {to} that leave after {after} answer with the first arrival',
    ],
    unseen: [
      'I am free to set off from {from} once it is {after} so how soon can I get to {to}',
      'Not before {after} will I be ready in {from} so tell me when I get in at {to} at best',
    ],
  },
  guide: {
    seen: [
      'Which line goes from the {quality} {category} in {town} to the {end} ?',
      'Get directions from the {quality} {category} of {town} to the {end} and answer with the line',
    ],
    unseen: [
      'First I look at the {quality} {category} around {town} and then at the {end} so what do I ride between',
      'Guide me between whichever {category} around {town} is {quality} and the {end} and name the vehicle to board',
    ],
  },
  reserve: {
    seen: [
      'Reserve seat {seat} in the {coach} coach of the {depart} connection from {from} to {to} for {name}',
      'On the connection from {from} to {to} at {depart} book {coach} seat {seat} in the name of {name}',
    ],
    unseen: [
      '{name} sets off from {from} at {depart} and wants to sit at {seat} in the {coach} wagon to {to}',
      'Hold {seat} in the {coach} wagon for {name} on what sets off from {from} bound for {to} at {depart}',
    ],
  },
  plan: {
    seen: [
      'Plan a trip on {day} for {party} travellers with exactly the stops {first} and then {second}',
      'My trip shall be on {day} for {party} people and visit only the {first} and after it the {second}',
    ],
    unseen: [
      'From scratch: {party} of us set off on {day}, first the {first}, last the {second}',
      'Make a new itinerary for {day} and {party} of us: begin at the {first}, end at the {second}',
    ],
  },
  'save-top': {
    seen: [
      'Save the {quality} {category} in {town}',
      'Find the {quality} {category} of {town} and add it to the saved places',
    ],
    unseen: [
      'Whichever {category} around {town} is {quality} should be among what I bookmarked',
      'Bookmark whichever {category} around {town} is {quality}',
    ],
  },
  'review-top': {
    seen: [
      'Review the {quality} {category} in {town} with a score of {stars} and the comment {text}',
      'Find the {quality} {category} of {town}, give it a score of {stars} and write {text}',
    ],
    unseen: [
      'Share my impression {text} of the {quality} {category} around {town}: {stars} out of five',
      'Let others know {text} of whichever {category} around {town} is {quality} and make it {stars} out of five',
    ],
  },
  'reserve-first': {
    seen: [
      'From {from} to {to} take the connection leaving after {after} that arrives first and reserve {coach} seat {seat} for {name}',
      'Reserve seat {seat} in the {coach} coach for {name} on the first arrival in {to} among the connections leaving {from} after {after}',
    ],
    unseen: [
      'Once it is {after} {name} can set off from {from} and needs {seat} in the {coach} wagon of whatever gets to {to} soonest',
      'Hold {seat} in the {coach} wagon for {name} on whatever gets from {from} to {to} soonest but does not set off before {after}',
    ],
  },
  outing: {
    seen: [
      'Plan a trip on {day} for {party} travellers with exactly the stops {first} and then {second}, save the {place} and give it a score of {stars} with the comment {text}',
      'My trip shall be on {day} for {party} people to the {first} and after it the {second}; review the {place} with a score of {stars} and {text} and save it',
    ],
    unseen: [
      'From scratch: {party} of us set off on {day}, first the {first}, last the {second}; bookmark the {place} and share {text} with {stars} out of five',
      'Make a new itinerary for {day} and {party} of us from the {first} to the {second}; let others know {text} of the {place}, {stars} out of five, and bookmark it',
    ],
  },
  journey: {
    seen: [
      'Reserve {coach} seat {seat} on the {depart} connection from {from} to {to} for {name}, set my trip to {day} and add the {place} as its last stop',
      'Append the {place} to my trip, move the trip to {day} and book seat {seat} in the {coach} coach from {from} to {to} at {depart} for {name}',
    ],
    unseen: [
      '{name} sets off from {from} at {depart} at {seat} in the {coach} wagon to {to}; the itinerary moves to {day} and ends at the {place}',
      'Let the itinerary be on {day} and end at the {place}; hold {seat} in the {coach} wagon for {name} from {from} at {depart} bound for {to}',
    ],
  },
} as const satisfies Record<string, Synonyms>;

const words = (text: string): readonly string[] => text.split(' ');

/** Kinds of places; the name of a place ends with its kind. */
export const CATEGORIES = {
  seen: words('museum cafe park theatre market gallery bakery zoo'),
  unseen: words('castle lighthouse aquarium'),
} as const satisfies Synonyms;
export const STREETS = {
  seen: words('Street Lane Road Square'),
  unseen: words('Alley Crescent'),
} as const satisfies Synonyms;
/** Parts of a train. */
export const COACHES = {
  seen: words('quiet family bicycle sleeping'),
  unseen: words('glass pet'),
} as const satisfies Synonyms;
export const DAYS = words('Monday Tuesday Wednesday Thursday Friday Saturday Sunday');
export const PARTIES = words('2 3 4 5 6');
export const STARS = words('1 2 3 4 5');
/** What others say in reviews. */
export const COMMENTS = [
  'Lovely staff',
  'Too crowded',
  'Hard to find',
  'Good for rainy days',
  'Clean and calm',
  'Rather small',
];
/** What the visitor writes. */
export const TEXTS = [
  'worth the climb',
  'would go again',
  'bring warm clothes',
  'great for children',
  'best on weekdays',
  'not my taste',
];
/** Hours after which one may leave; no connection leaves on the full hour. */
export const HOURS = words('07:00 08:00 09:00 10:00 11:00 12:00 13:00 14:00');
/** What goals call the facts of a place. */
export const PLACE_FACTS = {
  address: 'address',
  'opening time': 'opens',
  'closing time': 'closes',
  'entry price': 'price',
} as const;
/** What goals call the ways to prefer a place, with the order of lists that puts it first. */
export const QUALITIES = { 'best rated': 'rating', cheapest: 'price', nearest: 'distance' } as const;
