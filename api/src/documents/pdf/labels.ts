import { buffer } from 'node:stream/consumers';
import type { DocumentLang } from '../model.ts';
import { drawBars } from './bars.ts';
import { COLOUR, type Ink, type TextStyle } from './ink.ts';
import { drawLogo, newPdf } from './page.ts';
import { drawQr } from './qr.ts';

/** Points in a millimetre. */
const MM = 72 / 25.4;

/** A label, and how many of them a sheet has; one: the page is the label. In millimetres. */
interface LabelPaper {
  readonly width: number;
  readonly height: number;
  /** Clear of the edge, and of what an office printer leaves white where that is the sheet's. */
  readonly margin: number;
  readonly sheet?: {
    readonly columns: number;
    readonly rows: number;
    readonly left: number;
    readonly top: number;
    readonly across: number;
  };
}

/** Rolls of a label printer, and sheets as they are sold for office printers. */
export const LABEL_PAPERS = {
  '50x30': { width: 50, height: 30, margin: 2 },
  '70x40': { width: 70, height: 40, margin: 3 },
  'a4-65': {
    width: 38.1,
    height: 21.2,
    margin: 2,
    sheet: { columns: 5, rows: 13, left: 4.75, top: 10.7, across: 40.6 },
  },
  'a4-24': {
    width: 70,
    height: 37,
    margin: 5,
    sheet: { columns: 3, rows: 8, left: 0, top: 0.5, across: 70 },
  },
} as const satisfies Record<string, LabelPaper>;

export interface Label {
  /** What somebody reads first: the number, the code of the bin. */
  readonly title: string;
  /** Below it; what does not fit is left out from the end. */
  readonly lines: readonly string[];
  /** What the square holds, and what the bars hold, which have less room. */
  readonly square: string;
  readonly bars: string;
  /** PNG or JPEG of what it is stuck on; small labels leave it out. */
  readonly picture?: Uint8Array | null;
}

export interface LabelsModel {
  readonly lang: DocumentLang;
  readonly title: string;
  readonly createdAt: Date;
  readonly size: keyof typeof LABEL_PAPERS;
  readonly symbol: 'qr' | 'code128';
  /** Labels of the first sheet that are used up. */
  readonly skip: number;
  readonly labels: readonly Label[];
}

/** White around a square, in squares of its pattern: ISO 18004 asks for four. */
const QUIET = 4;
/** Between bars and what stands below them. */
const GAP = 3;
/** A picture of less is a blot. */
const LEAST_PICTURE = 8 * MM;
/** The part of a label's height that its picture takes below the texts. */
const PICTURE_SHARE = 0.42;
const TITLE: TextStyle = { font: 'bold', size: 10, leading: 14, color: COLOUR.text };
const LINE: TextStyle = { font: 'regular', size: 7, leading: 10.5, color: COLOUR.text };

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Prints labels, in the order given, a page each or sheet by sheet. */
export async function renderLabelsPdf(model: LabelsModel): Promise<Buffer> {
  const { labels, lang, title, createdAt } = model;
  const ink = newPdf({ lang, layout: 'portrait', title, author: 'Boxyard', createdAt });
  const finished = buffer(ink.doc);
  // The rejection is awaited below; until then a failing label must not be an unhandled one.
  finished.catch(() => undefined);
  try {
    const boxOf = placing(ink, LABEL_PAPERS[model.size], model.skip);
    for (const [index, label] of labels.entries()) {
      drawLabel(ink, {
        label,
        box: boxOf(index),
        margin: LABEL_PAPERS[model.size].margin * MM,
        symbol: model.symbol,
      });
      // Thousands of them must not keep the process from its other callers.
      if (index % 10 === 9) await new Promise((resolve) => setImmediate(resolve));
    }
  } catch (error) {
    ink.doc.destroy();
    throw error;
  }
  ink.doc.end();
  return finished;
}

/** Where the nth label stands; begins a page where one is needed. */
function placing(ink: Ink, { width, height, sheet }: LabelPaper, skip: number) {
  const size = { width: width * MM, height: height * MM };
  if (!sheet) {
    return (): Box => {
      ink.doc.addPage({ size: [size.width, size.height], margin: 0 });
      return { x: 0, y: 0, ...size };
    };
  }
  const each = sheet.columns * sheet.rows;
  const first = skip % each;
  return (index: number): Box => {
    const at = (index + first) % each;
    if (at === 0 || index === 0) ink.doc.addPage();
    return {
      x: (sheet.left + (at % sheet.columns) * sheet.across) * MM,
      y: (sheet.top + Math.floor(at / sheet.columns) * height) * MM,
      ...size,
    };
  };
}

interface Drawing {
  readonly label: Label;
  readonly box: Box;
  readonly margin: number;
  readonly symbol: LabelsModel['symbol'];
}

function drawLabel(ink: Ink, { label, box, margin, symbol }: Drawing): void {
  const inner = {
    x: box.x + margin,
    y: box.y + margin,
    width: box.width - 2 * margin,
    height: box.height - 2 * margin,
  };
  const barHeight = inner.height * 0.42;
  const isBarred =
    symbol === 'code128' && drawBars(ink.doc, { text: label.bars, ...inner, height: barHeight });
  // What is too long for bars is a square all the same: a label that cannot be read is none.
  if (isBarred) {
    const below = {
      ...inner,
      y: inner.y + barHeight + GAP,
      height: inner.height - barHeight - GAP,
    };
    const side = drawPicture(ink, label, {
      ...below,
      x: below.x + below.width - below.height,
      width: below.height,
    });
    const beside = { ...below, width: below.width - (side === 0 ? 0 : below.height + GAP) };
    drawTexts(ink, textsOf(ink, label, beside), beside);
    return;
  }
  // Its white reaches the edge of the label, which is white as well.
  const side = Math.min(box.height, box.width * 0.46);
  drawQr(ink.doc, {
    text: label.square,
    x: box.x,
    y: box.y + (box.height - side) / 2,
    size: side,
    quiet: QUIET,
  });
  const beside = { ...inner, x: box.x + side, width: box.width - margin - side };
  const height = beside.height * PICTURE_SHARE;
  const foot = { ...beside, y: beside.y + beside.height - height, height };
  const above = drawPicture(ink, label, foot) === 0 ? 0 : height + GAP;
  const texts = textsOf(ink, label, { ...beside, height: beside.height - above });
  drawTexts(ink, texts, { ...beside, y: beside.y + (beside.height - above - texts.height) / 2 });
}

/** Draws the picture at the top left of a box; answers its width, 0 where there is none or no room. */
function drawPicture(ink: Ink, { picture }: Label, { x, y, width, height }: Box): number {
  if (!picture || height < LEAST_PICTURE) return 0;
  return drawLogo(ink, { logo: picture, x, y, maxWidth: width, maxHeight: height });
}

interface Texts {
  readonly head: ReturnType<Ink['fit']>;
  readonly lines: readonly string[];
  readonly height: number;
}

/** The number whole, however small; then as many lines as there is room for. */
function textsOf(
  ink: Ink,
  { title, lines }: Label,
  { width, height }: Pick<Box, 'width' | 'height'>,
): Texts {
  const room = Math.max(0, Math.floor((height - TITLE.leading) / LINE.leading));
  const shown = lines.flatMap((line) => ink.wrap(line, LINE, width).slice(0, 2)).slice(0, room);
  return {
    head: ink.fit(title, TITLE, width),
    lines: shown,
    height: TITLE.leading + shown.length * LINE.leading,
  };
}

function drawTexts(ink: Ink, { head, lines }: Texts, { x, y, width }: Box): void {
  ink.line({ ...head, x, y, width });
  ink.lines(lines, { x, y: y + TITLE.leading, style: LINE });
}
