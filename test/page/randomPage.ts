import type { Rng } from '../../src/core/rng.ts';

const WORDS = ['red', 'mug', '12', '$4.50', "it's", 'A & B', 'large', 'ß', 'Ünïcode', 'x'];
const CLASSES = ['inv', 'ptr', 'up', 'hid', 'star'];
const INLINE = ['b', 'span', 'i', 'em', 'strong', 'small', 'code'];
const BLOCK = ['div', 'p', 'section', 'article', 'li', 'nav', 'form', 'header', 'footer', 'blockquote'];

const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

export const RANDOM_STYLE = `<style>.ptr{cursor:pointer}.up{text-transform:uppercase}
.hid{display:none}.inv{visibility:hidden}.star::before{content:'★'}</style>`;

/** A page nobody would write, from everything people do write: for comparing two readers of the same page. */
export function randomPage(rng: Rng): string {
  let next = 0;
  const words = (most = 3): string =>
    Array.from({ length: 1 + rng.int(most) }, () => rng.pick(WORDS)).join(rng.pick([' ', ' ', '\n  ']));
  const text = (): string => escapeHtml(rng.pick(['', ' ']) + words() + rng.pick(['', ' ']));
  const attributes = (kind: 'inline' | 'field' | 'block' = 'block'): string => {
    let out = '';
    if (rng.chance(0.15)) out += ` class="${rng.pick(kind === 'inline' ? CLASSES.slice(1) : CLASSES)}"`;
    if (kind !== 'inline' && rng.chance(0.05)) out += ` aria-label="${escapeHtml(words())}"`;
    if (rng.chance(0.05)) out += ` title="${escapeHtml(words())}"`;
    if (kind === 'block' && rng.chance(0.04)) out += ' aria-hidden="true"';
    if (rng.chance(0.05)) out += ` data-on="${next++}"`;
    if (rng.chance(0.03)) out += ' tabindex="0"';
    return out;
  };
  const inline = (depth: number): string => {
    if (depth <= 0 || rng.chance(0.4)) return text();
    const tag = rng.pick(INLINE);
    return `<${tag}${attributes('inline')}>${inlines(depth - 1)}</${tag}>`;
  };
  const inlines = (depth: number): string => Array.from({ length: 1 + rng.int(3) }, () => inline(depth)).join('');
  const options = (): string =>
    Array.from(
      { length: 1 + rng.int(3) },
      () => `<option${rng.pick(['', ' selected', ' disabled'])}>${text()}</option>`,
    ).join('');
  const control = (): string => {
    const type = rng.pick(['text', 'search', 'checkbox', 'radio', 'date', 'number', 'email', 'password', 'range']);
    const value = type === 'date' ? '2026-01-31' : type === 'number' || type === 'range' ? '7' : escapeHtml(words(1));
    const state = rng.pick([
      '',
      '',
      ' required',
      ' disabled',
      ' readonly',
      ' aria-invalid="true"',
      ' placeholder="hint"',
    ]);
    return rng.pick([
      `<input type="${type}" value="${value}"${state}${rng.pick(['', ' checked'])}${attributes('field')} id="f${next}">`,
      `<select id="f${next}"${rng.pick(['', '', ' multiple'])}${attributes('field')}>${options()}</select>`,
      `<textarea id="f${next}"${attributes('field')}>${text()}</textarea>`,
    ]);
  };
  const field = (): string => {
    const id = next++;
    const made = control().replace(/id="f\d+"/, `id="f${id}"`);
    return rng.pick([
      `<label>${inlines(1)}${made}${rng.pick(['', text()])}</label>`,
      `<label for="f${id}">${inlines(1)}</label>${made}`,
      made,
    ]);
  };
  const table = (): string => {
    const cell = (): string => {
      const tag = rng.pick(['td', 'td', 'th']);
      return `<${tag}${attributes()}>${rng.pick([() => inlines(1), () => block(1), () => ''])()}</${tag}>`;
    };
    const columns = 1 + rng.int(3);
    const rows = Array.from(
      { length: 1 + rng.int(3) },
      () => `<tr${attributes()}>${Array.from({ length: columns }, cell).join('')}</tr>`,
    );
    return `<table>${rng.pick(['', `<caption>${text()}</caption>`])}${rows.join('')}</table>`;
  };
  const block = (depth: number): string => {
    if (depth <= 0 || rng.chance(0.15)) return inlines(2);
    const tag = rng.pick(BLOCK);
    return rng.pick([
      () => `<${tag}${attributes()}>${blocks(depth - 1)}</${tag}>`,
      () => `<${tag}${attributes()}>${inlines(2)}</${tag}>`,
      () => `<a href="/${next++}"${attributes()}>${inlines(2)}</a>`,
      () => `<button${rng.pick(['', ' disabled', ' aria-pressed="true"'])}${attributes()}>${inlines(2)}</button>`,
      () =>
        `<ul>${Array.from({ length: 1 + rng.int(3) }, () => `<li${attributes()}>${blocks(depth - 1)}</li>`).join('')}</ul>`,
      () => `<fieldset>${rng.pick(['', `<legend>${text()}</legend>`])}${field()}${field()}</fieldset>`,
      () => `<details${rng.pick(['', ' open'])}><summary>${inlines(1)}</summary>${blocks(depth - 1)}</details>`,
      () => `<img src="data:," ${rng.pick(['', 'alt=""', `alt="${escapeHtml(words())}"`])}>`,
      field,
      field,
      table,
    ])();
  };
  const blocks = (depth: number): string => Array.from({ length: 1 + rng.int(3) }, () => block(depth)).join('\n');
  return `<!doctype html><html lang="en"><head><title>${text()}</title>${RANDOM_STYLE}</head><body>${blocks(3)}${blocks(3)}</body></html>`;
}
