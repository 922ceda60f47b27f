import type { ContainerTransferDetail } from '@boxyard/shared/contract/areas/containerTransfers.ts';
import { isDraft } from '@boxyard/shared/domain';
import {
  isLostLine,
  LOST_CONTAINER_OUTCOMES,
} from '@boxyard/shared/domain/containers/containerTransferMachine.ts';
import {
  actionFields,
  DocumentPage,
  FormPage,
  known,
  LinesTable,
  useDraftDeletion,
} from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Alert, DateText, None, PageLink, RefText, Select, ToneTag } from '@boxyard/shared/ui';
import { useSearchParams } from 'react-router-dom';
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
  const [search] = useSearchParams();
  return search.get('edit') ? <FormPage resource={containerTransfers} mode="edit" /> : <Document />;
}

function Document() {
  const deletion = useDraftDeletion(containerTransfers);
  return (
    <DocumentPage
      resource={containerTransfers}
      facts={(doc) => [
        { key: 'fromWarehouse', value: <RefText value={doc.fromWarehouse} show="name" /> },
        { key: 'toWarehouse', value: <RefText value={doc.toWarehouse} show="name" /> },
        ...(doc.isInterCompany
          ? [{ key: 'toCompany', value: <RefText value={doc.toCompany} show="name" /> }]
          : []),
        { key: 'transferDate', value: <DateText value={doc.transferDate} /> },
        ...known('expectedArrival', doc.expectedArrival, () => <Arrival transfer={doc} />),
        ...known('carrierName', doc.carrierName),
        ...known('carrierPlate', doc.carrierPlate),
        ...known('carrierPhone', doc.carrierPhone),
        ...known('trackingNo', doc.trackingNo),
        ...known('reason', doc.reason),
        ...known('sourceApprovedBy', doc.sourceApprovedBy, (value) => value.name),
        ...known('destinationApprovedBy', doc.destinationApprovedBy, (value) => value.name),
        ...known('remark', doc.remark),
      ]}
      banner={(doc) => <Banner doc={doc} />}
      sections={[
        {
          key: 'items',
          count: (doc) => doc.items.length,
          render: (doc) => <Items items={doc.items} />,
        },
      ]}
      links={[deletion]}
      actions={{
        update: { to: () => ({ search: '?edit=1' }) },
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

function Banner({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-inventory');
  if (doc.isReturn) return <Alert type="info" showIcon title={t('containerTransfers.isReturn')} />;
  return doc.statusReason ? (
    <Alert
      type="warning"
      showIcon
      title={t('containerTransfers.reasonGiven')}
      description={doc.statusReason}
    />
  ) : null;
}

function Items({ items }: { readonly items: readonly Item[] }) {
  const t = useT('remote-inventory');
  return (
    <LinesTable
      resource={containerTransfers}
      rows={items}
      columns={(c) => [
        c.number('lineNo', { width: 40 }),
        c.custom('serialNumber', {
          width: '20%',
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
            <ToneTag tone={LINE_TONES[lineStatus]}>
              {t(`containerTransfers.choice.lineStatus.${lineStatus}`)}
            </ToneTag>
          ),
        }),
        c.custom('conditionOut', {
          render: ({ conditionOut }) => <Condition value={conditionOut} />,
        }),
        c.custom('conditionIn', { render: ({ conditionIn }) => <Condition value={conditionIn} /> }),
        c.text('note'),
      ]}
    />
  );
}

function Condition({ value }: { readonly value: Item['conditionIn'] }) {
  const t = useT('remote-inventory');
  return value === null ? <None /> : t(`containers.choice.condition.${value}`);
}
