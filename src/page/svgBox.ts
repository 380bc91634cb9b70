const GROUPS = new Set(['g', 'a', 'svg', 'switch', 'use']);
const SIMPLE = new Set(['rect', 'circle', 'ellipse', 'image']);

/** A box from its edges, on the grid of a 64th of a pixel that Chrome lays out on, outwards. */
const boxOf = (left: number, top: number, right: number, bottom: number): DOMRect => {
  const x = Math.floor(left * 64) / 64;
  const y = Math.floor(top * 64) / 64;
  return new DOMRect(x, y, Math.ceil(right * 64) / 64 - x, Math.ceil(bottom * 64) / 64 - y);
};

/** How far a stroke reaches beyond a shape, as Chromium estimates it (SVG's stroke bounding box, without looking at angles). */
function reach(tag: string, style: CSSStyleDeclaration): number {
  const width = Number.parseFloat(style.strokeWidth);
  if (style.stroke === 'none' || !(width > 0)) return 0;
  if (tag === 'text' || tag === 'tspan') return width;
  const half = width / 2;
  if (SIMPLE.has(tag)) return half;
  const cap = style.strokeLinecap === 'square' ? Math.SQRT2 : 1;
  if (tag === 'line' || style.strokeLinejoin !== 'miter') return half * cap;
  return half * Math.max(Number(style.strokeMiterlimit), cap);
}

/**
 * The box of an element inside an `svg`, in the viewport: with its stroke, which `getBoundingClientRect` leaves out and the
 * protocol's snapshot does not.
 */
export function svgBox(element: SVGGraphicsElement, styleOf: (element: Element) => CSSStyleDeclaration): DOMRect {
  const tag = element.localName;
  if (GROUPS.has(tag)) {
    const boxes = [...element.children]
      .filter((child): child is SVGGraphicsElement => 'getBBox' in child && styleOf(child).display !== 'none')
      .map((child) => svgBox(child, styleOf))
      .filter(({ width, height }) => width > 0 || height > 0);
    if (boxes.length > 0)
      return boxOf(
        Math.min(...boxes.map(({ left }) => left)),
        Math.min(...boxes.map(({ top }) => top)),
        Math.max(...boxes.map(({ right }) => right)),
        Math.max(...boxes.map(({ bottom }) => bottom)),
      );
  }
  const matrix = element.getScreenCTM();
  const more = reach(tag, styleOf(element));
  if (matrix === null || more === 0) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return boxOf(left, top, right, bottom);
  }
  const { x, y, width, height } = element.getBBox();
  const corners = [x - more, x + width + more].flatMap((left) =>
    [y - more, y + height + more].map((top) => new DOMPoint(left, top).matrixTransform(matrix)),
  );
  const [across, down] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
  return boxOf(Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down));
}
