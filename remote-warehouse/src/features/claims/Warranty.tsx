import { useLocale, useT } from '@boxyard/shared/runtime';
import { formatDate, ToneTag } from '@boxyard/shared/ui';
import classes from '../../lines.module.css';

interface Props {
  readonly of: {
    readonly warrantyEnd: string | null;
    readonly inWarranty: boolean;
    readonly receipt: { readonly documentNo: string | null } | null;
  };
}

/** Whether the supplier answers for a piece, until when, and what proves it (4.1). */
export function Warranty({ of: { warrantyEnd, inWarranty, receipt } }: Props) {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const word = warrantyEnd === null ? 'unproven' : inWarranty ? 'in' : 'over';
  const proof = [
    warrantyEnd === null ? null : formatDate(warrantyEnd, locale),
    receipt?.documentNo ?? null,
  ].filter((one) => one !== null);
  return (
    <span className={classes.nowrap}>
      <ToneTag tone={inWarranty ? 'success' : 'warning'}>{t(`claims.warranty.${word}`)}</ToneTag>
      {proof.length > 0 ? <span className={classes.note}>{proof.join(' · ')}</span> : null}
    </span>
  );
}
