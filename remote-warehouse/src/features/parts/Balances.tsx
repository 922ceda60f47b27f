import type { PartDetail } from '@boxyard/shared/contract';
import { useT } from '@boxyard/shared/runtime';
import { EmptyState, None, Quantity, RefText, Table } from '@boxyard/shared/ui';

type Balance = PartDetail['balances'][number];

const keyOf = (row: Balance) =>
  [row.warehouse.id, row.bin.id, row.condition, row.lotNo].filter(Boolean).join('/');

/** Where the stock of a part lies, bin by bin. */
export function Balances({ part }: { readonly part: PartDetail }) {
  const t = useT('remote-warehouse');
  const total = (field: 'onHand' | 'reserved') =>
    part.balances.reduce((sum, row) => Math.round((sum + row[field]) * 1000) / 1000, 0);
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
            <Quantity value={row.onHand} unit={<RefText value={part.unit} show="name" />} />
          ),
        },
        {
          key: 'reserved',
          title: t('balances.field.reserved'),
          align: 'right',
          render: (row) => <Quantity value={row.reserved} />,
        },
      ]}
      footer={{
        onHand: (
          <Quantity value={total('onHand')} unit={<RefText value={part.unit} show="name" />} />
        ),
        reserved: <Quantity value={total('reserved')} />,
      }}
      empty={<EmptyState title={t('balances.empty')} />}
    />
  );
}
