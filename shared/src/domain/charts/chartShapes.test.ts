import fc from 'fast-check';
import { TOKENS } from '../theme/tokens.ts';
import { chartShapes } from './chartShapes.ts';
import { mixColors, tonedColors } from './colors.ts';
import { niceTicks, shortFigure } from './figures.ts';
import { CHART_KINDS, type ChartModel, type ChartPen, type Shape } from './model.ts';

/** Every letter is half as wide as it is high. */
const pen: ChartPen = {
  width: (text, { size }) => text.length * size * 0.5,
  wrap: (text, { size }, width) => {
    const most = Math.max(1, Math.floor(width / (size * 0.5)));
    return text.match(new RegExp(`.{1,${most}}`, 'g')) ?? [''];
  },
};
const WIDTH = 600;
const draw = (model: ChartModel) =>
  chartShapes(model, { width: WIDTH, size: 12, palette: TOKENS.light, pen });

const base: ChartModel = {
  title: 'Orders by month',
  kind: 'bar',
  unit: 'money',
  series: ['Billed', 'Paid'],
  points: [
    { label: 'Jan 2026', values: ['100', '40'] },
    { label: 'Feb 2026', values: ['50', '60'] },
  ],
};
const textsOf = (shapes: readonly Shape[]) =>
  shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
const rectsOf = (shapes: readonly Shape[], fill: string) =>
  shapes.flatMap((shape) =>
    shape.kind === 'rect' && shape.fill === fill && shape.width !== shape.height ? [shape] : [],
  );

test('bars have title, legend, axis and names, and are as high as their figures', () => {
  const { shapes } = draw(base);
  expect(textsOf(shapes)).toEqual(
    expect.arrayContaining(['Orders by month', 'Billed', 'Paid', 'Jan 2026', 'Feb 2026', '฿100']),
  );
  const [first, second] = rectsOf(shapes, TOKENS.light.processing);
  expect((first?.height ?? 0) / (second?.height ?? 1)).toBeCloseTo(2);
});

test('stacked bars stand one on the other, those below nothing the other way', () => {
  const { shapes } = draw({ ...base, stacked: true });
  const [lower] = rectsOf(shapes, TOKENS.light.processing);
  const [upper] = rectsOf(shapes, TOKENS.light.warning);
  expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeCloseTo(lower?.y ?? -1);
  const below = draw({ ...base, points: [{ label: 'Jan', values: ['10', '-20'] }] });
  const [under] = rectsOf(below.shapes, TOKENS.light.warning);
  const zero = rectsOf(below.shapes, TOKENS.light.processing)[0];
  expect(under?.y).toBeCloseTo((zero?.y ?? 0) + (zero?.height ?? 0));
});

test('a series may be a line over the bars', () => {
  const { shapes } = draw({ ...base, lines: ['Paid'] });
  const lines = shapes.filter(
    (shape) => shape.kind === 'line' && shape.stroke === TOKENS.light.warning,
  );
  // One in the legend.
  expect(lines).toHaveLength(2);
});

test('a Pareto adds up to the whole at its last bar', () => {
  const { shapes } = draw({
    ...base,
    kind: 'pareto',
    series: ['Lines'],
    unit: 'quantity',
    points: ['60', '30', '10'].map((value) => ({ label: `Cause ${value}`, values: [value] })),
  });
  const course = shapes.findLast(
    (shape) => shape.kind === 'line' && shape.stroke === TOKENS.light.warning,
  );
  const xs = course?.kind === 'line' ? course.points.map(([x]) => x) : [];
  const hundred = shapes.find((shape) => shape.kind === 'text' && shape.text === '100%');
  expect(xs.at(-1)).toBeCloseTo(hundred?.kind === 'text' ? hundred.x : -1);
});

test('slices make a whole turn, and one alone is a ring', () => {
  const ring = draw({
    ...base,
    kind: 'donut',
    series: ['Customers'],
    points: base.points.slice(0, 1),
  });
  const slices = ring.shapes.filter((shape) => shape.kind === 'path');
  expect(slices).toHaveLength(1);
  expect(slices[0]?.kind === 'path' && slices[0].d.match(/A/g)).toHaveLength(4);
  expect(textsOf(ring.shapes)).toContain('฿100  100.0%');
});

test('a map has every region, with its value or as one without', () => {
  const { shapes } = draw({
    ...base,
    kind: 'map',
    series: ['Customers'],
    unit: 'quantity',
    points: [{ label: 'Bangkok', key: '10', values: ['4'] }],
    regions: {
      width: 100,
      height: 200,
      attribution: 'by somebody',
      shapes: [
        { key: '10', path: 'M0 0L10 0L10 10Z' },
        { key: '50', path: 'M0 20L10 20L10 30Z' },
      ],
    },
  });
  const [bangkok, other] = shapes.filter((shape) => shape.kind === 'path');
  expect(bangkok).toMatchObject({ fill: TOKENS.light.processing.toLowerCase() });
  expect(other).toMatchObject({ fill: TOKENS.light.panel });
  expect(textsOf(shapes)).toEqual(expect.arrayContaining(['Bangkok', '4  100.0%', 'by somebody']));
});

const models = fc.record({
  title: fc.string({ minLength: 1, maxLength: 60 }),
  kind: fc.constantFrom(...CHART_KINDS),
  unit: fc.constantFrom('money', 'quantity', 'percent'),
  stacked: fc.boolean(),
  series: fc.uniqueArray(fc.string({ maxLength: 20 }), { minLength: 1, maxLength: 12 }),
  points: fc.array(
    fc.record({
      label: fc.string({ maxLength: 80 }),
      values: fc.array(fc.integer({ min: -1000, max: 1e9 }).map(String), { maxLength: 12 }),
    }),
    { maxLength: 30 },
  ),
}) as fc.Arbitrary<ChartModel>;

test('whatever is drawn stays on its sheet and is a figure', () => {
  fc.assert(
    fc.property(models, (model) => {
      const { height, shapes } = draw(model);
      for (const shape of shapes) {
        const [xs, ys] =
          shape.kind === 'rect'
            ? [
                [shape.x, shape.x + shape.width],
                [shape.y, shape.y + shape.height],
              ]
            : shape.kind === 'line'
              ? [shape.points.map(([x]) => x), shape.points.map(([, y]) => y)]
              : [[shape.x], [shape.y]];
        for (const x of xs) expect(x >= -1 && x <= WIDTH + 1).toBe(true);
        for (const y of ys) expect(y >= -1 && y <= height + 1).toBe(true);
      }
    }),
  );
});

test('figures of an axis are round and hold all that is drawn', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 0 }),
      fc.integer({ min: 0, max: 1e9 }),
      (low, high) => {
        const ticks = niceTicks(low, high);
        expect(ticks[0]).toBeLessThanOrEqual(low);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(high);
        expect(ticks.length).toBeLessThan(8);
      },
    ),
  );
  expect(niceTicks(0, 380)).toEqual([0, 100, 200, 300, 400]);
  expect(shortFigure(1_250_000, 'money')).toBe('฿1.25M');
});

test('colours of one tone grow paler', () => {
  expect(mixColors('#000000', '#ffffff', 0.5)).toBe('#808080');
  const [full, paler] = tonedColors(['success', 'success'], TOKENS.light);
  expect(full).toBe(TOKENS.light.success);
  expect(paler).not.toBe(full);
});
