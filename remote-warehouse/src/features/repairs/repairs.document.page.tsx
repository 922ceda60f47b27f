import type { RepairDetail } from '@boxyard/shared/contract';
import { addDays, bangkokDate, isSaved, REPAIR_OUTCOMES } from '@boxyard/shared/domain';
import { actionFields, DocumentPage, FormPage, known, LinesTable } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import {
  Alert,
  EmptyState,
  formatQuantity,
  Money,
  None,
  PageLink,
  Quantity,
  RefText,
} from '@boxyard/shared/ui';
import { useSearchParams } from 'react-router-dom';
import { ReasonGiven } from '../../ReasonGiven.tsx';
import { SerialLink } from '../../scan/SerialLink.tsx';
import { formOf } from './repairForm.ts';
import classes from './repairs.module.css';
import { repairs } from './repairs.resource.tsx';

type Doc = RepairDetail;

/** A repair, or its form (`?edit=1`). */
export function Page() {
  const [search] = useSearchParams();
  return search.get('edit') ? (
    <FormPage resource={repairs} mode="edit" toForm={formOf} />
  ) : (
    <Document />
  );
}

function Document() {
  const t = useT('remote-warehouse');
  return (
    <DocumentPage
      resource={repairs}
      facts={(doc) => [
        {
          key: 'part',
          value: (
            <PageLink page="parts-warehouse-tracking" params={{ id: doc.part.id }}>
              <RefText value={doc.part} />
            </PageLink>
          ),
        },
        traceOf(doc) === null
          ? { key: 'quantity', value: <Amount doc={doc} /> }
          : {
              key: 'trace',
              value: doc.serialNo ? (
                <SerialLink serialNo={doc.serialNo} partId={doc.part.id} />
              ) : (
                doc.lotNo
              ),
            },
        { key: 'warehouse', value: <RefText value={doc.warehouse} show="name" /> },
        { key: 'source', value: t(`repairs.choice.source.${doc.source}`) },
        { key: 'technician', value: doc.technician?.name ?? <None /> },
        ...known('team', doc.team, (value) => <RefText value={value} show="name" />),
        ...known('outcome', doc.outcome, (value) => t(`repairs.choice.outcome.${value}`)),
        ...known('warranty', doc.newWarrantyMonths, (value) =>
          t('repairs.months', { count: value }),
        ),
        ...known('totalCost', doc.totalCost, (value) => <Money value={value} />),
      ]}
      banner={(doc) => <Banner doc={doc} />}
      sections={[
        { key: 'work', render: (doc) => <Work doc={doc} /> },
        {
          key: 'usedParts',
          count: (doc) => doc.usedParts.length,
          render: (doc) => <UsedParts doc={doc} />,
        },
      ]}
      actions={{
        update: { to: () => ({ search: '?edit=1' }) },
        start: {
          fields: actionFields('repairs.start', (f) => [
            f.record('technicianId', 'users.all', { span: 6 }),
          ]),
          initialValues: (doc) => ({ technicianId: doc.technician?.id ?? null }),
        },
        parts: {
          fields: actionFields('repairs.parts', (f) => [
            f.date('neededBy', { span: 3 }),
            f.lines('items', {
              newLine: () => ({ requestedQty: 1 }),
              columns: (l) => [
                l.record('partId', 'parts.master', { width: 320 }),
                l.quantity('requestedQty', { width: 110 }),
                l.text('note', { width: 200 }),
              ],
            }),
          ]),
          initialValues: () => ({
            neededBy: addDays(bangkokDate(new Date()), 1),
            items: [{ requestedQty: 1 }],
          }),
        },
        complete: {
          fields: actionFields('repairs.complete', (f) => [
            f.choice('outcome', REPAIR_OUTCOMES, { span: 6 }),
            f.longText('diagnosis', { span: 6 }),
            f.quantity('laborHours', { help: 'help.laborHours' }),
            f.money('laborCost'),
            f.money('externalCost'),
            f.integer('newWarrantyMonths', {
              span: 6,
              help: 'help.newWarrantyMonths',
              show: ({ outcome }) => typeof outcome !== 'string' || isSaved(outcome as 'fixed'),
            }),
          ]),
          initialValues: (doc) => ({
            outcome: 'refurbished',
            diagnosis: doc.diagnosis,
            laborHours: doc.laborHours,
            laborCost: doc.laborCost,
            externalCost: doc.externalCost,
            newWarrantyMonths: 3,
          }),
          body: (_doc, { outcome }) =>
            isSaved(outcome as 'fixed') ? {} : { newWarrantyMonths: null },
        },
      }}
      related={{
        requisition: 'parts-requisition-view',
        goodsImport: 'import-warehouse-detail',
        destruction: 'destruction-update',
        claim: 'claim-detail',
        product: 'container-warehouse-tracking-info',
      }}
    />
  );
}

const traceOf = (doc: Doc) => doc.serialNo ?? doc.lotNo;

const Amount = ({ doc }: { readonly doc: Doc }) => (
  <Quantity value={doc.quantity} unit={<RefText value={doc.unit} show="name" />} />
);

/** What was wrong, what was found, and what it took. */
function Work({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  const rows = [
    { key: 'symptom', value: doc.symptom },
    { key: 'diagnosis', value: doc.diagnosis ?? <None /> },
    {
      key: 'place',
      value: `${doc.binWarehouse.code}${doc.bin.code === 'DEFAULT' ? '' : ` / ${doc.bin.code}`} · ${t(`condition.${doc.condition}`)}`,
    },
    { key: 'quantity', value: <Amount doc={doc} /> },
    { key: 'laborHours', value: formatQuantity(doc.laborHours) },
    { key: 'laborCost', value: <Money value={doc.laborCost} /> },
    { key: 'externalCost', value: <Money value={doc.externalCost} /> },
    ...known('partsCost', doc.partsCost, (value) => <Money value={value} />),
    ...(doc.isCapitalized ? [{ key: 'isCapitalized', value: t('repairs.capitalized') }] : []),
    ...known('remark', doc.remark),
  ];
  return (
    <dl className={classes.work}>
      {rows.map(({ key, value }) => (
        <div key={key}>
          <dt>{t(`repairs.field.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What was drawn for it, requisition by requisition. */
function UsedParts({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  if (doc.usedParts.length === 0) return <EmptyState title={t('repairs.noParts')} />;
  return (
    <LinesTable
      resource={repairs}
      rows={doc.usedParts}
      columns={(c) => [
        c.custom('requisition', {
          render: (line) => (
            <PageLink
              className={classes.nowrap}
              page="parts-requisition-view"
              params={{ id: line.requisition.id }}
            >
              {line.requisition.documentNo}
            </PageLink>
          ),
        }),
        c.custom('part', { width: '40%', render: (line) => <RefText value={line.part} /> }),
        c.quantity('requestedQty', { unit: (line) => line.unit }),
        c.quantity('usedQty'),
        ...(doc.usedParts.some((line) => line.value !== null) ? [c.money('value')] : []),
      ]}
    />
  );
}

/** Why it ended, or what it waits for. */
function Banner({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  if (doc.statusReason) {
    return <ReasonGiven title={t('repairs.reasonGiven')} reason={doc.statusReason} />;
  }
  if (!doc.hasOpenParts) return null;
  return <Alert type="info" showIcon title={t('repairs.partsOpen')} />;
}
