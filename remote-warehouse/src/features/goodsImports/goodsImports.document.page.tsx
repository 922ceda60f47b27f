import type { Contract, DataOf, LabelItem } from '@boxyard/shared/contract';
import { addQuantities, goodsImportMachine, startsFrom } from '@boxyard/shared/domain';
import {
  actionFields,
  DocumentPage,
  FormPage,
  known,
  LabelButton,
  LinesTable,
} from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Alert, DateText, None, PageLink, RefText } from '@boxyard/shared/ui';
import { useSearchParams } from 'react-router-dom';
import { SerialLinks } from '../../scan/SerialLinks.tsx';
import { type CountLine, countedLines, type ImportItem, linesOf } from './counts.ts';
import classes from './goodsImports.module.css';
import { goodsCounts, goodsImports } from './goodsImports.resource.tsx';
import { PutAwayChoice } from './PutAwayChoice.tsx';

type Import = DataOf<Contract['goodsImports.get']>;

/** A goods import, or the sheet on which it is counted (`?count=1`). */
export function Page() {
  const [search] = useSearchParams();
  return search.get('count') ? <Count /> : <Document />;
}

function Count() {
  return (
    <FormPage
      resource={goodsCounts}
      mode="edit"
      toForm={(doc) => ({
        items: linesOf(doc.items),
        warehouseId: doc.warehouse.id,
        remark: doc.remark,
      })}
      toBody={({ items, ...values }) => ({
        ...values,
        items: countedLines(items as readonly CountLine[]),
      })}
    />
  );
}

const openLines = (doc: Import) => doc.items.filter((item) => !item.isPosted);

/** A label for each serial, one for each lot and each part that is only counted. */
const labelsOf = (doc: Import): LabelItem[] =>
  doc.items.flatMap(({ part, lots, serials }): LabelItem[] => {
    const numbered = (kind: 'lot' | 'serial', numbers: readonly string[]) =>
      numbers.map((number) => ({ kind, id: part.id, number, quantity: 1 }));
    if (serials.length > 0) return numbered('serial', serials);
    if (lots.length > 0)
      return numbered(
        'lot',
        lots.map(({ lotNo }) => lotNo),
      );
    return [{ kind: 'part', id: part.id, quantity: 1 }];
  });

function Document() {
  const t = useT('remote-warehouse');
  return (
    <DocumentPage
      resource={goodsImports}
      facts={(doc) => [
        { key: 'warehouse', value: <RefText value={doc.warehouse} show="name" /> },
        { key: 'documentDate', value: <DateText value={doc.documentDate} /> },
        {
          key: 'sourceType',
          value: [t(`imports.choice.sourceType.${doc.sourceType}`), doc.source?.documentNo]
            .filter(Boolean)
            .join(' '),
        },
        { key: 'countedBy', value: doc.countedBy?.name ?? <None /> },
        { key: 'assignee', value: doc.assignee?.name ?? <None /> },
        ...known('remark', doc.remark),
      ]}
      banner={(doc, n) => [
        n.reason,
        isWaited(doc) && n.info('waits'),
        <Discrepancy key="discrepancy" doc={doc} />,
      ]}
      sections={[
        {
          key: 'items',
          count: (doc) => doc.items.length,
          render: (doc) => (
            <>
              <p className={classes.labels}>
                <LabelButton size="small" items={labelsOf(doc)} />
              </p>
              <LinesTable
                resource={goodsImports}
                rows={doc.items}
                columns={(c) => [
                  c.number('lineNo', { width: 40 }),
                  c.custom('part', { width: '30%', render: (item) => <Part item={item} /> }),
                  c.quantity('expectedQty', { unit: (item) => item.unit }),
                  c.quantity('receivedQty'),
                  c.quantity('damagedQty'),
                  c.quantity('missingQty'),
                  c.custom('bin', { render: (item) => <RefText value={item.bin} show="code" /> }),
                  ...(doc.items.some((item) => item.condition !== 'new')
                    ? [
                        c.custom('condition', {
                          render: (item) => t(`condition.${item.condition}`),
                        }),
                      ]
                    : []),
                  ...(doc.items.some((item) => item.unitCost !== null)
                    ? [c.money('unitCost', { places: 4 })]
                    : []),
                  // Said where it differs from line to line; else the status says it.
                  ...(new Set(doc.items.map((item) => item.isPosted)).size > 1
                    ? [c.flag('isPosted')]
                    : []),
                ]}
              />
            </>
          ),
        },
      ]}
      actions={{
        update: {
          to: () => ({ search: '?count=1' }),
          primary: (doc) => !startsFrom(goodsImportMachine, 'approve', doc.status),
        },
        reject: {
          // What a transfer brought goes back into the bins that it left (domain-warehouse 2.6).
          consequence: (doc) =>
            doc.sourceType === 'transfer' ? 'consequence.rejectTransfer' : undefined,
        },
        approve: {
          fields: actionFields('goodsImports.approve', (f) => [
            f.custom('itemIds', (props) => <PutAwayChoice {...props} />, { span: 6 }),
          ]),
          initialValues: (doc) => ({
            lines: openLines(doc),
            itemIds: openLines(doc).map(({ id }) => id),
          }),
          // All of them: the whole document is approved, not a selection of it.
          body: (doc, values) =>
            (values.itemIds as readonly string[] | undefined)?.length === openLines(doc).length
              ? { itemIds: undefined }
              : {},
        },
      }}
      related={{
        purchaseOrder: 'purchase-order-detail',
        receipt: 'receipt-detail',
        goodsImport: 'import-warehouse-detail',
        requisition: 'parts-requisition-view',
        transfer: 'parts-transfer-detail',
        claim: 'claim-detail',
        repair: 'repair-update',
        transformation: 'transformation-detail',
        product: 'container-warehouse-tracking-info',
      }}
    />
  );
}

/** The part, what it is traced by, and why some of it did not come whole. */
function Part({ item }: { readonly item: ImportItem }) {
  return (
    <>
      <RefText value={item.part} />
      {item.lots.length + item.serials.length === 0 ? null : (
        <span className={classes.trace}>
          {item.lots.map(({ lotNo }) => lotNo).join(', ')}
          <SerialLinks partId={item.part.id} serials={item.serials} />
        </span>
      )}
      {item.discrepancyReason ? (
        <span className={classes.trace}>{item.discrepancyReason}</span>
      ) : null}
    </>
  );
}

/** Nobody has counted yet what came. */
const isWaited = (doc: Import): boolean =>
  startsFrom(goodsImportMachine, 'update', doc.status) && !doc.counted;

/** What was found of it. */
function Discrepancy({ doc }: { readonly doc: Import }) {
  const t = useT('remote-warehouse');
  const damaged = addQuantities(...doc.items.map((item) => item.damagedQty ?? 0));
  const missing = addQuantities(...doc.items.map((item) => item.missingQty ?? 0));
  if (damaged + missing === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('imports.discrepancy', { damaged, missing })}
      {...(doc.claimable
        ? {
            action: (
              <PageLink page="claim" query={{ open: 'new', import: doc.id }}>
                {t('imports.claimDamaged')}
              </PageLink>
            ),
          }
        : {})}
    />
  );
}
