import type { Contract, RowOf } from '@boxyard/shared/contract';
import { mayOpen, pathOf, useT } from '@boxyard/shared/runtime';
import { PageLink, RefText } from '@boxyard/shared/ui';
import type { To } from 'react-router-dom';

/** Where documents that concern a container are opened, by their machines. */
export const PAGES: Readonly<Record<string, string>> = {
  product: 'container-warehouse-tracking-info',
  containerReceipt: 'import-warehouse-inventory-detail',
  containerRequisition: 'container-requisition-detail',
  containerTransfer: 'container-transfer-detail',
  inspection: 'inspection-detail',
  goodsImport: 'import-warehouse-detail',
  repair: 'repair-update',
  claim: 'claim-detail',
  destruction: 'destruction-update',
  contract: 'purchase-contract-detail',
};

/** Those that have no page of their own: the tab of a list that opens one beside it. */
export const TABS: Readonly<Record<string, { readonly page: string; readonly tab: string }>> = {
  warranty: { page: 'warranty', tab: 'warranties' },
  warrantyRequest: { page: 'warranty', tab: 'requests' },
  payment: { page: 'payment-data', tab: 'payments' },
};

const besideList =
  ({ page, tab }: { readonly page: string; readonly tab: string }) =>
  (_doc: unknown, id: string): To | null =>
    mayOpen(page) ? pathOf(page, {}, { tab, record: id }) : null;

/** The same, as a document page asks for them. */
export const RELATED: Readonly<Record<string, string | ((doc: unknown, id: string) => To | null)>> =
  {
    ...PAGES,
    ...Object.fromEntries(Object.entries(TABS).map(([type, tab]) => [type, besideList(tab)])),
  };

/** The number of a document, and the way to it where this person has one. */
export function DocumentLink({
  document: { type, id, documentNo },
}: {
  readonly document: {
    readonly type: string;
    readonly id: string | null;
    readonly documentNo: string | null;
  };
}) {
  const t = useT('remote-inventory');
  const kind = type === 'contract' ? 'contract' : 'other';
  if (id === null) return t(`containers.withheld.${kind}`);
  const name = documentNo ?? t(`containers.withoutNumber.${kind}`);
  const beside = TABS[type];
  if (beside) {
    return (
      <PageLink page={beside.page} query={{ tab: beside.tab, record: id }}>
        {name}
      </PageLink>
    );
  }
  const page = PAGES[type];
  if (page === undefined) return name;
  return (
    <PageLink page={page} params={{ id }}>
      {name}
    </PageLink>
  );
}

type Reservation = NonNullable<RowOf<Contract['products.list']>['reservation']>;

/** For whom a container is held: the document, and the customer or place that it names. */
export function ReservedFor({
  reservation: { document, customer, destination },
}: {
  readonly reservation: Reservation;
}) {
  return (
    <>
      <DocumentLink document={document} />
      {customer === null ? null : (
        <>
          {' · '}
          <RefText value={customer} show="name" />
        </>
      )}
      {destination === null ? null : ` · ${destination}`}
    </>
  );
}
