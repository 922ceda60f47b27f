import { chartShapes } from '../../domain/charts/chartShapes.ts';
import type { ChartModel, ChartPen, Letters, Shape } from '../../domain/charts/model.ts';
import { FONT_FAMILY, type TokenName } from '../../domain/theme/tokens.ts';

/** Pixels of a picture for each of the screen, so that it stays sharp on paper and on fine screens. */
const DENSITY = 2;
const WIDTH = 800;
const SIZE = 13;
const PADDING = 20;
const LEADING = 1.6;

const fontOf = ({ size, bold }: Letters): string => `${bold ? 600 : 400} ${size}px ${FONT_FAMILY}`;

/** Breaks texts between words; Thai has no spaces between them. */
const words = new Intl.Segmenter('th', { granularity: 'word' });

function penOf(context: CanvasRenderingContext2D): ChartPen {
  const width: ChartPen['width'] = (text, letters) => {
    context.font = fontOf(letters);
    return context.measureText(text).width;
  };
  return {
    width,
    wrap(text, letters, room) {
      const lines = [''];
      for (const { segment } of words.segment(text)) {
        const line = `${lines.at(-1)}${segment}`;
        if (lines.at(-1) === '' || width(line.trimEnd(), letters) <= room) {
          lines[lines.length - 1] = line;
        } else lines.push(segment.trimStart());
      }
      return lines.map((line) => line.trimEnd());
    },
  };
}

function paint(context: CanvasRenderingContext2D, shape: Shape): void {
  switch (shape.kind) {
    case 'rect':
      context.fillStyle = shape.fill;
      context.fillRect(shape.x, shape.y, shape.width, shape.height);
      break;
    case 'line':
      context.beginPath();
      for (const [x, y] of shape.points) context.lineTo(x, y);
      context.strokeStyle = shape.stroke;
      context.lineWidth = shape.thickness;
      context.lineJoin = 'round';
      context.stroke();
      break;
    case 'dot':
      context.beginPath();
      context.arc(shape.x, shape.y, shape.radius, 0, 2 * Math.PI);
      context.fillStyle = shape.fill;
      context.fill();
      break;
    case 'path': {
      const path = new Path2D(shape.d);
      context.save();
      context.translate(shape.x, shape.y);
      context.scale(shape.scale, shape.scale);
      context.fillStyle = shape.fill;
      context.fill(path);
      context.strokeStyle = shape.stroke;
      context.lineWidth = shape.thickness;
      context.stroke(path);
      context.restore();
      break;
    }
    case 'text':
      context.font = fontOf(shape);
      context.fillStyle = shape.fill;
      context.textAlign = shape.align;
      context.textBaseline = 'middle';
      context.fillText(shape.text, shape.x, shape.y + (shape.size * LEADING) / 2);
      break;
  }
}

const newContext = (): CanvasRenderingContext2D => {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) throw new Error('This browser draws no pictures');
  return context;
};

/**
 * A chart as a PNG with its title and its legend, in the colours of the theme. It is drawn anew from its
 * figures: a copy of the drawing on screen would lack the letters of the product, which a picture cannot
 * load, and whatever is HTML beside it.
 */
export async function paintChart(
  model: ChartModel,
  palette: Readonly<Record<TokenName, string>>,
): Promise<Blob> {
  const texts = [model.title, ...model.series, ...model.points.map(({ label }) => label)].join('');
  // Letters of a weight or an alphabet that the page has not shown yet are not loaded by a canvas.
  await Promise.all(
    [false, true].map((bold) => document.fonts?.load(fontOf({ size: SIZE, bold }), `${texts}0฿`)),
  );
  const context = newContext();
  const { width, height, shapes } = chartShapes(model, {
    width: WIDTH,
    size: SIZE,
    palette,
    pen: penOf(context),
  });
  const { canvas } = context;
  canvas.width = (width + 2 * PADDING) * DENSITY;
  canvas.height = Math.ceil(height + 2 * PADDING) * DENSITY;
  context.fillStyle = palette.panel;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(DENSITY, DENSITY);
  context.translate(PADDING, PADDING);
  for (const shape of shapes) paint(context, shape);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The picture could not be made'));
    }, 'image/png');
  });
}
