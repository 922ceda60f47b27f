import { addDays, bangkokDate, purchaseRequestMachine, startsFrom } from '@boxyard/shared/domain';
import { actionFields, DocumentPage, FormPage, known, LinesTable } from '@boxyard/shared/kit';
import { mayOpen, pathOf, RecordPanels, useT } from '@boxyard/shared/runtime';
import { DateText, Money, PageLink, RefText } from '@boxyard/shared/ui';
import { useSearchParams } from 'react-router-dom';
import { decidesPurchases, PartWithSupply } from '../../Supply.tsx';
import { bodyOf, purchaseRequests } from './purchaseRequests.resource.tsx';

/** A request, or its form while it is being changed (`?edit=1`). */
export function Page() {
  const [search] = useSearchParams();
  return search.get('edit') ? (
    <FormPage resource={purchaseRequests} mode="edit" toBody={bodyOf} />
  ) : (
    <Document />
  );
}

function Document() {
  const t = useT('remote-purchase-sales');
  return (
    <DocumentPage
      resource={purchaseRequests}
      facts={(doc) => [
        { key: 'requester', value: doc.requester.name },
        { key: 'neededBy', value: <DateText value={doc.neededBy} /> },
        { key: 'estimatedTotal', value: <Money value={doc.estimatedTotal} /> },
        { key: 'warehouse', value: <RefText value={doc.warehouse} show="name" /> },
        { key: 'purpose', value: t(`requests.choice.purpose.${doc.purpose}`) },
        { key: 'validUntil', value: <DateText value={doc.validUntil} /> },
        ...known('reference', doc.refType === 'stockRule' ? t('requests.reordered') : doc.refNo),
        ...known('department', doc.department),
        ...known('documentHeader', doc.documentHeader?.name),
        ...known('remark', doc.remark),
        ...doc.rounds.slice(-1).map(({ id, documentNo, supplierId }) => ({
          key: 'round',
          value: (
            <PageLink page="supplier-bidding" params={{ supplierId, biddingId: id }}>
              {documentNo}
            </PageLink>
          ),
        })),
      ]}
      sections={[
        {
          key: 'items',
          count: (doc) => doc.items.length,
          render: (doc) => (
            <LinesTable
              resource={purchaseRequests}
              rows={doc.items}
              columns={(c) => [
                c.number('lineNo', { width: 48 }),
                c.custom('part', {
                  render: ({ part, freeText }) => {
                    if (!part) return freeText ?? '';
                    if (!waits(doc.status) || !decidesPurchases()) return <RefText value={part} />;
                    return (
                      <PartWithSupply part={part} companyId={doc.company.id} lines={doc.items} />
                    );
                  },
                }),
                c.quantity('quantity', { unit: (item) => item.unit }),
                c.money('estimatedPrice', { places: 4 }),
                c.money('amount'),
                c.quantity('orderedQty'),
                c.quantity('receivedQty'),
                ...(doc.items.some((item) => item.suggestedSupplier)
                  ? [c.ref('suggestedSupplier', { show: 'name' })]
                  : []),
                ...(doc.items.some((item) => item.note) ? [c.text('note')] : []),
              ]}
              footer={{ amount: <Money value={doc.estimatedTotal} /> }}
            />
          ),
        },
      ]}
      actions={{
        update: { to: () => ({ search: '?edit=1' }) },
        approve: {
          fields: actionFields('purchaseRequests.approve', (f) => [f.longText('comment')]),
        },
        renew: {
          initialValues: () => ({ validUntil: addDays(bangkokDate(new Date()), 30) }),
          fields: actionFields('purchaseRequests.renew', (f) => [f.date('validUntil')]),
        },
      }}
      links={[
        {
          key: 'createOrder',
          ability: 'purchase-orders:create',
          primary: true,
          show: (doc) => hasFreeLines(doc.items) && isOpen(doc.status),
          to: (doc) => pathOf('purchase-order-create', {}, { requests: doc.id }),
        },
        {
          key: 'openRound',
          ability: 'suppliers:open-bidding',
          show: (doc) => hasFreeLines(doc.items) && isOpen(doc.status) && mayOpen('suppliers'),
          to: (doc) => pathOf('suppliers', {}, { round: doc.id }),
        },
        {
          key: 'copy',
          ability: 'purchase-requests:create',
          to: (doc) => pathOf('purchase-request-create', {}, { copy: doc.id }),
        },
      ]}
      aside={({ id, items }) => (
        <RecordPanels
          on="purchase-request-detail"
          record={{
            kind: 'purchaseRequest',
            id,
            refs: { part: [...new Set(items.flatMap(({ part }) => part?.id ?? []))] },
          }}
        />
      )}
      related={{
        bidding: (doc, id) => {
          const round = doc.rounds.find((one) => one.id === id);
          if (!round || !mayOpen('supplier-bidding')) return null;
          return pathOf('supplier-bidding', { supplierId: round.supplierId, biddingId: id });
        },
        purchaseOrder: 'purchase-order-detail',
        purchaseRequest: 'purchase-request-detail',
      }}
    />
  );
}

/** Whether somebody has to decide about it. */
const waits = (status: string) => startsFrom(purchaseRequestMachine, 'approve', status);

/** Lines that nobody has ordered and no bidding round asks for. */
const hasFreeLines = (items: readonly { readonly openQty: number; readonly inRound: boolean }[]) =>
  items.some((item) => item.openQty > 0 && !item.inRound);

/** Whether the machine still lets lines be ordered: it may move on by sourcing. */
const isOpen = (status: string) => startsFrom(purchaseRequestMachine, 'source', status);
