import { oneOptions, registerContract } from '@boxyard/shared/client';
import type { Contract, DataOf, PartDetail } from '@boxyard/shared/contract';
import { transformationsArea } from '@boxyard/shared/contract/areas/transformations.ts';
import { actionFields, CallDialog } from '@boxyard/shared/kit';
import { useCan, useT } from '@boxyard/shared/runtime';
import {
  Button,
  EditIcon,
  ErrorState,
  Quantity,
  RefText,
  Skeleton,
  Table,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parts } from './parts.resource.tsx';
import classes from './stock.module.css';

registerContract(transformationsArea);

type Component = DataOf<Contract['parts.components']>[number];

const fields = actionFields('parts.setComponents', (f) => [
  f.lines('items', {
    newLine: () => ({ quantity: 1, recoveryRate: '100.00', costShare: '0.00' }),
    columns: (l) => [
      l.record('partId', 'parts.master', { width: 260, label: 'components.part' }),
      l.quantity('quantity', { width: 100, label: 'components.quantity' }),
      l.percent('recoveryRate', { width: 130, label: 'components.recoveryRate' }),
      l.percent('costShare', { width: 130, label: 'components.costShare' }),
    ],
  }),
]);

/** What a part consists of: proposed where it is taken apart or put together (domain-warehouse 1.4, 2.9). */
export function Components({ part }: { readonly part: PartDetail }) {
  const t = useT('remote-warehouse');
  const mayEdit = useCan('parts-warehouse:update');
  const [isEditing, setEditing] = useState(false);
  const found = useQuery(oneOptions('parts.components', { params: { id: part.id } }));
  if (found.isError) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (!found.data) return <Skeleton active />;
  const rows = found.data;
  const button = mayEdit ? (
    <Button icon={<EditIcon />} onClick={() => setEditing(true)}>
      {t('parts.components.edit')}
    </Button>
  ) : null;
  return (
    <>
      {rows.length > 0 ? <div className={classes.bar}>{button}</div> : null}
      <Table<Component>
        label={t('parts.components.title')}
        rows={rows}
        rowKey={(row) => row.part.id}
        columns={[
          {
            key: 'part',
            title: t('parts.components.part'),
            render: (row) => <RefText value={row.part} />,
          },
          {
            key: 'quantity',
            title: t('parts.components.quantity'),
            align: 'right',
            render: (row) => (
              <Quantity value={row.quantity} unit={<RefText value={row.unit} show="name" />} />
            ),
          },
          ...(['recoveryRate', 'costShare'] as const).map((name) => ({
            key: name,
            title: t(`parts.components.${name}`),
            align: 'right' as const,
            render: (row: Component) => `${row[name]} %`,
          })),
        ]}
        empty={{ text: t('parts.components.emptyText'), action: button }}
      />
      {isEditing ? (
        <CallDialog
          endpoint="parts.setComponents"
          resource={parts}
          params={{ id: part.id }}
          title={t('parts.components.title')}
          consequence={t('parts.components.consequence')}
          okText={t('parts.components.save')}
          fields={fields}
          initialValues={{
            items:
              rows.length > 0
                ? rows.map(({ part: { id: partId }, unit: _unit, ...row }) => ({ ...row, partId }))
                : [{ quantity: 1, recoveryRate: '100.00', costShare: '100.00' }],
          }}
          toBody={(values) => ({ ...values, version: part.version })}
          onDone={() => setEditing(false)}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  );
}
