import { mayOpen, pathOf, useT } from '@boxyard/shared/runtime';
import { PageLink } from '@boxyard/shared/ui';
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
  if (id === null) return t(`containers.withheld.${type === 'contract' ? 'contract' : 'other'}`);
  const beside = TABS[type];
  if (beside) {
    return (
      <PageLink page={beside.page} query={{ tab: beside.tab, record: id }}>
        {documentNo}
      </PageLink>
    );
  }
  const page = PAGES[type];
  if (page === undefined) return documentNo;
  return (
    <PageLink page={page} params={{ id }}>
      {documentNo}
    </PageLink>
  );
}
