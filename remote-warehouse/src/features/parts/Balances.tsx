import type { PartDetail } from '@boxyard/shared/contract';
import { addQuantities } from '@boxyard/shared/domain';
import { useT } from '@boxyard/shared/runtime';
import { None, RefText, Table } from '@boxyard/shared/ui';
import { StockQuantity } from '../../StockQuantity.tsx';

type Balance = PartDetail['balances'][number];

const keyOf = (row: Balance) =>
  [row.warehouse.id, row.bin.id, row.condition, row.lotNo].filter(Boolean).join('/');

/** Where the stock of a part lies, bin by bin. */
export function Balances({ part }: { readonly part: PartDetail }) {
  const t = useT('remote-warehouse');
  const total = (field: 'onHand' | 'reserved'): number | null => {
    const known = part.balances.flatMap((row) => row[field] ?? []);
    return known.length < part.balances.length ? null : addQuantities(0, ...known);
  };
  return (
    <Table<Balance>
      label={t('balances.title')}
      rows={part.balances}
      rowKey={keyOf}
      columns={[
        {
          key: 'warehouse',
          title: t('balances.field.warehouse'),
          render: (row) => <RefText value={row.warehouse} />,
        },
        {
          key: 'bin',
          title: t('balances.field.bin'),
          render: (row) => <RefText value={row.bin} show="code" />,
        },
        {
          key: 'condition',
          title: t('balances.field.condition'),
          render: (row) => t(`condition.${row.condition}`),
        },
        ...(part.trackingType === 'lot'
          ? [
              {
                key: 'lotNo',
                title: t('balances.field.lotNo'),
                render: (row: Balance) => row.lotNo ?? <None />,
              },
            ]
          : []),
        {
          key: 'onHand',
          title: t('balances.field.onHand'),
          align: 'right',
          render: (row) => (
            <StockQuantity value={row.onHand} unit={<RefText value={part.unit} show="name" />} />
          ),
        },
        {
          key: 'reserved',
          title: t('balances.field.reserved'),
          align: 'right',
          render: (row) => <StockQuantity value={row.reserved} />,
        },
      ]}
      footer={{
        onHand: (
          <StockQuantity value={total('onHand')} unit={<RefText value={part.unit} show="name" />} />
        ),
        reserved: <StockQuantity value={total('reserved')} />,
      }}
      empty={{ text: t('balances.empty') }}
    />
  );
}
