import bwip from 'bwip-js/node';
import { COLOUR } from './ink.ts';

/** White on either side, in widths of the thinnest bar: without it no scanner finds the beginning. */
const QUIET = 10;
/** The thinnest bar that a hand scanner reads from a label printer's 203 dots an inch, in points. */
const THINNEST = 0.5;

/** Widths of bars and gaps by turns, a bar first, in thinnest bars. */
function widthsOf(text: string): readonly number[] {
  const [symbol] = bwip.raw({ bcid: 'code128', text });
  if (!symbol || !('sbs' in symbol)) throw new TypeError('No bars');
  return symbol.sbs;
}

export interface BarsAt {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws Code 128 as shapes, so that it stays sharp at any printer's resolution. Answers false and draws
 * nothing where the bars would be too thin to be read.
 */
export function drawBars(doc: PDFKit.PDFDocument, { text, x, y, width, height }: BarsAt): boolean {
  const widths = widthsOf(text);
  const unit = width / (widths.reduce((sum, one) => sum + one, 0) + 2 * QUIET);
  if (unit < THINNEST) return false;
  let left = x + QUIET * unit;
  widths.forEach((wide, index) => {
    if (index % 2 === 0) doc.rect(left, y, wide * unit, height);
    left += wide * unit;
  });
  doc.fill(COLOUR.text);
  return true;
}
