import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Table } from '../data/Table.tsx';
import type { ChartProps } from './Chart.tsx';
import { formatFigure } from './formatFigure.ts';

/** The figures behind a drawing, each point leading where it leads there. */
export function ChartTable({ title, unit, series, points, linkOf }: ChartProps): ReactNode {
  return (
    <Table
      label={title}
      density="compact"
      keepTable
      rows={points}
      rowKey={(point) => point.label}
      columns={[
        {
          key: 'label',
          title: '',
          render: (point, index) => {
            const to = linkOf?.(index) ?? null;
            return to === null ? point.label : <Link to={to}>{point.label}</Link>;
          },
        },
        ...series.map((name, index) => ({
          key: `s${index}`,
          title: name,
          align: 'right' as const,
          render: (point: ChartProps['points'][number]) =>
            formatFigure(point.values[index] ?? '0', unit),
        })),
      ]}
    />
  );
}
