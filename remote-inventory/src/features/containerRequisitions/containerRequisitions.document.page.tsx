import type { ContainerRequisitionDetail } from '@boxyard/shared/contract/areas/containerRequisitions.ts';
import { isDraft } from '@boxyard/shared/domain';
import { isOpenLine } from '@boxyard/shared/domain/containers/containerRequisitionMachine.ts';
import {
  actionFields,
  DocumentPage,
  FormPage,
  type FormValues,
  useDraftDeletion,
} from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { Alert, None, nameIn, PageLink } from '@boxyard/shared/ui';
import { useSearchParams } from 'react-router-dom';
import { ScanSheet } from '../../scan/ScanSheet.tsx';
import type { ScanLine } from '../../scan/scanning.ts';
import {
  containerRequisitions,
  requisitionsForContracts,
} from './containerRequisitions.resource.tsx';
import { ReturnChoice } from './ReturnChoice.tsx';

type Doc = ContainerRequisitionDetail;
type Item = Doc['items'][number];

const LINE_TONES = {
  pending: 'neutral',
  allocated: 'processing',
  released: 'warning',
  returned: 'success',
  removed: 'error',
} as const satisfies Record<Item['lineStatus'], string>;

/** Lines of one model are asked for together. */
const formOf = (doc: Doc): FormValues => ({
  type: doc.type,
  warehouseId: doc.warehouse.id,
  neededBy: doc.neededBy,
  purpose: doc.purpose,
  destinationName: doc.destinationName,
  destinationAddress: doc.destinationAddress,
  remark: doc.remark,
  items: [...Map.groupBy(doc.items, ({ productModel }) => productModel.id)].map(([id, lines]) => ({
    productModelId: id,
    quantity: lines.length,
    note: lines[0]?.note ?? null,
  })),
});

/** Contracts that this person may not read stay in it, and are not shown. */
const isReadable = ({ contract }: Item): boolean => contract !== null && contract.customer !== null;

/** Of one for contracts. */
const contractsFormOf = (doc: Doc): FormValues => {
  const open = doc.items.filter(isOpenLine);
  return {
    warehouseId: doc.warehouse.id,
    neededBy: doc.neededBy,
    purpose: doc.purpose,
    remark: doc.remark,
    contracts: open
      .filter(isReadable)
      .map(({ contract, note }) => ({ contractId: contract?.id, note })),
    staying: open.filter((item) => !isReadable(item)).length,
  };
};

const CONTRACTS = 'contracts';

/** One, or its form while nobody has decided on it (`?edit=1`, of one for contracts `?edit=contracts`). */
export function Page() {
  const [search] = useSearchParams();
  const t = useT('remote-inventory');
  const edited = search.get('edit');
  if (edited === null) return <Document />;
  if (edited !== CONTRACTS) {
    return <FormPage resource={containerRequisitions} mode="edit" toForm={formOf} />;
  }
  return (
    <FormPage
      resource={requisitionsForContracts}
      mode="edit"
      endpoint="containerRequisitions.updateContracts"
      toForm={contractsFormOf}
      toBody={({ staying: _staying, ...values }) => values}
      aside={({ staying }) =>
        Number(staying) > 0 ? (
          <Alert
            type="info"
            showIcon
            title={t('containerRequisitions.staying', { count: Number(staying) })}
          />
        ) : null
      }
    />
  );
}

/** The approval gives it a container: no contract holds one for it. */
const isToBeGiven = (item: Item): boolean => isOpenLine(item) && item.product === null;

const giving = actionFields('containerRequisitions.approve', (f) => [
  f.lines('items', {
    fixed: true,
    columns: (l) => [
      l.computed('productModel', (line) => String(line.about ?? ''), { width: 220 }),
      l.record('productId', 'containerRequisitions.availableProduct', {
        width: 280,
        query: (line) => ({
          productModelId: line.productModelId,
          warehouseId: line.warehouseId,
        }),
      }),
    ],
  }),
]);

function Document() {
  const t = useT('remote-inventory');
  const locale = useLocale();
  const about = ({ productModel }: Item) => nameIn(productModel, locale);
  const deletion = useDraftDeletion(containerRequisitions);
  return (
    <DocumentPage
      resource={containerRequisitions}
      facts={(_doc, f) => [
        f.choice('type'),
        f.ref('warehouse', { show: 'name' }),
        f.date('neededBy'),
        f.text('purpose'),
        f.text('destinationName', { known: true }),
        f.text('destinationAddress', { known: true }),
        f.dateTime('releasedAt', { known: true }),
        f.person('releasedBy', { known: true }),
        f.text('remark', { known: true }),
      ]}
      sections={(s) => [
        s.lines('items', {
          rows: (doc) => doc.items,
          columns: (c, { items }) => [
            c.number('lineNo', { width: 40 }),
            c.ref('productModel', { width: '25%' }),
            items.some(({ product }) => product !== null) &&
              c.custom('serialNumber', {
                render: ({ product }) =>
                  product === null ? (
                    <None />
                  ) : (
                    <PageLink page="container-warehouse-tracking-info" params={{ id: product.id }}>
                      {product.serialNumber}
                    </PageLink>
                  ),
              }),
            items.some(({ contract }) => contract !== null) &&
              c.custom('contract', {
                width: '20%',
                render: ({ contract }) =>
                  contract === null ? (
                    <None />
                  ) : contract.customer === null || contract.id === null ? (
                    t('containerRequisitions.withheldContract')
                  ) : (
                    <PageLink page="purchase-contract-detail" params={{ id: contract.id }}>
                      {[contract.documentNo, nameIn(contract.customer, locale)]
                        .filter(Boolean)
                        .join(' · ')}
                    </PageLink>
                  ),
              }),
            items.some(({ site }) => site !== null) &&
              c.text('site', {
                width: '25%',
                value: ({ site }) => [site?.holder, site?.address].filter(Boolean).join(', '),
              }),
            c.choice('lineStatus', { tone: ({ lineStatus }) => LINE_TONES[lineStatus] }),
            c.text('note'),
          ],
        }),
      ]}
      links={[deletion]}
      actions={{
        update: { to: () => ({ search: '?edit=1' }) },
        'update-contracts': { to: () => ({ search: `?edit=${CONTRACTS}` }) },
        approve: {
          fields: ({ items }) => (items.some(isToBeGiven) ? giving : []),
          // The one that has waited longest is proposed.
          initialValues: (doc) => ({
            items: doc.items.filter(isToBeGiven).map((item) => ({
              id: item.id,
              about: about(item),
              productModelId: item.productModel.id,
              warehouseId: doc.warehouse.id,
              productId: item.proposal?.id ?? null,
            })),
          }),
          body: (_doc, { items }) => ({
            decision: 'approve',
            items: (items as readonly { id: string; productId: string | null }[]).map(
              ({ id, productId }) => ({ id, productId: productId || null }),
            ),
          }),
        },
        reject: {
          endpoint: 'containerRequisitions.approve',
          body: () => ({ decision: 'reject' }),
        },
        // A draft has no number yet: it is deleted instead.
        cancel: { hidden: (doc) => isDraft(doc.status) },
        release: {
          fields: actionFields('containerRequisitions.release', (f) => [
            f.custom(
              'lines',
              ({ value, ...props }) => (
                <ScanSheet {...props} lines={(value ?? []) as readonly ScanLine[]} />
              ),
              { span: 6 },
            ),
          ]),
          initialValues: (doc) => ({
            lines: doc.items.filter(isOpenLine).map((item) => ({
              itemId: item.id,
              serialNumber: item.product?.serialNumber ?? '',
              about: about(item),
              scannedSerial: '',
            })),
          }),
          body: (_doc, { lines }) => ({
            lines: (lines as readonly ScanLine[])
              .filter(({ scannedSerial }) => scannedSerial !== '')
              .map(({ itemId, scannedSerial }) => ({ itemId, scannedSerial })),
          }),
        },
        return: {
          fields: actionFields('containerRequisitions.return', (f) => [
            f.custom('itemIds', (props) => <ReturnChoice {...props} />, { span: 6 }),
            f.record('warehouseId', 'masterData.subWarehouses', {
              span: 6,
              query: () => ({ storage: true, containers: true }),
            }),
          ]),
          initialValues: (doc) => {
            const out = doc.items.filter(isOut);
            return {
              choices: out.map((item) => ({
                id: item.id,
                serialNumber: item.product?.serialNumber ?? '',
                about: about(item),
              })),
              itemIds: out.map(({ id }) => id),
              warehouseId: doc.warehouse.id,
            };
          },
          body: (_doc, { itemIds, warehouseId }) => ({ itemIds, warehouseId }),
        },
      }}
      related={{ containerReceipt: 'import-warehouse-inventory-detail' }}
    />
  );
}

const isOut = ({ lineStatus, lifecycleStatus }: Item): boolean =>
  lineStatus === 'released' && lifecycleStatus === 'withdrawn';
