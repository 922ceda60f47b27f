import type { Contract, PURPOSES, RowOf } from '@boxyard/shared/contract';
import { decimal, purchaseRequestMachine } from '@boxyard/shared/domain';
import { defineResource, type FormValues } from '@boxyard/shared/kit';
import { Money } from '@boxyard/shared/ui';
import { EstimateTotal } from '../../EstimateTotal.tsx';
import { headersOf } from '../../headersOf.ts';
import { priceOfUnit } from '../../priceOfUnit.ts';

type Purpose = (typeof PURPOSES)[number];
export const PURPOSE_CHOICES: readonly Purpose[] = ['stock', 'job', 'project'];

/** What a line costs by its estimate; nothing typed yet costs nothing. */
export const estimateOf = (line: { quantity?: number | null; estimatedPrice?: string | null }) =>
  decimal.round(decimal.multiply(line.quantity ?? 0, line.estimatedPrice || '0'));

/** Whether goods are bought for a job or a project. */
const isForWork = (purpose: unknown) => purpose === 'job' || purpose === 'project';

/** What a line says of a part once it is chosen: in the unit that it is bought in. */
export const ofPart = (part: RowOf<Contract['parts.price']>) => ({
  unitId: part.purchaseUnit?.id ?? part.unit.id,
  estimatedPrice: priceOfUnit(part),
});

/** The call's body: a number of a job stays behind where the purpose has changed to the shelf. */
export const bodyOf = (values: FormValues): FormValues =>
  isForWork(values.purpose) ? values : { ...values, refNo: null };

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
    c.person('requester', { card: 'body' }),
    c.ref('warehouse'),
    c.choice('purpose', { hidden: true }),
    c.date('documentDate', { hidden: true }),
    c.date('neededBy', { card: 'body', due: purchaseRequestMachine }),
    c.number('itemCount'),
    c.money('estimatedTotal', { card: 'body' }),
    c.status(purchaseRequestMachine),
  ],
  form: (f) => [
    f.section('general', [
      f.record('warehouseId', 'masterData.subWarehouses', {
        habit: true,
        query: () => ({ storage: true }),
        autoFocus: true,
      }),
      f.choice('purpose', PURPOSE_CHOICES, { habit: true }),
      // What it is bought for has a number where it is not the shelf.
      f.text('refNo', { help: 'help.refNo', show: (values) => isForWork(values.purpose) }),
      f.date('neededBy'),
      f.date('validUntil', { help: 'help.validUntil' }),
      f.text('department'),
    ]),
    f.section('items', [
      f.lines('items', {
        columns: (l) => [
          l.record('partId', 'parts.price', {
            width: 200,
            query: ({ warehouseId }) => ({ stockIn: warehouseId ?? undefined }),
            onPick: ofPart,
          }),
          l.text('freeText', { width: 104, disabled: (line) => Boolean(line.partId) }),
          l.quantity('quantity', { width: 72 }),
          l.record('unitId', 'units.master', { width: 100 }),
          l.price('estimatedPrice', { width: 104 }),
          l.computed('amount', (line) => <Money value={estimateOf(line)} />, { width: 92 }),
          l.record('suggestedSupplierId', 'suppliers.master', { width: 132 }),
          l.text('note', { width: 84 }),
        ],
        totals: (values) => (
          <EstimateTotal
            value={decimal.round(decimal.add('0', ...(values.items ?? []).map(estimateOf)))}
          />
        ),
      }),
    ]),
    f.section('more', [
      f.record('documentHeaderId', 'documentHeaders.master', {
        help: 'help.documentHeader',
        query: headersOf('purchaseRequest'),
      }),
      f.longText('remark', { span: 4 }),
    ]),
  ],
});
