import { type ChartShapes, chartShapes } from '@boxyard/shared/domain/charts/chartShapes.ts';
import type { ChartModel, ChartPen, Letters, Shape } from '@boxyard/shared/domain/charts/model.ts';
import { TOKENS } from '@boxyard/shared/domain/theme/tokens.ts';
import type { Ink, TextStyle } from './ink.ts';

const SIZE = 8;
const LEADING = 1.6;
const GAP = 24;
/** Charts side by side across a page. */
const ACROSS = 2;

const styleOf = ({ size, bold }: Letters, color: string = TOKENS.light.text): TextStyle => ({
  font: bold ? 'bold' : 'regular',
  size,
  leading: size * LEADING,
  color,
});

const penOf = (ink: Ink): ChartPen => ({
  width: (text, letters) => ink.width(ink.clean(text), styleOf(letters)),
  wrap: (text, letters, width) => ink.wrap(text, styleOf(letters), width),
});

interface Place {
  readonly x: number;
  readonly y: number;
}

function drawShape(ink: Ink, shape: Shape): void {
  const { doc } = ink;
  switch (shape.kind) {
    case 'rect':
      doc.rect(shape.x, shape.y, shape.width, shape.height).fill(shape.fill);
      break;
    case 'line': {
      const [first, ...others] = shape.points;
      if (first === undefined) break;
      doc.moveTo(...first);
      for (const point of others) doc.lineTo(...point);
      doc.lineWidth(shape.thickness).strokeColor(shape.stroke).stroke();
      break;
    }
    case 'dot':
      doc.circle(shape.x, shape.y, shape.radius).fill(shape.fill);
      break;
    case 'path':
      doc.save();
      doc.translate(shape.x, shape.y).scale(shape.scale);
      doc.path(shape.d).lineWidth(shape.thickness).fillAndStroke(shape.fill, shape.stroke);
      doc.restore();
      break;
    case 'text': {
      const style = styleOf(shape, shape.fill);
      const text = ink.clean(shape.text);
      const width = ink.width(text, style);
      const left = { left: 0, center: width / 2, right: width }[shape.align];
      ink.line({ text, x: shape.x - left, y: shape.y, style });
    }
  }
}

/** A row of charts that a page does not divide. */
export interface ChartRow {
  readonly height: number;
  readonly draw: (at: Place) => void;
}

/**
 * Charts as vectors, two beside each other. One that would be higher than `most` is drawn with smaller
 * letters until it fits.
 */
export function layChartRows(
  ink: Ink,
  charts: readonly ChartModel[],
  { width, most }: { readonly width: number; readonly most: number },
): ChartRow[] {
  const room = (width - GAP * (ACROSS - 1)) / ACROSS;
  const pen = penOf(ink);
  const laid = charts.map((chart): ChartShapes => {
    const shapesOf = (size: number) =>
      chartShapes(chart, { width: room, size, palette: TOKENS.light, pen });
    let size = SIZE;
    let found = shapesOf(size);
    while (found.height > most && size > 2) {
      size *= Math.min(0.95, most / found.height);
      found = shapesOf(size);
    }
    return found;
  });
  const rows: ChartRow[] = [];
  for (let at = 0; at < laid.length; at += ACROSS) {
    const row = laid.slice(at, at + ACROSS);
    rows.push({
      height: Math.max(...row.map(({ height }) => height)),
      draw: ({ x, y }) => {
        row.forEach(({ shapes }, index) => {
          ink.doc.save();
          ink.doc.translate(x + index * (room + GAP), y);
          for (const shape of shapes) drawShape(ink, shape);
          ink.doc.restore();
        });
      },
    });
  }
  return rows;
}
