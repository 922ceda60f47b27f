import { listOptions } from '@boxyard/shared/client';
import { bangkokDate } from '@boxyard/shared/domain';
import { BackLink, FormPage, PageFrame, PageTitle } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Alert, ErrorState, RecordSelect, Skeleton } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { SourceChoice } from '../../SourceChoice.tsx';
import { bodyOf, linesOf, type ReceiptLine } from './receiptLine.ts';
import classes from './receipts.module.css';
import { receipts } from './receipts.resource.tsx';

/** Receives an order (`?orderId=<id>`): its open lines are proposed as they were ordered. */
export function Page() {
  const t = useT('remote-purchase-sales');
  const [search, setSearch] = useSearchParams();
  const orderId = search.get('orderId');
  const orders = useQuery({
    ...listOptions('receipts.receivable', { query: { ids: orderId ? [orderId] : [] } }),
    enabled: orderId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (orders.isError) {
    return <ErrorState error={orders.error} onRetry={() => void orders.refetch()} />;
  }
  if (orderId && !orders.data) return <Skeleton active />;
  const order = orders.data?.data[0];
  const choice = (
    <SourceChoice label={t('receipts.chooseOrder')}>
      <RecordSelect
        id="source"
        lookup="receipts.receivable"
        value={orderId}
        onChange={(next) =>
          setSearch(typeof next === 'string' ? { orderId: next } : {}, { replace: true })
        }
      />
    </SourceChoice>
  );
  if (!order) {
    return (
      <PageFrame>
        <BackLink resource={receipts} />
        <PageTitle>{t('receipts.new')}</PageTitle>
        {choice}
        {orderId ? (
          <Alert type="warning" showIcon title={t('receipts.nothingOpen')} />
        ) : (
          <p className={classes.waiting}>{t('receipts.chooseOrderText')}</p>
        )}
      </PageFrame>
    );
  }
  return (
    <FormPage
      key={order.id}
      resource={receipts}
      mode="create"
      alternatives={[{ key: 'saveWaiting', body: { post: false } }]}
      initialValues={{
        receivedDate: bangkokDate(new Date()),
        warehouseId: order.warehouse.id,
        items: linesOf(order),
      }}
      toBody={({ items, warehouseId: _warehouseId, ...values }) => ({
        ...values,
        orderId: order.id,
        items: bodyOf(items as readonly ReceiptLine[]),
      })}
    >
      {choice}
    </FormPage>
  );
}
