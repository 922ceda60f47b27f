import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { Link, type To } from 'react-router-dom';
import type { Tone } from '../../domain/index.ts';
import { useLocale } from '../../runtime/i18n.ts';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import { Table } from '../data/Table.tsx';
import { EmptyState } from '../feedback/States.tsx';
import { formatMonth } from '../format/dates.ts';
import { useKitText } from '../useKitText.ts';
import classes from './chart.module.css';
import { type ChartUnit, formatFigure } from './formatFigure.ts';

/** The drawing library is as large as the whole kit: it comes with the first chart (design, "Charts"). */
const Drawing = retryingLazy(async () => ({
  default: (await import('./ChartDrawing.tsx')).ChartDrawing,
}));

export interface ChartProps {
  readonly title: string;
  /** In a frame that has a border and the title already. */
  readonly plain?: boolean;
  /**
   * `ranking`: bars that lie, with room for the names of what is compared. `pareto`: the greatest first,
   * with how much all up to each make of the whole. `heat`: points against series, darker where more is.
   */
  readonly kind: 'bar' | 'line' | 'ranking' | 'pareto' | 'donut' | 'heat';
  readonly unit: ChartUnit;
  /** Names of the series as shown. */
  readonly series: readonly string[];
  /** Bars of one point stand one on the other. */
  readonly stacked?: boolean;
  /** Series that are lines over the bars. */
  readonly lines?: readonly string[] | undefined;
  /** Colours of the series, where they mean something. */
  readonly tones?: readonly Tone[];
  /** Colours of the points of a single series, where they mean something. */
  readonly pointTones?: readonly Tone[] | undefined;
  readonly points: readonly { readonly label: string; readonly values: readonly string[] }[];
  /** Where a point leads; null: nowhere. */
  readonly linkOf?: ((index: number) => To | null) | undefined;
}

/** A bar or line chart with the table behind it, for those who read figures or cannot see colours. */
export function Chart({ title, kind, unit, series, ...props }: ChartProps): ReactNode {
  const { stacked = false, tones, pointTones, plain = false, linkOf, lines } = props;
  const t = useKitText();
  const locale = useLocale();
  const points = useMemo(
    () => props.points.map((point) => ({ ...point, label: formatMonth(point.label, locale) })),
    [props.points, locale],
  );
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className={plain ? `${classes.chart} ${classes.plain}` : classes.chart}>
      <figcaption className={classes.head}>
        <span className={classes.title}>{plain ? null : title}</span>
        {points.length === 0 ? null : (
          <Button size="small" type="text" onClick={() => setAsTable(!asTable)}>
            {t(asTable ? 'chart.asChart' : 'chart.asTable')}
          </Button>
        )}
      </figcaption>
      {points.length === 0 ? (
        <EmptyState title={t('chart.none')} />
      ) : asTable ? (
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
      ) : (
        <Suspense fallback={<Skeleton.Node active style={{ width: '100%', height: 240 }} />}>
          <Drawing
            {...{ kind, unit, series, points, title, stacked }}
            {...(lines ? { lines } : {})}
            {...(tones ? { tones } : {})}
            {...(pointTones ? { pointTones } : {})}
            {...(linkOf ? { linkOf } : {})}
          />
        </Suspense>
      )}
    </figure>
  );
}
