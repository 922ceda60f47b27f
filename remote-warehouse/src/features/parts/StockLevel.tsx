import type { Tone } from '@boxyard/shared/domain';
import { useT } from '@boxyard/shared/runtime';
import { ToneTag } from '@boxyard/shared/ui';
import { BeingCounted } from '../../StockQuantity.tsx';
import classes from './parts.module.css';

export type Level = 'ok' | 'low' | 'out' | 'over';

const TONES: Readonly<Record<Exclude<Level, 'ok'>, Tone>> = {
  low: 'warning',
  out: 'error',
  over: 'neutral',
};

/** Where the stock of a part stands against its rules; only what needs a look stands out. */
export function StockLevel({
  level,
  companies,
}: {
  /** null: this person is counting it. */
  readonly level: Level | null;
  /** Where it is so, when other companies that are looked at stand otherwise. */
  readonly companies?: readonly string[] | undefined;
}) {
  const t = useT('remote-warehouse');
  if (level === null) return <BeingCounted />;
  const plain = t(`parts.choice.stock.${level}`);
  const label = companies
    ? t('parts.levelIn', { level: plain, companies: companies.join(', ') })
    : plain;
  if (level === 'ok') return <span className={classes.quiet}>{label}</span>;
  return <ToneTag tone={TONES[level]}>{label}</ToneTag>;
}
