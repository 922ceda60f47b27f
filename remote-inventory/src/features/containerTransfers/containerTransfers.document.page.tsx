import type { ContainerTransferDetail } from '@boxyard/shared/contract/areas/containerTransfers.ts';
import { isDraft } from '@boxyard/shared/domain';
import {
  isLostLine,
  LOST_CONTAINER_OUTCOMES,
} from '@boxyard/shared/domain/containers/containerTransferMachine.ts';
import { actionFields, EditableDocumentPage, known, useDraftDeletion } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { None, PageLink, Select } from '@boxyard/shared/ui';
import { Arrival } from './Arrival.tsx';
import { containerTransfers } from './containerTransfers.resource.tsx';

type Doc = ContainerTransferDetail;
type Item = Doc['items'][number];

const LINE_TONES = {
  pending: 'neutral',
  inTransit: 'warning',
  received: 'success',
  rejected: 'error',
  lost: 'error',
  found: 'success',
  writtenOff: 'neutral',
} as const satisfies Record<Item['lineStatus'], string>;

/** A transfer, or its form while nobody has decided on it (`?edit=1`). */
export function Page() {
  const t = useT('remote-inventory');
  const deletion = useDraftDeletion(containerTransfers);
  return (
    <EditableDocumentPage
      resource={containerTransfers}
      facts={(doc, f) => [
        f.ref('fromWarehouse', { show: 'name' }),
        f.ref('toWarehouse', { show: 'name' }),
        ...(doc.isInterCompany ? [f.ref('toCompany', { show: 'name' })] : []),
        f.date('transferDate'),
        ...known('expectedArrival', doc.expectedArrival, () => <Arrival transfer={doc} />),
        f.text('carrierName', { known: true }),
        f.text('carrierPlate', { known: true }),
        f.text('carrierPhone', { known: true }),
        f.text('trackingNo', { known: true }),
        f.text('reason', { known: true }),
        f.person('sourceApprovedBy', { known: true }),
        f.person('destinationApprovedBy', { known: true }),
        f.text('remark', { known: true }),
      ]}
      banner={(doc, n) => [doc.isReturn && n.info('isReturn'), n.reason]}
      sections={(s) => [
        s.lines('items', {
          rows: (doc) => doc.items,
          columns: (c) => [
            c.number('lineNo', { width: 40 }),
            c.custom('serialNumber', {
              width: '20%',
              render: ({ product }) => (
                <PageLink page="container-warehouse-tracking-info" params={{ id: product.id }}>
                  {product.serialNumber}
                </PageLink>
              ),
            }),
            c.ref('productModel'),
            c.choice('lineStatus', { tone: ({ lineStatus }) => LINE_TONES[lineStatus] }),
            c.custom('conditionOut', { render: (item) => conditionText(item.conditionOut, t) }),
            c.custom('conditionIn', { render: (item) => conditionText(item.conditionIn, t) }),
            c.text('note'),
          ],
        }),
      ]}
      links={[deletion]}
      actions={{
        approve: { asks: true },
        // A draft has no number yet: it is deleted instead.
        cancel: { hidden: (doc) => isDraft(doc.status) },
        'resolve-loss': {
          fields: actionFields('containerTransfers.resolveLoss', (f) => [
            f.custom(
              'itemId',
              ({ id, value, onChange, disabled, values }) => (
                <Select
                  id={id}
                  value={value as string}
                  onChange={onChange}
                  disabled={disabled}
                  options={(values.missing as readonly Item[]).map(({ id: itemId, product }) => ({
                    value: itemId,
                    label: `${product.serialNumber} · ${product.name}`,
                  }))}
                />
              ),
              { span: 3 },
            ),
            f.choice('outcome', LOST_CONTAINER_OUTCOMES, { span: 3 }),
          ]),
          initialValues: (doc) => {
            const missing = doc.items.filter(isLostLine);
            return { missing, itemId: missing[0]?.id ?? null };
          },
          body: (_doc, { itemId, outcome }) => ({ itemId, outcome }),
        },
      }}
      related={{
        containerReceipt: 'import-warehouse-inventory-detail',
        containerTransfer: 'container-transfer-detail',
      }}
    />
  );
}

const conditionText = (value: Item['conditionIn'], t: (key: string) => string) =>
  value === null ? <None /> : t(`containers.choice.condition.${value}`);
