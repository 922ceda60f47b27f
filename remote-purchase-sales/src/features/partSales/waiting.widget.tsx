import { bangkokDate } from '@boxyard/shared/domain';
import { heldPartSaleStatuses } from '@boxyard/shared/domain/sales/partSaleMachine.ts';
import { useT } from '@boxyard/shared/runtime';
import { DateText, ToneTag } from '@boxyard/shared/ui';
import { SaleRows } from './SaleRows.tsx';

/** Sales whose stock is held until somebody delivers it, the longest overdue first. */
export function Widget() {
  const t = useT('remote-purchase-sales');
  const today = bangkokDate(new Date());
  return (
    <SaleRows
      shown={5}
      sort="neededBy"
      filters={{ status: [...heldPartSaleStatuses] }}
      empty={t('pieces.noSaleDue')}
      aside={({ neededBy }) => (
        <>
          {neededBy < today ? <ToneTag tone="error">{t('pieces.late')}</ToneTag> : null}
          <DateText value={neededBy} />
        </>
      )}
    />
  );
}
