import { openOrderStatuses, purchaseOrderMachine } from '@boxyard/shared/domain';
import { type PieceRecord, useT } from '@boxyard/shared/runtime';
import { DateText, StatusTag } from '@boxyard/shared/ui';
import { OrderRows } from './OrderRows.tsx';

/** Orders under way that have the part, the one promised first above. */
export function Panel({ record }: { readonly record: PieceRecord }) {
  const t = useT('remote-purchase-sales');
  return (
    <OrderRows
      shown={2}
      sort="promisedDate"
      filters={{ status: openOrderStatuses, partId: [record.id] }}
      empty={t('pieces.noneOfPart')}
      aside={({ promisedDate, status }) => (
        <>
          <DateText value={promisedDate} />{' '}
          <StatusTag machine={purchaseOrderMachine} status={status} />
        </>
      )}
    />
  );
}
