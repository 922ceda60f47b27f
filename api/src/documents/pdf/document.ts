import { buffer } from 'node:stream/consumers';
import { amountInWords } from '../amountInWords.ts';
import {
  type DecimalPlaces,
  formatDate,
  formatDecimal,
  formatMoney,
  formatQuantity,
  formatUnitPrice,
  PLACES,
} from '../format.ts';
import type {
  DocumentColumn,
  DocumentColumnFormat,
  DocumentHeader,
  DocumentModel,
  DocumentRow,
  DocumentSignature,
  DocumentTotal,
} from '../model.ts';
import { type Align, type CellContent, GRID_STYLES, Grid } from './grid.ts';
import { COLOUR, type Ink, STYLE, type TextStyle } from './ink.ts';
import { drawFoot, drawLogo, drawWatermark, newPdf } from './page.ts';
import { drawQr } from './qr.ts';
import { PDF_TEXTS, type PdfTexts } from './texts.ts';

const PAGE = { width: 595.28, height: 841.89 } as const;
const MARGIN = 42;
const CONTENT = PAGE.width - 2 * MARGIN;
const TOP = 38;
const GAP = 14;
const QR_SIZE = 58;
const LOGO = { maxWidth: 110, maxHeight: 48 } as const;
const TOTALS_WIDTH = 232;
const FACTS_WIDTH = 176;
const SIGNATURES_A_LINE = 4;

/** A piece of the document that is not divided; it knows its height before it is drawn. */
interface Block {
  readonly height: number;
  /** A row of the table: the page it stands on shows the table's heading. */
  readonly isRow?: boolean;
  /** Does not begin a page alone: totals without a row, signatures without totals. */
  readonly joined?: boolean;
  /** Stands at the foot of its page. */
  readonly atFoot?: boolean;
  readonly draw: (y: number) => void;
}

interface Setting {
  readonly ink: Ink;
  readonly model: DocumentModel;
  readonly texts: PdfTexts;
  readonly grid: Grid;
  readonly footLines: readonly string[];
  /** Where the content of a page ends. */
  readonly bottom: number;
}

/**
 * Prints a business document on A4: heading, parties, lines, totals, amount in words, signatures.
 * @throws TypeError if an amount or a date of the model is none
 */
export async function renderDocumentPdf(model: DocumentModel): Promise<Buffer> {
  const ink = newPdf({
    lang: model.lang,
    layout: 'portrait',
    title: `${model.title} ${model.documentNo}`,
    author: model.header.nameTh,
    createdAt: new Date(model.date),
  });
  const setting = settle(ink, model);
  const finished = buffer(ink.doc);
  // The rejection is awaited below; until then a failing model must not be an unhandled one.
  finished.catch(() => undefined);
  try {
    await drawPages(setting);
  } catch (error) {
    ink.doc.destroy();
    throw error;
  }
  ink.doc.end();
  return finished;
}

function settle(ink: Ink, model: DocumentModel): Setting {
  const texts = PDF_TEXTS[model.lang];
  const footText = model.header.footer ?? model.header.nameTh;
  const footLines = ink.wrap(footText, STYLE.small, CONTENT - 90).slice(0, 4);
  const footHeight = 5 + footLines.length * STYLE.small.leading;
  const grid = new Grid(ink, {
    left: MARGIN,
    width: CONTENT,
    columns: model.columns.map((column) => ({
      label: column.label,
      width: column.width,
      align: alignOf(column),
      isFigure: isFigure(column),
      needs: needsOf(ink, model, column),
    })),
    ...GRID_STYLES.document,
  });
  return { ink, model, texts, grid, footLines, bottom: PAGE.height - 26 - footHeight - 8 };
}

async function drawPages(setting: Setting): Promise<void> {
  const { ink, model, texts, grid, bottom } = setting;
  // The heading is drawn on the first page to learn its height, before the pages are planned.
  startPage(setting);
  const firstTop = drawHeading(setting);
  const nextTop = TOP + CONTINUED_HEIGHT;
  const blocks = layBlocks(setting);
  const pages = paginate(blocks, {
    tops: [firstTop, nextTop],
    bottom,
    headHeight: grid.headHeight,
  });
  for (const [index, page] of pages.entries()) {
    if (index > 0) {
      startPage(setting);
      drawContinued(setting);
      // A long document must not keep the process from its other callers.
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (page.headAt !== undefined) grid.drawHead(page.headAt);
    for (const { block, y } of page.placed) block.draw(y);
    drawFoot({
      ink,
      margin: MARGIN,
      y: bottom + 8,
      left: setting.footLines,
      right: `${ink.clean(model.documentNo)}  ·  ${texts.pageOf(index + 1)}${pages.length}`,
    });
  }
}

interface PlacedPage {
  readonly placed: { readonly block: Block; readonly y: number }[];
  readonly headAt: number | undefined;
}

interface PageRoom {
  /** Where content starts: on the first page, and on those after it. */
  readonly tops: readonly [number, number];
  readonly bottom: number;
  readonly headHeight: number;
}

/** Puts blocks on pages; blocks that may not stand alone take those before them along. */
function paginate(blocks: readonly Block[], room: PageRoom): PlacedPage[] {
  const pages: Block[][] = [[]];
  const heightOf = (page: readonly Block[]): number =>
    page.reduce(
      (sum, block) => sum + block.height,
      page.some((b) => b.isRow) ? room.headHeight : 0,
    );
  const capacity = (): number => room.bottom - room.tops[pages.length > 1 ? 1 : 0];

  for (const block of blocks) {
    const page = pages.at(-1) ?? [];
    // A first page filled by its heading stays without lines; a later page takes one in any case.
    const mustTake = page.length === 0 && pages.length > 1;
    if (mustTake || heightOf([...page, block]) <= capacity()) {
      page.push(block);
      continue;
    }
    const carried = [block];
    while (carried[0]?.joined && page.length > 1) {
      const before = page.at(-1);
      const fits = before && heightOf([before, ...carried]) <= room.bottom - room.tops[1];
      if (!before || !fits) break;
      page.pop();
      carried.unshift(before);
    }
    pages.push(carried);
  }

  return pages.map((page, index) => {
    let y = room.tops[index > 0 ? 1 : 0];
    const headAt = page.some((block) => block.isRow) ? y : undefined;
    if (headAt !== undefined) y += room.headHeight;
    const placed = page.map((block) => {
      const top = block.atFoot ? Math.max(y, room.bottom - block.height) : y;
      y = top + block.height;
      return { block, y: top };
    });
    return { placed, headAt };
  });
}

function startPage({ ink, model }: Setting): void {
  ink.doc.addPage();
  if (model.watermark) drawWatermark(ink, model.watermark);
}

const CONTINUED_HEIGHT = 26;

function drawContinued({ ink, model, texts }: Setting): void {
  const text = ink.clean(`${model.title}  ${model.documentNo}`);
  ink.line({ text, x: MARGIN, y: TOP, style: STYLE.strong });
  const x = MARGIN + ink.width(text, STYLE.strong) + 6;
  ink.line({ text: `(${texts.continued})`, x, y: TOP + 0.75, style: STYLE.muted });
  const room = CONTENT - (x - MARGIN) - 60;
  const name = ink.wrap(model.header.nameTh, STYLE.muted, room)[0] ?? '';
  ink.line({
    text: name,
    x: MARGIN,
    y: TOP + 0.75,
    width: CONTENT,
    align: 'right',
    style: STYLE.muted,
  });
}

/** Company at the left, what this PDF is at the right; answers where the lines begin. */
function drawHeading(setting: Setting): number {
  const { ink } = setting;
  const right = drawTitle(setting);
  const left = drawCompany(setting, CONTENT - right.width - 18);
  let y = Math.max(left, right.bottom) + 10;
  ink.rule({ x: MARGIN, y, width: CONTENT, color: COLOUR.line });
  y = drawParties(setting, y + 10);
  return y + GAP;
}

const TITLE_WIDTH = { most: 230, labelGap: 6 } as const;

/** As wide as its words need, so that the company has the rest of the line. */
function drawTitle({ ink, model, texts }: Setting): { width: number; bottom: number } {
  const qrSpace = model.qr ? QR_SIZE + 12 : 0;
  const facts = [
    { label: texts.number, value: ink.clean(model.documentNo) },
    { label: texts.date, value: formatDate(model.date, model.lang) },
  ];
  const room = Math.min(
    TITLE_WIDTH.most - qrSpace / 2,
    Math.max(
      ink.width(model.title, STYLE.title),
      ...facts.map(
        ({ label, value }) =>
          ink.width(label, STYLE.muted) + TITLE_WIDTH.labelGap + ink.width(value, STYLE.heading),
      ),
    ) + 1,
  );
  const width = room + qrSpace;
  const x = MARGIN + CONTENT - width;
  if (model.qr) {
    drawQr(ink.doc, { text: model.qr, x: MARGIN + CONTENT - QR_SIZE, y: TOP + 3, size: QR_SIZE });
  }
  let y = TOP - 4;
  const place = { x, width: room, align: 'right' } as const;
  y += ink.lines(ink.wrap(model.title, STYLE.title, room), { ...place, y, style: STYLE.title });
  if (model.subtitle) {
    const lines = ink.wrap(model.subtitle, STYLE.muted, room);
    y += ink.lines(lines, { ...place, y: y - 2, style: STYLE.muted });
  }
  y += 2;
  for (const { label, value } of facts) {
    const shown = ink.fit(value, STYLE.heading, room);
    ink.line({ ...place, ...shown, y });
    const left = room - ink.width(shown.text, shown.style) - TITLE_WIDTH.labelGap;
    ink.line({ ...place, width: left, text: label, y: y + 0.75, style: STYLE.muted });
    y += STYLE.heading.leading;
  }
  return { width, bottom: Math.max(y, model.qr ? TOP + 3 + QR_SIZE : 0) };
}

function drawCompany({ ink, model, texts }: Setting, width: number): number {
  const { header } = model;
  let x = MARGIN;
  let logoBottom = 0;
  if (header.logo) {
    const taken = drawLogo(ink, { logo: header.logo, x, y: TOP, ...LOGO });
    if (taken > 0) {
      x += taken + 12;
      logoBottom = TOP + LOGO.maxHeight;
    }
  }
  const room = width - (x - MARGIN);
  let y = TOP - 2;
  const put = (text: string | undefined, style: TextStyle): void => {
    if (text) y += ink.lines(ink.wrap(text, style, room), { x, y, style });
  };
  put(header.nameTh, STYLE.name);
  put(header.nameEn, STYLE.body);
  put(header.address, STYLE.muted);
  for (const parts of [registration(header, texts), contact(header, texts)]) {
    const style = STYLE.muted;
    y += ink.lines(ink.wrapParts(parts, style, room), { x, y, style });
  }
  return Math.max(y, logoBottom);
}

function registration(header: DocumentHeader, texts: PdfTexts): string[] {
  const parts: string[] = [];
  if (header.taxId) parts.push(`${texts.taxId} ${header.taxId}`);
  if (header.branchCode === '00000') parts.push(texts.headOffice);
  else if (header.branchCode) parts.push(`${texts.branch} ${header.branchCode}`);
  return parts;
}

function contact(header: DocumentHeader, texts: PdfTexts): string[] {
  const parts: string[] = [];
  if (header.phone) parts.push(`${texts.phone} ${header.phone}`);
  if (header.email) parts.push(`${texts.email} ${header.email}`);
  return parts;
}

function drawParties({ ink, model }: Setting, top: number): number {
  const { parties, facts } = model;
  const factsWidth = facts.length === 0 ? 0 : parties.length === 0 ? CONTENT : FACTS_WIDTH;
  const shared = CONTENT - (factsWidth > 0 && parties.length > 0 ? factsWidth + 20 : 0);
  const each = (shared - 18 * (parties.length - 1)) / Math.max(parties.length, 1);
  let bottom = top;
  parties.forEach((party, index) => {
    const x = MARGIN + index * (each + 18);
    let y = top;
    y += ink.lines(ink.wrap(party.label, STYLE.muted, each), { x, y, style: STYLE.muted });
    party.lines.forEach((line, at) => {
      const style = at === 0 ? STYLE.strong : { ...STYLE.body, leading: 13 };
      y += ink.lines(ink.wrap(line, style, each), { x, y, style });
    });
    bottom = Math.max(bottom, y);
  });
  return Math.max(bottom, drawFacts({ ink, model }, { top, width: factsWidth }));
}

function drawFacts(
  { ink, model }: Pick<Setting, 'ink' | 'model'>,
  { top, width }: { readonly top: number; readonly width: number },
): number {
  const { facts } = model;
  if (facts.length === 0) return top;
  const x = MARGIN + CONTENT - width;
  const widest = Math.max(...facts.map((fact) => ink.width(ink.clean(fact.label), STYLE.muted)));
  const labelWidth = Math.min(widest, width * 0.55);
  let y = top;
  for (const { label, value } of facts) {
    const labels = ink.wrap(label, STYLE.muted, labelWidth);
    const values = ink.wrap(value, STYLE.body, width - labelWidth - 10);
    const left = ink.lines(labels, { x, y: y + 0.75, style: STYLE.muted });
    const right = ink.lines(values, { x: x + labelWidth + 10, y, style: STYLE.body });
    y += Math.max(left, right);
  }
  return y;
}

function layBlocks(setting: Setting): Block[] {
  const { model } = setting;
  return [
    ...rowBlocks(setting),
    ...closingBlocks(setting),
    ...paymentBlocks(setting),
    ...flowingText(setting, { label: setting.texts.terms, text: model.terms }),
    ...signatureBlocks(setting),
  ];
}

/** Higher rows may be divided by a page; lower ones stay whole. */
const WHOLE_ROW = 150;

function rowBlocks({ grid, model, ink, texts }: Setting): Block[] {
  if (model.rows.length === 0) {
    const style = STYLE.muted;
    const draw = (y: number): void => {
      ink.line({
        text: texts.noLines,
        x: MARGIN,
        y: y + 8,
        width: CONTENT,
        align: 'center',
        style,
      });
    };
    return [{ height: style.leading + 16, isRow: true, draw }];
  }
  return model.rows.flatMap((row, index) =>
    grid
      .split(
        grid.row(model.columns.map((column) => cellOf({ column, row, index, model }))),
        WHOLE_ROW,
      )
      .map((part) => ({
        height: part.height,
        isRow: true,
        draw: (y: number) => grid.draw(part, y),
      })),
  );
}

interface CellPlace {
  readonly column: DocumentColumn;
  readonly row: DocumentRow;
  readonly index: number;
  readonly model: DocumentModel;
}

function cellOf({ column, row, index, model }: CellPlace): CellContent {
  if (column.format === 'index') return { text: String(index + 1) };
  const value = row[column.key];
  if (value === null || value === undefined || value === '') return { text: '' };
  if (typeof value === 'object') return value;
  switch (column.format) {
    case 'qr':
      return { text: '', square: String(value) };
    case 'money':
      return { text: formatMoney(value) };
    case 'price':
      return { text: formatDecimal(value, pricePlaces(model, column)) };
    case 'quantity':
      return { text: formatQuantity(value) };
    case 'percent':
      return { text: `${formatQuantity(value)}%` };
    case 'date':
      return { text: formatDate(String(value), model.lang) };
    default:
      return { text: String(value) };
  }
}

const decimalPlacesOf = new WeakMap<DocumentModel, Map<DocumentColumn, DecimalPlaces>>();

/** As many for each price of a column as the longest needs: their points stand below each other. */
function pricePlaces(model: DocumentModel, column: DocumentColumn): DecimalPlaces {
  const known = decimalPlacesOf.get(model) ?? new Map<DocumentColumn, DecimalPlaces>();
  decimalPlacesOf.set(model, known);
  const found = known.get(column);
  if (found) return found;
  const needed = model.rows.map(({ [column.key]: value }) =>
    value !== '' && (typeof value === 'string' || typeof value === 'number')
      ? (formatUnitPrice(value).split('.')[1]?.length ?? 0)
      : 0,
  );
  const places = { ...PLACES.price, min: Math.max(PLACES.price.min, ...needed) };
  known.set(column, places);
  return places;
}

function alignOf(column: DocumentColumn): Align {
  if (column.align) return column.align;
  return isFigure(column) ? 'right' : 'left';
}

const TEXTS: ReadonlySet<DocumentColumnFormat> = new Set(['text', 'date', 'unit', 'qr']);

function isFigure({ format }: DocumentColumn): boolean {
  return format !== undefined && !TEXTS.has(format);
}

/** Beyond it a unit is broken after all: the names of things need the room more. In points. */
const WIDEST_UNIT = 80;

function needsOf(ink: Ink, model: DocumentModel, column: DocumentColumn): number | undefined {
  if (isFigure(column)) return widest(ink, model, column);
  return column.format === 'unit' ? Math.min(widest(ink, model, column), WIDEST_UNIT) : undefined;
}

function widest(ink: Ink, model: DocumentModel, column: DocumentColumn): number {
  return model.rows.reduce((most, row, index) => {
    const { text } = cellOf({ column, row, index, model });
    return Math.max(most, ink.width(text, STYLE.body));
  }, 0);
}

interface NotedText {
  readonly label: string;
  readonly text: string | undefined;
}

/** The document's own language first. */
const spokenIn = ({ lang, wordsInBoth = false }: DocumentModel): readonly ('en' | 'th')[] =>
  wordsInBoth ? [lang, lang === 'th' ? 'en' : 'th'] : [lang];

const CODE = { size: 84, gap: 16 } as const;

/** The account at the left, the codes that are scanned at the right; never divided by a page. */
function paymentBlocks({ ink, model }: Setting): Block[] {
  const { payment } = model;
  if (!payment) return [];
  const codesWidth = payment.codes.length * (CODE.size + CODE.gap);
  const room = CONTENT - codesWidth - 8;
  const lines = payment.lines.flatMap((line) => ink.wrap(line, STYLE.body, room));
  const textHeight = STYLE.muted.leading + lines.length * STYLE.body.leading;
  const codeHeight = payment.codes.length > 0 ? CODE.size + STYLE.muted.leading + 4 : 0;
  return [
    {
      height: Math.max(textHeight, codeHeight) + 20,
      joined: true,
      draw(top) {
        const y = top + 10;
        ink.line({ text: payment.label, x: MARGIN, y, style: STYLE.muted });
        ink.lines(lines, { x: MARGIN, y: y + STYLE.muted.leading, style: STYLE.body });
        payment.codes.forEach((code, index) => {
          const x = MARGIN + CONTENT - codesWidth + index * (CODE.size + CODE.gap) + CODE.gap;
          drawQr(ink.doc, { text: code.text, x, y, size: CODE.size });
          const label = ink.fit(code.label, STYLE.muted, CODE.size + CODE.gap);
          ink.line({
            ...label,
            x: x - CODE.gap / 2,
            width: CODE.size + CODE.gap,
            align: 'center',
            y: y + CODE.size + 2,
          });
        });
      },
    },
  ];
}

/** Totals at the right; at their left the amount in words and, if they fit there, the notes. */
function closingBlocks(setting: Setting): Block[] {
  const { ink, model, texts } = setting;
  const totals = model.totals ?? [];
  const notes = { label: texts.notes, text: model.notes };
  if (totals.length === 0 && model.amountInWords === undefined) {
    return flowingText(setting, notes);
  }
  const leftWidth = totals.length === 0 ? CONTENT : CONTENT - TOTALS_WIDTH - 28;
  const spoken =
    model.amountInWords === undefined
      ? []
      : spokenIn(model).flatMap((lang) =>
          ink.wrap(`(${amountInWords(model.amountInWords ?? '0', lang)})`, STYLE.strong, leftWidth),
        );
  const noted = model.notes ? ink.wrap(model.notes, STYLE.body, leftWidth) : [];
  const label = STYLE.muted.leading;
  const spokenHeight = spoken.length === 0 ? 0 : label + spoken.length * STYLE.strong.leading + 8;
  const notedHeight = noted.length === 0 ? 0 : label + noted.length * STYLE.body.leading;
  const totalsHeight = totals.reduce((sum, total) => sum + totalHeight(total), 0);
  const isBeside = spokenHeight + notedHeight <= Math.max(totalsHeight, 130);
  const leftHeight = spokenHeight + (isBeside ? notedHeight : 0);

  const drawLeft = (top: number): void => {
    let y = top;
    const put = (heading: string, lines: readonly string[], style: TextStyle): void => {
      if (lines.length === 0) return;
      ink.line({ text: heading, x: MARGIN, y, style: STYLE.muted });
      y += label;
      y += ink.lines(lines, { x: MARGIN, y, style }) + 8;
    };
    put(texts.inWords, spoken, STYLE.strong);
    if (isBeside) put(texts.notes, noted, STYLE.body);
  };

  const block: Block = {
    height: Math.max(totalsHeight, leftHeight) + 18,
    joined: true,
    draw(y) {
      drawLeft(y + 10);
      drawTotals(setting, y + 8);
    },
  };
  return isBeside ? [block] : [block, ...flowingText(setting, notes)];
}

const totalHeight = (total: DocumentTotal): number =>
  total.strong ? STYLE.total.leading + 8 : STYLE.body.leading + 3;

function drawTotals({ ink, model, texts }: Setting, top: number): void {
  const x = MARGIN + CONTENT - TOTALS_WIDTH;
  const pad = 5;
  const place = { x: x + pad, width: TOTALS_WIDTH - 2 * pad };
  let y = top;
  for (const total of model.totals ?? []) {
    const height = totalHeight(total);
    const style = total.strong ? STYLE.total : STYLE.body;
    const line = y + (height - style.leading) / 2;
    if (total.strong) {
      ink.doc.rect(x, y + 1, TOTALS_WIDTH, height - 2).fill(COLOUR.fill);
      ink.rule({ x, y: y + 1, width: TOTALS_WIDTH, color: COLOUR.line });
      ink.rule({ x, y: y + height - 1, width: TOTALS_WIDTH, color: COLOUR.line });
    }
    const value = formatMoney(total.value);
    const room = place.width - ink.width(value, style) - 8;
    const name = ink.fit(total.label, style, room);
    ink.line({ ...place, text: name.text, y: line, style: name.style });
    const unitX = place.x + ink.width(name.text, name.style) + 5;
    const unitEnd = unitX + ink.width(texts.baht, STYLE.muted);
    // The unit is lighter than the figure (design, Type), and gives way to a long label.
    if (total.strong && unitEnd < place.x + room) {
      const unitY = line + (style.leading - STYLE.muted.leading) / 2 + 0.5;
      ink.line({ text: texts.baht, x: unitX, y: unitY, style: STYLE.muted });
    }
    ink.line({ ...place, text: value, y: line, align: 'right', style });
    y += height;
  }
}

/** A text of any length: its heading stays with its first line, the rest may go over pages. */
/** Clauses stand apart: a wrapped one would run into the next. */
const PARAGRAPH_GAP = 5;

function flowingText({ ink }: Setting, { label, text }: NotedText): Block[] {
  if (!text) return [];
  const style = { ...STYLE.body, size: 8.5, leading: 13 };
  const lines = text
    .split('\n')
    .flatMap((paragraph) =>
      ink.wrap(paragraph, style, CONTENT).map((line, index) => ({ line, begins: index === 0 })),
    );
  return lines.map(({ line, begins }, index) => {
    const heading = index === 0 ? 10 + STYLE.muted.leading : 0;
    const lead = heading + (index > 0 && begins ? PARAGRAPH_GAP : 0);
    return {
      height: style.leading + lead,
      draw(y) {
        if (index === 0) ink.line({ text: label, x: MARGIN, y: y + 10, style: STYLE.muted });
        ink.line({ text: line, x: MARGIN, y: y + lead, style });
      },
    };
  });
}

const SIGNATURE = { space: 36, gap: 22 } as const;

function signatureBlocks(setting: Setting): Block[] {
  const { ink, model } = setting;
  const signatures = model.signatures ?? [];
  const lines: DocumentSignature[][] = [];
  // Five stand as three and two: none is left alone under a full line.
  const aLine = Math.ceil(signatures.length / Math.ceil(signatures.length / SIGNATURES_A_LINE));
  for (let at = 0; at < signatures.length; at += aLine) {
    lines.push(signatures.slice(at, at + aLine));
  }
  if (lines.length === 0) return [];
  const widest = lines[0]?.length ?? 1;
  const each = Math.min(150, (CONTENT - SIGNATURE.gap * (widest - 1)) / widest);
  const used = each * widest + SIGNATURE.gap * (widest - 1);
  // One signature stands at the right, as on a letter; more share the width.
  const gap = widest > 1 ? SIGNATURE.gap + (CONTENT - used) / (widest - 1) : 0;
  const start = widest > 1 ? MARGIN : MARGIN + CONTENT - each;
  const heights = lines.map((line) =>
    Math.max(...line.map((signature) => signatureLines(setting, signature, each).height)),
  );
  return [
    {
      height: heights.reduce((sum, height) => sum + height, 0) + 10,
      joined: true,
      atFoot: true,
      draw(top) {
        let y = top + 10;
        lines.forEach((line, index) => {
          line.forEach((signature, place) => {
            const x = start + place * (each + gap);
            drawSignature(setting, signature, { x, y, width: each });
          });
          y += heights[index] ?? 0;
        });
        ink.doc.undash();
      },
    },
  ];
}

function signatureLines(
  { ink, model, texts }: Setting,
  signature: DocumentSignature,
  width: number,
): { name: string[]; label: string[]; date: string; height: number } {
  const name = signature.name ? ink.wrap(`(${signature.name})`, STYLE.body, width) : [];
  const label = ink.wrap(signature.label, STYLE.muted, width);
  const blank = '......../......../............';
  const date = `${texts.date} ${signature.date ? formatDate(signature.date, model.lang) : blank}`;
  const nameHeight = Math.max(1, name.length) * STYLE.body.leading;
  const height = SIGNATURE.space + nameHeight + (label.length + 1) * STYLE.muted.leading + 4;
  return { name, label, date, height };
}

function drawSignature(
  setting: Setting,
  signature: DocumentSignature,
  at: { readonly x: number; readonly y: number; readonly width: number },
): void {
  const { ink } = setting;
  const { name, label, date } = signatureLines(setting, signature, at.width);
  const place = { x: at.x, width: at.width, align: 'center' } as const;
  let y = at.y + SIGNATURE.space;
  if (signature.picture) {
    drawLogo(ink, {
      logo: signature.picture,
      x: at.x + 12,
      y: at.y,
      maxWidth: at.width - 24,
      maxHeight: SIGNATURE.space - 3,
      isOnFoot: true,
    });
  }
  ink.doc.dash(1, { space: 2 });
  ink.rule({ x: at.x + 6, y: y - 3, width: at.width - 12, color: COLOUR.muted });
  ink.doc.undash();
  const named = name.length > 0 ? name : ['(                                        )'];
  y += ink.lines(named, { ...place, y, style: STYLE.body });
  y += ink.lines(label, { ...place, y, style: STYLE.muted });
  ink.line({ ...place, text: date, y, style: STYLE.muted });
}
