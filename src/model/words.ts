/** How text becomes words, and which words a network knows by name. */

/** Words of a name or value exactly as written; `join(' ')` gives the text back. */
export const wordsOf = (text: string): string[] => (text === '' ? [] : text.split(' '));

/** Words of a goal without the punctuation around them, so that they can be copied into fields; quoted ones as they are. */
export const goalWords = (goal: string): string[] =>
  goal
    .split(/"([^"]*)"/)
    .flatMap((part, i) => (i % 2 === 1 ? part.split(/\s+/) : part.split(/\s+/).map(bare)))
    .filter((word) => word !== '');

const bare = (word: string): string => word.replace(/^["'“”‘’(]+|[.,;:!?"'“”‘’)]+$/gu, '');

const stems = new Map<string, string>();

/** What two spellings of one word share: lower case, no outer punctuation but the sign of a number, no plural s. */
export function stem(word: string): string {
  let known = stems.get(word);
  if (known === undefined) {
    known = word.toLowerCase().replace(/^(?:(?!-\p{N})[^\p{L}\p{N}$])+|[^\p{L}\p{N}]+$/gu, '');
    if (known.length > 3 && known.endsWith('s') && !known.endsWith('ss')) known = known.slice(0, -1);
    if (stems.size > 50_000) stems.clear();
    stems.set(word, known);
  }
  return known;
}

export const stemsOf = (words: readonly string[]): Set<string> => new Set(words.map(stem));

/** Frequent words have rows of their own; `output` are exact spellings that a Δ may emit. */
export interface Vocabulary {
  /** Stems, most frequent first. */
  input: string[];
  /** Exact words, most frequent first. */
  output: string[];
}

export interface VocabularyLimits {
  input: number;
  output: number;
  /** An input word is frequent when at least this share of a family's sites shows it; an output word, on two sites. */
  share: number;
}

export const VOCABULARY_LIMITS: VocabularyLimits = { input: 176, output: 120, share: 0.25 };

/**
 * Counts in how many *sites* of a family each word occurs: a word that most sites show (Price, Search) gets its own row,
 * a brand that one site shows is hashed, so that the network learns to match names instead of memorising them.
 */
export class VocabularyBuilder {
  private readonly sites = new Map<string, Set<string>>();
  private readonly input = new Map<string, Map<string, Set<string>>>();
  private readonly output = new Map<string, Map<string, Set<string>>>();

  /** Words that a site shows. */
  shows(family: string, site: string, words: readonly string[]): void {
    let sites = this.sites.get(family);
    if (!sites) this.sites.set(family, (sites = new Set()));
    sites.add(site);
    mark(this.input, family, site, words.map(stem));
  }

  /** Words that a change on a site brought in. */
  brings(family: string, site: string, words: readonly string[]): void {
    mark(this.output, family, site, words);
  }

  build(limits: VocabularyLimits = VOCABULARY_LIMITS): Vocabulary {
    const frequent = (seen: Map<string, Map<string, Set<string>>>, limit: number, share: number): string[] => {
      const shares = new Map<string, number>();
      for (const [family, words] of seen) {
        const sites = this.sites.get(family)?.size ?? 1;
        for (const [word, { size }] of words) {
          if (word !== '' && size >= Math.max(2, sites * share))
            shares.set(word, (shares.get(word) ?? 0) + size / sites);
        }
      }
      const order = [...shares].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
      return [...new Set([...'0123456789', ...order])].slice(0, limit);
    };
    return { input: frequent(this.input, limits.input, limits.share), output: frequent(this.output, limits.output, 0) };
  }
}

function mark(
  seen: Map<string, Map<string, Set<string>>>,
  family: string,
  site: string,
  words: readonly string[],
): void {
  let table = seen.get(family);
  if (!table) seen.set(family, (table = new Map()));
  for (const word of words) {
    const sites = table.get(word);
    if (sites) sites.add(site);
    else table.set(word, new Set([site]));
  }
}
