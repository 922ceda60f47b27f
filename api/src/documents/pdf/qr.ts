import bwip from 'bwip-js/node';
import { COLOUR } from './ink.ts';

export interface SquareAt {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** White around it, in squares of the pattern and within the size; left out: there is enough. */
  readonly quiet?: number;
}

interface Square {
  readonly pixs: readonly number[];
  readonly pixx: number;
  readonly pixy: number;
}

/** Choosing the pattern takes ten milliseconds, and copies of one label follow each other. */
let last: { readonly text: string; readonly square: Square } | null = null;

function squareOf(text: string): Square {
  if (last?.text === text) return last.square;
  const [square] = bwip.raw({ bcid: 'qrcode', text });
  if (!square || !('pixs' in square)) throw new TypeError('No QR code');
  last = { text, square };
  return square;
}

/** Draws a QR code as shapes, so that it stays sharp at any printer's resolution. */
export function drawQr(doc: PDFKit.PDFDocument, { text, x, y, size, quiet = 0 }: SquareAt): void {
  const symbol = squareOf(text);
  const unit = size / (symbol.pixx + 2 * quiet);
  const [left, top] = [x + quiet * unit, y + quiet * unit];
  for (let row = 0; row < symbol.pixy; row += 1) {
    for (let column = 0; column < symbol.pixx; ) {
      const start = column;
      while (column < symbol.pixx && symbol.pixs[row * symbol.pixx + column] === 1) column += 1;
      const run = column - start;
      if (run > 0) doc.rect(left + start * unit, top + row * unit, run * unit, unit);
      column += 1;
    }
  }
  doc.fill(COLOUR.text);
}

/** The same as a picture, for whoever prints or shows it elsewhere. */
export const qrPicture = (text: string): Promise<Buffer> =>
  bwip.toBuffer({ bcid: 'qrcode', text, scale: 8, paddingwidth: 4, paddingheight: 4 });
