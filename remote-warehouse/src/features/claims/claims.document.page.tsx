import type { ClaimDetail, ClaimItem } from '@boxyard/shared/contract';
import { bangkokDate, CLAIM_NEXT_STEPS, decimal, isGiven, isUnsent } from '@boxyard/shared/domain';
import { actionFields, DocumentPage, known } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import {
  formatDate,
  formatQuantity,
  Money,
  nameIn,
  PageLink,
  Quantity,
  RefText,
} from '@boxyard/shared/ui';
import { Due } from '../../Due.tsx';
import classes from '../../lines.module.css';
import { placeText } from '../../places/placeText.ts';
import { SerialPair } from '../../scan/SerialPair.tsx';
import { AnswerLines } from './AnswerLines.tsx';
import { type AnswerLine, answerBody, answerLinesOf, paysAny } from './answering.ts';
import { claims } from './claims.resource.tsx';
import { Warranty } from './Warranty.tsx';

type Doc = ClaimDetail;

/** A supplier answers within a month unless it promises otherwise. */
const PROMISED_DAYS = 30;

const isAnswered = (doc: Doc): boolean => doc.answeredAt !== null;
const isAway = (doc: Doc): boolean => doc.sentDate !== null && !isAnswered(doc);

/** Money that was promised and whose credit note is not there. */
const owesMoney = (doc: Doc): boolean =>
  decimal.compare(doc.refundTotal, '0') > 0 && doc.creditNoteNo === null;

/** Goods that were promised and are not there. */
const owedItems = (doc: Doc): ClaimItem[] =>
  doc.items.filter((item) => isGiven(item.resolution) && item.arrivedQty < item.quantity);

const partCell = (line: object) => {
  const { label } = line as { readonly label: ClaimItem };
  return (
    <span className={classes.cellText}>
      <RefText value={label.part} />
      {label.serialNo ? <span className={classes.note}>{label.serialNo}</span> : null}
    </span>
  );
};

const stageIn = (values: object): unknown => (values as { readonly stage?: unknown }).stage;

const updateFields = actionFields('claims.update', (f) => [
  f.text('rmaNo', { span: 3 }),
  f.integer('promisedDays', { span: 3, show: (values) => stageIn(values) === 'away' }),
  f.text('creditNoteNo', { span: 3, show: (values) => stageIn(values) === 'answered' }),
  f.date('creditNoteDate', { span: 3, show: (values) => stageIn(values) === 'answered' }),
  f.lines(
    'defects',
    {
      fixed: true,
      columns: (l) => [
        l.custom('id', partCell, { width: 260, label: 'line.part' }),
        l.text('defect', { width: 280 }),
      ],
    },
    { show: (values) => stageIn(values) === 'unsent' },
  ),
  f.longText('remark', { span: 6 }),
]);

const confirmFields = actionFields('claims.confirm', (f) => [
  f.date('sentDate', {
    span: 6,
    help: 'help.sentDate',
    show: (values) => values.isUnsent === true,
  }),
  f.custom('items', (props) => <AnswerLines {...props} />, { span: 6 }),
  f.text('creditNoteNo', {
    span: 3,
    help: 'help.creditNoteNo',
    show: (values) => paysAny(values.items),
  }),
  f.date('creditNoteDate', { span: 3, show: (values) => paysAny(values.items) }),
]);

const stageOf = (doc: Doc): 'unsent' | 'away' | 'answered' =>
  isUnsent(doc.status) ? 'unsent' : isAway(doc) ? 'away' : 'answered';

/** A claim: where the goods are, what the supplier owes, and what came of it. */
export function Page() {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  return (
    <DocumentPage
      resource={claims}
      facts={(doc, f) => [
        f.ref('supplier', { show: 'name', page: 'supplier-detail', pageParam: 'supplierId' }),
        f.ref('warehouse', { show: 'name' }),
        f.text('rmaNo', { known: true }),
        f.date('sentDate', { known: true }),
        ...known('dueDate', doc.dueDate, () => <Due claim={doc} />),
        ...known('daysOpen', doc.daysOpen, (count) => t('claims.days', { count })),
        ...moneyOf(doc),
        f.choice('nextStep', { known: true }),
        f.text('overrideReason', { known: true }),
        f.text('remark', { known: true }),
      ]}
      banner={(doc, n) => [
        !doc.holdsGoods && n.error('lost', {}, t('claims.lostHow')),
        doc.isLate &&
          doc.dueDate &&
          n.error('isLate', {
            date: formatDate(doc.dueDate, locale),
            supplier: nameIn(doc.supplier, locale),
          }),
        doc.sharedCreditNote.length > 0 &&
          n.warning('sharedCreditNote', {
            creditNoteNo: doc.creditNoteNo,
            claims: doc.sharedCreditNote.map(({ documentNo }) => documentNo).join(', '),
          }),
        n.reason,
        isAnswered(doc) &&
          (owedItems(doc).length > 0 || owesMoney(doc)) &&
          n.info('owes', { supplier: nameIn(doc.supplier, locale) }, <Owed doc={doc} />),
      ]}
      sections={(s) => [
        s.lines('items', {
          rows: (doc) => doc.items,
          columns: (c, { items }) => [
            c.number('lineNo', { width: 40 }),
            c.custom('part', { width: '26%', render: (item) => <Part item={item} /> }),
            c.text('defect', { width: '20%' }),
            c.quantity('quantity', { unit: (item) => item.unit }),
            c.custom('warranty', { render: (item) => <Warranty of={item} /> }),
            items.some((item) => item.resolution !== null)
              ? c.custom('resolution', { render: (item) => <Answer item={item} /> })
              : c.custom('place', {
                  render: ({ binWarehouse, bin, condition }) => (
                    <span className={classes.nowrap}>
                      {placeText(binWarehouse, bin)}
                      <span className={classes.note}>{t(`condition.${condition}`)}</span>
                    </span>
                  ),
                }),
            items.some((item) => item.claimedValue !== null) && c.money('claimedValue'),
          ],
        }),
      ]}
      actions={{
        update: {
          fields: updateFields,
          initialValues: (doc) => ({
            stage: stageOf(doc),
            rmaNo: doc.rmaNo,
            promisedDays: doc.promisedDays,
            creditNoteNo: doc.creditNoteNo,
            creditNoteDate: doc.creditNoteDate,
            remark: doc.remark,
            defects: doc.items.map((item) => ({ id: item.id, label: item, defect: item.defect })),
          }),
          // What is settled is not sent again.
          body: (doc, { defects, promisedDays, creditNoteNo, creditNoteDate }) => ({
            defects: isUnsent(doc.status) ? defects : undefined,
            promisedDays: isAway(doc) ? promisedDays : null,
            creditNoteNo: isAnswered(doc) ? creditNoteNo : null,
            creditNoteDate: isAnswered(doc) ? creditNoteDate : null,
          }),
        },
        send: {
          fields: actionFields('claims.send', (f) => [
            f.date('sentDate', { span: 3 }),
            f.integer('promisedDays', { span: 3 }),
            f.text('rmaNo', { span: 6, help: 'help.rmaNo' }),
          ]),
          initialValues: (doc) => ({
            sentDate: bangkokDate(new Date()),
            promisedDays: PROMISED_DAYS,
            rmaNo: doc.rmaNo,
          }),
        },
        confirm: {
          fields: confirmFields,
          initialValues: (doc) => ({
            isUnsent: doc.sentDate === null,
            sentDate: doc.sentDate ?? bangkokDate(new Date()),
            items: answerLinesOf(doc.items),
          }),
          body: (_doc, { items, creditNoteNo, creditNoteDate }) => ({
            items: (items as readonly AnswerLine[]).map(answerBody),
            creditNoteNo: paysAny(items) ? creditNoteNo : null,
            creditNoteDate: paysAny(items) ? creditNoteDate : null,
          }),
        },
        reject: {
          fields: actionFields('claims.reject', (f) => [
            f.choice('nextStep', CLAIM_NEXT_STEPS, { span: 6, help: 'help.nextStep' }),
          ]),
          initialValues: () => ({ nextStep: 'keep' }),
        },
      }}
      related={{
        goodsImport: 'import-warehouse-detail',
        repair: 'repair-update',
        destruction: 'destruction-update',
        product: 'container-warehouse-tracking-info',
      }}
    />
  );
}

/** What the supplier pays, and what the goods that it keeps were worth. */
function moneyOf(doc: Doc) {
  if (decimal.compare(doc.refundTotal, '0') <= 0) return [];
  const paid = doc.items.filter((item) => item.refundAmount !== null);
  const refund = { key: 'refundTotal', value: <Money value={doc.refundTotal} /> };
  const note = doc.creditNoteNo ? [{ key: 'creditNoteNo', value: doc.creditNoteNo }] : [];
  if (paid.some((item) => item.claimedValue === null)) return [refund, ...note];
  const worth = decimal.add('0', ...paid.map((item) => item.claimedValue ?? '0'));
  const gain = decimal.round(decimal.subtract(doc.refundTotal, worth));
  return [refund, ...note, { key: 'gain', value: <Money value={gain} /> }];
}

/** The part and what it is traced by; a replacement beside what it replaces. */
function Part({ item }: { readonly item: ClaimItem }) {
  const { part, lotNo, serialNo, replacementSerialNo } = item;
  return (
    <>
      <PageLink page="parts-warehouse-tracking" params={{ id: part.id }}>
        <RefText value={part} />
      </PageLink>
      {lotNo ? <span className={classes.note}>{lotNo}</span> : null}
      {serialNo ? (
        <span className={classes.note}>
          <SerialPair serialNo={serialNo} replacement={replacementSerialNo} partId={part.id} />
        </span>
      ) : null}
    </>
  );
}

/** What the supplier gave for a line, and how much of it is there. */
function Answer({ item }: { readonly item: ClaimItem }) {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  if (item.resolution === null) return null;
  return (
    <>
      {t(`claims.choice.resolution.${item.resolution}`)}
      {item.refundAmount ? (
        <span className={classes.note}>
          <Money value={item.refundAmount} />
        </span>
      ) : null}
      {isGiven(item.resolution) ? (
        <span className={classes.note}>
          {t('claims.arrived', {
            arrived: formatQuantity(item.arrivedQty),
            quantity: formatQuantity(item.quantity),
          })}
        </span>
      ) : null}
      {item.newWarrantyEnd ? (
        <span className={classes.note}>
          {t('claims.newWarranty', { date: formatDate(item.newWarrantyEnd, locale) })}
        </span>
      ) : null}
    </>
  );
}

/** What the supplier has promised and not sent yet. */
function Owed({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  return (
    <ul className={classes.lackingLines}>
      {owedItems(doc).map((item) => (
        <li key={item.id}>
          <RefText value={item.part} />{' '}
          <Quantity
            value={item.quantity - item.arrivedQty}
            unit={<RefText value={item.unit} show="name" />}
          />
          {item.replacementSerialNo ? ` · ${item.replacementSerialNo}` : ''}
        </li>
      ))}
      {owesMoney(doc) ? (
        <li>
          <Money value={doc.refundTotal} /> · {t('claims.creditNoteDue')}
        </li>
      ) : null}
    </ul>
  );
}
