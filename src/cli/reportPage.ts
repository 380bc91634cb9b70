import { escapeMarkup } from './junit.ts';

const STYLE = `
:root{color-scheme:light dark;--ground:#fbfaf8;--card:#fff;--ink:#22252a;--soft:#666c75;--line:#e4e2dd;--accent:#2f6f8f;--second:#b3642d;--third:#8a5a9e;--good:#2f7d5b;--bad:#b4473c}
@media(prefers-color-scheme:dark){:root{--ground:#16181b;--card:#1e2125;--ink:#e6e4df;--soft:#9aa0a8;--line:#32363c;--accent:#74b3d1;--second:#e0a070;--third:#c39ad6;--good:#74c49d;--bad:#e58b80}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif}
main{max-width:60rem;margin:0 auto;padding:3rem 1.25rem 5rem}
h1{font-size:1.75rem;font-weight:600;letter-spacing:-.01em;margin:0 0 .25rem}
h2{font-size:1.1rem;font-weight:600;margin:0 0 .25rem}
p{margin:0 0 1rem;color:var(--soft);max-width:44rem}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.4rem 1.5rem;margin-top:1.25rem;overflow-x:auto}
dl{display:flex;flex-wrap:wrap;gap:.35rem 1.75rem;margin:1rem 0 0}dl div{display:flex;gap:.5rem}dt{color:var(--soft)}dd{margin:0}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);font-weight:400;white-space:nowrap}
thead th{color:var(--soft);font-size:.85rem}tbody tr:last-child>*{border-bottom:0}
tr.split th{padding-top:1.1rem;font-weight:600}td.number{text-align:right}th.number{text-align:right}
svg{display:block}svg.interval{width:220px;height:18px}
.rail{stroke:var(--line);stroke-width:2}.half{stroke:var(--line);stroke-width:2}.range{stroke:var(--accent);stroke-width:6;stroke-linecap:round;opacity:.35}.rate{fill:var(--accent)}
svg.chart{width:100%;min-width:30rem;max-width:46rem;height:auto}.grid{stroke:var(--line)}.tick{fill:var(--soft);font-size:12px}
.label{font-size:13px;fill:var(--c)}polyline{fill:none;stroke:var(--c);stroke-width:2.25}.dot{fill:var(--c)}
.s1{--c:var(--accent)}.s2{--c:var(--second)}.s3{--c:var(--third)}
.bar{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr 8rem;gap:1rem;align-items:center;padding:.25rem 0}
.track{background:color-mix(in srgb,var(--line) 55%,transparent);border-radius:4px;height:10px}.fill{display:block;background:var(--accent);border-radius:4px;height:10px}
.bar .text{text-align:right;font-variant-numeric:tabular-nums}
.confusion{width:auto}.confusion td,.confusion th{padding:.6rem 1.1rem}.confusion td{min-width:8rem;border-radius:4px}
.confusion td span{color:var(--soft);margin-left:.6rem}
.right{background:color-mix(in srgb,var(--good) calc(8% + 40%*var(--share)),transparent)}.wrong{background:color-mix(in srgb,var(--bad) calc(4% + 70%*var(--share)),transparent)}
@media(max-width:40rem){main{padding:1.5rem .75rem 3rem}section{padding:1rem}.bar{grid-template-columns:7rem 1fr 5rem;gap:.5rem}.confusion td,.confusion th{padding:.5rem .5rem .5rem 0}.confusion td{min-width:0;padding-left:.5rem}}
`;

export const section = (title: string, lead: string, body: string): string =>
  `<section><h2>${title}</h2>${lead === '' ? '' : `<p>${lead}</p>`}${body}</section>`;

/** A report as one page: no script, no request, light and dark. `title`, `name` and the values of `facts` are escaped here. */
export function reportPage(page: {
  title: string;
  name: string;
  lead: string;
  facts: readonly (readonly [string, string])[];
  sections: readonly string[];
  /** Rules for what only this report has. */
  style?: string;
}): string {
  const { title, name, lead, facts, sections, style = '' } = page;
  const list = facts.map(([key, value]) => `<div><dt>${key}</dt><dd>${escapeMarkup(value)}</dd></div>`).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeMarkup(title)}</title><style>${STYLE}${style}</style></head>
<body><main><h1>${escapeMarkup(name)}</h1><p>${lead}</p><dl>${list}</dl>
${sections.join('\n')}
</main></body></html>
`;
}
