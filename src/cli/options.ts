import { InvalidArgumentError } from 'commander';

/** Parsers of option values; commander turns what they throw into a usage error that names the option. */

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} … ${most}`;
    throw new InvalidArgumentError(`Expected a whole number, ${range}.`);
  };
}

export function share(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Expected a number from 0 to 1.');
}

/** For an option that may be given again. */
export const collect = (text: string, before: string[] = []): string[] => [...before, text];

export const list = (text: string): string[] => {
  const items = text.split(',').map((item) => item.trim());
  if (items.every((item) => item !== '')) return items;
  throw new InvalidArgumentError('Expected names with commas between them.');
};

export const wholeNumbers = (text: string): number[] => list(text).map(wholeNumber(0));
