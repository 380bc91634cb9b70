/** A matrix, or one per (outer, inner) index, inside a buffer: distances between neighbours in elements. */
export interface View {
  buffer: GPUBuffer;
  at: number;
  row: number;
  column: number;
  outer?: number;
  inner?: number;
}

/** Row-major, `columns` wide, from `start` on. */
export const rows = (buffer: GPUBuffer, columns: number, start = 0): View => ({
  buffer,
  at: start,
  row: columns,
  column: 1,
});

/** The same view for each outer index (a layer, a sequence) and inner index (a head, one of q, k, v). */
export const each = (view: View, outer: number, inner = 0): View => ({ ...view, outer, inner });

export const transpose = (view: View): View => ({ ...view, row: view.column, column: view.row });
