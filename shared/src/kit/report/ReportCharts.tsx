import type { ReactNode } from 'react';
import type { ReportChart, ReportDef, ReportSummary } from '../../contract/report.ts';
import type { Tone } from '../../domain/index.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { statusKey } from '../../ui/status/StatusTag.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import { fieldKeys, type ResourceText } from '../resource/useResourceText.ts';
import classes from './report.module.css';

interface Props {
  readonly report: ReportDef;
  readonly summary: ReportSummary;
  readonly text: ResourceText;
  /** Query of the report cut to one value of a group; null where no filter names it. */
  readonly drill: (by: string, key: string) => string | null;
}

const unitOf = (report: ReportDef, { measures }: ReportChart) => {
  const kind = report.measures[measures[0] ?? '']?.kind;
  return kind === 'money' || kind === 'percent' ? kind : 'quantity';
};

/** The charts that a report declares, each point leading to its own rows. */
export function ReportCharts({ report, summary, text, drill }: Props): ReactNode {
  const t = useKitText();
  const namesOf = ({ series }: ReportChart, names: readonly string[]) => {
    const machine = report.columns[series ?? ''];
    if (series === undefined) return { series: names.map((name) => text(fieldKeys(name))) };
    if (machine?.kind !== 'status') return { series: names };
    return {
      series: names.map((name) => t(statusKey(machine.machine, name))),
      tones: names.map((name): Tone => machine.machine.states[name]?.tone ?? 'neutral'),
    };
  };
  const shown = Object.entries(report.charts).flatMap(([key, chart]) => {
    const data = summary.charts[key];
    return data ? [{ key, chart, data }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <div className={classes.charts}>
      {shown.map(({ key, chart, data }) => (
        <Chart
          key={key}
          kind={chart.kind}
          unit={unitOf(report, chart)}
          title={text(`chart.${key}`)}
          stacked={chart.stacked ?? false}
          lines={chart.lines?.map((name) => text(fieldKeys(name)))}
          {...namesOf(chart, data.series)}
          points={data.points}
          linkOf={(index) => {
            const point = data.points[index];
            const search = point?.key === undefined ? null : drill(chart.by, point.key);
            return search === null ? null : { search };
          }}
        />
      ))}
    </div>
  );
}
