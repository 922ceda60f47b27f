import { Link } from 'react-router-dom';
import styles from './DashboardPage.module.css';
import { changeOf, figureOf } from './figures.ts';
import type { Summary } from './MyWork.tsx';
import { useDashboardText } from './texts.ts';

type Tile = Summary['tiles'][number];

function TileLink({ tile }: { readonly tile: Tile }) {
  const t = useDashboardText();
  const figure = figureOf(tile.value, tile.unit);
  const change = changeOf(tile.value, tile.previous);
  const sign = change !== null && change > 0 ? '+' : '−';
  return (
    <Link to={tile.path} className={styles.tile}>
      <span className={styles.name}>{t(`tile.${tile.key}`, { defaultValue: tile.key })}</span>
      <span className={styles.figure}>
        <small>{figure.before}</small>
        {figure.text}
        <small>{figure.after}</small>
      </span>
      <span className={styles.change}>
        {change === null
          ? null
          : change === 0
            ? t('same')
            : t('change', { change: `${sign}${Math.abs(change)}%` })}
      </span>
    </Link>
  );
}

/** Figures with their change, each a link to the list behind it. */
export function Tiles({ tiles }: { readonly tiles: readonly Tile[] }) {
  const t = useDashboardText();
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className={styles.heading}>
        {t('figures')}
      </h2>
      <div className={styles.tiles}>
        {tiles.map((tile) => (
          <TileLink key={tile.key} tile={tile} />
        ))}
      </div>
    </section>
  );
}
