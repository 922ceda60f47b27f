import type { ReportDef } from '../../contract/report.ts';
import type { ChartWords } from '../../contract/reportCharts.ts';
import { statusKey } from '../../ui/status/StatusTag.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import { fieldKeys, type ResourceText } from '../resource/useResourceText.ts';

/** The words of a report's charts as its page says them. */
export function useChartWords({ columns }: ReportDef, text: ResourceText): ChartWords {
  const t = useKitText();
  return {
    chart: (key) => text(`chart.${key}`),
    field: (name) => text(fieldKeys(name)),
    status: (column, value) => {
      const of = columns[column];
      return of?.kind === 'status' ? t(statusKey(of.machine, value)) : value;
    },
    grouped: (figure, kind) => text('page.chart', { figure, kind }),
  };
}
