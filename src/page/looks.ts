/** Colours as people name them, sRGB. */
const COLOURS: readonly (readonly [name: string, r: number, g: number, b: number])[] = [
  ['black', 0, 0, 0],
  ['white', 255, 255, 255],
  ['gray', 128, 128, 128],
  ['red', 255, 0, 0],
  ['green', 0, 128, 0],
  ['lime', 0, 255, 0],
  ['blue', 0, 0, 255],
  ['yellow', 255, 255, 0],
  ['orange', 255, 165, 0],
  ['purple', 128, 0, 128],
  ['magenta', 255, 0, 255],
  ['pink', 255, 192, 203],
  ['cyan', 0, 255, 255],
  ['brown', 165, 42, 42],
  ['olive', 128, 128, 0],
];

/** The name of the nearest colour; '' for none, transparent or unknown. `css` is a computed value: `rgb(…)` or `rgba(…)`. */
export function colourName(css: string): string {
  const [r, g, b, alpha = 1] = /^rgba?\(/.test(css) ? (css.match(/[\d.]+/g) ?? []).map(Number) : [];
  if (b === undefined || alpha === 0) return '';
  const distance = ([, x, y, z]: (typeof COLOURS)[number]): number => (x - r) ** 2 + (y - g) ** 2 + (z - b) ** 2;
  return COLOURS.reduce((best, colour) => (distance(colour) < distance(best) ? colour : best))[0];
}

const SHAPES = new Set('circle ellipse rect polygon polyline path line'.split(' '));

/** What the looks of an element are read from. */
export interface Appearance {
  tag: string;
  /** Size in CSS pixels; absent when it has no box. */
  box?: { width: number; height: number };
  /** Computed styles. */
  background: string;
  fill: string;
  id: string | null;
  classes: string | null;
}

/** Colour, shape with its size in pixels, id and classes: what tells an element without words from its neighbours. */
export function lookOf({ tag, box, background, fill, id, classes }: Appearance): string {
  const shape = SHAPES.has(tag);
  const size = shape && box ? `${Math.round(box.width)}x${Math.round(box.height)}` : '';
  const names = [id ?? '', ...(classes ?? '').split(/\s+/)];
  return [colourName(shape ? fill : background), shape ? tag : '', size, ...names].filter((part) => part).join(' ');
}
