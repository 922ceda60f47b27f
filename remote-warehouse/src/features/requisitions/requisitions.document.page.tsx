import type { RequisitionDetail, RequisitionItem } from '@boxyard/shared/contract';
import { bangkokDate, requisitionMachine, startsFrom } from '@boxyard/shared/domain';
import { REQUISITION_LINE_STATES } from '@boxyard/shared/domain/warehouse/requisitionLines.ts';
import {
  actionFields,
  type ColumnFactory,
  DocumentPage,
  FormPage,
  known,
  LinesTable,
} from '@boxyard/shared/kit';
import { pathOf, useLocale, useT } from '@boxyard/shared/runtime';
import {
  Alert,
  formatDate,
  formatQuantity,
  nameIn,
  RefText,
  SignaturePad,
} from '@boxyard/shared/ui';
import { type ComponentProps, Fragment } from 'react';
import { useSearchParams } from 'react-router-dom';
import { decisionCells } from '../../decisionCells.tsx';
import classes from '../../lines.module.css';
import { linesOf, type PickLine, pickBody, pickedLines } from '../../picking/picking.ts';
import { placesOf, traceColumns } from '../../places/linePlaces.tsx';
import { givenBack, type ReturnLine, returnBody, returnLinesOf } from '../../returning/giving.ts';
import { ReturnLines } from '../../returning/ReturnLines.tsx';
import { stockText } from '../../StockQuantity.tsx';
import { AlternativeChoice } from './AlternativeChoice.tsx';
import { codeOf, type Decided, emptied, proposed, proposedQty } from './approving.ts';
import { CancelChoice, openLines } from './CancelChoice.tsx';
import { requisitionPicks, requisitions } from './requisitions.resource.tsx';

type Doc = RequisitionDetail;

/** A requisition, or the picker's sheet of it (`?pick=1`). */
export function Page() {
  const [search] = useSearchParams();
  return search.get('pick') ? <Pick /> : <Document />;
}

function Pick() {
  return (
    <FormPage
      resource={requisitionPicks}
      mode="edit"
      endpoint="requisitions.confirmItems"
      toForm={(doc) => ({ items: linesOf(doc.items) })}
      toBody={({ items }) => ({ items: pickedLines(items as readonly PickLine[]).map(pickBody) })}
    />
  );
}

/** What lines are chosen among, beside what the call takes of them. */
const choiceOf = (item: RequisitionItem) => ({
  id: item.id,
  label: item,
  alternatives: item.alternatives,
});

const cells = decisionCells((item: RequisitionItem) => item.substitute ?? item.part);

const approveFields = actionFields('requisitions.approve', (f) => [
  f.lines('items', {
    fixed: true,
    columns: (l) => [
      l.custom('id', cells.part, { width: 240, label: 'line.part' }),
      l.computed(
        'requestedQty',
        cells.figure((item) => item.requestedQty),
        {
          width: 90,
        },
      ),
      l.computed(
        'available',
        cells.figure((item) => item.available),
        { width: 90 },
      ),
      l.quantity('approvedQty', { width: 100 }),
      l.custom(
        'warehouseId',
        (line, { change, disabled, index }) => (
          <Instead
            line={line}
            index={index}
            disabled={disabled}
            onChange={(patch) =>
              change({
                ...patch,
                approvedQty: proposedQty({ ...(line as object as Decided), ...patch }),
              })
            }
          />
        ),
        { width: 230 },
      ),
    ],
    totals: ({ items = [] }) => <Emptied lines={items as object as readonly Decided[]} />,
  }),
]);

const allocateFields = actionFields('requisitions.allocate', (f) => [
  f.lines('items', {
    fixed: true,
    columns: (l) => [
      l.custom('id', cells.part, { width: 260, label: 'line.part' }),
      l.computed(
        'shortQty',
        cells.figure((item) => item.shortQty),
        { width: 90 },
      ),
      l.computed(
        'available',
        cells.figure((item) => item.available),
        { width: 90 },
      ),
      l.custom(
        'warehouseId',
        (line, { change, disabled, index }) => (
          <Instead line={line} index={index} disabled={disabled} onChange={change} />
        ),
        { width: 260 },
      ),
    ],
  }),
]);

function Instead({
  line,
  index,
  disabled,
  onChange,
}: {
  readonly line: object;
  readonly index: number;
  readonly disabled: boolean;
  readonly onChange: ComponentProps<typeof AlternativeChoice>['onChange'];
}) {
  const t = useT('remote-warehouse');
  return (
    <AlternativeChoice
      line={line}
      label={t('requisitions.insteadOf', { line: index + 1 })}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

/** Said before it is done: nothing is left of these parts for anybody else. */
function Emptied({ lines }: { readonly lines: readonly Decided[] }) {
  const t = useT('remote-warehouse');
  const parts = emptied(lines).map(codeOf);
  if (parts.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('requisitions.reservesAll', { parts: [...new Set(parts)].join(', ') })}
    />
  );
}

const isOpen = (doc: Doc) => doc.dispatchedAt === null;
const mayBePicked = (doc: Doc) => startsFrom(requisitionMachine, 'confirm-items', doc.status);

function Document() {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  return (
    <DocumentPage
      resource={requisitions}
      facts={(doc, f) => [
        f.person('requester'),
        f.choice('purpose'),
        f.ref('warehouse', { show: 'name' }),
        f.ref('toWarehouse', { show: 'name', known: true }),
        f.date('neededBy'),
        f.text('refNo', { known: true }),
        f.text('recipientName', { known: true }),
        ...known('recipientSignature', doc.recipientSignature, (picture) => (
          <img className={classes.signed} src={picture} alt={t('requisitions.signed')} />
        )),
        f.dateTime('dispatchedAt', { known: true }),
        f.text('remark', { known: true }),
      ]}
      banner={(doc, n) => [
        n.reason,
        lackingIn(doc).length > 0 &&
          n.error('lacking', { count: lackingIn(doc).length }, <LackingLines doc={doc} />),
        doc.reservedUntil &&
          mayBePicked(doc) &&
          n.info('heldUntil', { date: formatDate(lastDay(doc.reservedUntil), locale) }),
      ]}
      sections={(s) => [
        s.lines('items', {
          rows: (doc) => doc.items,
          columns: (c, doc) => lineColumns(c, doc),
        }),
        {
          key: 'picks',
          count: (doc) => placesOf(doc.items).length,
          show: (doc) => placesOf(doc.items).length > 0,
          render: (doc) => <Picks doc={doc} />,
        },
      ]}
      actions={{
        update: { to: (doc) => pathOf('parts-requisition-edit', { id: doc.id }) },
        approve: {
          fields: approveFields,
          initialValues: (doc) => ({ items: proposed(doc.items.map(choiceOf)) }),
        },
        allocate: {
          // Nothing lacks: nobody looks for more.
          hidden: (doc) => !doc.hasShortLines,
          fields: allocateFields,
          initialValues: (doc) => ({
            items: doc.items.filter((item) => item.shortQty > 0).map(choiceOf),
          }),
        },
        'confirm-items': {
          to: () => ({ search: '?pick=1' }),
          primary: (doc) => doc.items.every((item) => item.pickedQty === 0),
        },
        'cancel-items': {
          fields: actionFields('requisitions.cancelItems', (f) => [
            f.custom('items', (props) => <CancelChoice {...props} />, { span: 6 }),
          ]),
          initialValues: (doc) => ({ lines: openLines(doc.items), items: [] }),
        },
        'confirm-dispatch': {
          fields: actionFields('requisitions.confirmDispatch', (f) => [
            f.text('recipientName', { span: 6 }),
            f.custom(
              'recipientSignature',
              ({ value, onChange, values, id, disabled }) => (
                <SignaturePad
                  id={id}
                  value={value as string | null | undefined}
                  name={String(values.recipientName ?? '')}
                  disabled={disabled}
                  onChange={onChange}
                  words={{
                    here: t('requisitions.signHere'),
                    signed: t('requisitions.signed'),
                    type: t('requisitions.typeSignature'),
                    clear: t('requisitions.clearSignature'),
                  }}
                />
              ),
              { span: 6 },
            ),
            f.flag('pickAll', { span: 6, help: 'help.pickAll' }),
            f.flag('backorder', { span: 6, help: 'help.backorder' }),
            f.date('dispatchedDate', { span: 6, help: 'help.dispatchedDate' }),
          ]),
          initialValues: (doc) => ({
            recipientName: doc.recipientName ?? doc.requester.name,
            // Who has picked line by line hands out what was picked.
            pickAll: doc.items.every((item) => item.pickedQty === 0),
            backorder: doc.hasShortLines,
          }),
        },
        return: {
          fields: actionFields('requisitions.return', (f) => [
            f.custom('items', (props) => <ReturnLines {...props} />, { span: 6 }),
            f.longText('remark', { span: 6 }),
          ]),
          initialValues: (doc) => ({ items: returnLinesOf(doc.items) }),
          body: (_doc, { items }) => ({
            items: givenBack(items as readonly ReturnLine[]).map(returnBody),
          }),
        },
      }}
      related={{
        requisition: 'parts-requisition-view',
        goodsImport: 'import-warehouse-detail',
        repair: 'repair-update',
        job: 'repair-job-update',
      }}
    />
  );
}

function lineColumns(c: ColumnFactory<RequisitionItem>, doc: Doc) {
  const { items } = doc;
  return [
    c.number('lineNo', { width: 40 }),
    c.custom('part', { width: '30%', render: (item) => <Part item={item} /> }),
    c.quantity('requestedQty', { unit: (item) => item.unit }),
    items.some((item) => item.approvedQty !== null) && c.quantity('approvedQty'),
    isOpen(doc) && c.quantity('available'),
    ...(mayBePicked(doc) ? [c.quantity('reservedQty'), c.quantity('pickedQty')] : []),
    ...(isOpen(doc) ? [] : [c.quantity('dispatchedQty'), c.quantity('returnedQty')]),
    items.some((item) => item.issueValue !== null) && c.money('issueValue'),
    c.choice('state', { tone: (item) => REQUISITION_LINE_STATES[item.state] }),
  ];
}

/** The part, what stands for it, and what was said about the line. */
function Part({ item }: { readonly item: RequisitionItem }) {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const lines = [
    item.substitute
      ? t('requisitions.instead', { code: item.part.code, name: nameIn(item.part, locale) })
      : null,
    item.note,
    item.cancelledQty > 0
      ? t('requisitions.cancelledQuantity', {
          quantity: formatQuantity(item.cancelledQty),
          reason: item.cancelReason ?? '',
        })
      : null,
  ].filter((line) => line !== null && line !== '');
  return (
    <>
      <RefText value={item.substitute ?? item.part} />
      {lines.map((line) => (
        <span key={line} className={classes.note}>
          {line}
        </span>
      ))}
    </>
  );
}

/** The way along the bins: what is taken from where. */
function Picks({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  const path = (pick: { warehouse: { code: string | null }; bin: { code: string | null } }) =>
    `${pick.warehouse.code}/${pick.bin.code}`;
  const rows = placesOf(doc.items).sort((a, b) => path(a).localeCompare(path(b)));
  return (
    <LinesTable
      resource={requisitions}
      rows={rows}
      columns={(c) => [
        c.custom('bin', {
          width: 150,
          render: (pick) => (
            <span className={classes.nowrap}>
              {pick.warehouse.id === doc.warehouse.id ? '' : `${pick.warehouse.code} / `}
              {pick.bin.code}
              {pick.isCounted && mayBePicked(doc) ? (
                <span className={classes.note}>{t('picking.isCounted')}</span>
              ) : null}
            </span>
          ),
        }),
        c.custom('part', {
          render: (pick) => <RefText value={pick.item.substitute ?? pick.item.part} />,
        }),
        ...traceColumns(c, { rows, partOf: ({ item }) => item.substitute ?? item.part, t }),
        c.quantity('quantity', { unit: (pick) => pick.item.unit }),
        c.quantity('pickedQty'),
      ]}
    />
  );
}

/** What ends with a day is said by that day, not by the midnight after it. */
const lastDay = (end: string): string => bangkokDate(new Date(Date.parse(end) - 1));

const lackingIn = ({ items }: Doc) => items.filter((item) => item.shortQty > 0);

const LackingLines = ({ doc }: { readonly doc: Doc }) => (
  <ul className={classes.lackingLines}>
    {lackingIn(doc).map((item) => (
      <li key={item.id}>
        <Lacking item={item} />
      </li>
    ))}
  </ul>
);

function Lacking({ item }: { readonly item: RequisitionItem }) {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const part = item.substitute ?? item.part;
  return (
    <>
      {t('requisitions.lack', {
        part: `${part.code} ${nameIn(part, locale)}`,
        quantity: formatQuantity(item.shortQty),
      })}{' '}
      {t(item.alternatives.length > 0 ? 'requisitions.elsewhere' : 'requisitions.nowhere')}
      {item.alternatives.map((one, index) => (
        <Fragment key={`${one.warehouse.id}/${one.part?.id ?? ''}`}>
          {index > 0 ? ' · ' : ' '}
          <span className={classes.nowrap}>
            {one.part ? one.part.code : nameIn(one.warehouse, locale)}{' '}
            <b>{stockText(one.available, t)}</b>
          </span>
        </Fragment>
      ))}
    </>
  );
}
