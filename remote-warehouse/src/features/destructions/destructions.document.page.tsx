import type { DestructionDetail, DestructionItem } from '@boxyard/shared/contract';
import { decimal, isDestroyed } from '@boxyard/shared/domain';
import { actionFields, EditableDocumentPage } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { formatQuantity, Money, None, RefText } from '@boxyard/shared/ui';
import { placeText } from '../../places/placeText.ts';
import { CorrectionChoice } from './CorrectionChoice.tsx';
import { formOf } from './destructionForm.ts';
import classes from './destructions.module.css';
import { destructions } from './destructions.resource.tsx';

type Doc = DestructionDetail;

/** What was photographed before the approval, and what since. */
function photosOf(doc: Doc) {
  const photos = doc.attachments.filter(({ kind }) => kind === 'photo');
  const after = doc.approvedAt
    ? photos.filter(({ createdAt }) => createdAt >= (doc.approvedAt ?? ''))
    : [];
  return { before: photos.length - after.length, after: after.length };
}

/** A destruction, or its form while nobody has decided on it (`?edit=1`). */
export function Page() {
  const t = useT('remote-warehouse');
  return (
    <EditableDocumentPage
      resource={destructions}
      toForm={formOf}
      facts={(doc, f) => [
        f.choice('reason'),
        f.choice('method'),
        f.ref('warehouse', { show: 'name' }),
        doc.destroyedAt ? f.date('destroyedAt') : f.date('scheduledAt'),
        {
          key: 'witnesses',
          value: doc.witnesses.map(({ name }) => name).join(', ') || <None />,
        },
        { key: 'photos', value: t('destructions.photos', photosOf(doc)) },
        ...amountsOf(doc),
        f.text('remark', { known: true }),
      ]}
      banner={(doc, n) => [
        n.reason,
        doc.corrections.length > 0 && n.warning('wasCorrected'),
        isPhotoDue(doc) && n.info('photoDue', {}, t('destructions.photoHow')),
        doc.endorsements.length > 0 &&
          !doc.approvedAt &&
          n.info('endorsedBy', { names: doc.endorsements.map(({ by }) => by.name).join(', ') }),
      ]}
      sections={(s) => [
        s.lines('items', {
          rows: (doc) => doc.items,
          columns: (c, { items }) => [
            c.number('lineNo', { width: 40 }),
            c.custom('part', { width: '36%', render: (item) => <Part item={item} /> }),
            c.custom('place', {
              render: ({ warehouse, bin }) => (
                <span className={classes.nowrap}>{placeText(warehouse, bin)}</span>
              ),
            }),
            c.custom('condition', { render: (item) => t(`condition.${item.condition}`) }),
            c.quantity('quantity', { unit: (item) => item.unit }),
            items.some((item) => item.bookValue !== null) && c.money('bookValue'),
          ],
        }),
        s.lines('corrections', {
          onlyFilled: true,
          rows: (doc) => doc.corrections,
          columns: (c) => [
            c.text('documentNo'),
            c.dateTime('at'),
            c.person('by'),
            c.quantity('quantity'),
            c.text('reason', { title: 'line.why' }),
          ],
        }),
      ]}
      actions={{
        approve: {
          fields: actionFields('destructions.approve', (f) => [f.longText('comment', { span: 6 })]),
        },
        complete: {
          fields: actionFields('destructions.complete', (f) => [
            f.records('witnessIds', 'users.all', { span: 6, help: 'help.witnessIds' }),
            f.money('salvageAmount', { span: 6, help: 'help.salvageAmount' }),
            f.date('destroyedAt', { span: 6, help: 'help.destroyedAt' }),
          ]),
          initialValues: (doc) => ({
            witnessIds: doc.witnesses.map(({ id }) => id),
            salvageAmount: '0.00',
          }),
        },
        correct: {
          // A wrong entry is seldom: nobody is offered it on what is still open.
          hidden: (doc) => !isDestroyed(doc.status),
          fields: actionFields('destructions.correct', (f) => [
            f.custom('items', (props) => <CorrectionChoice {...props} />, { span: 6 }),
          ]),
          initialValues: (doc) => ({ lines: doc.items, items: [] }),
        },
      }}
      related={{
        repair: 'repair-update',
        claim: 'claim-detail',
        product: 'container-warehouse-tracking-info',
      }}
    />
  );
}

const isPhotoDue = (doc: Doc): boolean =>
  doc.approvedAt !== null && !isDestroyed(doc.status) && !doc.hasAfterPhoto;

/** What is lost, less what the remains brought. */
function amountsOf(doc: Doc) {
  if (doc.bookValue === null) return [];
  const value = { key: 'bookValue', value: <Money value={doc.bookValue} /> };
  if (!isDestroyed(doc.status)) return [value];
  const loss = decimal.round(decimal.subtract(doc.bookValue, doc.salvageAmount));
  return [
    value,
    { key: 'salvageAmount', value: <Money value={doc.salvageAmount} /> },
    { key: 'netLoss', value: <Money value={loss} /> },
  ];
}

/** The part, what it is traced by, and what of it was found again. */
function Part({ item }: { readonly item: DestructionItem }) {
  const t = useT('remote-warehouse');
  const trace = [item.lotNo, ...item.serials].filter(Boolean).join(', ');
  return (
    <>
      <RefText value={item.part} />
      {trace === '' ? null : <span className={classes.note}>{trace}</span>}
      {item.correctedQty > 0 ? (
        <span className={classes.note}>
          {t('destructions.found', {
            quantity: formatQuantity(item.correctedQty),
            serials: item.correctedSerials.join(', '),
          })}
        </span>
      ) : null}
    </>
  );
}
