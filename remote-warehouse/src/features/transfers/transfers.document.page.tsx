import type { TransferDetail, TransferItem } from '@boxyard/shared/contract';
import {
  bangkokDate,
  LOSS_LIABLE,
  LOSS_OUTCOMES,
  startsFrom,
  transferMachine,
} from '@boxyard/shared/domain';
import { TRANSFER_LINE_STATES } from '@boxyard/shared/domain/warehouse/transferLines.ts';
import { actionFields, DocumentPage, FormPage, known, LinesTable } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import {
  Alert,
  DateTimeText,
  formatDate,
  formatQuantity,
  nameIn,
  RefText,
  ToneTag,
} from '@boxyard/shared/ui';
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
import { ReasonGiven } from '../../ReasonGiven.tsx';
import { Expected } from './Expected.tsx';
import { MissingLines } from './MissingLines.tsx';
import { liableOf, type MissingLine, missingLinesOf, settledBody } from './settling.ts';
import { transferShipments, transfers } from './transfers.resource.tsx';

type Doc = TransferDetail;

/** A transfer, the sheet on which it is picked and shipped (`?ship=1`), or its form (`?edit=1`). */
export function Page() {
  const [search] = useSearchParams();
  if (search.get('ship')) return <Ship />;
  return search.get('edit') ? <FormPage resource={transfers} mode="edit" /> : <Document />;
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
  return (
    <DocumentPage
      resource={transfers}
      facts={(doc) => [
        { key: 'fromWarehouse', value: <RefText value={doc.fromWarehouse} show="name" /> },
        { key: 'toWarehouse', value: <RefText value={doc.toWarehouse} show="name" /> },
        { key: 'expectedDate', value: <Expected transfer={{ ...doc, hasMissing: false }} /> },
        ...known('carrier', doc.carrier),
        ...known('trackingNo', doc.trackingNo),
        ...known('shippedAt', doc.shippedAt, (value) => <DateTimeText value={value} />),
        ...known('shippedBy', doc.shippedBy, (value) => value.name),
        ...known('remark', doc.remark),
      ]}
      banner={(doc) => <Banner doc={doc} />}
      sections={[
        {
          key: 'items',
          count: (doc) => doc.items.length,
          render: (doc) => <Lines doc={doc} />,
        },
        {
          key: 'picks',
          count: (doc) => placesOf(doc.items).length,
          show: (doc) => placesOf(doc.items).length > 0,
          render: (doc) => <Picks doc={doc} />,
        },
        {
          key: 'losses',
          count: (doc) => doc.losses.length,
          show: (doc) => doc.losses.length > 0,
          render: (doc) => (
            <LinesTable
              resource={transfers}
              rows={doc.losses}
              columns={(c) => [
                c.custom('part', { width: '30%', render: (loss) => <RefText value={loss.part} /> }),
                ...(doc.losses.some((loss) => loss.trace) ? [c.text('trace')] : []),
                c.quantity('quantity'),
                c.custom('liable', {
                  render: (loss) => t(`transfers.choice.liable.${loss.liable}`),
                }),
                c.text('reason'),
                ...(doc.losses.some((loss) => loss.value !== null) ? [c.money('value')] : []),
                c.person('by'),
              ]}
            />
          ),
        },
      ]}
      actions={{
        update: { to: () => ({ search: '?edit=1' }) },
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

function Lines({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  const { items } = doc;
  const some = (name: 'damagedQty' | 'returnedQty' | 'lostQty' | 'missingQty') =>
    items.some((item) => item[name] > 0);
  return (
    <LinesTable
      resource={transfers}
      rows={items}
      columns={(c) => [
        c.number('lineNo', { width: 40 }),
        c.custom('part', { width: '30%', render: (item) => <Part item={item} /> }),
        c.quantity('quantity', { unit: (item) => item.unit }),
        ...(items.some((item) => item.approvedQty !== null) ? [c.quantity('approvedQty')] : []),
        ...(items.some((item) => item.available !== null) ? [c.quantity('available')] : []),
        ...(isShipped(doc) ? [c.quantity('shippedQty'), c.quantity('receivedQty')] : []),
        ...(some('damagedQty') ? [c.quantity('damagedQty')] : []),
        ...(some('returnedQty') ? [c.quantity('returnedQty')] : []),
        ...(some('missingQty') ? [c.quantity('missingQty')] : []),
        ...(some('lostQty') ? [c.quantity('lostQty')] : []),
        c.custom('state', {
          render: (item) => (
            <ToneTag tone={TRANSFER_LINE_STATES[item.state]}>
              {t(`transfers.choice.state.${item.state}`)}
            </ToneTag>
          ),
        }),
      ]}
    />
  );
}

function Part({ item }: { readonly item: TransferItem }) {
  return (
    <>
      <RefText value={item.part} />
      {item.note ? <span className={classes.note}>{item.note}</span> : null}
    </>
  );
}

/** Where it is held; once it has left, what was taken from where. */
function Picks({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  const rows = placesOf(doc.items).sort((a, b) => a.bin.localeCompare(b.bin));
  return (
    <LinesTable
      resource={transfers}
      rows={rows}
      columns={(c) => [
        c.text('bin', { width: 150 }),
        c.custom('part', { render: (pick) => <RefText value={pick.item.part} /> }),
        ...traceColumns(c, { rows, partOf: ({ item }) => item.part, t }),
        c.quantity('quantity', { unit: (pick) => pick.item.unit }),
      ]}
    />
  );
}

/** Who must act, what blocks it, or why it ended. */
function Banner({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const missing = doc.items.filter((item) => item.missingQty > 0);
  if (missing.length > 0) {
    return (
      <Alert
        type="error"
        showIcon
        title={t('transfers.missingLines', { count: missing.length })}
        description={
          <ul className={classes.lackingLines}>
            {missing.map((item) => (
              <li key={item.id}>
                {t('transfers.missingOf', {
                  part: `${item.part.code} ${nameIn(item.part, locale)}`,
                  quantity: formatQuantity(item.missingQty),
                })}
              </li>
            ))}
          </ul>
        }
      />
    );
  }
  if (doc.statusReason) {
    return <ReasonGiven title={t('transfers.reason')} reason={doc.statusReason} />;
  }
  if (doc.isLate) {
    return (
      <Alert
        type="warning"
        showIcon
        title={t('transfers.isLate', { date: formatDate(doc.expectedDate, locale) })}
      />
    );
  }
  if (!startsFrom(transferMachine, 'ship', doc.status)) return null;
  return <Alert type="info" showIcon title={t('transfers.held')} />;
}
