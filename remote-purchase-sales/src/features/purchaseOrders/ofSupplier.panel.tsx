import { type PieceRecord, useT } from '@boxyard/shared/runtime';
import { DateText, Money } from '@boxyard/shared/ui';
import { OrderRows } from './OrderRows.tsx';

/** What was ordered from the supplier last. */
export function Panel({ record }: { readonly record: PieceRecord }) {
  const t = useT('remote-purchase-sales');
  return (
    <OrderRows
      shown={3}
      sort="-createdAt"
      filters={{ supplierId: [record.id] }}
      empty={t('pieces.noneOfSupplier')}
      detail={({ documentDate, grandTotal }) => (
        <>
          <DateText value={documentDate} /> · <Money value={grandTotal} />
        </>
      )}
    />
  );
}
