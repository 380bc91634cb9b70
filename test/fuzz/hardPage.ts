import type { Rng } from '../../src/core/rng.ts';
import { RANDOM_STYLE, randomPage } from '../page/randomPage.ts';

/** What a server of these pages must know about one. */
export interface HardPage {
  /** Inside of `body`, in parts that can be left out one by one. */
  parts: string[];
  title: string;
}

/** Frames with this title show what a script of the page cannot read. */
export const FOREIGN = 'foreign';

/** Texts as hostile as they come, all of them legal in HTML. */
export const HOSTILE = [
  ...[
    `it's "both"`,
    "\\'",
    '\\',
    '[12] button',
    "link 'x'",
    '… 3 nodes left out',
    '\t',
    'a\nb',
    'a\r\nb',
    '{{x}}',
    '$\u007bx}',
  ],
  ...[
    'مرحبا بالعالم',
    'שלום',
    '\u202Eabc\u202C',
    '👩‍👩‍👧‍👦',
    '🏳️‍🌈',
    '漢字かな',
    'ǆ',
    'ﬁ',
    'İstanbul',
    'straße',
    'é',
    '한글',
  ],
  ...[
    '\u200b',
    '\u00ad',
    '\ufeff',
    '\u2028',
    '\u0085',
    '\u00a0',
    '\u3000',
    'a\u0000b',
    '\u0001\u0007\u001b[31m',
    '\u007f',
    '\ufffd',
  ],
  ...[
    '&amp;',
    '<b>',
    '-->',
    '</script>',
    ']]>',
    '%00',
    '../..',
    'null',
    'undefined',
    'NaN',
    '-1',
    '1e999',
    '__proto__',
  ],
];
const PLAIN = ['Add', 'Buy now', 'Delete', 'Name', 'Price, low to high', '12', 'EUR 4.50', 'Open', 'Close', 'More'];
const ROLES = [
  'button',
  'link',
  'checkbox',
  'listbox',
  'menuitem',
  'tab',
  'foo',
  '',
  'none',
  'BUTTON',
  'textbox',
  'dialog',
];

export const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

export const HARD_STYLE = `${RANDOM_STYLE}<style>body { margin: 8px } .row { display: flex; gap: 4px } .low { text-transform: lowercase } .pre { white-space: pre } .contents { display: contents } .more::after { content: ' more' }
.tick::before { content: '\\2713' / 'done' } .box { width: 30px; height: 20px; display: inline-block; background: teal }
.tall { height: 1400px } .inner { height: 90px; overflow: auto; border: 1px solid }
.sticky { position: sticky; top: 0; background: #eee } .fixed { position: fixed; inset: auto 0 0 auto; background: #fed }
.veil { position: fixed; inset: 0; background: #0002 } </style>`;

/** What happens when something is clicked: one expression without double quotes. */
const EFFECTS = [
  `this.remove()`,
  `this.replaceWith(this.cloneNode(true))`,
  `this.outerHTML = this.outerHTML`,
  `this.textContent += '!'`,
  `this.parentElement.innerHTML = '<button>fresh</button>'`,
  `this.hidden = true`,
  `this.disabled = true`,
  `this.insertAdjacentHTML('afterend', '<b>added</b> text')`,
  `this.setAttribute('aria-expanded', 'true')`,
  `this.setAttribute('aria-label', 'said')`,
  `alert('hello')`,
  `this.title = confirm('sure?') + prompt('name?', 'Ada')`,
  `window.open('/p/7')`,
  `location.hash = 'h' + Math.floor(9 * 0.5)`,
  `history.pushState(null, '', '?pushed')`,
  `history.back()`,
  `location.reload()`,
  `document.title += ' x'`,
  `document.body.append('loose text')`,
  `document.querySelector('iframe')?.remove()`,
  `(d => d && (d.open ? d.close() : d.showModal()))(document.querySelector('dialog'))`,
  `document.querySelector('[popover]')?.togglePopover()`,
  `document.querySelector('.veil') ? document.querySelector('.veil').remove() : document.body.insertAdjacentHTML('beforeend', '<div class=veil></div>')`,
  `document.querySelectorAll('input').forEach(i => i.value = '7')`,
  `document.body.replaceChildren(...document.body.children)`,
  `this.focus()`,
  `this.blur()`,
  `throw new Error('thrown')`,
  `event.preventDefault()`,
  `event.stopImmediatePropagation()`,
  `this.attachShadow ? this.appendChild(document.createElement('section')).attachShadow({ mode: 'open' }).innerHTML = '<a href=1>in shadow</a>' : 0`,
  `Object.assign(document.createElement('a'), { download: 'x.csv', href: 'data:text/csv,1' }).click()`,
  `document.dir = document.dir === 'rtl' ? 'ltr' : 'rtl'`,
  `this.scrollIntoView()`,
  `document.querySelectorAll('option').forEach(o => o.selected = !o.selected)`,
];

/**
 * A page of the constructs that broke other agents, crossed with each other. Every draw is from `rng`; `foreign` is the origin
 * of pages of another site, and `depth` how deep this page already is inside others.
 */
export function hardPage(rng: Rng, foreign: string, depth = 0): HardPage {
  const parts: string[] = [];
  let serial = 0;
  const plain = (): string => (rng.chance(0.15) ? rng.pick(HOSTILE) : rng.pick(PLAIN));
  const words = (): string =>
    rng.chance(0.02) ? `${plain()} `.repeat(1000) : rng.chance(0.2) ? `${plain()} ${plain()}` : plain();
  const text = (): string => escapeHtml(words());
  const id = (): string => (rng.chance(0.3) ? ` id="same"` : ` id="i${depth}-${serial++}"`);
  const effect = (): string => ` onclick="${rng.pick(EFFECTS)}"`;
  const maybe = (chance: number, html: string | (() => string)): string =>
    rng.chance(chance) ? (typeof html === 'string' ? html : html()) : '';
  const aria = (): string =>
    maybe(0.12, () =>
      rng.pick([
        ` aria-label="${text()}"`,
        ` aria-label="  "`,
        ` aria-labelledby="t0 missing t0"`,
        ` aria-labelledby="t1 t2"`,
        ` aria-describedby="same"`,
        ` aria-hidden="${rng.pick(['true', 'false', '', 'yes'])}"`,
        ` aria-checked="${rng.pick(['true', 'mixed', 'maybe', ''])}"`,
        ` aria-expanded="${rng.pick(['true', 'false', 'undefined'])}"`,
        ` aria-disabled="${rng.pick(['true', 'false', 'TRUE'])}"`,
        ` aria-invalid="${rng.pick(['true', 'grammar', 'no'])}"`,
        ` aria-current="page"`,
        ` aria-selected="true"`,
        ` aria-required="true"`,
        ` aria-pressed="${rng.pick(['true', 'mixed'])}"`,
        ` aria-valuenow="${rng.pick(['3', 'x', ''])}"`,
        ` title="${text()}"`,
        ` inert`,
        ` hidden`,
        ` tabindex="${rng.pick(['0', '-1', 'x'])}"`,
        ` draggable="true"`,
      ]),
    );
  const look = (): string =>
    maybe(
      0.15,
      () =>
        ` class="${rng.pick(['row', 'up', 'low', 'pre', 'contents', 'more', 'tick', 'box', 'star', 'inv', 'hid', 'ptr'])}"`,
    );
  const any = (): string => id() + aria() + look();

  const click = (): string => {
    const inside = rng.pick([
      text,
      text,
      () => `<span id="t${rng.int(3)}">${text()}</span> <b>${text()}</b>`,
      () => '<svg width="12" height="12" aria-hidden="true"><path d="M0 0h9v9z"/></svg>',
      () => `<img src="data:," width="9" height="9"${rng.pick(['', ' alt=""', ` alt="${text()}"`])}>`,
      () => `<span><span><svg></svg></span><span>${text()}</span></span>`,
      () => '',
    ])();
    return rng.pick([
      `<button type="button"${any()}${effect()}>${inside}</button>`,
      `<button type="button"${any()}${effect()}>${inside}</button>`,
      `<div${any()}${effect()}>${inside}</div>`,
      `<div class="ptr" data-listen${id()}>${inside}</div>`,
      `<span tabindex="0"${id()}${effect()}>${inside}</span>`,
      `<div role="${rng.pick(ROLES)}"${any()}${effect()}>${inside}</div>`,
      `<a${any()}${effect()}>${inside}</a>`,
      `<a href="/p/${rng.int(1000)}"${any()}${maybe(0.3, ' target="_blank"')}>${inside}</a>`,
      `<a href="#same"${any()}>${inside}</a>`,
      `<a href="javascript:void(document.title += 1)"${any()}>${inside}</a>`,
      `<a href="mailto:a@example.org"${any()}>${inside}</a>`,
      `<a href="/gone"${any()}>${inside}</a>`,
      `<a href="data:text/csv,1" download="x.csv"${any()}>${inside}</a>`,
      `<summary${any()}>${inside}</summary>`,
      `<li${any()}${effect()}>${inside}</li>`,
      `<div class="box ptr"${id()}${effect()}></div>`,
    ]);
  };
  const TYPES =
    'text search email url tel password number date time month week datetime-local color range checkbox radio file submit reset button image hidden bogus'.split(
      ' ',
    );
  const VALUES: Record<string, string> = {
    date: '2026-02-03',
    time: '10:20',
    month: '2026-02',
    week: '2026-W05',
    color: '#00ff00',
  };
  const field = (): string => {
    const type = rng.pick(TYPES);
    const value = rng.pick([VALUES[type] ?? text(), '', '7']);
    const own = rng.pick([
      '',
      '',
      ' required',
      ' disabled',
      ' readonly',
      ' placeholder="hint"',
      ' maxlength="3"',
      ' list="opts"',
      ' multiple',
      ' checked',
      ' autofocus',
      ' autocomplete="cc-number"',
    ]);
    const script = maybe(0.2, () =>
      rng.pick([
        ` oninput="this.value = 'fixed'"`,
        ` oninput="this.value = this.value.toUpperCase()"`,
        ` onkeydown="event.preventDefault()"`,
        ` onfocus="this.blur()"`,
        ` onchange="this.remove()"`,
        ` oninput="this.replaceWith(this.cloneNode())"`,
        ` onchange="location.hash = 'c'"`,
        ` onbeforeinput="event.preventDefault()"`,
      ]),
    );
    const name = `f${serial++}`;
    const option = (): string =>
      `<option${rng.pick(['', '', ' selected', ' disabled', ' label="l"', ' hidden'])}${aria()}>${text()}</option>`;
    const options = (): string => Array.from({ length: rng.int(4) }, option).join('');
    const made = rng.pick([
      () => `<input type="${type}" value="${value}" name="${name}"${own}${script}${any()}>`,
      () => `<input type="${type}" value="${value}" name="${name}"${own}${script}${any()}>`,
      () => `<textarea name="${name}"${own}${script}${any()}>${text()}</textarea>`,
      () => `<select name="${name}"${own}${maybe(0.2, ' size="3"')}${script}${any()}>${options()}</select>`,
      () => `<select${any()}><option value="" disabled selected>Choose</option>${options()}</select>`,
      () =>
        `<select${any()}><optgroup label="${text()}"${maybe(0.3, ' disabled')}>${options()}</optgroup><hr>${options()}</select>`,
      () => {
        const tag = rng.pick(['div', 'p', 'li', 'h3', 'section']);
        const own = `contenteditable="${rng.pick(['true', '', 'plaintext-only', 'false'])}"${id()}${aria()}`;
        return `<${tag} ${own}><b>${text()}</b><span contenteditable="false">${text()}</span></${tag}>`;
      },
      () =>
        `<div contenteditable role="textbox" aria-label="Rich"${id()} oninput="this.textContent = 'mine'">${text()}</div>`,
      () =>
        `<div role="combobox" tabindex="0" aria-expanded="true"${id()}>${text()}<div role="listbox"><div role="option"${effect()}>${text()}</div></div></div>`,
      () => `<div role="slider" tabindex="0" aria-valuenow="${rng.pick(['5', '', 'x'])}"${any()}></div>`,
      () => `<div role="switch" aria-checked="true" tabindex="0"${effect()}>${text()}</div>`,
      () => `<progress value="3" max="9"${any()}></progress><meter value="2" max="9"${any()}></meter>`,
      () => `<output${any()}>${text()}</output>`,
    ])();
    return rng.pick([
      () => made,
      () => made,
      () => `<label${look()}>${text()} ${made}</label>`,
      () => `<label for="${/ id="([^"]*)"/.exec(made)?.[1] ?? 'same'}">${text()}</label>${made}`,
      () => `<fieldset${maybe(0.2, ' disabled')}><legend>${text()}</legend>${made}${click()}</fieldset>`,
      () =>
        `<form action="/p/${rng.int(1000)}"${maybe(0.5, ` onsubmit="event.preventDefault(); this.append('sent')"`)}>${made}${maybe(0.7, '<button>Send</button>')}</form>`,
    ])();
  };
  const some = (most: number, make: () => string): string =>
    Array.from({ length: 1 + rng.int(most) }, make).join(rng.pick(['', ' ', '\n']));
  const inner = (): string => rng.pick([click, field, text, () => some(3, click), () => `<p${any()}>${text()}</p>`])();
  const frame = (): string => {
    if (depth > 1) return '<iframe></iframe>';
    const page = (): string => {
      const { parts: own, title } = hardPage(rng, foreign, depth + 1);
      return `<!doctype html><title>${escapeHtml(title)}</title>${HARD_STYLE}${own.slice(0, 3).join('\n')}`;
    };
    return rng.pick([
      () => `<iframe${any()} srcdoc="${escapeHtml(page())}"></iframe>`,
      () => `<iframe${any()} srcdoc="${escapeHtml(page())}"></iframe>`,
      () => `<iframe${any()} src="/p/${rng.int(1000)}?d=${depth + 1}"></iframe>`,
      () => '<iframe></iframe>',
      () => '<iframe hidden src="/p/1?d=2"></iframe>',
      () => `<iframe title="${FOREIGN}" src="${foreign}/p/${rng.int(1000)}?d=2"></iframe>`,
      () => `<iframe title="${FOREIGN}" sandbox="allow-scripts" srcdoc="${escapeHtml(page())}"></iframe>`,
    ])();
  };
  const shadow = (): string => {
    const content = `${inner()}<slot></slot>${inner()}${maybe(0.3, '<slot name="s">default</slot>')}`;
    const mode = 'open';
    return rng.pick([
      () =>
        `<div${any()}><template shadowrootmode="${mode}">${content}</template>${inner()}<b slot="s">named</b></div>`,
      () =>
        `<x-part${id()}><template shadowrootmode="${mode}"><section><x-in><template shadowrootmode="${mode}">${inner()}<slot></slot></template>${inner()}</x-in></section></template></x-part>`,
      () =>
        `<article><template shadowrootmode="${mode}"><style>button { color: red }</style>${content}</template></article>`,
    ])();
  };
  const list = (): string => {
    const count = rng.pick([5, 40, 300]);
    const row = rng.pick([
      (i: number) => `<li>row ${i} <button type="button">${i}</button></li>`,
      (i: number) => `<li${effect()}>row ${i}</li>`,
      (i: number) => `<tr><td>${i}</td><td><a href="/p/${i}">open</a></td></tr>`,
    ]);
    const rows = Array.from({ length: count }, (_, i) => row(i)).join('');
    return rows.startsWith('<tr') ? `<table>${rows}</table>` : `<ul${look()}>${rows}</ul>`;
  };
  const block = (): string =>
    rng.pick([
      () => some(3, click),
      () => some(3, click),
      () => some(3, field),
      () => some(3, field),
      () => some(3, field),
      frame,
      shadow,
      list,
      () => `<div class="inner">${list()}</div>`,
      () => `<header class="sticky">${inner()}</header><div class="tall"></div>${inner()}`,
      () => `<div class="fixed">${inner()}</div>`,
      () => `<div role="none"><div role="presentation"><div aria-hidden="false">${inner()}</div></div></div>`,
      () => `<dialog${rng.pick(['', ' open'])}${any()}><h2>${text()}</h2>${inner()}<button>ok</button></dialog>`,
      () => `<div popover${any()}>${inner()}</div>`,
      () => `<details${rng.pick(['', ' open'])}${any()}><summary>${text()}</summary>${inner()}</details>`,
      () =>
        `<section${any()}><h2>${text()}</h2>${inner()}<article><header>${text()}</header>${inner()}</article></section>`,
      () =>
        `<svg width="60" height="40"${any()}><title>${text()}</title><rect width="20" height="20"${effect()}/><text y="20">${text()}</text><a href="/p/3"><circle r="9"/></a></svg>`,
      () =>
        `<map name="m"><area href="/p/2" shape="rect" coords="0,0,9,9" alt="area"></map><img usemap="#m" src="data:," alt="mapped"><canvas>${text()}</canvas><video controls></video><object data="data:text/html,x"></object>`,
      () =>
        `<table${any()}><caption>${text()}</caption><tr><th>${text()}</th><td${any()}>${inner()}</td></tr><tr${effect()}><td colspan="2">${text()}</td></tr></table>`,
      () => `<datalist id="opts"><option value="one"><option value="two"></datalist><input list="opts"${any()}>`,
      () =>
        `<div${any()}>${text()}<br>${text()}<wbr>${text()}<hr><pre>${text()}</pre><q>${text()}</q><ruby>${text()}<rt>${text()}</rt></ruby></div>`,
      () => `<p dir="rtl"${any()}>${text()}</p><bdo dir="rtl">${text()}</bdo>`,
      () => `<div${id()} aria-owns="missing">${inner()}</div>`,
      () =>
        randomPage(rng)
          .replace(/^.*<body>/s, '')
          .replace('</body></html>', ''),
      () => `<div${any()}><div${any()}><div${any()}>${inner()}</div>${inner()}</div></div>`,
      () =>
        `<${rng.pick(['center', 'font', 'marquee', 'x-y', 'blink', 'main', 'nav', 'aside', 'search', 'menu', 'dl', 'figure'])}${any()}>${inner()}</${'x'}>`,
      () =>
        `<script>document.querySelectorAll('[data-listen]').forEach(e => e.addEventListener('click', () => e.append('heard')))</script>`,
      () => `<script>document.body.append('\\ud800 lone', '', document.createComment('c'), '\\u0000')</script>`,
    ])();
  const count = depth > 0 ? 1 + rng.int(3) : 2 + rng.int(7);
  for (let i = 0; i < count; i++) parts.push(block());
  if (depth === 0 && rng.chance(0.04))
    parts.push(
      rng.pick([`<script>alert('on load')</script>`, `<script>onbeforeunload = (e) => e.preventDefault()</script>`]),
    );
  return { parts, title: words() };
}

/** The whole document of a page. */
export const documentOf = ({ parts, title }: HardPage): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>${HARD_STYLE}</head><body>${parts.join('\n')}</body></html>`;
