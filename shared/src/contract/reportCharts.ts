import type { ChartModel } from '../domain/charts/model.ts';
import type { ReportChartData, ReportDef, ReportGroup } from './report.ts';

/** Words of a report in the reader's language: those of its page and of its files are the same. */
export interface ChartWords {
  /** Title of a chart that the report declares. */
  readonly chart: (key: string) => string;
  readonly field: (name: string) => string;
  readonly status: (column: string, value: string) => string;
  /** Title of the chart of its groups. */
  readonly grouped: (figure: string, kind: string) => string;
}

/** Bars that are told apart at a glance; the table has all groups. */
const BARS = 12;
const TIME = /^\d{4}-W?\d{2}$/;

const unitOf = ({ measures }: ReportDef, measure = ''): ChartModel['unit'] => {
  const kind = measures[measure]?.kind;
  return kind === 'money' || kind === 'percent' ? kind : 'quantity';
};

/** A chart that a report declares, with the points that the server answered; null: it declares none. */
export function reportChart(
  report: ReportDef,
  { key, data }: { readonly key: string; readonly data: ReportChartData },
  words: ChartWords,
): ChartModel | null {
  const chart = report.charts[key];
  if (chart === undefined) return null;
  const { series = '' } = chart;
  const of = report.columns[series];
  const states = of?.kind === 'status' ? of.machine.states : null;
  return {
    title: words.chart(key),
    kind: chart.kind,
    unit: unitOf(report, chart.measures[0]),
    stacked: chart.stacked ?? false,
    lines: chart.lines?.map(words.field),
    series: data.series.map((value) => {
      if (series === '') return words.field(value);
      return states ? words.status(series, value) : value;
    }),
    ...(states ? { tones: data.series.map((value) => states[value]?.tone ?? 'neutral') } : {}),
    points: data.points,
  };
}

/** The greatest groups of a report by its first figure; months and weeks all and in their order. */
export function groupChart(
  report: ReportDef,
  {
    by,
    groups,
    measure,
  }: {
    readonly by: string;
    readonly groups: readonly ReportGroup[];
    /** The first figure that the reader may see. */
    readonly measure: string;
  },
  words: ChartWords,
): ChartModel {
  const isTime = groups.some(({ key }) => TIME.test(key));
  const figure = words.field(measure);
  return {
    title: words.grouped(figure, words.field(by)),
    kind: isTime ? 'bar' : 'ranking',
    unit: unitOf(report, measure),
    series: [figure],
    points: (isTime ? groups : groups.slice(0, BARS)).map(({ key, label, values }) => ({
      key,
      label,
      values: [values[measure] ?? '0'],
    })),
  };
}
