import { oneOptions } from '@boxyard/shared/client';
import type { Machine } from '@boxyard/shared/domain';
import { useT } from '@boxyard/shared/runtime';
import { Chart, PieceAnswer } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';

interface Props {
  /** Of the summary's charts. */
  readonly chart: 'purchasesByMonth' | 'billedByMonth' | 'ordersByStatus' | 'topSuppliers';
  readonly kind?: 'bar' | 'ranking';
  /** Its points are statuses of this machine, coloured as their tags are. */
  readonly machine?: Machine;
}

/** A chart of what the dashboard has asked for anyway. */
export function SummaryChart({ chart, kind = 'bar', machine }: Props) {
  const t = useT('remote-purchase-sales');
  const query = useQuery(oneOptions('dashboard.summary'));
  return (
    <PieceAnswer query={query}>
      {({ charts }) => {
        const found = charts.find(({ key }) => key === chart);
        return (
          <Chart
            plain
            title={t(`pieces.chart.${chart}`)}
            kind={kind}
            unit={found?.unit === 'money' ? 'money' : 'quantity'}
            series={(found?.series ?? []).map((name) => t(`pieces.series.${name}`))}
            points={found?.points ?? []}
            pointTones={
              machine && found?.points.map(({ key = '' }) => machine.states[key]?.tone ?? 'neutral')
            }
          />
        );
      }}
    </PieceAnswer>
  );
}
