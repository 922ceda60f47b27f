import type { AuditVarianceLine } from '@boxyard/shared/contract';
import { formatQuantity, None } from '@boxyard/shared/ui';
import classes from './audits.module.css';

/** A difference with its sign: a true minus, and a plus that says that it is one. */
export function Signed({ line }: { readonly line: Pick<AuditVarianceLine, 'variance'> }) {
  const { variance } = line;
  if (variance === null) return <None />;
  const tone = variance < 0 ? classes.less : variance > 0 ? classes.more : undefined;
  const sign = variance < 0 ? '−' : variance > 0 ? '+' : '';
  return (
    <span
      className={`${classes.signed} ${tone ?? ''}`}
    >{`${sign}${formatQuantity(Math.abs(variance))}`}</span>
  );
}
