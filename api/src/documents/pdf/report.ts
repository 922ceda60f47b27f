import type { Readable } from 'node:stream';
import type { ChartModel } from '@boxyard/shared/domain/charts/model.ts';
import {
  formatDate,
  formatDateTime,
  formatDecimal,
  formatQuantity,
  formatUnitPrice,
} from '../format.ts';
import {
  cellDecimal,
  cellText,
  columnHeading,
  columnWidth,
  isEmpty,
  isNumeric,
  rowsToStream,
  type TableColumn,
  type TableRow,
  type TableRows,
  type TableSpec,
  totalsRow,
} from '../tables/spec.ts';
import { type ChartRow, layChartRows } from './charts.ts';
import { type CellContent, GRID_STYLES, Grid, type GridRow } from './grid.ts';
import { type Ink, STYLE, type TextStyle } from './ink.ts';
import { DeferredText, newPdf } from './page.ts';
import { PDF_TEXTS, type PdfTexts } from './texts.ts';

/** A table of any length on A4 across, with what it shows and who printed it. */
export interface ReportModel extends TableSpec {
  readonly title: string;
  readonly company: string;
  /** What was asked for, a text for each filter: `1 Nov 2026 – 21 Nov 2026`. */
  readonly filters: readonly string[];
  /** Drawn before the table. */
  readonly charts?: readonly ChartModel[] | undefined;
  /** An instant of the server's clock. */
  readonly printedAt: string | Date;
  readonly printedBy: string;
}

const PAGE = { width: 841.89, height: 595.28 } as const;
const MARGIN = 36;
const CONTENT = PAGE.width - 2 * MARGIN;
const TOP = 30;
const BOTTOM = PAGE.height - 44;
/** Room below the heading of a group for its first row. */
const GROUP_ROOM = 24;
/** Below the heading of a table, for its first rows. */
const TABLE_ROOM = 60;
const CHART_GAP = 18;
/** The highest chart: as high as a page without the title of the report. */
const MOST_CHART = BOTTOM - TOP - 24;
/** Higher rows may be divided by a page. */
const WHOLE_ROW = 120;
const REPORT_TITLE: TextStyle = { ...STYLE.title, size: 15, leading: 23 };

/**
 * Prints a report as a stream: pages leave as soon as they are full, rows are pulled only as fast
 * as the reader reads, and the number of pages is filled in at the end.
 */
export function renderTablePdf(model: ReportModel, rows: TableRows): Readable {
  return rowsToStream(printReport(model, rows), rows);
}

interface Report {
  readonly model: ReportModel;
  readonly ink: Ink;
  readonly texts: PdfTexts;
  readonly grid: Grid;
  readonly pageCount: DeferredText;
  pages: number;
  /** Before it stand charts. */
  isInTable: boolean;
  y: number;
}

async function* printReport(model: ReportModel, rows: TableRows): AsyncGenerator<Uint8Array> {
  const report = openReport(model);
  const { ink, texts } = report;
  startPage(report);
  for (const row of layChartRows(ink, model.charts ?? [], { width: CONTENT, most: MOST_CHART })) {
    placeCharts(report, row);
    yield* finishedPages(ink);
    await new Promise((resolve) => setImmediate(resolve));
  }
  startTable(report);
  let isEmptyReport = true;
  for await (const row of rows) {
    isEmptyReport = false;
    const pages = report.pages;
    placeRow(report, row);
    if (report.pages === pages) continue;
    yield* finishedPages(ink);
    if (report.pages % 10 === 0) ink.forget();
    // A long report must not keep the process from its other callers.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (isEmptyReport) {
    const at = { x: MARGIN, y: report.y + 12, width: CONTENT };
    ink.line({ ...at, text: texts.noRows, align: 'center', style: STYLE.body });
  }
  const totals = await totalsRow(model);
  if (totals) placeTotals(report, report.grid.row(cellsOf(model, totals), 'totals'));
  report.pageCount.settle(String(report.pages));
  ink.doc.end();
  for await (const chunk of ink.doc) yield Buffer.from(chunk);
}

function openReport(model: ReportModel): Report {
  const ink = newPdf({
    lang: model.lang,
    layout: 'landscape',
    title: model.title,
    author: model.company,
    createdAt: new Date(model.printedAt),
  });
  const grid = new Grid(ink, {
    left: MARGIN,
    width: CONTENT,
    columns: model.columns.map((column) => ({
      label: columnHeading(column, model.lang),
      width: columnWidth(column),
      align: isNumeric(column.type) ? 'right' : 'left',
      isFigure: isNumeric(column.type),
    })),
    ...GRID_STYLES.report,
  });
  const texts = PDF_TEXTS[model.lang];
  const pageCount = new DeferredText(ink, STYLE.small);
  return { model, ink, texts, grid, pageCount, pages: 0, isInTable: false, y: 0 };
}

/** What pdfkit has written so far; taken page by page, it does not pile up. */
function* finishedPages(ink: Ink): Generator<Uint8Array> {
  for (let chunk = ink.doc.read(); chunk !== null; chunk = ink.doc.read()) {
    yield Buffer.from(chunk);
  }
}

/** A row of charts, on the next page where this one has no room for all of it. */
function placeCharts(report: Report, row: ChartRow): void {
  if (report.y + row.height > BOTTOM) startPage(report);
  row.draw({ x: MARGIN, y: report.y });
  report.y += row.height + CHART_GAP;
}

/** From here on each page begins with the heading of the table. */
function startTable(report: Report): void {
  const { grid } = report;
  report.isInTable = true;
  if (report.y + grid.headHeight + TABLE_ROOM > BOTTOM) startPage(report);
  else drawTableHead(report);
}

function drawTableHead(report: Report): void {
  report.grid.drawHead(report.y);
  report.y += report.grid.headHeight;
}

function startPage(report: Report): void {
  const { ink, model, texts } = report;
  ink.doc.addPage();
  report.pages += 1;
  report.y = report.pages === 1 ? drawHeading(report) : drawContinued(report);
  if (report.isInTable) drawTableHead(report);
  drawFoot(ink, {
    page: texts.pageOf(report.pages),
    pageCount: report.pageCount,
    printed: texts.printed(formatDateTime(model.printedAt, model.lang), model.printedBy),
  });
}

function drawHeading({ ink, model }: Report): number {
  const nameRoom = CONTENT * 0.4;
  const name = ink.wrap(model.company, STYLE.strong, nameRoom);
  const nameAt = { x: MARGIN + CONTENT - nameRoom, width: nameRoom, align: 'right' } as const;
  const nameHeight = ink.lines(name, { ...nameAt, y: TOP + 4, style: STYLE.strong });
  const title = ink.wrap(model.title, REPORT_TITLE, CONTENT - nameRoom - 20);
  let y = TOP + ink.lines(title, { x: MARGIN, y: TOP, style: REPORT_TITLE });
  const filters = ink.wrapParts(model.filters, STYLE.muted, CONTENT - nameRoom - 20);
  y += ink.lines(filters, { x: MARGIN, y, style: STYLE.muted });
  return Math.max(y, TOP + 4 + nameHeight) + 9;
}

function drawContinued({ ink, model, texts }: Report): number {
  const [title = ''] = ink.wrap(model.title, STYLE.strong, CONTENT * 0.6);
  ink.line({ text: title, x: MARGIN, y: TOP, style: STYLE.strong });
  const x = MARGIN + ink.width(title, STYLE.strong) + 6;
  ink.line({ text: `(${texts.continued})`, x, y: TOP + 0.75, style: STYLE.muted });
  return TOP + 21;
}

interface Foot {
  readonly page: string;
  readonly pageCount: DeferredText;
  readonly printed: string;
}

function drawFoot(ink: Ink, { page, pageCount, printed }: Foot): void {
  const y = BOTTOM + 8;
  const style = STYLE.small;
  ink.rule({ x: MARGIN, y, width: CONTENT });
  // At the left, since the number of pages, not yet known, has no width to be placed by.
  ink.line({ text: page, x: MARGIN, y: y + 5, style });
  pageCount.draw(MARGIN + ink.width(page, style), y + 5);
  const printedLine = ink.fit(printed, style, CONTENT - 120);
  ink.line({ ...printedLine, x: MARGIN, y: y + 5, width: CONTENT, align: 'right' });
}

function placeRow(report: Report, row: TableRow): void {
  const { model, grid } = report;
  const kind = model.kindOf?.(row) ?? 'row';
  if (kind === 'group') placeGroup(report, String(Object.values(row)[0] ?? ''));
  else if (kind === 'subTotal') placeTotals(report, grid.row(cellsOf(model, row), 'totals'));
  else for (const part of grid.split(grid.row(cellsOf(model, row)), WHOLE_ROW)) place(report, part);
}

/** A heading over the whole width; one that would stand alone at the foot goes to the next page. */
function placeGroup(report: Report, label: string): void {
  const { ink } = report;
  const lines = ink.wrap(label, STYLE.strong, CONTENT - 10);
  const height = lines.length * STYLE.strong.leading + 6;
  if (report.y + height + GROUP_ROOM > BOTTOM) startPage(report);
  ink.lines(lines, { x: MARGIN + 5, y: report.y + 4, style: STYLE.strong });
  report.y += height;
  ink.rule({ x: MARGIN, y: report.y, width: CONTENT });
}

function place(report: Report, row: GridRow): void {
  if (report.y + row.height > BOTTOM) startPage(report);
  report.grid.draw(row, report.y);
  report.y += row.height;
}

function placeTotals(report: Report, row: GridRow): void {
  if (report.y + row.height > BOTTOM) startPage(report);
  report.grid.drawTotals(row, report.y);
  report.y += row.height;
}

function cellsOf(model: ReportModel, row: TableRow): CellContent[] {
  return model.columns.map((column) => ({ text: reportCell(model, column, row) }));
}

function reportCell(model: ReportModel, column: TableColumn, row: TableRow): string {
  const value = row[column.key];
  if (isEmpty(value)) return '';
  switch (column.type) {
    case 'money':
      return formatUnitPrice(cellDecimal(column, value));
    case 'quantity':
      return formatQuantity(cellDecimal(column, value));
    case 'number':
      return formatDecimal(cellDecimal(column, value), { min: 0, max: 4 });
    case 'date':
      return formatDate(value instanceof Date ? value : String(value), model.lang);
    case 'datetime':
      return formatDateTime(value instanceof Date ? value : String(value), model.lang);
    case 'text':
    case 'status':
      return cellText(column, value);
  }
}
