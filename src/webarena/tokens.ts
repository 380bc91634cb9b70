/** Characters that always stand alone. */
const ALONE = /[;@#$%&?!*()[\]{}<>"`“”„«»‘’]/gu;

/**
 * The words of a text by the rules of the Penn Treebank, as far as they decide whether one character is a word:
 * brackets, currency and percent signs, `;`, `?`, `!` stand alone; `,` and `:` do unless a digit follows; `--` and dots in a
 * row do; a full stop does at the end and before white space; clitics (`'s`, `'ll`, `n't`) come off. So `5` is a word of
 * `5%`, `$5` and `5, 6`, not of `5.00`, `5-6` or `5,000`.
 */
export function wordsOf(text: string): string[] {
  return ` ${text} `
    .replace(/'(?!re|ve|ll|[mtsdn])(\w)\b/gi, "' $1")
    .replace(/(?<![.\s])\.(?=[\])}>"'»”’]*\s)/g, ' . ')
    .replace(ALONE, ' $& ')
    .replace(/[,:](?!\d)/g, ' $& ')
    .replace(/--|\.{2,}/g, ' $& ')
    .replace(/(\w)n't(?=\s)/gi, "$1 n't ")
    .replace(/([^'\s])('(?:s|m|d|ll|re|ve)?)(?=\s)/gi, '$1 $2 ')
    .split(/\s+/)
    .filter((word) => word !== '');
}
