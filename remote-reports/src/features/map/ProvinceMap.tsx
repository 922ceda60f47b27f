import { THAILAND } from '@boxyard/shared/domain/charts/thailand.ts';
import { type ChartProps, formatFigure } from '@boxyard/shared/ui';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import classes from './map.module.css';

/** Names beside the map; the table behind it has all. */
const LISTED = 10;
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/** One hue from pale to full, read by lightness alone; the root keeps small ones apart. */
const shadeOf = (value: number, most: number): string =>
  value <= 0 || most <= 0
    ? 'var(--by-panel)'
    : `color-mix(in srgb, var(--by-processing) ${Math.round(15 + 85 * Math.sqrt(value / most))}%, var(--by-panel))`;

/**
 * Provinces, darker where more is, beside the greatest of them with their figures. The map is one stop of
 * the keyboard; arrows go from the greatest to the next one.
 */
export function ProvinceMap({ title, unit, points, linkOf }: ChartProps): ReactNode {
  const navigate = useNavigate();
  const map = useRef<SVGSVGElement>(null);
  const values = points.map((point) => Number(point.values[0] ?? 0));
  const most = Math.max(0, ...values);
  const whole = values.reduce((sum, value) => sum + value, 0);
  // Customers without a province stand in the list and in the table.
  const shown = points.flatMap(({ key }, at) =>
    THAILAND.shapes.some((shape) => shape.key === key) ? [at] : [],
  );
  const [active, setActive] = useState<number | null>(null);
  const current = active !== null && shown.includes(active) ? active : shown[0];
  const nameOf = (at: number): string => {
    const share = whole === 0 ? 0 : (100 * (values[at] ?? 0)) / whole;
    return `${points[at]?.label}: ${formatFigure(values[at] ?? 0, unit)} (${share.toFixed(1)}%)`;
  };
  const follow = (at: number) => {
    const to = linkOf?.(at) ?? null;
    if (to !== null) void navigate(to);
  };
  const press = (event: KeyboardEvent, at: number) => {
    const step = STEPS[event.key];
    if (event.key === 'Enter') follow(at);
    if (step === undefined) return;
    event.preventDefault();
    const next = shown[(shown.indexOf(at) + step + shown.length) % shown.length];
    map.current?.querySelector<SVGPathElement>(`[data-at="${next}"]`)?.focus();
  };
  return (
    <div className={classes.both}>
      <div className={classes.place}>
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset */}
        <svg
          ref={map}
          viewBox={`0 0 ${THAILAND.width} ${THAILAND.height}`}
          role="group"
          aria-label={title}
        >
          {THAILAND.shapes.map(({ key, path }) => {
            const at = points.findIndex((point) => point.key === key);
            if (at === -1) return <path key={key} d={path} fill="var(--by-panel)" />;
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: its role is an expression
              <path
                key={key}
                d={path}
                fill={shadeOf(values[at] ?? 0, most)}
                role={linkOf?.(at) ? 'link' : 'img'}
                aria-label={nameOf(at)}
                data-at={at}
                tabIndex={at === current ? 0 : -1}
                onFocus={() => setActive(at)}
                onPointerEnter={() => setActive(at)}
                onKeyDown={(event) => press(event, at)}
                onClick={() => follow(at)}
              />
            );
          })}
        </svg>
        <p className={classes.scale} aria-hidden="true">
          {formatFigure(0, unit)} <span /> {formatFigure(most, unit)}
        </p>
      </div>
      <div className={classes.beside}>
        <p className={classes.current} aria-hidden="true">
          {current === undefined ? null : nameOf(current)}
        </p>
        <ol className={classes.list}>
          {points.slice(0, LISTED).map((point, at) => {
            const to = linkOf?.(at) ?? null;
            return (
              <li key={point.label} data-active={at === current}>
                <i style={{ background: shadeOf(values[at] ?? 0, most) }} />
                <span>{to === null ? point.label : <Link to={to}>{point.label}</Link>}</span>
                <b>{formatFigure(values[at] ?? 0, unit)}</b>
              </li>
            );
          })}
        </ol>
        <p className={classes.source}>{THAILAND.attribution}</p>
      </div>
    </div>
  );
}
