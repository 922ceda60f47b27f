import { oneOptions } from '@boxyard/shared/client';
import { useT } from '@boxyard/shared/runtime';
import { Chart, ErrorState, Skeleton } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { BeingCounted } from '../../StockQuantity.tsx';

/** What came, went and was there of a part, month by month, against the point at which it is reordered. */
export function Course({ partId }: { readonly partId: string }) {
  const t = useT('remote-warehouse');
  const found = useQuery(oneOptions('parts.course', { params: { id: partId } }));
  if (found.isError) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (!found.data) return <Skeleton active paragraph={{ rows: 6 }} />;
  const { points, reorderPoint } = found.data;
  if (points.length === 0) return <BeingCounted />;
  const point = reorderPoint === null ? [] : [reorderPoint];
  return (
    <Chart
      title={t('parts.course.title')}
      kind="line"
      unit="quantity"
      series={[
        t('parts.course.closing'),
        t('parts.course.issued'),
        t('parts.course.received'),
        ...(reorderPoint === null ? [] : [t('parts.course.reorderPoint')]),
      ]}
      tones={['processing', 'warning', 'success', 'error']}
      points={points.map(({ month, closing, issued, received }) => ({
        label: month,
        values: [closing, issued, received, ...point].map(String),
      }))}
    />
  );
}
