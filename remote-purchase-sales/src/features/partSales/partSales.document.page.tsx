import type { PartSaleDetail, PartSaleItem } from '@boxyard/shared/contract/areas/partSales.ts';
import { isDraft, startsFrom } from '@boxyard/shared/domain';
import { partSaleMachine } from '@boxyard/shared/domain/sales/partSaleMachine.ts';
import { DocumentPage, FormPage, known, LinesTable, useDraftDeletion } from '@boxyard/shared/kit';
import { pathOf, useT } from '@boxyard/shared/runtime';
import {
  DateText,
  DateTimeText,
  Money,
  None,
  PageLink,
  Percent,
  RefText,
} from '@boxyard/shared/ui';
import { useSearchParams } from 'react-router-dom';
import { AmountsPanel } from '../../AmountsPanel.tsx';
import { moneyPath } from '../../moneyTabs.ts';
import classes from './partSales.module.css';
import { partSales, useExpectedSaleTotal } from './partSales.resource.tsx';

type Doc = PartSaleDetail;

/** A sale, or its form while it is a draft (`?edit=1`). */
export function Page() {
  const [search] = useSearchParams();
  const toBody = useExpectedSaleTotal();
  return search.get('edit') ? (
    <FormPage resource={partSales} mode="edit" toBody={toBody} />
  ) : (
    <Document />
  );
}

/** A draft that lost its stock to a count has a number, and is cancelled. */
const isDeletable = (doc: Doc): boolean => isDraft(doc.status) && doc.documentNo === null;

function Document() {
  const t = useT('remote-purchase-sales');
  const deletion = useDraftDeletion(partSales);
  return (
    <DocumentPage
      resource={partSales}
      facts={(doc) => [
        { key: 'customer', value: <Customer doc={doc} /> },
        { key: 'grandTotal', value: <Money value={doc.grandTotal} /> },
        { key: 'warehouse', value: <RefText value={doc.warehouse} show="name" /> },
        { key: 'neededBy', value: <DateText value={doc.neededBy} /> },
        ...known('sale', doc.sale, (value) => value.name),
        { key: 'vatMode', value: t(`orders.choice.vatMode.${doc.vatMode}`) },
        ...known('phone', doc.buyer.phone),
        ...known('address', doc.buyer.address),
        ...(Number(doc.discountPercent) > 0
          ? [{ key: 'discountPercent', value: <Percent value={doc.discountPercent} /> }]
          : []),
        ...known('margin', doc.margin, (value) => (
          <>
            <Money value={value} />
            {doc.marginPercent === null ? null : (
              <>
                {' '}
                (<Percent value={doc.marginPercent} />)
              </>
            )}
          </>
        )),
        ...known('deliveredAt', doc.deliveredAt, (value) => <DateTimeText value={value} />),
        ...known('deliveredBy', doc.deliveredBy, (value) => value.name),
        ...known('recipientName', doc.recipientName),
        ...known('remark', doc.remark),
      ]}
      banner={(doc, n) => [
        shortOf(doc).length > 0 &&
          n.warning(
            'short',
            { count: shortOf(doc).length },
            t('partSales.shortLines', {
              lines: shortOf(doc)
                .map(({ lineNo }) => lineNo)
                .join(', '),
            }),
          ),
        isUnconfirmed(doc) ? doc.documentNo !== null && n.warning('lostStock') : n.reason,
        startsFrom(partSaleMachine, 'deliver', doc.status) && n.info('held'),
      ]}
      sections={[
        {
          key: 'items',
          count: (doc) => doc.items.length,
          render: (doc) => (
            <>
              <Lines items={doc.items} />
              <AmountsPanel amounts={{ ...doc, whtAmount: '0.00', netPayable: doc.grandTotal }} />
            </>
          ),
        },
        {
          key: 'picks',
          count: (doc) => picksOf(doc).length,
          show: (doc) => picksOf(doc).length > 0,
          render: (doc) => <Picks doc={doc} />,
        },
      ]}
      actions={{
        update: { to: () => ({ search: '?edit=1' }) },
        confirm: { asks: true },
        deliver: { to: ({ id }) => pathOf('part-sale-deliver', { id }) },
        return: { to: ({ id }) => pathOf('part-sale-return', { id }) },
        cancel: { hidden: isDeletable },
      }}
      links={[{ ...deletion, show: isDeletable }]}
      related={{
        goodsImport: 'import-warehouse-detail',
        invoice: (_doc, id) => moneyPath('invoices', id),
        creditNote: (_doc, id) => moneyPath('credit-notes', id),
      }}
    />
  );
}

function Customer({ doc }: { readonly doc: Doc }) {
  return (
    <PageLink page="customer-data" query={{ record: doc.customer.id }}>
      <RefText value={doc.customer} show="name" />
    </PageLink>
  );
}

function Lines({ items }: { readonly items: readonly PartSaleItem[] }) {
  const some = (has: (item: PartSaleItem) => boolean) => items.some(has);
  return (
    <LinesTable
      resource={partSales}
      rows={items}
      columns={(c) => [
        c.number('lineNo', { width: 40 }),
        c.custom('part', {
          width: '32%',
          render: (item) => (
            <>
              <RefText value={item.part} />
              {item.note ? <span className={classes.note}>{item.note}</span> : null}
            </>
          ),
        }),
        c.quantity('quantity', { unit: (item) => item.unit }),
        ...(some(({ available }) => available !== null) ? [c.quantity('available')] : []),
        ...(some(({ returnedQty }) => returnedQty > 0) ? [c.quantity('returnedQty')] : []),
        c.money('unitPrice', { places: 4 }),
        ...(some(({ discount }) => discount !== null)
          ? [
              c.custom('discount', {
                render: ({ discount }) => {
                  if (!discount) return <None />;
                  const Figure = discount.type === 'percent' ? Percent : Money;
                  return <Figure value={discount.value} />;
                },
              }),
            ]
          : []),
        c.money('lineTotal'),
        ...(some(({ margin }) => margin !== null) ? [c.money('cost'), c.money('margin')] : []),
      ]}
    />
  );
}

const picksOf = (doc: Doc) =>
  doc.items.flatMap((item) => item.picks.map((pick) => ({ ...pick, item })));

/** Where it is held; once it is delivered, what was taken from where. */
function Picks({ doc }: { readonly doc: Doc }) {
  const rows = picksOf(doc).sort((a, b) => a.bin.localeCompare(b.bin));
  const some = (has: (row: (typeof rows)[number]) => boolean) => rows.some(has);
  return (
    <LinesTable
      resource={partSales}
      rows={rows}
      columns={(c) => [
        c.text('bin', { width: 130 }),
        c.custom('part', { render: ({ item }) => <RefText value={item.part} /> }),
        ...(some((row) => row.serialNo !== null || row.lotNo !== null)
          ? [c.custom('trace', { render: (row) => row.serialNo ?? row.lotNo ?? <None /> })]
          : []),
        c.quantity('quantity', { unit: ({ item }) => item.unit }),
        ...(some(({ returnedQty }) => returnedQty > 0) ? [c.quantity('returnedQty')] : []),
        ...(some(({ warrantyUntil }) => warrantyUntil !== null) ? [c.date('warrantyUntil')] : []),
      ]}
    />
  );
}

const isUnconfirmed = (doc: Doc): boolean => startsFrom(partSaleMachine, 'confirm', doc.status);

/** Lines of which there is less than is to be sold. */
const shortOf = (doc: Doc) =>
  isUnconfirmed(doc)
    ? doc.items.filter(({ available, quantity }) => available !== null && available < quantity)
    : [];
