import { createRng } from '../core/rng.ts';
import type { Style } from './style.tsx';

/**
 * What only eyes can tell: type, colours of surfaces, corners, spacing. Families on the same seed share their style, but not
 * this; no tree depends on it.
 */
export interface Look {
  font: keyof typeof FONTS;
  /** Light surfaces, dark ones, or a page in the colour of its links. */
  surface: 'light' | 'dark' | 'tinted';
  /** What sets the head of the page apart. */
  head: 'line' | 'band' | 'card' | 'plain';
  corners: 'square' | 'soft' | 'round';
  density: 'tight' | 'normal' | 'airy';
  button: 'solid' | 'outline' | 'quiet';
  width: 'narrow' | 'normal' | 'wide';
}

const FONTS = {
  system: 'system-ui,sans-serif',
  grotesque: 'Arial,Helvetica,"Liberation Sans",sans-serif',
  serif: 'Georgia,"Times New Roman","Liberation Serif",serif',
  mono: 'ui-monospace,Menlo,Consolas,"Liberation Mono",monospace',
} as const;

const LOOKS = {
  font: ['system', 'grotesque', 'serif', 'mono'],
  surface: ['light', 'light', 'tinted', 'dark'],
  head: ['line', 'band', 'card', 'plain'],
  corners: ['square', 'soft', 'round'],
  density: ['tight', 'normal', 'airy'],
  button: ['solid', 'outline', 'quiet'],
  width: ['narrow', 'normal', 'wide'],
} as const satisfies { [K in keyof Look]: readonly Look[K][] };

export function lookOf(family: string, seed: number): Look {
  const rng = createRng(seed).fork(`look:${family}`);
  return Object.fromEntries(
    Object.entries(LOOKS).map(([name, values]) => [name, rng.fork(name).pick<string>(values)]),
  ) as unknown as Look;
}

interface Colours {
  back: string;
  ink: string;
  accent: string;
  line: string;
  /** Of fields, cards and messages. */
  sheet: string;
}

const PALETTES: Record<string, readonly [back: string, ink: string, accent: string, line: string]> = {
  sand: ['#fbf8f2', '#2f2a22', '#8a5a1c', '#e4dccb'],
  sky: ['#f4f8fc', '#1d2b3a', '#1f66ad', '#d5e2ee'],
  mint: ['#f3faf6', '#1e3028', '#1d7a55', '#d0e6da'],
  rose: ['#fdf6f6', '#35222a', '#a83a5b', '#efd9de'],
  slate: ['#f6f7f9', '#23272f', '#4a5a78', '#dcdfe6'],
  plum: ['#faf6fb', '#2c2233', '#77409a', '#e4d7ea'],
  amber: ['#fffaf0', '#33291a', '#99640a', '#f0e2c4'],
};

/** Mixes are of the palette's own colours, so that text keeps its contrast: dark ink on light, light text on dark. */
function coloursOf(palette: string, surface: Look['surface']): Colours {
  const [back, ink, accent, line] = PALETTES[palette];
  const mix = (a: string, share: number, b: string): string => `color-mix(in srgb,${a} ${share}%,${b})`;
  if (surface === 'dark')
    return {
      back: mix(ink, 92, '#000'),
      ink: back,
      accent: mix(accent, 45, '#fff'),
      line: mix(line, 30, ink),
      sheet: mix(ink, 88, '#fff'),
    };
  if (surface === 'tinted')
    return {
      back: mix(accent, 18, back),
      ink,
      accent: mix(accent, 80, '#000'),
      line: mix(accent, 40, line),
      sheet: back,
    };
  return { back, ink, accent, line, sheet: '#fff' };
}

const RADIUS = { square: 0, soft: 6, round: 16 } as const;
const SPACE = { tight: [13, 1.35, 3, 7], normal: [15, 1.5, 5, 9], airy: [17, 1.7, 8, 14] } as const;
const WIDTH = { narrow: 720, normal: 960, wide: 1240 } as const;

/** The style sheet of a page: small, system fonts, nothing to load. Nothing here shows, hides or renames anything. */
export function cssOf(style: Style, look: Look): string {
  const { back, ink, accent, line, sheet } = coloursOf(style.palette, look.surface);
  const side = style.nav === 'side';
  const radius = RADIUS[look.corners];
  const [size, leading, y, x] = SPACE[look.density];
  const onAccent = look.surface === 'dark' ? back : '#fff';
  const head = {
    line: side ? `border-right:1px solid ${line};padding-right:16px` : `border-bottom:1px solid ${line}`,
    band: `background:${accent};color:${onAccent};padding:12px 16px;border-radius:${radius}px`,
    card: `background:${sheet};border:1px solid ${line};padding:12px 16px;border-radius:${radius}px`,
    plain: '',
  }[look.head];
  const onBand = look.head === 'band' ? `header a,header .brand{color:${onAccent}}` : '';
  const button = {
    solid: `background:${accent};border-color:${accent};color:${onAccent}`,
    outline: `background:transparent;border-color:${accent};color:${accent}`,
    quiet: `background:${line};border-color:${line};color:${ink}`,
  }[look.button];
  return `
*{box-sizing:border-box}
body{margin:0;background:${back};color:${ink};font:${size}px/${leading} ${FONTS[look.font]}}
.page{max-width:${WIDTH[look.width]}px;margin:0 auto;padding:16px 24px;${side ? 'display:grid;grid-template-columns:190px 1fr;gap:0 32px;align-items:start' : ''}}
header{display:flex;${side ? 'flex-direction:column;align-items:stretch' : 'flex-wrap:wrap;align-items:center;margin-bottom:12px'};gap:${2 * y}px 20px;padding-bottom:12px;${head}}${onBand}
h1,h2{font-size:1.5em;line-height:1.25;margin:8px 0 12px}
.brand{font-size:1.2em;font-weight:700;margin:0;color:${accent};text-decoration:none}
nav{display:flex;${side ? 'flex-direction:column' : 'flex-wrap:wrap'};gap:${y + 1}px 16px}
a{color:${accent}}nav a{text-decoration:none}a:hover{text-decoration:underline}
footer{margin-top:24px;opacity:.7}
form{margin:0 0 12px}header form{display:flex;${side ? 'flex-direction:column;align-items:start' : 'align-items:end'};gap:8px;margin:0}header .field{margin:0}header label{flex-wrap:wrap;gap:2px 8px}header form>*{max-width:100%}header input{width:190px;max-width:100%}
main p>*{margin-right:14px}.field{margin:0 0 ${2 * y}px}.field label{${style.label === 'above' ? 'display:block;margin:0 0 2px;font-size:.93em' : 'display:inline-flex;gap:8px;align-items:center'}}
input,select,textarea,button{font:inherit;color:inherit;padding:${y}px ${x}px;border:1px solid ${line};border-radius:${radius}px;background:${sheet}}
header input,header select{color:${ink}}
input[type=checkbox],input[type=radio]{width:16px;height:16px}
button{cursor:pointer}main button,header button{${button}}${look.head === 'band' ? `header button{background:${sheet};border-color:${line};color:${ink}}` : ''}
.bare{display:inline-block;color:${accent};padding:3px 6px;border:1px dashed ${line};border-radius:${radius}px}
.trail{font-size:.87em;margin:0 0 8px;opacity:.85}
.alert{padding:8px 12px;border-left:4px solid ${accent};background:${sheet}}.error{color:${look.surface === 'dark' ? '#ff9d94' : '#b3261e'};font-size:.87em}
table{border-collapse:collapse;margin:0 0 12px}th,td{text-align:left;padding:${y}px 18px ${y}px 0;border-bottom:1px solid ${line};font-weight:inherit}thead th{font-size:.87em;opacity:.75}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(200px,1fr));gap:${2 * y + 2}px;margin:0 0 12px}
.card{background:${sheet};border:1px solid ${line};border-radius:${radius}px;padding:${2 * y}px ${x + 3}px;display:flex;flex-direction:column;gap:2px;align-items:flex-start}
.rows{padding-left:20px;margin:0 0 12px}.row{padding:${y}px 0;border-bottom:1px solid ${line}}.row>*{margin-right:16px}.title{font-weight:600}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 20px;margin:0 0 12px}dt{opacity:.75}dd{margin:0}
.facts p{margin:0 0 4px}.facts b{font-weight:600;margin-right:12px}ul.facts{padding-left:20px}
`.trim();
}
