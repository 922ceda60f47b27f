import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTokens } from '../../runtime/theme.tsx';
import type { ChartProps } from './Chart.tsx';
import classes from './drawing.module.css';
import { formatFigure } from './formatFigure.ts';

/** Points against series, a table whose cells are darker where more is: its figures are read as such. */
export function HeatMap({ title, unit, series, points, linkOf }: ChartProps): ReactNode {
  const token = useTokens();
  const most = Math.max(1, ...points.flatMap(({ values }) => values.map(Number)));
  const shade = (value: number) =>
    `color-mix(in srgb, ${token.processing} ${Math.round((55 * value) / most)}%, ${token.panel})`;
  return (
    <div className={classes.heat}>
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">
              <span className={classes.hidden}>{title}</span>
            </th>
            {series.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point, at) => {
            const to = linkOf?.(at) ?? null;
            return (
              <tr key={point.label}>
                <th scope="row">
                  {to === null ? point.label : <Link to={to}>{point.label}</Link>}
                </th>
                {series.map((name, index) => {
                  const value = Number(point.values[index] ?? 0);
                  return (
                    <td key={name} style={{ background: value === 0 ? undefined : shade(value) }}>
                      {value === 0 ? '' : formatFigure(value, unit)}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
