import { call } from '@boxyard/shared/client';
import type { DashboardFigure } from '@boxyard/shared/contract/areas/dashboard.ts';
import * as decimal from '@boxyard/shared/domain/values/decimal.ts';
import { formatDecimal, formatPercent } from '@boxyard/shared/ui/format/numbers.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import form from '../pages/parts/form.module.css';
import { preloadPath } from '../router/preload.ts';
import { changeOf } from './change.ts';
import styles from './DashboardPage.module.css';
import { useDashboardText } from './texts.ts';

/** Whole baht where the figure is told at a glance; the list behind it has the satang. */
function Value({ figure: { unit, value, isLowerBound } }: { readonly figure: DashboardFigure }) {
  if (value === null) return <>–</>;
  if (unit === 'percent') return <>{formatPercent(decimal.round(value, 1))}</>;
  return (
    <>
      {unit === 'money' ? <small>฿</small> : null}
      {formatDecimal(value, 0)}
      {isLowerBound ? '+' : null}
    </>
  );
}

function Change({ figure }: { readonly figure: DashboardFigure }) {
  const t = useDashboardText();
  const change = changeOf(figure);
  if (change === null) return <span className={styles.change}>{'\u00a0'}</span>;
  const { text, direction } = change;
  const isGood = (figure.more === 'better') === (direction === 'up');
  const tone = direction === 'same' || figure.more === 'neutral' ? 'none' : isGood ? 'good' : 'bad';
  return (
    <span className={styles.change}>
      <b data-tone={tone}>
        {direction === 'same'
          ? t('figure.same')
          : `${direction === 'up' ? '▲' : '▼'} ${figure.unit === 'percent' ? t('figure.points', { value: text }) : text}`}
      </b>{' '}
      {t(`figure.against.${figure.comparedWith}`)}
    </span>
  );
}

/** A figure with its change, which leads to the list or report behind it; it fails alone. */
function Tile({ figure: first }: { readonly figure: DashboardFigure }) {
  const t = useDashboardText();
  const [retried, setRetried] = useState<DashboardFigure | null>(null);
  const figure = first.hasFailed && retried !== null ? retried : first;
  const { label } = first;
  const preload = () => preloadPath(figure.path.split('?')[0] ?? '');
  if (figure.hasFailed) {
    const retry = async () => {
      const data = await call('dashboard.summary', { query: { keys: figure.key } });
      setRetried(data.figures[0] ?? null);
    };
    return (
      <li className={styles.tile} data-failed="true">
        <span className={styles.label}>{label}</span>
        <span className={styles.problem}>{t('figure.failed')}</span>
        <button
          type="button"
          className={form.secondary}
          onClick={() => void retry().catch(() => undefined)}
        >
          {t('retry')}
        </button>
      </li>
    );
  }
  return (
    <li className={styles.tile}>
      <Link to={figure.path} onMouseEnter={preload} onFocus={preload}>
        <span className={styles.label}>{label}</span>
        <span className={styles.value}>
          <Value figure={figure} />
        </span>
        <Change figure={figure} />
      </Link>
    </li>
  );
}

/** The figures of the areas that somebody may see, each with its way into the list behind it. */
export function Figures({ figures }: { readonly figures: readonly DashboardFigure[] }) {
  const t = useDashboardText();
  if (figures.length === 0) return null;
  return (
    <ul className={styles.figures} aria-label={t('figures')}>
      {figures.map((figure) => (
        <Tile key={figure.key} figure={figure} />
      ))}
    </ul>
  );
}
