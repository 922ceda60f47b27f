import { oneOptions, registerContract } from '@boxyard/shared/client';
import { jobPlanningArea, type MapPlace } from '@boxyard/shared/contract/areas/jobPlanning.ts';
import { THAILAND } from '@boxyard/shared/domain/charts/thailand.ts';
import { MAP_STATES, type MapState } from '@boxyard/shared/domain/service/planning.ts';
import { pathOf, useT } from '@boxyard/shared/runtime';
import { Alert, Button, EmptyState, ErrorState, PageLink, Skeleton } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import classes from './map.module.css';
import { type Cluster, clustersOf, projected, shapeOf } from './mapPoints.ts';
import planning from './planning.module.css';

registerContract(jobPlanningArea);

/** Points nearer than this, in units of the map, are one. */
const CELL = 22;
const MARK = 18;
/** A cluster is looked at with so much of the map around it. */
const ZOOM = 4;
/** Places beside the map; more are asked for. */
const LISTED = 20;

interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}
const WHOLE: View = { x: 0, y: 0, zoom: 1 };

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/** The list that a place leads to: the jobs of its containers. */
function listOf(places: readonly MapPlace[], state: MapState) {
  const page = state === 'underMaintenance' ? 'maintenance-list' : 'repair-list';
  const reported = places.flatMap(({ products }) =>
    products.filter((product) => product.state !== 'normal'),
  );
  return state === 'normal'
    ? null
    : { page, query: { productId: reported.map(({ id }) => id).join(',') } };
}

/** Places of containers on the outlines of the provinces, coloured and shaped by their worst state. */
export function MapTab() {
  const t = useT('remote-repair-maintenance');
  const navigate = useNavigate();
  const found = useQuery(oneOptions('jobs.map'));
  const [view, setView] = useState<View>(WHOLE);
  const [listed, setListed] = useState(LISTED);
  const [active, setActive] = useState<string | null>(null);
  const map = useRef<SVGSVGElement>(null);
  if (found.isError) return <ErrorState error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 10 }} />;
  const { places, leftOut, withoutPlace } = found.data;
  const [width, height] = [THAILAND.width / view.zoom, THAILAND.height / view.zoom];
  const clusters = clustersOf(places, CELL / view.zoom).filter(
    ({ x, y }) => x >= view.x && x <= view.x + width && y >= view.y && y <= view.y + height,
  );
  const current = clusters.some(({ key }) => key === active) ? active : clusters.at(-1)?.key;
  const say = ({ counts }: Pick<Cluster, 'counts'>) =>
    MAP_STATES.filter((state) => counts[state] > 0)
      .map((state) => `${t(`map.states.${state}`)}: ${counts[state]}`)
      .join(', ');
  const nameOf = (cluster: Cluster) =>
    `${cluster.places.length === 1 ? (cluster.places[0]?.place ?? t('map.place')) : t('map.places', { count: cluster.places.length })} – ${say(cluster)}`;
  const follow = (cluster: Cluster) => {
    if (cluster.places.length > 1 && view.zoom < ZOOM ** 3) {
      const zoom = view.zoom * ZOOM;
      setView({
        zoom,
        x: cluster.x - THAILAND.width / zoom / 2,
        y: cluster.y - THAILAND.height / zoom / 2,
      });
      return;
    }
    const to = listOf(cluster.places, cluster.state);
    if (to !== null) void navigate(pathOf(to.page, undefined, to.query));
  };
  const press = (event: KeyboardEvent, cluster: Cluster) => {
    const step = STEPS[event.key];
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      follow(cluster);
    }
    if (step === undefined) return;
    event.preventDefault();
    const next = clusters[(clusters.indexOf(cluster) + step + clusters.length) % clusters.length];
    map.current?.querySelector<SVGGElement>(`[data-cluster="${next?.key}"]`)?.focus();
  };
  return (
    <section aria-label={t('map.title')}>
      {leftOut > 0 ? (
        <Alert type="warning" showIcon title={t('map.leftOut', { count: leftOut })} />
      ) : null}
      {withoutPlace > 0 ? (
        <Alert type="info" showIcon title={t('map.withoutPlace', { count: withoutPlace })} />
      ) : null}
      {places.length === 0 ? (
        <EmptyState title={t('map.empty')} />
      ) : (
        <div className={classes.both}>
          <div className={classes.place}>
            <ul className={classes.legend}>
              {MAP_STATES.map((state) => (
                <li key={state}>
                  <svg viewBox="-10 -10 20 20" width="16" height="16" aria-hidden="true">
                    <path d={shapeOf(state, 16)} data-state={state} className={classes.mark} />
                  </svg>{' '}
                  {t(`map.states.${state}`)}
                </li>
              ))}
            </ul>
            {view.zoom > 1 ? (
              <Button size="small" onClick={() => setView(WHOLE)}>
                {t('map.whole')}
              </Button>
            ) : null}
            {/* biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset */}
            <svg
              ref={map}
              className={classes.map}
              viewBox={`${view.x} ${view.y} ${width} ${height}`}
              role="group"
              aria-label={t('map.title')}
            >
              {THAILAND.shapes.map(({ key, path }) => (
                <path key={key} d={path} className={classes.province} />
              ))}
              {clusters.map((cluster) => (
                // biome-ignore lint/a11y/useSemanticElements: a drawing has no buttons
                <g
                  key={cluster.key}
                  role="button"
                  tabIndex={cluster.key === current ? 0 : -1}
                  aria-label={nameOf(cluster)}
                  data-cluster={cluster.key}
                  data-state={cluster.state}
                  className={classes.mark}
                  transform={`translate(${cluster.x} ${cluster.y}) scale(${1 / view.zoom})`}
                  onFocus={() => setActive(cluster.key)}
                  onClick={() => follow(cluster)}
                  onKeyDown={(event) => press(event, cluster)}
                >
                  <title>{nameOf(cluster)}</title>
                  <path d={shapeOf(cluster.state, cluster.places.length > 1 ? MARK * 1.4 : MARK)} />
                  {cluster.places.length > 1 ? (
                    <text textAnchor="middle" dominantBaseline="central">
                      {cluster.places.length}
                    </text>
                  ) : null}
                </g>
              ))}
            </svg>
            <p className={planning.about}>{THAILAND.attribution}</p>
          </div>
          <div>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('map.place')}</th>
                  <th scope="col">{t('map.containers')}</th>
                  <th scope="col">{t('map.state')}</th>
                </tr>
              </thead>
              <tbody>
                {places.slice(0, listed).map((one) => {
                  const { x, y } = projected(one);
                  const to = listOf([one], one.state);
                  return (
                    <tr key={`${x} ${y}`}>
                      <td>
                        {one.place ?? `${one.latitude.toFixed(3)}, ${one.longitude.toFixed(3)}`}
                      </td>
                      <td>
                        {to === null ? (
                          say(one)
                        ) : (
                          <PageLink {...to}>
                            {one.products
                              .filter(({ state }) => state !== 'normal')
                              .map(({ serialNumber }) => serialNumber)
                              .join(', ')}
                          </PageLink>
                        )}
                      </td>
                      <td>
                        <svg viewBox="-10 -10 20 20" width="12" height="12" aria-hidden="true">
                          <path
                            d={shapeOf(one.state, 16)}
                            data-state={one.state}
                            className={classes.mark}
                          />
                        </svg>{' '}
                        {t(`map.states.${one.state}`)}
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
            {places.length > listed ? (
              <Button onClick={() => setListed(listed + LISTED)}>{t('planning.more')}</Button>
            ) : null}
          </div>
        </div>
      )}
    </section>
  );
}
