import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import { type ComponentType, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { To } from 'react-router-dom';
import type { ChartModel, Regions } from '../../domain/charts/model.ts';
import { useLocale } from '../../runtime/i18n.ts';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import { EmptyState } from '../feedback/States.tsx';
import { formatMonth } from '../format/dates.ts';
import { useKitText } from '../useKitText.ts';
import classes from './chart.module.css';

/** The drawing library is as large as the whole kit: it comes with the first chart (design, "Charts"). */
const loadDrawing = () => import(/* webpackChunkName: "chartDrawing" */ './ChartDrawing.tsx');
const Drawing = retryingLazy(async () => ({ default: (await loadDrawing()).ChartDrawing }));
const AsTable = retryingLazy(async () => ({ default: (await loadDrawing()).ChartTable }));
const Picture = retryingLazy(async () => ({ default: (await loadDrawing()).ChartPicture }));

/** Draws a map. It comes from the app that has one: outlines weigh as much as the library. */
export interface ChartMap {
  readonly Drawing: ComponentType<ChartProps>;
  readonly regions: () => Promise<Regions>;
}

/**
 * A chart as its model has it. `ranking`: bars that lie, with room for the names of what is compared.
 * `pareto`: the greatest first, with how much all up to each make of the whole. `heat`: points against
 * series, darker where more is. `map`: regions, darker where more is.
 */
export interface ChartProps extends Omit<ChartModel, 'regions'> {
  /** In a frame that has a border and the title already. */
  readonly plain?: boolean;
  readonly map?: ChartMap | undefined;
  /** Where a point leads; null: nowhere. */
  readonly linkOf?: ((index: number) => To | null) | undefined;
}

/** A chart with the table behind it, for those who read figures or cannot see colours. */
export function Chart({ plain = false, map, ...props }: ChartProps): ReactNode {
  const { title, kind } = props;
  const t = useKitText();
  const locale = useLocale();
  const points = useMemo(
    () => props.points.map((point) => ({ ...point, label: formatMonth(point.label, locale) })),
    [props.points, locale],
  );
  const [asTable, setAsTable] = useState(false);
  const drawn = { ...props, points };
  const modelOf = async (): Promise<ChartModel> => ({
    ...drawn,
    regions: kind === 'map' ? await map?.regions() : undefined,
  });
  const Shown = (kind === 'map' ? map?.Drawing : undefined) ?? Drawing;
  return (
    <figure className={plain ? `${classes.chart} ${classes.plain}` : classes.chart}>
      <figcaption className={classes.head}>
        <span className={classes.title}>{plain ? null : title}</span>
        {points.length === 0 ? null : (
          <span className={classes.tools}>
            <Button size="small" type="text" onClick={() => setAsTable(!asTable)}>
              {t(asTable ? 'chart.asChart' : 'chart.asTable')}
            </Button>
            <Suspense fallback={null}>
              <Picture title={title} model={modelOf} />
            </Suspense>
          </span>
        )}
      </figcaption>
      {points.length === 0 ? (
        <EmptyState title={t('chart.none')} />
      ) : (
        <Suspense fallback={<Skeleton.Node active style={{ width: '100%', height: 240 }} />}>
          {asTable ? <AsTable {...drawn} /> : <Shown {...drawn} />}
        </Suspense>
      )}
    </figure>
  );
}
