import type { Rng } from '../core/rng.ts';

/** Everyday words that every split shares: an agent meets them often enough to know them. */
export const COLOURS = ['red', 'blue', 'green', 'black', 'white', 'grey', 'brown', 'pink', 'orange', 'purple'] as const;
export const MATERIALS = [
  'oak',
  'steel',
  'cotton',
  'glass',
  'wool',
  'bamboo',
  'leather',
  'clay',
  'linen',
  'copper',
] as const;
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const ONSETS = 'b d f g h j k l m n p r s t v w z br dr fl gr kl pr sk st tr'.split(' ');
const VOWELS = 'a e i o u ai ea io ou'.split(' ');
const CODAS = ['', '', '', 'l', 'n', 'r', 's', 'm', 'k'];
const BRAND_ENDINGS = 'ex ia or um ix ano eta ora iq ova'.split(' ');
const GIVEN_ENDINGS = 'a o in el is ia an ette us ora'.split(' ');
const FAMILY_ENDINGS = 'son ez ov ini sen ard man ley ois kar'.split(' ');
const CITY_ENDINGS = 'ton ville burg stad mouth ford dale haven field wick'.split(' ');

const capital = (word: string): string => word[0].toUpperCase() + word.slice(1);
const stem = (rng: Rng, syllables: number): string => {
  let out = '';
  for (let i = 0; i < syllables; i++) out += rng.pick(ONSETS) + rng.pick(VOWELS) + rng.pick(CODAS);
  return out;
};
/** A consonant before the ending, so that names stay pronounceable. */
const joined = (rng: Rng, endings: readonly string[]): string =>
  capital(stem(rng, 1) + rng.pick(ONSETS) + (/^[aeiou]/.test(endings[0]) ? '' : rng.pick(VOWELS)) + rng.pick(endings));

/** One made-up word, e.g. `Troulfex`; nobody has learnt it, so it must be matched and copied. */
export const brandName = (rng: Rng): string => joined(rng, BRAND_ENDINGS);
export const givenName = (rng: Rng): string => joined(rng, GIVEN_ENDINGS);
export const familyName = (rng: Rng): string => joined(rng, FAMILY_ENDINGS);
/** Two words, e.g. `Plenia Gudarsen`. */
export const personName = (rng: Rng): string => `${givenName(rng)} ${familyName(rng)}`;
export const cityName = (rng: Rng): string => joined(rng, CITY_ENDINGS);
/** A voucher, reference or booking code, e.g. `KV482`: two letters, three digits, one word. */
export const codeWord = (rng: Rng): string => {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
  return `${rng.pick([...letters])}${rng.pick([...letters])}${100 + rng.int(900)}`;
};

/** `count` different results of `make`. */
export function distinct<T>(count: number, make: () => T): T[] {
  const out = new Set<T>();
  while (out.size < count) out.add(make());
  return [...out];
}
