import { receiptMachine } from '@boxyard/shared/domain';
import { defineResource } from '@boxyard/shared/kit';
import { Quantity, RefText, Select } from '@boxyard/shared/ui';
import { headersOf } from '../../headersOf.ts';
import classes from '../../source.module.css';
import type { ReceiptLine } from './receiptLine.ts';
import { TraceInput } from './TraceInput.tsx';

/** Receipts at the dock: what came, at which price, on which tax invoice (domain-warehouse 2.5). */
export const receipts = defineResource({
  list: 'receipts.list',
  texts: 'remote-purchase-sales:receipts',
  page: 'receipt',
  machine: receiptMachine,
  routes: { list: 'receipt', create: 'receipt-create', document: 'receipt-detail' },
  filters: { orderId: { hidden: true } },
  columns: (c) => [
    c.text('documentNo'),
    c.text('orderNo', { value: (row) => row.order.documentNo }),
    c.ref('supplier', { show: 'name' }),
    c.date('receivedDate'),
    c.text('taxInvoiceNo'),
    c.ref('warehouse', { hidden: true }),
    c.number('itemCount'),
    c.money('baseAmount', { hidden: true }),
    c.money('grandTotal'),
    c.text('goodsImport', { value: (row) => row.goodsImport?.documentNo }),
    c.status(receiptMachine),
  ],
  form: (f) => [
    f.section('delivery', [
      f.date('receivedDate'),
      f.text('supplierDeliveryNo', { autoFocus: true }),
      f.text('taxInvoiceNo'),
      f.date('taxInvoiceDate'),
      f.custom(
        'committee',
        ({ value, onChange, id, disabled, onBlur }) => (
          <Select
            id={id}
            mode="tags"
            open={false}
            suffixIcon={null}
            value={[...((value as readonly string[] | undefined) ?? [])]}
            tokenSeparators={[',', ';', '\n']}
            maxCount={10}
            disabled={disabled}
            style={{ width: '100%' }}
            onBlur={onBlur}
            onChange={(names: string[]) => onChange(names)}
          />
        ),
        { span: 4, help: 'help.committee' },
      ),
    ]),
    f.section('items', [
      f.lines('items', {
        fixed: true,
        columns: (l) => [
          l.custom(
            'orderItemId',
            (line) => {
              const source = line.source as ReceiptLine['source'];
              return (
                <span className={classes.text}>
                  {source.part ? <RefText value={source.part} /> : source.description}
                </span>
              );
            },
            { label: 'line.part', width: 280 },
          ),
          l.computed(
            'openQty',
            (line) => {
              const source = line.source as ReceiptLine['source'];
              return (
                <Quantity
                  value={source.openQty}
                  unit={<RefText value={source.unit} show="name" />}
                />
              );
            },
            { width: 90 },
          ),
          l.quantity('acceptedQty', { width: 100 }),
          l.quantity('rejectedQty', { width: 100 }),
          l.price('unitPrice', { width: 120, ability: 'receipt:override-price' }),
          l.text('rejectReason', { width: 180, disabled: (line) => !line.rejectedQty }),
          l.custom(
            'serials',
            (line, { change, disabled }) => (
              <TraceInput
                line={line as unknown as ReceiptLine}
                onChange={change}
                disabled={disabled}
              />
            ),
            { width: 220 },
          ),
        ],
      }),
    ]),
    f.section('more', [
      f.record('documentHeaderId', 'documentHeaders.master', {
        help: 'help.documentHeader',
        query: headersOf('acceptance'),
      }),
      f.longText('remark', { span: 4 }),
    ]),
  ],
});
