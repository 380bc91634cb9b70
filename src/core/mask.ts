/** What stands where a secret was; its length says nothing about the secret's. */
export const MASK = '••••';

const SECRET_LABEL = /\b(pass(word|phrase|code)|pin|secret|cv[cv]|security code|(credit |debit )?card number)\b/i;

/** Does the name of a field, as people read it, ask for a secret? */
export const isSecretLabel = (name: string): boolean => SECRET_LABEL.test(name);

const SECRET_WORDS = new Set(
  `token tokens password passwd passphrase passcode pwd secret secrets session sessionid sid key apikey jwt auth
   authorization credential credentials cookie otp pin cvv cvc csc csrf xsrf signature`.split(/\s+/),
);
const SECRET_END = /(token|password|passwd|secret|sess(ion)?_?id|api_?key|card_?number)$/;

/** Does the name of a parameter, header or form field (`access_token`, `apiKey`, `user[password]`) stand for a secret? */
export function isSecretKey(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  const end = words.replace(/[^a-z0-9]+$/, '').replaceAll(' ', '');
  return SECRET_END.test(end) || words.split(/[^a-z0-9]+/).some((word) => SECRET_WORDS.has(word));
}

/** Is what people type into such an `input` a secret, by its `type` and `autocomplete`? Shown as bullets, as browsers do. */
export const isSecretInput = (type: string | undefined, autocomplete: string | null | undefined): boolean =>
  type === 'password' ||
  /(^|\s)(cc-(number|csc|exp|exp-month|exp-year)|(current|new)-password|one-time-code)\b/i.test(autocomplete ?? '');

/** Base64url and dots, as long as it goes: looked at as a whole, so that a hostile text costs no more than its length. */
const RUN = /(?<![\w.-])[\w.-]{20,}/g;
const BEARER = /\b(bearer)\s+[\w.~+/-]{16,}=*/gi;
/** `name=value` of a query, a fragment or a form, which write `/` and `:` in names as `%2F` and `%3A`: a path is no name. */
const PAIR = /(^|[?&;#])([^?&;#=/:\s]{1,200})(=)[^&;#\s]+/g;
/** The same inside an address that is itself a parameter (`next=%2Fpay%3Ftoken%3D…`). */
const ENCODED_PAIR = /(%3f|%26|%23)([\w.-]{1,200})(%3d)(?:(?!%26|%23)[^&;#\s])+/gi;
/** The password in `https://user:password@host`. */
const USER = /(:\/\/[^/?#:@\s]*:)[^/?#@\s]+@/g;
/** Something that one of the patterns could begin with: most texts have nothing of it. */
const SUSPICIOUS = /eyJ|=|%3d|bearer|@/i;

/** Three parts with dots between them, the first one JSON (`{"`): a signed token (JWT), whatever it is called. */
function hideSigned(run: string): string {
  const at = run.indexOf('eyJ');
  const [header, payload = '', signature] = at < 0 ? [''] : run.slice(at).split('.');
  return header.length > 8 && payload.length > 5 && signature !== undefined ? run.slice(0, at) + MASK : run;
}

const hidden = (pair: string, before: string, name: string, equals: string): string =>
  isSecretKey(name) ? `${before}${name}${equals}${MASK}` : pair;

/** A text without the tokens in it: signed ones, bearer credentials, and secret parts of addresses and forms. */
export function maskText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return text
    .replace(RUN, hideSigned)
    .replace(BEARER, `$1 ${MASK}`)
    .replace(USER, `$1${MASK}@`)
    .replace(PAIR, hidden)
    .replace(ENCODED_PAIR, hidden);
}
