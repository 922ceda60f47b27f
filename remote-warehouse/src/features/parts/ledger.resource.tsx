import type { BalanceRow } from '@boxyard/shared/contract/areas/ledger.ts';
import { defineResource } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { None, RefText } from '@boxyard/shared/ui';
import { StockQuantity, stockText } from '../../StockQuantity.tsx';
import { SerialLink } from '../../scan/SerialLink.tsx';
import classes from './parts.module.css';
import { Action, Document, Flow, Way } from './tracking.resource.tsx';

const VIEW_COST = 'parts-warehouse:view-cost';

/** Moves of all parts (domain-warehouse 3.1, 4.1). */
export const ledger = defineResource({
  list: 'stock.ledger',
  texts: 'remote-warehouse:stock.ledger',
  page: 'parts-warehouse',
  nameOf: (row) => ('part' in row ? (row.part.code ?? '') : ''),
  columns: (c) => [
    c.custom('part', {
      card: 'title',
      render: (row) => (
        <>
          <RefText value={row.part} />
          {row.serialNo || row.lotNo ? (
            <span className={classes.trace}>
              {row.serialNo ? (
                <SerialLink serialNo={row.serialNo} partId={row.part.id} />
              ) : (
                row.lotNo
              )}
            </span>
          ) : null}
        </>
      ),
    }),
    c.date('effectiveDate'),
    c.dateTime('postedAt', { hidden: true }),
    c.custom('document', { render: (row) => <Document document={row.document} /> }),
    c.custom('action', { render: (row) => <Action row={row} /> }),
    c.custom('place', { render: (row) => <Way row={row} /> }),
    { ...c.quantity('qtyIn'), render: (row) => <Flow row={row} way="in" /> },
    { ...c.quantity('qtyOut'), render: (row) => <Flow row={row} way="out" /> },
    c.ref('unit', { hidden: true }),
    c.money('unitCost', { places: 4, ability: VIEW_COST, hidden: true }),
    c.money('value', { ability: VIEW_COST }),
    // With it rows break into two lines; the document's history names everybody.
    c.person('by', { hidden: true }),
  ],
});

/** How much lies in which warehouse. */
function Held({ warehouses }: Pick<BalanceRow, 'warehouses'>) {
  const t = useT('remote-warehouse');
  return warehouses
    .map(({ warehouse, quantity }) => `${warehouse.code} ${stockText(quantity, t)}`)
    .join(' · ');
}

/** What is owned of each part, now or at the end of a day (domain-warehouse 4.1). */
export const balances = defineResource({
  list: 'stock.balances',
  texts: 'remote-warehouse:stock.balances',
  page: 'parts-warehouse',
  // Chosen beside the list.
  filters: { asOf: { hidden: true } },
  nameOf: (row) => ('part' in row ? (row.part.code ?? '') : ''),
  columns: (c) => [
    c.ref('part', { sort: 'partNo' }),
    c.ref('category', { value: ({ category: { name, nameTh } }) => ({ name, nameTh }) }),
    {
      ...c.quantity('quantity'),
      render: (row) => (
        <StockQuantity value={row.quantity} unit={<RefText value={row.unit} show="name" />} />
      ),
    },
    c.custom('warehouses', {
      render: ({ warehouses }) =>
        warehouses.length === 0 ? <None /> : <Held warehouses={warehouses} />,
    }),
    c.money('averageCost', { places: 4, ability: VIEW_COST }),
    c.money('value', { ability: VIEW_COST }),
  ],
});
