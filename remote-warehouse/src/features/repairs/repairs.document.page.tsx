import type { RepairDetail } from '@boxyard/shared/contract';
import { addDays, bangkokDate, isSaved, REPAIR_OUTCOMES } from '@boxyard/shared/domain';
import { actionFields, EditableDocumentPage, known } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { PageLink } from '@boxyard/shared/ui';
import classes from '../../lines.module.css';
import { placeText } from '../../places/placeText.ts';
import { SerialLink } from '../../scan/SerialLink.tsx';
import { formOf } from './repairForm.ts';
import { repairs } from './repairs.resource.tsx';

const traceOf = ({ serialNo, lotNo, part }: RepairDetail) =>
  serialNo ? <SerialLink serialNo={serialNo} partId={part.id} /> : lotNo;

/** A repair, or its form (`?edit=1`). */
export function Page() {
  const t = useT('remote-warehouse');
  return (
    <EditableDocumentPage
      resource={repairs}
      toForm={formOf}
      facts={(doc, f) => [
        f.ref('part', { page: 'parts-warehouse-tracking' }),
        traceOf(doc) === null
          ? f.quantity('quantity', { unit: ({ unit }) => unit })
          : { key: 'trace', value: traceOf(doc) },
        f.ref('warehouse', { show: 'name' }),
        f.choice('source'),
        f.person('technician'),
        f.ref('team', { show: 'name', known: true }),
        f.choice('outcome', { known: true }),
        ...known('warranty', doc.newWarrantyMonths, (count) => t('repairs.months', { count })),
        f.money('totalCost', { known: true }),
      ]}
      banner={(doc, n) => [n.reason, doc.hasOpenParts && n.info('partsOpen')]}
      sections={(s) => [
        s.facts('work', (f, doc) => [
          f.text('symptom'),
          f.text('diagnosis'),
          {
            key: 'place',
            value: `${placeText(doc.binWarehouse, doc.bin)} · ${t(`condition.${doc.condition}`)}`,
          },
          f.quantity('quantity', { unit: ({ unit }) => unit }),
          f.quantity('laborHours'),
          f.money('laborCost'),
          f.money('externalCost'),
          f.money('partsCost', { known: true }),
          ...known('isCapitalized', doc.isCapitalized ? t('repairs.capitalized') : null),
          f.text('remark', { known: true }),
        ]),
        s.lines('usedParts', {
          empty: 'noParts',
          rows: (doc) => doc.usedParts,
          columns: (c, doc) => [
            c.custom('requisition', {
              render: ({ requisition: { id, documentNo } }) => (
                <PageLink className={classes.nowrap} page="parts-requisition-view" params={{ id }}>
                  {documentNo}
                </PageLink>
              ),
            }),
            c.ref('part', { width: '40%' }),
            c.quantity('requestedQty', { unit: (line) => line.unit }),
            c.quantity('usedQty'),
            doc.usedParts.some((line) => line.value !== null) && c.money('value'),
          ],
        }),
      ]}
      actions={{
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
          initialValues: ({ diagnosis, laborHours, laborCost, externalCost }) => ({
            outcome: 'refurbished',
            diagnosis,
            laborHours,
            laborCost,
            externalCost,
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
