import { useT } from '@boxyard/shared/runtime';
import { DateText, None, ToneTag } from '@boxyard/shared/ui';
import classes from './lines.module.css';

interface Props {
  readonly claim: { readonly dueDate: string | null; readonly isLate: boolean };
}

/** By when the supplier has promised to answer, and whether that day is over (2.10). */
export function Due({ claim }: Props) {
  const t = useT('remote-warehouse');
  if (claim.dueDate === null) return <None />;
  return (
    <span className={classes.marked}>
      <span className={classes.nowrap}>
        <DateText value={claim.dueDate} />
      </span>
      {claim.isLate ? <ToneTag tone="error">{t('claims.late')}</ToneTag> : null}
    </span>
  );
}

/** How long a claim has been with its supplier. */
export function Days({ count }: { readonly count: number | null }) {
  const t = useT('remote-warehouse');
  return count === null ? (
    <None />
  ) : (
    <span className={classes.nowrap}>{t('claims.days', { count })}</span>
  );
}
