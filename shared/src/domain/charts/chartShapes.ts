import type { TokenName } from '../theme/tokens.ts';
import { mixColors, shadeOf, toneAt, tonedColors } from './colors.ts';
import { type ChartUnit, niceTicks, shortFigure } from './figures.ts';
import type { ChartModel, ChartPen, Shape } from './model.ts';

interface Surface {
  readonly width: number;
  /** Height of ordinary letters; everything else is measured in it. */
  readonly size: number;
  readonly palette: Readonly<Record<TokenName, string>>;
  readonly pen: ChartPen;
}

export interface ChartShapes {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

const LEADING = 1.6;
/** Lines of a name beside a bar; longer ones end with a sign. */
const NAME_LINES = 2;

/** Collects the shapes of a chart, from the top down. */
interface Sheet extends Surface {
  readonly shapes: Shape[];
  readonly model: ChartModel;
  y: number;
}

interface TextAt {
  readonly x: number;
  readonly y: number;
  readonly align?: 'left' | 'center' | 'right';
  readonly bold?: true;
  readonly size?: number;
  readonly fill?: string;
}

const write = ({ shapes, size, palette }: Sheet, text: string, at: TextAt): void => {
  shapes.push({ kind: 'text', text, size, align: 'left', fill: palette.textSecondary, ...at });
};

const lineOf = ({ size }: Surface): number => size * LEADING;

/** A text in as many lines as there is room for. */
function linesOf(
  { pen, size }: Surface,
  text: string,
  { room, most = NAME_LINES }: { readonly room: number; readonly most?: number },
): string[] {
  const lines = pen.wrap(text, { size }, Math.max(room, size));
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `${(lines[most - 1] ?? '').replace(/\s+$/, '')}…`];
}

const widest = ({ pen, size }: Surface, texts: readonly string[]): number =>
  Math.max(0, ...texts.map((text) => pen.width(text, { size })));

const numbersOf = ({ points, series }: ChartModel): number[][] =>
  points.map(({ values }) => series.map((_, at) => Number(values[at] ?? 0)));

/** Colours of the series, as the screen has them. */
const seriesColors = ({ model, palette }: Sheet): string[] =>
  tonedColors(model.tones ?? model.series.map((_, at) => toneAt(at)), palette);

function drawTitle(sheet: Sheet): void {
  const { pen, size, width, model, palette } = sheet;
  const large = size * 1.2;
  for (const text of pen.wrap(model.title, { size: large, bold: true }, width)) {
    write(sheet, text, { x: 0, y: sheet.y, bold: true, size: large, fill: palette.text });
    sheet.y += large * LEADING;
  }
  sheet.y += size * 0.4;
}

interface Entry {
  readonly name: string;
  readonly color: string;
  readonly isLine?: boolean;
}

const swatch = (
  sheet: Sheet,
  { color, isLine }: Omit<Entry, 'name'>,
  { x, y }: { readonly x: number; readonly y: number },
): void => {
  const { size, shapes } = sheet;
  const middle = y + lineOf(sheet) / 2;
  if (isLine) {
    const points = [
      [x, middle],
      [x + size, middle],
    ] as const;
    shapes.push({ kind: 'line', points, stroke: color, thickness: size / 6 });
    return;
  }
  const side = size * 0.8;
  shapes.push({
    kind: 'rect',
    x,
    y: middle - side / 2,
    width: side,
    height: side,
    fill: color,
  });
};

/** Legend of the colours, in rows above the drawing. */
function drawLegend(sheet: Sheet, entries: readonly Entry[]): void {
  const { size, pen, width } = sheet;
  let x = 0;
  for (const entry of entries) {
    const needed = size * 1.4 + pen.width(entry.name, { size });
    if (x > 0 && x + needed > width) {
      x = 0;
      sheet.y += lineOf(sheet);
    }
    swatch(sheet, entry, { x, y: sheet.y });
    write(sheet, entry.name, { x: x + size * 1.4, y: sheet.y });
    x += needed + size * 1.4;
  }
  sheet.y += lineOf(sheet) + size * 0.4;
}

/** Bars that stand and lines over them, with the figures of the axis at the left. */
function drawUpright(sheet: Sheet): void {
  const { size, shapes, palette, width, model } = sheet;
  const { series, points, unit, stacked = false, lines = [] } = model;
  const isLine = (at: number) => model.kind === 'line' || lines.includes(series[at] ?? '');
  const rows = numbersOf(model);
  const bars = series.flatMap((_, at) => (isLine(at) ? [] : [at]));
  const sumOf = (row: readonly number[], sign: 1 | -1) =>
    bars.reduce((sum, at) => sum + Math.max(0, sign * (row[at] ?? 0)), 0);
  const all = rows.flatMap((row) => [...row, ...(stacked ? [sumOf(row, 1), -sumOf(row, -1)] : [])]);
  const ticks = niceTicks(Math.min(0, ...all), Math.max(0, ...all));
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)];
  const figures = ticks.map((tick) => shortFigure(tick, unit));
  const left = widest(sheet, figures) + size * 0.6;
  const height = size * 14;
  const start = sheet.y + lineOf(sheet) / 2;
  const yOf = (value: number) => start + height * (1 - (value - bottom) / (top - bottom));
  ticks.forEach((tick, at) => {
    const y = yOf(tick);
    const text = figures[at] ?? '';
    write(sheet, text, { x: left - size * 0.6, y: y - lineOf(sheet) / 2, align: 'right' });
    const ends = [
      [left, y],
      [width, y],
    ] as const;
    const stroke = tick === 0 ? palette.outline : palette.border;
    shapes.push({ kind: 'line', points: ends, stroke, thickness: size / 16 });
  });
  const band = (width - left) / Math.max(points.length, 1);
  const middleOf = (at: number) => left + band * (at + 0.5);
  const colors = seriesColors(sheet);
  const ofPoints = model.pointTones ? tonedColors(model.pointTones, palette) : null;
  const across = stacked ? 1 : Math.max(bars.length, 1);
  const bar = Math.min((band * 0.72) / across, size * 3);
  rows.forEach((row, point) => {
    const reached = { up: 0, down: 0 };
    bars.forEach((at, place) => {
      const value = row[at] ?? 0;
      const from = stacked ? (value < 0 ? reached.down : reached.up) : 0;
      if (value < 0) reached.down += value;
      else reached.up += value;
      const [high, low] = [yOf(Math.max(from, from + value)), yOf(Math.min(from, from + value))];
      if (value === 0) return;
      shapes.push({
        kind: 'rect',
        x: middleOf(point) - (bar * across) / 2 + (stacked ? 0 : place * bar),
        y: high,
        width: Math.max(bar - (across > 1 ? size / 12 : 0), 0.5),
        height: low - high,
        fill: (series.length === 1 ? ofPoints?.[point] : undefined) ?? colors[at] ?? palette.text,
      });
    });
  });
  series.forEach((_, at) => {
    if (!isLine(at)) return;
    const stroke = colors[at] ?? palette.text;
    const course = rows.map((row, point) => [middleOf(point), yOf(row[at] ?? 0)] as const);
    shapes.push({ kind: 'line', points: course, stroke, thickness: size / 6 });
    for (const [x, y] of course) {
      shapes.push({ kind: 'dot', x, y, radius: size / 5, fill: stroke });
    }
  });
  sheet.y = start + height + size * 0.3;
  drawBelow(sheet, { band, middleOf });
}

/** Names of the points under an axis: in lines where they are few, else each second or third of them. */
function drawBelow(
  sheet: Sheet,
  { band, middleOf }: { readonly band: number; readonly middleOf: (at: number) => number },
): void {
  const { size, model, pen } = sheet;
  const labels = model.points.map(({ label }) => label);
  const needed = widest(sheet, labels) + size * 0.6;
  const isWrapped = needed > band && band > size * 5;
  const step = isWrapped ? 1 : Math.max(1, Math.ceil(needed / band));
  let most = 1;
  labels.forEach((label, at) => {
    if (at % step !== 0) return;
    const lines = isWrapped ? linesOf(sheet, label, { room: band - size * 0.6 }) : [label];
    most = Math.max(most, lines.length);
    lines.forEach((text, line) => {
      // The first and the last one may be wider than their place, and stay on the sheet.
      const half = pen.width(text, { size }) / 2;
      const x = Math.min(Math.max(middleOf(at), half), sheet.width - half);
      write(sheet, text, { x, y: sheet.y + line * lineOf(sheet), align: 'center' });
    });
  });
  sheet.y += most * lineOf(sheet);
}

/** Bars that lie, each beside its name and with its figure; for a Pareto with the shares added up. */
function drawLying(sheet: Sheet): void {
  const { size, shapes, palette, width, model } = sheet;
  const { series, points, unit } = model;
  const isPareto = model.kind === 'pareto';
  const rows = numbersOf(model);
  const shown = isPareto ? series.slice(0, 1) : series;
  const colors = seriesColors(sheet);
  const ofPoints = model.pointTones ? tonedColors(model.pointTones, palette) : null;
  const names = Math.min(
    width * 0.36,
    widest(
      sheet,
      points.map(({ label }) => label),
    ) +
      size * 0.8,
  );
  const figures = rows.map((row) => shown.map((_, at) => shortFigure(row[at] ?? 0, unit)));
  const most = Math.max(0, ...rows.flatMap((row) => row.slice(0, shown.length)));
  const room = Math.max(width - names - widest(sheet, figures.flat()) - size, size * 4);
  if (isPareto) {
    for (const share of [0, 50, 100]) {
      const x = names + (room * share) / 100;
      write(sheet, `${share}%`, { x, y: sheet.y, align: 'center' });
    }
    sheet.y += lineOf(sheet);
  }
  const begin = sheet.y;
  const behind = shapes.length;
  const whole = rows.reduce((sum, row) => sum + (row[0] ?? 0), 0);
  let upTo = 0;
  const shares: (readonly [number, number])[] = [];
  points.forEach(({ label }, point) => {
    const lines = linesOf(sheet, label, { room: names - size * 0.8 });
    const high = Math.max(lines.length, shown.length, 1.3) * lineOf(sheet) + size * 0.3;
    const middle = sheet.y + high / 2;
    lines.forEach((text, at) => {
      const y = middle + (at - lines.length / 2) * lineOf(sheet);
      write(sheet, text, { x: names - size * 0.8, y, align: 'right' });
    });
    const thick = Math.min(size * 1.4, (high * 0.8) / shown.length);
    shown.forEach((_, at) => {
      const value = Math.max(0, rows[point]?.[at] ?? 0);
      const y = middle + (at - shown.length / 2) * thick;
      const long = most === 0 ? 0 : (room * value) / most;
      const fill = (shown.length === 1 ? ofPoints?.[point] : undefined) ?? colors[at];
      shapes.push({
        kind: 'rect',
        x: names,
        y,
        width: long,
        height: thick - size / 12,
        fill: fill ?? palette.text,
      });
      const figure = figures[point]?.[at] ?? '';
      write(sheet, figure, { x: names + long + size * 0.4, y: y + (thick - lineOf(sheet)) / 2 });
    });
    upTo += rows[point]?.[0] ?? 0;
    shares.push([names + (whole === 0 ? 0 : (room * upTo) / whole), middle]);
    sheet.y += high;
  });
  if (!isPareto) return;
  // Behind the bars.
  const grid = [0, 0.5, 1].map((share): Shape => {
    const x = names + room * share;
    const points = [
      [x, begin],
      [x, sheet.y],
    ] as const;
    return { kind: 'line', points, stroke: palette.border, thickness: size / 16 };
  });
  shapes.splice(behind, 0, ...grid);
  shapes.push({ kind: 'line', points: shares, stroke: palette.warning, thickness: size / 6 });
  for (const [x, y] of shares) {
    shapes.push({ kind: 'dot', x, y, radius: size / 5, fill: palette.warning });
  }
}

interface Slice {
  readonly from: number;
  readonly to: number;
  readonly outer: number;
  readonly inner: number;
}

/** A slice of a ring around the origin. An arc of a whole turn would be none: it is told as two halves. */
function slicePath({ from, to, outer, inner }: Slice): string {
  const at = (radius: number, turn: number) =>
    `${(radius * Math.sin(turn)).toFixed(2)} ${(-radius * Math.cos(turn)).toFixed(2)}`;
  const half = (from + to) / 2;
  const arc = (radius: number, sweep: 0 | 1, ...turns: readonly number[]) =>
    turns.map((turn) => `A${radius} ${radius} 0 0 ${sweep} ${at(radius, turn)}`).join('');
  return `M${at(outer, from)}${arc(outer, 1, half, to)}L${at(inner, to)}${arc(inner, 0, half, from)}Z`;
}

const shareText = (value: number, whole: number): string =>
  whole === 0 ? '' : `${((100 * value) / whole).toFixed(1)}%`;

/** A ring of shares; beside it what each of them is. */
function drawDonut(sheet: Sheet): void {
  const { size, shapes, palette, width, model, pen } = sheet;
  const { points, unit } = model;
  const values = numbersOf(model).map(([value = 0]) => Math.max(0, value));
  const whole = values.reduce((sum, value) => sum + value, 0);
  const colors = tonedColors(model.pointTones ?? points.map((_, at) => toneAt(at)), palette);
  const outer = Math.min(size * 7, width * 0.2);
  const high = Math.max(2 * outer, points.length * lineOf(sheet));
  let turn = 0;
  values.forEach((value, at) => {
    if (value === 0) return;
    const to = turn + (2 * Math.PI * value) / whole;
    const d = slicePath({ from: turn, to, outer, inner: outer * 0.62 });
    const fill = colors[at] ?? palette.text;
    const place = { x: outer, y: sheet.y + high / 2, scale: 1 };
    shapes.push({ kind: 'path', d, ...place, fill, stroke: palette.panel, thickness: size / 10 });
    turn = to;
  });
  const left = 2 * outer + size * 2;
  const figures = values.map((value) =>
    `${shortFigure(value, unit)}  ${shareText(value, whole)}`.trim(),
  );
  const right = Math.min(
    width,
    left +
      size * 1.4 +
      widest(
        sheet,
        points.map(({ label }) => label),
      ) +
      size * 1.5 +
      widest(sheet, figures),
  );
  let y = sheet.y + (high - points.length * lineOf(sheet)) / 2;
  points.forEach(({ label }, at) => {
    const figure = figures[at] ?? '';
    swatch(sheet, { color: colors[at] ?? palette.text }, { x: left, y });
    const room = right - left - size * 2.4 - pen.width(figure, { size });
    const [name = ''] = linesOf(sheet, label, { room, most: 1 });
    write(sheet, name, { x: left + size * 1.4, y });
    write(sheet, figure, { x: right, y, align: 'right', fill: palette.text });
    y += lineOf(sheet);
  });
  sheet.y += high;
}

/** Points against series; darker where more is. */
function drawHeat(sheet: Sheet): void {
  const { size, shapes, palette, width, model } = sheet;
  const { series, points, unit } = model;
  const rows = numbersOf(model);
  const most = Math.max(1, ...rows.flat());
  const first = Math.min(
    width * 0.3,
    widest(
      sheet,
      points.map(({ label }) => label),
    ) + size,
  );
  const cell = Math.min((width - first) / Math.max(series.length, 1), size * 12);
  const heads = series.map((name) => linesOf(sheet, name, { room: cell - size * 0.6 }));
  heads.forEach((lines, at) => {
    lines.forEach((text, line) => {
      const y = sheet.y + line * lineOf(sheet);
      write(sheet, text, { x: first + cell * (at + 1) - size * 0.4, y, align: 'right' });
    });
  });
  sheet.y += Math.max(1, ...heads.map((lines) => lines.length)) * lineOf(sheet);
  points.forEach(({ label }, point) => {
    const lines = linesOf(sheet, label, { room: first - size });
    const high = Math.max(lines.length, 1.3) * lineOf(sheet);
    lines.forEach((text, line) => {
      const y = sheet.y + (high - lines.length * lineOf(sheet)) / 2 + line * lineOf(sheet);
      write(sheet, text, { x: 0, y });
    });
    series.forEach((_, at) => {
      const value = rows[point]?.[at] ?? 0;
      if (value === 0) return;
      const x = first + cell * at;
      const fill = mixColors(palette.processing, palette.panel, (0.55 * value) / most);
      const gap = size / 10;
      shapes.push({
        kind: 'rect',
        x: x + gap,
        y: sheet.y + gap,
        width: cell - 2 * gap,
        height: high - 2 * gap,
        fill,
      });
      const y = sheet.y + (high - lineOf(sheet)) / 2;
      const text = shortFigure(value, unit);
      write(sheet, text, { x: x + cell - size * 0.4, y, align: 'right', fill: palette.text });
    });
    sheet.y += high;
  });
}

/** Regions of a map, darker where more is; beside it the figures of the greatest. */
function drawMap(sheet: Sheet): void {
  const { size, shapes, palette, width, model, pen } = sheet;
  const { regions, points, unit } = model;
  if (regions === undefined) return;
  const values = numbersOf(model).map(([value = 0]) => value);
  const most = Math.max(0, ...values);
  const whole = values.reduce((sum, value) => sum + value, 0);
  const scale = Math.min((size * 30) / regions.height, (width * 0.5) / regions.width);
  const top = sheet.y;
  for (const region of regions.shapes) {
    const at = points.findIndex(({ key }) => key === region.key);
    shapes.push({
      kind: 'path',
      d: region.path,
      x: 0,
      y: top,
      scale,
      fill: shadeOf(values[at] ?? 0, most, palette),
      stroke: palette.outline,
      thickness: 0.6 / scale,
    });
  }
  const left = regions.width * scale + size * 2;
  const lines = Math.floor((size * 30) / lineOf(sheet)) - 1;
  let y = top;
  points.slice(0, Math.min(lines, 16)).forEach(({ label }, at) => {
    const value = values[at] ?? 0;
    const figure = `${shortFigure(value, unit)}  ${shareText(value, whole)}`.trim();
    swatch(sheet, { color: shadeOf(value, most, palette) }, { x: left, y });
    const right = Math.min(width, left + size * 26);
    const room = right - left - size * 3 - pen.width(figure, { size });
    const [name = ''] = linesOf(sheet, label, { room, most: 1 });
    write(sheet, name, { x: left + size * 1.4, y });
    write(sheet, figure, { x: right, y, align: 'right', fill: palette.text });
    y += lineOf(sheet);
  });
  sheet.y = Math.max(top + regions.height * scale, y);
  write(sheet, regions.attribution, { x: 0, y: sheet.y, size: size * 0.8 });
  sheet.y += size * 0.8 * LEADING;
}

const DRAWERS: Readonly<Record<ChartModel['kind'], (sheet: Sheet) => void>> = {
  bar: drawUpright,
  line: drawUpright,
  ranking: drawLying,
  pareto: drawLying,
  donut: drawDonut,
  heat: drawHeat,
  map: drawMap,
};

/** Kinds that say themselves what their colours are. */
const SAYS_ITSELF: ReadonlySet<ChartModel['kind']> = new Set(['donut', 'heat', 'map']);

/**
 * A chart with title, legend, axis and figures as shapes on a sheet of a given width: for a picture and
 * for a page of a PDF, which have no browser's layout. Colours are those of the screen.
 */
export function chartShapes(model: ChartModel, surface: Surface): ChartShapes {
  const sheet: Sheet = { ...surface, model, shapes: [], y: 0 };
  drawTitle(sheet);
  const colors = seriesColors(sheet);
  const entries = model.series.map((name, at): Entry => {
    const isLine = model.kind === 'line' || (model.lines ?? []).includes(name);
    return { name, color: colors[at] ?? surface.palette.text, isLine };
  });
  if (model.kind === 'pareto') {
    drawLegend(sheet, [
      ...entries.slice(0, 1),
      { name: '%', color: surface.palette.warning, isLine: true },
    ]);
  } else if (!SAYS_ITSELF.has(model.kind) && (entries.length > 1 || entries[0]?.name !== '')) {
    drawLegend(sheet, entries);
  }
  DRAWERS[model.kind](sheet);
  return { width: surface.width, height: sheet.y, shapes: sheet.shapes };
}

export type { ChartUnit };
