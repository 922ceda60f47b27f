import type { BiddingDetail } from '@boxyard/shared/contract';
import {
  addDays,
  bangkokDate,
  biddingMachine,
  quotationMachine,
  startsFrom,
} from '@boxyard/shared/domain';
import {
  actionFields,
  DocumentPage,
  FormPage,
  LinesTable,
  useSourceDocument,
} from '@boxyard/shared/kit';
import { pathOf, retryingLazy, useCan, useT } from '@boxyard/shared/runtime';
import {
  DateText,
  DateTimeText,
  LinkButton,
  Money,
  None,
  PageLink,
  RefText,
  Skeleton,
  StatusTag,
} from '@boxyard/shared/ui';
import { Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import classes from './bidding.module.css';
import { biddings, quotations } from './bidding.resource.tsx';
import { ClosesAt } from './ClosesAt.tsx';
import { FormPending } from './FormPending.tsx';
import { emptyLines, quotationBody } from './quotationForm.ts';

// Beyond what a first page of the area may weigh.
const Matrix = retryingLazy(async () => ({ default: (await import('./Matrix.tsx')).Matrix }));

type Doc = BiddingDetail;

/** A round beside one of its suppliers; its form (`?edit=1`); what the supplier quotes (`?quote=1`). */
export function Page() {
  const { supplierId = '', biddingId = '' } = useParams();
  const [search] = useSearchParams();
  if (search.get('quote')) return <Quote supplierId={supplierId} biddingId={biddingId} />;
  return search.get('edit') ? (
    <Edit supplierId={supplierId} biddingId={biddingId} />
  ) : (
    <Document biddingId={biddingId} supplierId={supplierId} />
  );
}

interface Place {
  readonly supplierId: string;
  readonly biddingId: string;
}

const hereOf = (place: Place, query: Readonly<Record<string, string>> = {}) =>
  pathOf('supplier-bidding', { ...place }, query);

function Edit(place: Place) {
  return (
    <FormPage
      resource={biddings}
      mode="edit"
      id={place.biddingId}
      params={{ supplierId: place.supplierId }}
      toForm={(doc) => ({
        title: doc.title,
        remark: doc.remark,
        purchaseRequestId: doc.request?.id ?? doc.id,
        invitedSupplierIds: doc.suppliers.map(({ id }) => id),
      })}
      toBody={({ title, remark, invitedSupplierIds }) => ({
        title,
        remark,
        invitedSupplierIds,
      })}
      after={() => hereOf(place)}
    />
  );
}

/** Enters what this supplier quotes, line by line of the round. */
function Quote({ supplierId, biddingId }: Place) {
  const params = { supplierId, id: biddingId };
  const { doc, pending } = useSourceDocument('biddings.get', params);
  if (doc === null) {
    return (
      <FormPending of="quotations" params={{ supplierId }}>
        {pending}
      </FormPending>
    );
  }
  return (
    <FormPage
      resource={quotations}
      mode="create"
      params={{ supplierId }}
      initialValues={{
        biddingId,
        validUntil: addDays(bangkokDate(new Date()), 30),
        vatMode: 'exclusive',
        items: emptyLines(doc.items),
      }}
      toBody={(values) => ({ ...quotationBody(values), biddingId, submit: true })}
      alternatives={[{ key: 'saveDraft', body: { submit: false } }]}
      after={() => hereOf({ supplierId, biddingId }, { section: 'quotations' })}
    />
  );
}

const takesQuotations = (doc: Doc) => startsFrom(biddingMachine, 'close', doc.status);

function Document({ biddingId, supplierId }: Place) {
  const seesBids = useCan('suppliers:view-bids');
  return (
    <DocumentPage
      resource={biddings}
      id={biddingId}
      facts={(doc) => [
        { key: 'title', value: doc.title },
        { key: 'closesAt', value: <DateTimeText value={doc.closedAt ?? doc.closesAt} /> },
        { key: 'warehouse', value: <RefText value={doc.warehouse} show="name" /> },
        ...(doc.request
          ? [
              {
                key: 'request',
                value: (
                  <PageLink page="purchase-request-detail" params={{ id: doc.request.id }}>
                    {doc.request.documentNo}
                  </PageLink>
                ),
              },
            ]
          : []),
      ]}
      banner={(doc, n) => [
        n.reason,
        doc.isSealed &&
          takesQuotations(doc) &&
          n.info('sealed', {}, <DateText value={bangkokDate(new Date(doc.closesAt))} />),
      ]}
      sections={[
        {
          key: 'comparison',
          show: () => seesBids,
          render: (doc) => (
            <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
              <Matrix biddingId={doc.id} />
            </Suspense>
          ),
        },
        {
          key: 'items',
          count: (doc) => doc.items.length,
          render: (doc) => (
            <LinesTable
              resource={biddings}
              rows={doc.items}
              columns={(c) => [
                c.number('lineNo', { width: 48 }),
                c.custom('part', {
                  render: (item) => (item.part ? <RefText value={item.part} /> : item.description),
                }),
                c.quantity('quantity', { unit: (item) => item.unit }),
                c.date('neededBy'),
                c.number('bidCount'),
                c.quantity('wonQuantity'),
                c.quantity('orderedQuantity'),
              ]}
            />
          ),
        },
        {
          key: 'quotations',
          count: (doc) => doc.suppliers.length,
          render: (doc) => <Invited doc={doc} />,
        },
      ]}
      actions={{
        update: { to: () => ({ search: '?edit=1' }) },
        reschedule: {
          fields: actionFields('biddings.reschedule', (f) => [
            f.custom('closesAt', (props) => <ClosesAt {...props} />, { span: 6 }),
          ]),
          initialValues: ({ closesAt }) => ({ closesAt }),
        },
        // Line by line, in the comparison.
        award: { hidden: true },
        'withdraw-award': { hidden: true },
        conclude: { hidden: (doc) => !doc.hasWinners },
        'create-po': { hidden: (doc) => !doc.hasUnordered },
      }}
      links={[
        {
          key: 'quote',
          ability: 'suppliers:enter-quotation',
          show: (doc) => takesQuotations(doc) && !hasQuoted(doc, supplierId),
          to: () => ({ search: '?quote=1' }),
        },
      ]}
      related={{
        purchaseRequest: 'purchase-request-detail',
        purchaseOrder: 'purchase-order-detail',
      }}
    />
  );
}

const quotationFrom = (doc: Doc, supplierId: string) =>
  doc.quotations.findLast(({ supplier }) => supplier.id === supplierId);
const hasQuoted = (doc: Doc, supplierId: string): boolean => {
  const quotation = quotationFrom(doc, supplierId);
  return quotation !== undefined && startsFrom(quotationMachine, 'lose', quotation.status)
    ? true
    : quotation !== undefined && startsFrom(quotationMachine, 'submit', quotation.status);
};

/** Who was asked, and what came of it. */
function Invited({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  const mayEnter = useCan('suppliers:enter-quotation');
  return (
    <LinesTable
      resource={biddings}
      rows={doc.suppliers.map((supplier) => ({
        id: supplier.id,
        supplier,
        quotation: quotationFrom(doc, supplier.id) ?? null,
      }))}
      columns={(c) => [
        c.custom('supplier', {
          render: ({ supplier }) => (
            <PageLink page="supplier-detail" params={{ supplierId: supplier.id }}>
              <RefText value={supplier} />
            </PageLink>
          ),
        }),
        c.custom('quotation', {
          render: ({ id, quotation }) =>
            quotation && hasQuoted(doc, id) ? (
              <PageLink
                page="supplier-quotation"
                params={{ supplierId: id, quotationId: quotation.id }}
              >
                {quotation.supplierQuoteNo}
              </PageLink>
            ) : takesQuotations(doc) && mayEnter ? (
              <LinkButton
                size="small"
                to={hereOf({ supplierId: id, biddingId: doc.id }, { quote: '1' })}
              >
                {t('biddings.link.quote')}
              </LinkButton>
            ) : (
              <span className={classes.note}>{t('biddings.noQuotation')}</span>
            ),
        }),
        c.date('validUntil', { value: ({ quotation }) => quotation?.validUntil }),
        c.custom('landedTotal', {
          render: ({ quotation }) =>
            quotation === null ? (
              <None />
            ) : quotation.landedTotal === null ? (
              t('quotations.sealed')
            ) : (
              <Money value={quotation.landedTotal} />
            ),
        }),
        c.custom('state', {
          render: ({ quotation }) =>
            quotation ? (
              <StatusTag machine={quotationMachine} status={quotation.status} />
            ) : (
              <None />
            ),
        }),
      ]}
    />
  );
}
