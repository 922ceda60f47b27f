import type { ReactNode } from 'react';
import type { ReportDef, ReportSummary } from '../../contract/report.ts';
import { reportChart } from '../../contract/reportCharts.ts';
import { Chart, type ChartMap } from '../../ui/chart/Chart.tsx';
import type { ResourceText } from '../resource/useResourceText.ts';
import classes from './report.module.css';
import { useChartWords } from './useChartWords.ts';

interface Props {
  readonly report: ReportDef;
  readonly summary: ReportSummary;
  readonly text: ResourceText;
  /** Query of the report cut to one value of a group; null where no filter names it. */
  readonly drill: (by: string, key: string) => string | null;
  readonly map?: ChartMap | undefined;
}

/** The charts that a report declares, each point leading to its own rows. */
export function ReportCharts({ report, summary, text, drill, map }: Props): ReactNode {
  const words = useChartWords(report, text);
  const shown = Object.entries(summary.charts).flatMap(([key, data]) => {
    const model = reportChart(report, { key, data }, words);
    return model ? [{ key, model, by: report.charts[key]?.by ?? '' }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <div className={classes.charts}>
      {shown.map(({ key, model, by }) => (
        <Chart
          key={key}
          {...model}
          map={map}
          linkOf={(index) => {
            const point = model.points[index];
            const search = point?.key === undefined ? null : drill(by, point.key);
            return search === null ? null : { search };
          }}
        />
      ))}
    </div>
  );
}
