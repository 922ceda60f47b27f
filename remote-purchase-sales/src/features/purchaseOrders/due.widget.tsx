import { awaitingOrderStatuses, bangkokDate } from '@boxyard/shared/domain';
import { useT } from '@boxyard/shared/runtime';
import { DateText, ToneTag } from '@boxyard/shared/ui';
import { OrderRows } from './OrderRows.tsx';

/** Orders that wait for goods, the longest overdue first. */
export function Widget() {
  const t = useT('remote-purchase-sales');
  const today = bangkokDate(new Date());
  return (
    <OrderRows
      shown={5}
      sort="promisedDate"
      filters={{ status: awaitingOrderStatuses }}
      empty={t('pieces.noneDue')}
      aside={({ promisedDate }) => (
        <>
          {promisedDate !== null && promisedDate < today ? (
            <ToneTag tone="error">{t('pieces.late')}</ToneTag>
          ) : null}
          <DateText value={promisedDate} />
        </>
      )}
    />
  );
}
