import { openOrderStatuses, purchaseOrderMachine } from '@boxyard/shared/domain';
import { type PieceRecord, useT } from '@boxyard/shared/runtime';
import { DateText, StatusTag } from '@boxyard/shared/ui';
import { OrderRows } from './OrderRows.tsx';

/**
 * Of the orders under way that have the part the one promised first, and the way to all: most parts
 * have none, and the room of a piece is kept either way.
 */
export function Panel({ record }: { readonly record: PieceRecord }) {
  const t = useT('remote-purchase-sales');
  return (
    <OrderRows
      shown={1}
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
