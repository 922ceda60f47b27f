import type { Tone } from '@boxyard/shared/domain';
import { useT } from '@boxyard/shared/runtime';
import { ToneTag } from '@boxyard/shared/ui';
import classes from './parts.module.css';

export type Level = 'ok' | 'low' | 'out' | 'over';

const TONES: Readonly<Record<Exclude<Level, 'ok'>, Tone>> = {
  low: 'warning',
  out: 'error',
  over: 'neutral',
};

/** Where the stock of a part stands against its rules; only what needs a look stands out. */
export function StockLevel({ level }: { readonly level: Level }) {
  const t = useT('remote-warehouse');
  const label = t(`parts.choice.stock.${level}`);
  if (level === 'ok') return <span className={classes.quiet}>{label}</span>;
  return <ToneTag tone={TONES[level]}>{label}</ToneTag>;
}
