import { COLOUR, type Ink, STYLE, type StyledLine, type TextStyle } from './ink.ts';
import { drawQr } from './qr.ts';

export type Align = 'left' | 'right' | 'center';

export interface GridColumnSpec {
  readonly label: string;
  readonly width: number;
  readonly align: Align;
  /** Figures: what the column may not be narrower than, so that none is broken or set smaller. */
  readonly needs?: number | undefined;
  /** Stays on one line; set smaller where it would not fit. */
  readonly isFigure?: boolean | undefined;
}

/** What stands in a cell: a text and, under it, a quieter one. */
export interface CellContent {
  readonly text: string;
  readonly note?: string | undefined;
  /** A QR code instead: what it says. */
  readonly square?: string | undefined;
}

/** Of a QR code in a row, in points: a telephone reads it from the paper. */
const SQUARE = 36;

/** A row whose lines are broken and whose height is known. */
export interface GridRow {
  readonly cells: readonly (readonly StyledLine[])[];
  /** What the QR codes of its cells say. */
  readonly squares?: readonly (string | undefined)[];
  readonly height: number;
  /** Of a divided row only the first part has space above, and the last a hairline under it. */
  readonly opened: boolean;
  readonly closed: boolean;
}

export interface GridLayout {
  readonly left: number;
  readonly width: number;
  readonly columns: readonly GridColumnSpec[];
  readonly styles: {
    readonly body: TextStyle;
    readonly strong: TextStyle;
    readonly note: TextStyle;
  };
  /** Space above and below the text of a row. */
  readonly pad: number;
}

const GUTTER = 5;

const heightOf = (lines: readonly StyledLine[]): number =>
  lines.reduce((sum, line) => sum + line.style.leading, 0);

/** A table with a repeated heading, hairlines between rows, and columns that share its width. */
export class Grid {
  readonly headHeight: number;
  readonly #ink: Ink;
  readonly #layout: GridLayout;
  readonly #places: readonly { readonly x: number; readonly width: number }[];
  readonly #head: GridRow;

  constructor(ink: Ink, layout: GridLayout) {
    this.#ink = ink;
    this.#layout = layout;
    const widths = shareWidth(
      layout.width,
      layout.columns.map((column) => ({
        share: column.width,
        least: Math.max(column.needs ?? 0, longestWord(ink, column, layout)) + 2 * GUTTER + 0.1,
      })),
    );
    let x = layout.left;
    this.#places = widths.map((width) => {
      const place = { x: x + GUTTER, width: width - 2 * GUTTER };
      x += width;
      return place;
    });
    this.#head = this.row(
      layout.columns.map((column) => ({ text: column.label })),
      'head',
    );
    this.headHeight = this.#head.height;
  }

  /** Breaks the lines of a row. */
  row(contents: readonly CellContent[], kind: 'row' | 'totals' | 'head' = 'row'): GridRow {
    const { styles, pad } = this.#layout;
    const style = kind === 'row' ? styles.body : styles.strong;
    const isHead = kind === 'head';
    const cells = contents.map((content, index) => {
      const width = this.#places[index]?.width ?? 0;
      const isFigure = !isHead && this.#layout.columns[index]?.isFigure;
      const lines = (text: string, of: TextStyle): StyledLine[] =>
        isFigure
          ? [this.#ink.fit(text, of, width)]
          : this.#ink.wrap(text, of, width).map((line) => ({ text: line, style: of }));
      const main = content.text === '' ? [] : lines(content.text, style);
      return content.note ? [...main, ...lines(content.note, styles.note)] : main;
    });
    const squares = contents.map(({ square }) => square || undefined);
    const drawn = squares.some((square) => square !== undefined) ? SQUARE : 0;
    const height = Math.max(style.leading, drawn, ...cells.map(heightOf)) + 2 * pad;
    return { cells, squares, height, opened: true, closed: true };
  }

  /** Divides a row into rows of at most `height`; only the last has the hairline. */
  split(row: GridRow, height: number): GridRow[] {
    if (row.height <= height) return [row];
    const { pad } = this.#layout;
    const rest = row.cells.map((cell) => [...cell]);
    const parts: GridRow[] = [];
    while (rest.some((cell) => cell.length > 0)) {
      const opened = parts.length === 0;
      const cells = rest.map((cell) => takeLines(cell, height - 2 * pad));
      const closed = rest.every((cell) => cell.length === 0);
      const space = (opened ? pad : 0) + (closed ? pad : 0);
      parts.push({ cells, opened, closed, height: Math.max(...cells.map(heightOf)) + space });
    }
    return parts;
  }

  drawHead(y: number): void {
    const { left, width } = this.#layout;
    this.#ink.doc.rect(left, y, width, this.headHeight).fill(COLOUR.fill);
    this.#ink.rule({ x: left, y, width, color: COLOUR.line });
    this.#ink.rule({ x: left, y: y + this.headHeight, width, color: COLOUR.line });
    this.#drawCells(this.#head, y);
  }

  draw(row: GridRow, y: number): void {
    const { left, width } = this.#layout;
    this.#drawCells(row, y);
    if (row.closed) this.#ink.rule({ x: left, y: y + row.height, width });
  }

  /** The sums at the end of a report, between two lines. */
  drawTotals(row: GridRow, y: number): void {
    const { left, width } = this.#layout;
    this.#ink.doc.rect(left, y, width, row.height).fill(COLOUR.fill);
    this.#ink.rule({ x: left, y, width, color: COLOUR.line });
    this.#drawCells(row, y);
    this.#ink.rule({ x: left, y: y + row.height, width, color: COLOUR.line });
  }

  #drawCells(row: GridRow, y: number): void {
    row.cells.forEach((lines, index) => {
      const place = this.#places[index];
      const align = this.#layout.columns[index]?.align;
      if (!place || !align) return;
      let top = row.opened ? y + this.#layout.pad : y;
      const square = row.squares?.[index];
      if (square !== undefined) {
        const size = Math.min(SQUARE, place.width);
        drawQr(this.#ink.doc, { text: square, x: place.x, y: top, size });
      }
      for (const { text, style } of lines) {
        this.#ink.line({ text, style, y: top, align, ...place });
        top += style.leading;
      }
    });
  }
}

/** A heading may be broken between words, never within one. */
function longestWord(ink: Ink, column: GridColumnSpec, { styles }: GridLayout): number {
  return Math.max(0, ...ink.pieces(column.label).map((word) => ink.width(word, styles.strong)));
}

interface WidthClaim {
  readonly share: number;
  readonly least: number;
}

/** Divides a width by shares, but gives nobody less than they need while the others can spare it. */
function shareWidth(total: number, claims: readonly WidthClaim[]): number[] {
  const short = new Set<WidthClaim>();
  const divide = (): ((claim: WidthClaim) => number) => {
    const fixed = [...short].reduce((sum, claim) => sum + claim.least, 0);
    const shares = claims.reduce((sum, claim) => sum + (short.has(claim) ? 0 : claim.share), 0);
    return (claim) => (short.has(claim) ? claim.least : (claim.share / shares) * (total - fixed));
  };
  const needed = claims.reduce((sum, claim) => sum + claim.least, 0);
  // Where all together need more than there is, each gives up the same part.
  if (needed >= total) return claims.map((claim) => (claim.least / needed) * total);
  for (;;) {
    const width = divide();
    const poor = claims.filter((claim) => !short.has(claim) && width(claim) < claim.least);
    if (poor.length === 0) return claims.map(width);
    for (const claim of poor) short.add(claim);
  }
}

function takeLines(lines: StyledLine[], room: number): StyledLine[] {
  const taken: StyledLine[] = [];
  let left = room;
  for (let next = lines[0]; next && next.style.leading <= left; next = lines[0]) {
    lines.shift();
    taken.push(next);
    left -= next.style.leading;
  }
  return taken;
}

/** The two densities: business documents breathe, reports are dense. */
export const GRID_STYLES = {
  document: {
    styles: { body: STYLE.body, strong: STYLE.strong, note: STYLE.muted },
    pad: 4,
  },
  report: {
    styles: {
      body: { ...STYLE.body, size: 8, leading: 12.5 },
      strong: { ...STYLE.strong, size: 8, leading: 12.5 },
      note: STYLE.small,
    },
    pad: 2.5,
  },
} as const;
