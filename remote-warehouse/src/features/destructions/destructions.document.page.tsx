import type { DestructionDetail, DestructionItem } from '@boxyard/shared/contract';
import { decimal, isDestroyed } from '@boxyard/shared/domain';
import { actionFields, DocumentPage, FormPage, known, LinesTable } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Alert, DateText, formatQuantity, Money, None, RefText } from '@boxyard/shared/ui';
import { useSearchParams } from 'react-router-dom';
import { ReasonGiven } from '../../ReasonGiven.tsx';
import { CorrectionChoice } from './CorrectionChoice.tsx';
import { formOf } from './destructionForm.ts';
import classes from './destructions.module.css';
import { destructions } from './destructions.resource.tsx';

type Doc = DestructionDetail;

/** A destruction, or its form while nobody has decided on it (`?edit=1`). */
export function Page() {
  const [search] = useSearchParams();
  return search.get('edit') ? (
    <FormPage resource={destructions} mode="edit" toForm={formOf} />
  ) : (
    <Document />
  );
}

/** What was photographed before the approval, and what since. */
function photosOf(doc: Doc) {
  const photos = doc.attachments.filter(({ kind }) => kind === 'photo');
  const after = doc.approvedAt
    ? photos.filter(({ createdAt }) => createdAt >= (doc.approvedAt ?? ''))
    : [];
  return { before: photos.length - after.length, after: after.length };
}

function Document() {
  const t = useT('remote-warehouse');
  return (
    <DocumentPage
      resource={destructions}
      facts={(doc) => [
        { key: 'reason', value: t(`destructions.choice.reason.${doc.reason}`) },
        { key: 'method', value: t(`destructions.choice.method.${doc.method}`) },
        { key: 'warehouse', value: <RefText value={doc.warehouse} show="name" /> },
        doc.destroyedAt
          ? { key: 'destroyedAt', value: <DateText value={doc.destroyedAt} /> }
          : { key: 'scheduledAt', value: <DateText value={doc.scheduledAt} /> },
        {
          key: 'witnesses',
          value: doc.witnesses.map(({ name }) => name).join(', ') || <None />,
        },
        { key: 'photos', value: t('destructions.photos', photosOf(doc)) },
        ...amountsOf(doc),
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
          key: 'corrections',
          count: (doc) => doc.corrections.length,
          show: (doc) => doc.corrections.length > 0,
          render: (doc) => (
            <LinesTable
              resource={destructions}
              rows={doc.corrections}
              columns={(c) => [
                c.text('documentNo'),
                c.dateTime('at'),
                c.person('by'),
                c.quantity('quantity'),
                c.text('reason', { title: 'line.why' }),
              ]}
            />
          ),
        },
      ]}
      actions={{
        update: { to: () => ({ search: '?edit=1' }) },
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

function Lines({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  const { items } = doc;
  return (
    <LinesTable
      resource={destructions}
      rows={items}
      columns={(c) => [
        c.number('lineNo', { width: 40 }),
        c.custom('part', { width: '36%', render: (item) => <Part item={item} /> }),
        c.custom('place', {
          render: (item) => (
            <span className={classes.nowrap}>
              {item.warehouse.code}
              {item.bin.code === 'DEFAULT' ? '' : ` / ${item.bin.code}`}
            </span>
          ),
        }),
        c.custom('condition', { render: (item) => t(`condition.${item.condition}`) }),
        c.quantity('quantity', { unit: (item) => item.unit }),
        ...(items.some((item) => item.bookValue !== null) ? [c.money('bookValue')] : []),
      ]}
    />
  );
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

/** Why it ended, what blocks it, or what was found to be wrong. */
function Banner({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  if (doc.statusReason) {
    return <ReasonGiven title={t('destructions.reasonGiven')} reason={doc.statusReason} />;
  }
  if (doc.corrections.length > 0) {
    return <Alert type="warning" showIcon title={t('destructions.wasCorrected')} />;
  }
  if (doc.approvedAt && !isDestroyed(doc.status) && !doc.hasAfterPhoto) {
    return (
      <Alert
        type="info"
        showIcon
        title={t('destructions.photoDue')}
        description={t('destructions.photoHow')}
      />
    );
  }
  if (doc.endorsements.length > 0 && !doc.approvedAt) {
    const names = doc.endorsements.map(({ by }) => by.name).join(', ');
    return <Alert type="info" showIcon title={t('destructions.endorsedBy', { names })} />;
  }
  return null;
}
