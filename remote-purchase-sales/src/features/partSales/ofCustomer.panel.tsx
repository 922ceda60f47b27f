import { type PieceRecord, useT } from '@boxyard/shared/runtime';
import { DateText, Money } from '@boxyard/shared/ui';
import { SaleRows } from './SaleRows.tsx';

/** What the customer bought last. */
export function Panel({ record }: { readonly record: PieceRecord }) {
  const t = useT('remote-purchase-sales');
  return (
    <SaleRows
      shown={3}
      sort="-createdAt"
      filters={{ customerId: [record.id] }}
      empty={t('pieces.noSaleOfCustomer')}
      detail={({ documentDate, grandTotal }) => (
        <>
          <DateText value={documentDate} /> · <Money value={grandTotal} />
        </>
      )}
    />
  );
}
