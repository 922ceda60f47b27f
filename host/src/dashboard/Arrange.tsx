import { call } from '@boxyard/shared/client';
import { usePick } from '@boxyard/shared/runtime';
import { useState } from 'react';
import type { Widget } from '../federation/index.ts';
import { Dialog } from '../layout/Dialog.tsx';
import form from '../pages/parts/form.module.css';
import styles from './Arrange.module.css';
import { inOrder, type Layout, visiblePieces } from './pieces.ts';
import { useDashboardText } from './texts.ts';

const UP = '↑';
const DOWN = '↓';

interface Piece {
  readonly key: string;
  readonly label: string;
  readonly isShown: boolean;
}

interface Props {
  /** All figures that there may be, and the keys of those that are shown. */
  readonly offered: readonly { readonly key: string; readonly label: string }[];
  readonly shown: readonly string[];
  readonly widgets: readonly Widget[];
  readonly layout: Layout;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

interface ListProps {
  readonly title: string;
  readonly pieces: readonly Piece[];
  readonly onChange: (pieces: readonly Piece[]) => void;
}

/** Pieces of one kind: what is shown, and in which order. */
function PieceList({ title, pieces, onChange }: ListProps) {
  const t = useDashboardText();
  const move = (index: number, by: 1 | -1) => {
    const next = [...pieces];
    const [one] = next.splice(index, 1);
    if (one) next.splice(index + by, 0, one);
    onChange(next);
  };
  const toggle = (index: number) =>
    onChange(pieces.map((one, at) => (at === index ? { ...one, isShown: !one.isShown } : one)));
  return (
    <fieldset className={styles.list}>
      <legend>{title}</legend>
      <ol>
        {pieces.map(({ key, label, isShown }, index) => (
          <li key={key}>
            <label>
              <input type="checkbox" checked={isShown} onChange={() => toggle(index)} />
              {label}
            </label>
            <button
              type="button"
              className={form.secondary}
              disabled={index === 0}
              aria-label={t('arrange.up', { label })}
              title={t('arrange.up', { label })}
              onClick={() => move(index, -1)}
            >
              {UP}
            </button>
            <button
              type="button"
              className={form.secondary}
              disabled={index === pieces.length - 1}
              aria-label={t('arrange.down', { label })}
              title={t('arrange.down', { label })}
              onClick={() => move(index, 1)}
            >
              {DOWN}
            </button>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}

/** Pieces of the page and their order, kept with the person and not with the browser. */
export function Arrange({ offered, shown, widgets, layout, onDone, onClose }: Props) {
  const t = useDashboardText();
  const pick = usePick();
  const [figures, setFigures] = useState<readonly Piece[]>(() => {
    const place = ({ key }: { readonly key: string }) =>
      shown.includes(key) ? shown.indexOf(key) : shown.length;
    return offered
      .toSorted((a, b) => place(a) - place(b))
      .map(({ key, label }) => ({
        key: `figure:${key}`,
        label,
        isShown: shown.includes(key),
      }));
  });
  const [others, setOthers] = useState<readonly Piece[]>(() => {
    const visible = new Set(visiblePieces(widgets, layout).map(({ name }) => name));
    return inOrder(widgets, layout).map(({ name, title }) => ({
      key: `widget:${name}`,
      label: pick(title),
      isShown: visible.has(name),
    }));
  });
  const [hasFailed, setFailed] = useState(false);
  const keep = async (kept: Layout) => {
    setFailed(false);
    try {
      await call('dashboard.arrange', {
        body: { order: [...kept.order], hidden: [...kept.hidden] },
      });
      onDone();
    } catch {
      setFailed(true);
    }
  };
  const all = [...figures, ...others];
  return (
    <Dialog label={t('arrange.title')} side="right" width={440} onClose={onClose}>
      <div className={styles.arrange}>
        <h2>{t('arrange.title')}</h2>
        <p>{t('arrange.hint')}</p>
        <PieceList title={t('figures')} pieces={figures} onChange={setFigures} />
        {others.length === 0 ? null : (
          <PieceList title={t('arrange.widgets')} pieces={others} onChange={setOthers} />
        )}
        {hasFailed ? <p role="alert">{t('arrange.failed')}</p> : null}
        <div className={styles.actions}>
          <button
            type="button"
            className={form.secondary}
            onClick={() => void keep({ order: [], hidden: [] })}
          >
            {t('arrange.reset')}
          </button>
          <button type="button" className={form.secondary} onClick={onClose}>
            {t('arrange.cancel')}
          </button>
          <button
            type="button"
            className={form.primary}
            onClick={() =>
              void keep({
                order: all.map(({ key }) => key),
                hidden: all.filter(({ isShown }) => !isShown).map(({ key }) => key),
              })
            }
          >
            {t('arrange.save')}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
