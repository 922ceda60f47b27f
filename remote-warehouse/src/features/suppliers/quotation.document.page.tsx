import type { QuotationDetail } from '@boxyard/shared/contract';
import { addDays, bangkokDate } from '@boxyard/shared/domain';
import {
  actionFields,
  DocumentPage,
  FormPage,
  known,
  LinesTable,
  useSourceDocument,
} from '@boxyard/shared/kit';
import { pathOf, useT } from '@boxyard/shared/runtime';
import { DateText, DateTimeText, Money, PageLink, RefText } from '@boxyard/shared/ui';
import { useParams, useSearchParams } from 'react-router-dom';
import classes from './bidding.module.css';
import { quotations } from './bidding.resource.tsx';
import { bidFacts } from './bidFacts.ts';
import { FormPending } from './FormPending.tsx';
import { linesOf, quotationBody } from './quotationForm.ts';

type Doc = QuotationDetail;

/** A supplier's quotation, or its form while it is being changed (`?edit=1`). */
export function Page() {
  const { supplierId = '', quotationId = '' } = useParams();
  const [search] = useSearchParams();
  return search.get('edit') ? (
    <Edit supplierId={supplierId} quotationId={quotationId} />
  ) : (
    <Document supplierId={supplierId} quotationId={quotationId} />
  );
}

interface Place {
  readonly supplierId: string;
  readonly quotationId: string;
}

function Edit({ supplierId, quotationId }: Place) {
  const own = useSourceDocument('quotations.get', { supplierId, id: quotationId });
  const asked = useSourceDocument(
    'biddings.get',
    own.doc === null ? null : { supplierId, id: own.doc.bidding.id },
  );
  const round = asked.doc;
  if (round === null) {
    return (
      <FormPending of="quotations" params={{ supplierId }}>
        {own.pending ?? asked.pending}
      </FormPending>
    );
  }
  return (
    <FormPage
      resource={quotations}
      mode="edit"
      id={quotationId}
      params={{ supplierId }}
      toForm={(doc) => ({
        supplierQuoteNo: doc.supplierQuoteNo,
        validUntil: doc.validUntil,
        vatMode: doc.vatMode,
        shippingFee: doc.shippingFee,
        deliveryDays: doc.deliveryDays,
        creditDays: doc.creditDays,
        remark: doc.remark,
        items: linesOf(doc, round),
      })}
      toBody={(values) => ({ ...quotationBody(values), submit: true })}
      alternatives={[{ key: 'saveDraft', body: { submit: false } }]}
      after={() => pathOf('supplier-quotation', { supplierId, quotationId })}
    />
  );
}

function Document({ quotationId }: Place) {
  const t = useT('remote-warehouse');
  return (
    <DocumentPage
      resource={quotations}
      id={quotationId}
      facts={(doc) => [
        {
          key: 'supplier',
          value: (
            <PageLink page="supplier-detail" params={{ supplierId: doc.supplier.id }}>
              <RefText value={doc.supplier} show="name" />
            </PageLink>
          ),
        },
        {
          key: 'bidding',
          value: (
            <PageLink
              page="supplier-bidding"
              params={{ supplierId: doc.supplier.id, biddingId: doc.bidding.id }}
            >
              {doc.bidding.documentNo}
            </PageLink>
          ),
        },
        { key: 'validUntil', value: <DateText value={doc.validUntil} /> },
        { key: 'revisionNo', value: doc.revisionNo },
        { key: 'vatMode', value: t(`quotations.choice.vatMode.${doc.vatMode}`) },
        ...known('shippingFee', doc.shippingFee, (value) => <Money value={value} />),
        ...known('deliveryDays', doc.deliveryDays),
        { key: 'creditDays', value: doc.creditDays },
        ...known('remark', doc.remark),
      ]}
      banner={(doc, n) => [n.reason, doc.isSealed && n.info('sealedText')]}
      sections={[
        {
          key: 'items',
          count: (doc) => doc.items.length,
          render: (doc) => <Lines items={doc.items} total={doc.landedTotal} />,
        },
        {
          key: 'revisions',
          count: (doc) => doc.revisionNo - 1,
          show: (doc) => doc.revisionNo > 1,
          render: (doc) => <Revisions doc={doc} />,
        },
      ]}
      actions={{
        update: { to: () => ({ search: '?edit=1' }) },
        win: { hidden: true },
        lose: { hidden: true },
        extend: {
          fields: actionFields('quotations.extend', (f) => [f.date('validUntil')]),
          initialValues: () => ({ validUntil: addDays(bangkokDate(new Date()), 30) }),
        },
      }}
      related={{ purchaseOrder: 'purchase-order-detail' }}
    />
  );
}

interface LinesProps {
  readonly items: Doc['items'];
  readonly total: string | null;
}

function Lines({ items, total }: LinesProps) {
  const t = useT('remote-warehouse');
  const isPriced = items.some(({ unitPrice }) => unitPrice !== null);
  return (
    <LinesTable
      resource={quotations}
      rows={items}
      columns={(c) => [
        c.number('lineNo', { width: 48 }),
        c.custom('part', {
          width: '32%',
          render: (item) => (
            <>
              {item.part ? <RefText value={item.part} /> : item.description}
              {[bidFacts(item, t), item.wonReason]
                .filter((note) => note)
                .map((note) => (
                  <span key={note} className={classes.note}>
                    {note}
                  </span>
                ))}
            </>
          ),
        }),
        c.quantity('quantity', { unit: (item) => item.unit }),
        ...(items.some(({ moq }) => moq !== null) ? [c.quantity('moq')] : []),
        ...(isPriced
          ? [
              c.money('unitPrice', { places: 4 }),
              ...(items.some(({ discountPct }) => Number(discountPct) > 0)
                ? [c.percent('discountPct')]
                : []),
              c.money('landedUnitPrice', { places: 4 }),
              c.money('landedTotal'),
            ]
          : []),
        ...(items.some(({ isWinner }) => isWinner) ? [c.quantity('wonQuantity')] : []),
      ]}
      {...(total === null ? {} : { footer: { landedTotal: <Money value={total} /> } })}
    />
  );
}

/** What was submitted before, newest first. */
function Revisions({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  const { doc: revisions, pending } = useSourceDocument('quotations.revisions', {
    supplierId: doc.supplier.id,
    id: doc.id,
  });
  if (revisions === null) return pending;
  return revisions.map((revision) => (
    <article key={revision.revisionNo}>
      <h2>{t('quotations.revision', { number: revision.revisionNo })}</h2>
      <p>
        {revision.by?.name} · <DateTimeText value={revision.at} />
      </p>
      <Lines items={revision.items} total={revision.landedTotal} />
    </article>
  ));
}
