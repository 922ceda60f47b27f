import type { ReactElement, ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  ComposedChart,
  LabelList,
  Legend,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { toneAt, tonedColors } from '../../domain/charts/colors.ts';
import { shortFigure } from '../../domain/charts/figures.ts';
import { useTokens } from '../../runtime/theme.tsx';
import { useNarrow } from '../data/useNarrow.ts';
import type { ChartProps } from './Chart.tsx';
import classes from './drawing.module.css';
import { formatFigure } from './formatFigure.ts';
import { HeatMap } from './HeatMap.tsx';

const HEIGHT = 240;
/** Of a bar that lies, with the space to the next one: two lines of a name fit beside it. */
const ROW = 40;
/** Room for the names of what is ranked; longer ones take a second line. */
const NAMES = { wide: 190, narrow: 130 };

interface NameProps {
  readonly x: number | string;
  readonly y: number | string;
  readonly payload: { readonly value: string };
}

/** What is ranked, as HTML: a drawing's own text breaks at spaces only, and Thai has none. */
function Name({ x, y, payload, width }: NameProps & { readonly width: number }) {
  return (
    <foreignObject x={Number(x) - width} y={Number(y) - ROW / 2} width={width} height={ROW}>
      <div className={classes.name}>
        <span>{payload.value}</span>
      </div>
    </foreignObject>
  );
}

/** Points that all keep their names, in two lines if need be: ages and statuses are no months. */
const NAMED = 6;

function NameBelow({ x, y, payload, width }: NameProps & { readonly width: number }) {
  return (
    <foreignObject x={Number(x) - width / 2} y={Number(y)} width={width} height={ROW}>
      <div className={`${classes.name} ${classes.below}`}>
        <span>{payload.value}</span>
      </div>
    </foreignObject>
  );
}

/** The value of a row's first series. */
const figureOf = (row: object): number => Number((row as { readonly s0?: number }).s0 ?? 0);

/** At least so high, and as high as its panel is. */
function Frame({ height, children }: { readonly height: number; readonly children: ReactElement }) {
  return (
    <div className={classes.drawing} style={{ minHeight: height }}>
      <div>
        <ResponsiveContainer width="100%" height="100%">
          {children}
        </ResponsiveContainer>
      </div>
    </div>
  );
}

export { ChartPicture } from './ChartPicture.tsx';
export { ChartTable } from './ChartTable.tsx';

/** The drawing itself, in a chunk of its own with its library. */
export function ChartDrawing(props: ChartProps): ReactNode {
  const { kind, unit, series, points, stacked = false, tones } = props;
  const navigate = useNavigate();
  // The table behind the drawing has the same links for those who use no pointer.
  const follow = (index: number) => {
    const to = props.linkOf?.(index) ?? null;
    if (to !== null) void navigate(to);
  };
  const leads = props.linkOf && points.some((_, index) => props.linkOf?.(index) != null);
  const bar = leads
    ? { cursor: 'pointer', onClick: (_: unknown, index: number) => follow(index) }
    : {};
  const token = useTokens();
  // Told apart by lightness as well as by hue, so that colour-blind readers can follow.
  // Beyond five they are the same hues, paler.
  const colors = tonedColors(tones ?? series.map((_, at) => toneAt(at)), token);
  const colorOf = (index: number) => colors[index % colors.length] ?? token.processing;
  const narrow = useNarrow();
  const pointColors = props.pointTones ? tonedColors(props.pointTones, token) : null;
  const rows = points.map(({ label, values }, at) => ({
    label,
    ...(pointColors?.[at] ? { fill: pointColors[at] } : {}),
    ...Object.fromEntries(values.map((value, index) => [`s${index}`, Number(value)])),
  }));
  const axis = { stroke: token.border, tick: { fill: token.textSecondary, fontSize: 12 } };
  const margin = { top: 8, right: 8, bottom: 0, left: 0 };
  const tooltip = (
    <Tooltip
      cursor={{ fill: token.border, fillOpacity: 0.4 }}
      contentStyle={{
        background: token.panel,
        border: `1px solid ${token.border}`,
        borderRadius: 6,
        color: token.text,
      }}
      formatter={(value) => formatFigure(String(value), unit)}
    />
  );
  if (kind === 'heat') return <HeatMap {...props} />;
  if (kind === 'donut') {
    const pieColors = tonedColors(
      points.map((_, at) => toneAt(at)),
      token,
    );
    return (
      <Frame height={HEIGHT}>
        <PieChart margin={margin}>
          {tooltip}
          <Legend
            layout="vertical"
            align="right"
            verticalAlign="middle"
            wrapperStyle={{ fontSize: 12 }}
            formatter={(name: string) => <span style={{ color: token.textSecondary }}>{name}</span>}
          />
          <Pie
            data={rows}
            dataKey="s0"
            nameKey="label"
            innerRadius="55%"
            outerRadius="85%"
            paddingAngle={1}
            stroke={token.panel}
            isAnimationActive={false}
            {...bar}
          >
            {rows.map(({ label }, index) => (
              <Cell
                key={label}
                fill={pointColors?.[index] ?? pieColors[index] ?? token.processing}
              />
            ))}
          </Pie>
        </PieChart>
      </Frame>
    );
  }
  if (kind === 'pareto') {
    const whole = rows.reduce((sum, row) => sum + figureOf(row), 0);
    let upTo = 0;
    const shares = rows.map((row) => {
      upTo += figureOf(row);
      return { ...row, share: whole === 0 ? 0 : (100 * upTo) / whole };
    });
    const names = narrow ? NAMES.narrow : NAMES.wide;
    return (
      <Frame height={Math.max(points.length * ROW + 40, 80)}>
        <ComposedChart layout="vertical" data={shares} margin={{ ...margin, right: 48 }}>
          <XAxis type="number" hide />
          <XAxis
            xAxisId="share"
            type="number"
            orientation="top"
            domain={[0, 100]}
            tickLine={false}
            axisLine={false}
            tickFormatter={(value: number) => `${value}%`}
            {...axis}
          />
          <YAxis
            type="category"
            dataKey="label"
            width={names}
            interval={0}
            tickLine={false}
            axisLine={false}
            tickMargin={0}
            tick={(tick: NameProps) => <Name {...tick} width={names - 8} />}
          />
          <Tooltip
            {...tooltip.props}
            formatter={(value, name) =>
              name === '%'
                ? formatFigure(Number(value).toFixed(1), 'percent')
                : formatFigure(String(value), unit)
            }
          />
          <Bar
            dataKey="s0"
            name={series[0] ?? ''}
            fill={colorOf(0)}
            radius={[0, 3, 3, 0]}
            maxBarSize={18}
            isAnimationActive={false}
            {...bar}
          >
            <LabelList
              dataKey="s0"
              position="right"
              fill={token.textSecondary}
              fontSize={12}
              formatter={(value) => shortFigure(Number(value), unit)}
            />
          </Bar>
          <Line
            xAxisId="share"
            dataKey="share"
            name="%"
            type="linear"
            stroke={token.warning}
            strokeWidth={2}
            dot={{ r: 2.5, strokeWidth: 0, fill: token.warning }}
            isAnimationActive={false}
          />
        </ComposedChart>
      </Frame>
    );
  }
  if (kind === 'ranking') {
    const names = narrow ? NAMES.narrow : NAMES.wide;
    return (
      <Frame height={Math.max(points.length * ROW + 8, 80)}>
        <BarChart layout="vertical" data={rows} margin={{ ...margin, right: 64 }}>
          <XAxis type="number" hide />
          <YAxis
            type="category"
            dataKey="label"
            width={names}
            interval={0}
            tickLine={false}
            axisLine={false}
            // The mark of an axis without a line would still take its room.
            tickMargin={0}
            tick={(tick: NameProps) => <Name {...tick} width={names - 8} />}
          />
          {tooltip}
          {series.map((name, index) => (
            <Bar
              key={name}
              dataKey={`s${index}`}
              name={name}
              fill={colorOf(index)}
              radius={[0, 3, 3, 0]}
              maxBarSize={18}
              {...bar}
              isAnimationActive={false}
            >
              <LabelList
                dataKey={`s${index}`}
                position="right"
                fill={token.textSecondary}
                fontSize={12}
                formatter={(value) => shortFigure(Number(value), unit)}
              />
            </Bar>
          ))}
        </BarChart>
      </Frame>
    );
  }
  const parts = (
    <>
      <CartesianGrid stroke={token.border} vertical={false} />
      <XAxis
        dataKey="label"
        tickLine={false}
        {...(points.length <= NAMED && kind === 'bar'
          ? {
              interval: 0,
              // With the room that recharts leaves above the names.
              height: ROW + 8,
              tick: (tick: NameProps & { readonly width?: number | string | undefined }) => (
                <NameBelow {...tick} width={Number(tick.width ?? 0) / points.length - 4} />
              ),
            }
          : // Each second or third, never one left out in between.
            { interval: 'equidistantPreserveStart', minTickGap: 12, tick: axis.tick })}
        {...(kind === 'line' ? { padding: { left: 20, right: 20 } } : {})}
        stroke={token.border}
      />
      <YAxis
        tickLine={false}
        axisLine={false}
        width={56}
        tickFormatter={(value: number) => shortFigure(value, unit)}
        {...axis}
      />
      {tooltip}
      {series.length > 1 ? (
        // In the order of the series, which is the order of the bars.
        <Legend
          wrapperStyle={{ fontSize: 12 }}
          itemSorter={null}
          formatter={(name: string) => <span style={{ color: token.textSecondary }}>{name}</span>}
        />
      ) : null}
    </>
  );
  return (
    <Frame height={HEIGHT}>
      {kind === 'bar' ? (
        <ComposedChart data={rows} margin={margin}>
          {parts}
          {series.map((name, index) =>
            props.lines?.includes(name) ? (
              <Line
                key={name}
                type="linear"
                dataKey={`s${index}`}
                name={name}
                stroke={colorOf(index)}
                strokeWidth={2}
                dot={{ r: 2.5, strokeWidth: 0, fill: colorOf(index) }}
                isAnimationActive={false}
              />
            ) : (
              <Bar
                key={name}
                dataKey={`s${index}`}
                name={name}
                fill={colorOf(index)}
                radius={stacked ? 0 : [3, 3, 0, 0]}
                maxBarSize={36}
                {...bar}
                isAnimationActive={false}
                {...(stacked ? { stackId: 'whole' } : {})}
              />
            ),
          )}
        </ComposedChart>
      ) : (
        <LineChart data={rows} margin={margin}>
          {parts}
          {series.map((name, index) => (
            <Line
              key={name}
              // Straight from month to month: a curve shows heights that were never reached.
              type="linear"
              dataKey={`s${index}`}
              name={name}
              stroke={colorOf(index)}
              strokeWidth={2}
              dot={{ r: 2.5, strokeWidth: 0, fill: colorOf(index) }}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      )}
    </Frame>
  );
}
