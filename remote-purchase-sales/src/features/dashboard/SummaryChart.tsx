import { oneOptions, registerContract } from '@boxyard/shared/client';
import { dashboardChartsArea } from '@boxyard/shared/contract/areas/dashboard.ts';
import type { Machine } from '@boxyard/shared/domain';
import { useT } from '@boxyard/shared/runtime';
import { Chart, type ChartProps, PieceAnswer } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';

registerContract(dashboardChartsArea);

interface Props extends Pick<ChartProps, 'linkOf' | 'stacked'> {
  /** Key of the chart in `dashboard.charts`. */
  readonly chart:
    | 'contractsByMonth'
    | 'billedByMonth'
    | 'ageing'
    | 'containersByStatus'
    | 'purchasesByMonth'
    | 'ordersByStatus'
    | 'topSuppliers';
  readonly kind?: 'bar' | 'ranking' | 'donut';
  /** Its points are statuses of this machine, coloured as their tags are. */
  readonly machine?: Machine;
  /** Its series are named by the server, in the reader's language. */
  readonly isNamed?: boolean;
  /** Answers the address that a point leads to, by its key. */
  readonly pathOfKey?: (key: string) => string;
}

/** A chart of the dashboard: one call answers all of them, and each fails alone. */
export function SummaryChart({
  chart,
  kind = 'bar',
  machine,
  isNamed,
  pathOfKey,
  ...props
}: Props) {
  const t = useT('remote-purchase-sales');
  const all = useQuery(oneOptions('dashboard.charts'));
  const again = useQuery({
    ...oneOptions('dashboard.charts', { query: { keys: chart } }),
    enabled: false,
  });
  const own = [again.data, all.data].map((data) => data?.charts.find(({ key }) => key === chart));
  const found = own.find((one) => one?.hasFailed === false);
  const hasFailed = all.data !== undefined && own[1]?.hasFailed === true;
  const query = {
    data: found ?? (hasFailed ? undefined : all.data && { unit: 'count', series: [], points: [] }),
    isError: all.isError || hasFailed,
    refetch: hasFailed ? again.refetch : all.refetch,
  };
  return (
    <PieceAnswer query={query}>
      {({ unit, series, points }) => (
        <Chart
          {...props}
          plain
          title={t(`pieces.chart.${chart}`)}
          kind={kind}
          unit={unit === 'money' ? 'money' : 'quantity'}
          series={isNamed ? series : series.map((name) => t(`pieces.series.${name}`))}
          points={points}
          pointTones={
            machine && points.map(({ key = '' }) => machine.states[key]?.tone ?? 'neutral')
          }
          {...(pathOfKey ? { linkOf: (index: number) => pathOfKey(points[index]?.key ?? '') } : {})}
        />
      )}
    </PieceAnswer>
  );
}
