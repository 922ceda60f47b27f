import type { Contract, RowOf } from '@boxyard/shared/contract';
import { defineResource } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { None, PageLink, Quantity, RefText } from '@boxyard/shared/ui';
import { BeingCounted, StockQuantity } from '../../StockQuantity.tsx';
import { SerialLink } from '../../scan/SerialLink.tsx';
import classes from './parts.module.css';

type Move = RowOf<Contract['parts.tracking']>;

/** Pages of the documents that move stock, by the type that the ledger names. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  receipt: 'receipt-detail',
  goodsImport: 'import-warehouse-detail',
  dispatch: 'parts-requisition-view',
  claim: 'claim-detail',
  repair: 'repair-update',
  destroy: 'destruction-update',
  partSale: 'part-sale-detail',
  transform: 'transformation-detail',
  audit: 'audit-detail',
  transfer: 'parts-transfer-detail',
};

export function Document({ document }: Pick<Move, 'document'>) {
  const t = useT('remote-warehouse');
  const route = DOCUMENTS[document.type];
  const name = document.documentNo ?? t(`tracking.choice.docType.${document.type}`);
  return route === undefined || document.id === null ? (
    name
  ) : (
    <PageLink className={classes.nowrap} page={route} params={{ id: document.id }}>
      {name}
    </PageLink>
  );
}

export const Place = ({ place }: { readonly place: Move['from'] }) => (
  <>
    <RefText value={place.warehouse} show="code" />
    {/* Places that hold nothing but the default bin are named by their warehouse. */}
    {place.bin === 'DEFAULT' ? null : (
      <>
        {' / '}
        <span className={classes.nowrap}>{place.bin}</span>
      </>
    )}
  </>
);

/** From where to where. */
export const Way = ({ row }: { readonly row: Pick<Move, 'from' | 'to'> }) => (
  <span className={classes.move}>
    <Place place={row.from} />
    <span className={classes.arrow} aria-hidden="true">
      →
    </span>
    <Place place={row.to} />
  </span>
);

/** What came or went, signed, so that the colour is not its only carrier; within: neither. */
export function Flow({
  row,
  way,
}: {
  readonly row: Pick<Move, 'qtyIn' | 'qtyOut'>;
  readonly way: 'in' | 'out';
}) {
  const quantity = way === 'in' ? row.qtyIn : row.qtyOut;
  if (quantity === 0) return <None />;
  if (quantity === null) return <BeingCounted />;
  const isWithin = (row.qtyIn ?? 0) > 0 && (row.qtyOut ?? 0) > 0;
  return (
    <span className={isWithin ? classes.within : classes[way]}>
      {isWithin ? '' : way === 'in' ? '+' : '−'}
      <Quantity value={quantity} />
    </span>
  );
}

/** The ledger of one part with the running balance (domain-warehouse 3). */
export const tracking = defineResource({
  list: 'parts.tracking',
  texts: 'remote-warehouse:tracking',
  page: 'parts-warehouse',
  columns: (c) => [
    c.custom('document', { card: 'title', render: (row) => <Document document={row.document} /> }),
    c.date('effectiveDate'),
    c.dateTime('postedAt', { hidden: true }),
    c.custom('action', {
      render: (row) => <Action row={row} />,
    }),
    c.custom('place', {
      render: (row) => (
        <>
          <Way row={row} />
          {row.serialNo || row.lotNo ? (
            <span className={classes.trace}>
              {row.serialNo ? <SerialLink serialNo={row.serialNo} /> : row.lotNo}
            </span>
          ) : null}
        </>
      ),
    }),
    { ...c.quantity('qtyIn'), render: (row) => <Flow row={row} way="in" /> },
    { ...c.quantity('qtyOut'), render: (row) => <Flow row={row} way="out" /> },
    {
      ...c.quantity('balanceAfter'),
      render: (row) => (
        <span className={classes.value}>
          <StockQuantity value={row.balanceAfter} />
        </span>
      ),
    },
    c.money('unitCost', { places: 4, ability: 'parts-warehouse:view-cost' }),
    c.money('value', { ability: 'parts-warehouse:view-cost' }),
    c.choice('condition', { hidden: true }),
    c.person('by'),
  ],
});

/** The same of a part without serial numbers: nobody looks for one. */
export const untraced: typeof tracking = { ...tracking, filters: { serialNo: { hidden: true } } };

export function Action({ row }: { readonly row: Pick<Move, 'document' | 'action'> }) {
  const t = useT('remote-warehouse');
  return t(`tracking.did.${row.document.type}.${row.action}`, {
    defaultValue: t(`tracking.choice.docType.${row.document.type}`, { defaultValue: row.action }),
  });
}
