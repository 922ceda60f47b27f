import { registerContract } from '@boxyard/shared/client';
import { partSalesArea } from '@boxyard/shared/contract/areas/partSales.ts';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import { PickLines } from '../../picking/PickLines.tsx';
import { ReturnLines } from '../../returning/ReturnLines.tsx';

registerContract(partSalesArea);

const sales = {
  list: 'partSales.list',
  page: 'parts-sales',
  routes: { list: 'parts-sales', document: 'part-sale-detail' },
} as const;

/** What leaves the warehouse for a customer (domain-containers 2.13). */
export const saleDeliveries = defineResource({
  ...sales,
  texts: 'remote-warehouse:saleDelivery',
  columns: () => [],
  form: () => [
    ...actionFields('partSales.deliver', (f) => [
      f.custom('items', (props) => <PickLines {...props} />, { span: 6 }),
      f.text('recipientName', { span: 3 }),
      f.date('deliveredDate', { help: 'help.deliveredDate' }),
    ]),
  ],
});

/** What comes back of a sale. */
export const saleReturns = defineResource({
  ...sales,
  texts: 'remote-warehouse:saleReturn',
  columns: () => [],
  form: () => [
    ...actionFields('partSales.return', (f) => [
      f.custom('items', (props) => <ReturnLines {...props} />, { span: 6 }),
      f.longText('reason', { span: 6 }),
    ]),
  ],
});
