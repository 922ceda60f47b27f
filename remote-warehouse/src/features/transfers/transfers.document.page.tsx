import type { TransferDetail, TransferItem } from '@boxyard/shared/contract';
import {
  bangkokDate,
  LOSS_LIABLE,
  LOSS_OUTCOMES,
  startsFrom,
  transferMachine,
} from '@boxyard/shared/domain';
import { TRANSFER_LINE_STATES } from '@boxyard/shared/domain/warehouse/transferLines.ts';
import {
  actionFields,
  type ColumnFactory,
  EditableDocumentPage,
  FormPage,
} from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { formatDate, formatQuantity, nameIn, RefText } from '@boxyard/shared/ui';
import { useSearchParams } from 'react-router-dom';
import { decisionCells } from '../../decisionCells.tsx';
import classes from '../../lines.module.css';
import {
  linesOf,
  type PickLine,
  type PickSource,
  pickBody,
  pickedLines,
} from '../../picking/picking.ts';
import { placesOf, traceColumns } from '../../places/linePlaces.tsx';
import { Expected } from './Expected.tsx';
import { MissingLines } from './MissingLines.tsx';
import { liableOf, type MissingLine, missingLinesOf, settledBody } from './settling.ts';
import { transferShipments, transfers } from './transfers.resource.tsx';

type Doc = TransferDetail;

/** A transfer, the sheet on which it is picked and shipped (`?ship=1`), or its form (`?edit=1`). */
export function Page() {
  const [search] = useSearchParams();
  if (search.get('ship')) return <Ship />;
  return <Document />;
}

/** What is held for a line, as the picker's sheet takes it. */
const sourceOf = (item: TransferItem): PickSource => ({
  ...item,
  substitute: null,
  reservedQty: item.approvedQty ?? 0,
  pickedQty: 0,
  picks: item.picks.map((pick) => ({ ...pick, bin: { code: pick.bin }, pickedQty: 0 })),
});

function Ship() {
  return (
    <FormPage
      resource={transferShipments}
      mode="edit"
      endpoint="transfers.ship"
      toForm={(doc) => ({
        items: linesOf(doc.items.map(sourceOf)),
        carrier: doc.carrier,
        trackingNo: doc.trackingNo,
        // A day that is over is no promise any more.
        expectedDate: doc.expectedDate < bangkokDate(new Date()) ? null : doc.expectedDate,
      })}
      toBody={({ items, expectedDate, ...values }) => ({
        ...values,
        ...(expectedDate ? { expectedDate } : {}),
        items: pickedLines(items as readonly PickLine[]).map(pickBody),
      })}
    />
  );
}

const cells = decisionCells((item: TransferItem) => item.part);

const approveFields = actionFields('transfers.approve', (f) => [
  f.lines('items', {
    fixed: true,
    columns: (l) => [
      l.custom('id', cells.part, { width: 320, label: 'line.part' }),
      l.computed(
        'quantity',
        cells.figure((item) => item.quantity),
        { width: 100 },
      ),
      l.computed(
        'available',
        cells.figure((item) => item.available),
        { width: 110 },
      ),
      l.quantity('approvedQty', { width: 120 }),
    ],
  }),
]);

const settleFields = actionFields('transfers.resolveLoss', (f) => [
  f.custom('items', (props) => <MissingLines {...props} />, { span: 6 }),
  f.choice('outcome', LOSS_OUTCOMES, { span: 6 }),
  f.choice('liable', LOSS_LIABLE, {
    span: 6,
    show: (values) => (values as { outcome?: unknown }).outcome === 'lost',
  }),
]);

/** No more than there is can be promised. */
const offered = (item: TransferItem): number =>
  Math.min(item.quantity, item.available ?? item.quantity);

const isShipped = (doc: Doc) => doc.shippedAt !== null;

function Document() {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  return (
    <EditableDocumentPage
      resource={transfers}
      facts={(doc, f) => [
        f.ref('fromWarehouse', { show: 'name' }),
        f.ref('toWarehouse', { show: 'name' }),
        { key: 'expectedDate', value: <Expected transfer={{ ...doc, hasMissing: false }} /> },
        f.text('carrier', { known: true }),
        f.text('trackingNo', { known: true }),
        f.dateTime('shippedAt', { known: true }),
        f.person('shippedBy', { known: true }),
        f.text('remark', { known: true }),
      ]}
      banner={(doc, n) => [
        missingIn(doc).length > 0 &&
          n.error('missingLines', { count: missingIn(doc).length }, <Missing doc={doc} />),
        n.reason,
        doc.isLate && n.warning('isLate', { date: formatDate(doc.expectedDate, locale) }),
        startsFrom(transferMachine, 'ship', doc.status) && n.info('held'),
      ]}
      sections={(s) => [
        s.lines('items', {
          rows: (doc) => doc.items,
          columns: (c, doc) => lineColumns(c, doc),
        }),
        s.lines('picks', {
          onlyFilled: true,
          rows: (doc) => placesOf(doc.items).sort((a, b) => a.bin.localeCompare(b.bin)),
          columns: (c, doc) => [
            c.text('bin', { width: 150 }),
            c.custom('part', { render: (pick) => <RefText value={pick.item.part} /> }),
            ...traceColumns(c, { rows: placesOf(doc.items), partOf: ({ item }) => item.part, t }),
            c.quantity('quantity', { unit: (pick) => pick.item.unit }),
          ],
        }),
        s.lines('losses', {
          onlyFilled: true,
          rows: (doc) => doc.losses,
          columns: (c, { losses }) => [
            c.ref('part', { width: '30%' }),
            losses.some((loss) => loss.trace) && c.text('trace'),
            c.quantity('quantity'),
            c.choice('liable'),
            c.text('reason'),
            losses.some((loss) => loss.value !== null) && c.money('value'),
            c.person('by'),
          ],
        }),
      ]}
      actions={{
        approve: {
          fields: approveFields,
          initialValues: (doc) => ({
            items: doc.items.map((item) => ({
              id: item.id,
              label: item,
              approvedQty: offered(item),
            })),
          }),
        },
        ship: { to: () => ({ search: '?ship=1' }) },
        'resolve-loss': {
          // Nothing is missing: nobody looks for what became of it.
          hidden: (doc) => !doc.hasMissing,
          fields: settleFields,
          initialValues: (doc) => ({
            items: missingLinesOf(doc.items),
            outcome: 'lost',
            liable: 'carrier',
          }),
          body: (_doc, { items, outcome, liable }) => ({
            items: settledBody(items as readonly MissingLine[]),
            liable: liableOf(outcome, liable),
          }),
        },
      }}
      related={{ goodsImport: 'import-warehouse-detail' }}
    />
  );
}

function lineColumns(c: ColumnFactory<TransferItem>, doc: Doc) {
  const { items } = doc;
  const some = (name: 'damagedQty' | 'returnedQty' | 'lostQty' | 'missingQty') =>
    items.some((item) => item[name] > 0) && c.quantity(name);
  return [
    c.number('lineNo', { width: 40 }),
    c.custom('part', { width: '30%', render: (item) => <Part item={item} /> }),
    c.quantity('quantity', { unit: (item) => item.unit }),
    items.some((item) => item.approvedQty !== null) && c.quantity('approvedQty'),
    items.some((item) => item.available !== null) && c.quantity('available'),
    ...(isShipped(doc) ? [c.quantity('shippedQty'), c.quantity('receivedQty')] : []),
    some('damagedQty'),
    some('returnedQty'),
    some('missingQty'),
    some('lostQty'),
    c.choice('state', { tone: (item) => TRANSFER_LINE_STATES[item.state] }),
  ];
}

function Part({ item }: { readonly item: TransferItem }) {
  return (
    <>
      <RefText value={item.part} />
      {item.note ? <span className={classes.note}>{item.note}</span> : null}
    </>
  );
}

const missingIn = ({ items }: Doc) => items.filter((item) => item.missingQty > 0);

function Missing({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  return (
    <ul className={classes.lackingLines}>
      {missingIn(doc).map((item) => (
        <li key={item.id}>
          {t('transfers.missingOf', {
            part: `${item.part.code} ${nameIn(item.part, locale)}`,
            quantity: formatQuantity(item.missingQty),
          })}
        </li>
      ))}
    </ul>
  );
}
