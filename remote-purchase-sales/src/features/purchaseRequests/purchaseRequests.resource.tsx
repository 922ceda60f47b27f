import type { PURPOSES } from '@boxyard/shared/contract';
import { decimal, purchaseRequestMachine } from '@boxyard/shared/domain';
import { defineResource } from '@boxyard/shared/kit';
import { Money } from '@boxyard/shared/ui';
import { EstimateTotal } from '../../EstimateTotal.tsx';
import { priceOfUnit } from '../../priceOfUnit.ts';

type Purpose = (typeof PURPOSES)[number];
const PURPOSE_CHOICES: readonly Purpose[] = ['stock', 'job', 'project'];

/** What a line costs by its estimate; nothing typed yet costs nothing. */
export const estimateOf = (line: { quantity?: number | null; estimatedPrice?: string | null }) =>
  decimal.round(decimal.multiply(line.quantity ?? 0, line.estimatedPrice || '0'));

/** Purchase requests: somebody asks, a manager decides, purchasing orders (domain-warehouse 2.2). */
export const purchaseRequests = defineResource({
  list: 'purchaseRequests.list',
  texts: 'remote-purchase-sales:requests',
  page: 'purchase-requests',
  machine: purchaseRequestMachine,
  routes: {
    list: 'purchase-requests',
    create: 'purchase-request-create',
    document: 'purchase-request-detail',
  },
  columns: (c) => [
    c.text('documentNo'),
    c.person('requester'),
    c.ref('warehouse'),
    c.choice('purpose', { hidden: true }),
    c.date('documentDate', { hidden: true }),
    c.date('neededBy'),
    c.number('itemCount'),
    c.money('estimatedTotal'),
    c.status(purchaseRequestMachine),
  ],
  form: (f) => [
    f.section('general', [
      f.record('warehouseId', 'masterData.subWarehouses', {
        query: () => ({ storage: true }),
        autoFocus: true,
      }),
      f.choice('purpose', PURPOSE_CHOICES),
      f.date('neededBy'),
      f.longText('remark', { span: 6 }),
    ]),
    f.section('items', [
      f.lines('items', {
        columns: (l) => [
          l.record('partId', 'parts.master', {
            width: 230,
            onPick: (part) => ({
              unitId: part.purchaseUnit?.id ?? part.unit.id,
              estimatedPrice: priceOfUnit(part),
            }),
          }),
          l.text('freeText', { width: 120, disabled: (line) => Boolean(line.partId) }),
          l.quantity('quantity', { width: 80 }),
          l.record('unitId', 'units.master', { width: 110 }),
          l.price('estimatedPrice', { width: 120 }),
          l.computed('amount', (line) => <Money value={estimateOf(line)} />, { width: 110 }),
          l.text('note', { width: 100 }),
        ],
        totals: (values) => (
          <EstimateTotal
            value={decimal.round(decimal.add('0', ...(values.items ?? []).map(estimateOf)))}
          />
        ),
      }),
    ]),
  ],
});
