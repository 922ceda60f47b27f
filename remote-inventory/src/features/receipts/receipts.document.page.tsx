import type { ContainerReceiptDetail } from '@boxyard/shared/contract';
import { isCheckedLine } from '@boxyard/shared/domain/containers/statuses.ts';
import { actionFields, DocumentPage, LinesTable } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { None, nameIn, PageLink, RefText, ToneTag } from '@boxyard/shared/ui';
import { lineBody, linesOf, type ReceiptLine, ReceiptSheet } from './receiptLines.tsx';
import { receipts } from './receipts.resource.tsx';

type Item = ContainerReceiptDetail['items'][number];

const TONES = {
  expected: 'processing',
  accepted: 'success',
  rejected: 'error',
  missing: 'error',
} as const satisfies Record<Item['lineStatus'], string>;

const countFields = actionFields('containerReceipts.update', (f) => [
  f.custom('lines', (props) => <ReceiptSheet {...props} />, { span: 6 }),
]);
const approveFields = actionFields('containerReceipts.approve', (f) => [
  f.custom('lines', (props) => <ReceiptSheet {...props} />, { span: 6 }),
]);

/** A receipt: which containers come, and what was found of each. */
export function Page() {
  const locale = useLocale();
  const about = ({ productModel }: Item) => nameIn(productModel, locale);
  return (
    <DocumentPage
      resource={receipts}
      facts={(_doc, f) => [
        f.choice('sourceType'),
        f.text('sourceNo', { known: true }),
        f.ref('warehouse', { show: 'name' }),
        f.person('receivedBy', { known: true }),
      ]}
      sections={[
        {
          key: 'items',
          count: (doc) => doc.items.length,
          render: (doc) => <Items items={doc.items} />,
        },
      ]}
      actions={{
        update: {
          fields: countFields,
          initialValues: (doc) => ({ lines: linesOf(doc, about) }),
          body: (_doc, { lines }) => ({ lines: (lines as readonly ReceiptLine[]).map(lineBody) }),
        },
        approve: {
          fields: approveFields,
          initialValues: (doc) => ({ lines: linesOf(doc, about) }),
          // What nobody has looked at is left out, and the server says how many are open.
          body: (_doc, { lines }) => ({
            lines: (lines as readonly ReceiptLine[]).filter(isCheckedLine).map(lineBody),
          }),
        },
      }}
      related={{
        product: 'container-warehouse-tracking-info',
        containerRequisition: 'container-requisition-detail',
      }}
    />
  );
}

function Items({ items }: { readonly items: readonly Item[] }) {
  const t = useT('remote-inventory');
  return (
    <LinesTable
      resource={receipts}
      rows={items}
      columns={(c) => [
        c.custom('serialNumber', {
          width: '25%',
          render: ({ product }) => (
            <PageLink page="container-warehouse-tracking-info" params={{ id: product.id }}>
              {product.serialNumber}
            </PageLink>
          ),
        }),
        c.custom('productModel', {
          render: ({ productModel }) => <RefText value={productModel} />,
        }),
        c.custom('lineStatus', {
          render: ({ lineStatus }) => (
            <ToneTag tone={TONES[lineStatus]}>
              {t(`receipts.choice.lineStatus.${lineStatus}`)}
            </ToneTag>
          ),
        }),
        c.custom('conditionIn', {
          render: ({ conditionIn }) =>
            conditionIn === null ? <None /> : t(`containers.choice.condition.${conditionIn}`),
        }),
        c.text('rejectReason'),
      ]}
    />
  );
}
