import { type Locale, useLocale } from '@boxyard/shared/runtime';
import { AppTheme } from '@boxyard/shared/runtime/theme.tsx';
import { Chart } from '@boxyard/shared/ui/chart/Chart.tsx';
import { displayYear, monthName } from '@boxyard/shared/ui/format/dates.ts';
import styles from './DashboardPage.module.css';
import type { Summary } from './MyWork.tsx';
import { useDashboardText } from './texts.ts';

/** At most six charts, each an answer to a question a manager asks (design, Pages). */
const MOST = 6;
/** Whose points are names that need room. */
const RANKINGS: ReadonlySet<string> = new Set(['topSuppliers']);

/** `2026-11` → `Nov 2026`; other labels are words already. */
function labelOf(label: string, locale: Locale): string {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(label) ?? [];
  if (year === undefined || month === undefined) return label;
  return `${monthName(Number(month), locale, 'short')} ${displayYear(Number(year), locale)}`;
}

export function Charts({ charts }: { readonly charts: Summary['charts'] }) {
  const t = useDashboardText();
  const locale = useLocale();
  return (
    <AppTheme>
      <div className={styles.charts}>
        {charts.slice(0, MOST).map(({ key, unit, series, points }) => (
          <Chart
            key={key}
            title={t(`chart.${key}`, { defaultValue: key })}
            kind={RANKINGS.has(key) ? 'ranking' : 'bar'}
            unit={unit === 'count' ? 'quantity' : unit}
            series={series.map((name) => t(`series.${name}`, { defaultValue: name }))}
            points={points.map((point) => ({ ...point, label: labelOf(point.label, locale) }))}
          />
        ))}
      </div>
    </AppTheme>
  );
}
