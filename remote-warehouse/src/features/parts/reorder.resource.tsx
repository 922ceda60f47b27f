import type { ReorderRow } from '@boxyard/shared/contract';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { formatQuantity, RefText } from '@boxyard/shared/ui';
import classes from '../../lines.module.css';
import { StockQuantity } from '../../StockQuantity.tsx';
import { StockLevel } from './StockLevel.tsx';

/** Why a part that runs low need not be bought for the company: its warehouses ask for it themselves. */
function BoughtElsewhere({ row }: { readonly row: ReorderRow }) {
  const t = useT('remote-warehouse');
  if (row.suggestedQty !== 0 || !row.warehousesQty) return null;
  return (
    <div className={classes.quiet}>
      {t('reorder.byWarehouses', { quantity: formatQuantity(row.warehousesQty) })}
    </div>
  );
}

/** Parts at or below their levels, by warehouse and company (domain-warehouse 1.4, 4.1). */
export const reorder = defineResource({
  list: 'stock.reorder',
  texts: 'remote-warehouse:reorder',
  page: 'parts-warehouse',
  nameOf: (row) => ('part' in row ? (row.part.code ?? '') : ''),
  columns: (c) => [
    c.ref('part'),
    c.custom('warehouse', { render: (row) => <RefText value={row.warehouse} show="code" /> }),
    c.custom('level', { card: 'corner', render: (row) => <StockLevel level={row.level} /> }),
    {
      ...c.quantity('available'),
      render: (row) => (
        <StockQuantity value={row.available} unit={<RefText value={row.unit} show="name" />} />
      ),
    },
    c.quantity('incoming', { hidden: true }),
    c.quantity('onOrder'),
    c.quantity('requested'),
    {
      ...c.quantity('projected', { hidden: true }),
      render: (row) => <StockQuantity value={row.projected} />,
    },
    c.quantity('reorderPoint', { value: (row) => row.reorderPoint ?? row.minStock }),
    c.quantity('maxStock', { hidden: true }),
    {
      ...c.quantity('suggestedQty'),
      render: (row) => (
        <>
          <StockQuantity value={row.suggestedQty} unit={<RefText value={row.unit} show="name" />} />
          <BoughtElsewhere row={row} />
        </>
      ),
    },
    c.ref('supplier', { show: 'name' }),
    c.number('leadTimeDays', { hidden: true }),
    c.ref('company', { hidden: true }),
  ],
});

interface Line {
  readonly partName?: { id: string; code: string | null; name: string; nameTh?: string | null };
  readonly warehouseName?: Line['partName'];
  readonly unitName?: Line['partName'];
}

/** What a line of the form is about: in line with the fields beside it. */
const Named = ({ value, show }: { value: Line['partName']; show?: 'code' }) => (
  <span className={classes.cellText}>
    <RefText value={value} {...(show ? { show } : {})} />
  </span>
);

/** What is asked for, line by line; what was chosen is changed here and nothing is added. */
export const requestFields = actionFields('stock.createRequests', (f) => [
  f.date('neededBy', { help: 'help.neededBy' }),
  f.lines('items', {
    fixed: true,
    columns: (l) => [
      l.custom('partId', (line) => <Named value={(line as Line).partName} />, {
        label: 'field.part',
        width: 260,
      }),
      l.custom(
        'warehouseId',
        (line) => <Named value={(line as Line).warehouseName} show="code" />,
        {
          label: 'field.warehouse',
          width: 120,
        },
      ),
      l.quantity('quantity', { width: 120 }),
      l.computed(
        'unit',
        (line) => <RefText value={(line as Line).unitName ?? null} show="name" />,
        {
          width: 90,
        },
      ),
    ],
  }),
]);
