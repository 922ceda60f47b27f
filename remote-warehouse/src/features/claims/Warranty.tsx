import { useT } from '@boxyard/shared/runtime';
import { DateText, ToneTag } from '@boxyard/shared/ui';
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
  const word = warrantyEnd === null ? 'unproven' : inWarranty ? 'in' : 'over';
  return (
    <span className={classes.marked}>
      <ToneTag tone={inWarranty ? 'success' : 'warning'}>{t(`claims.warranty.${word}`)}</ToneTag>
      {warrantyEnd === null ? null : (
        <span className={classes.nowrap}>
          <DateText value={warrantyEnd} />
        </span>
      )}
      {receipt?.documentNo ? <span className={classes.nowrap}>{receipt.documentNo}</span> : null}
    </span>
  );
}
