import { oneOptions, registerContract } from '@boxyard/shared/client';
import type { Contract, DataOf, PartDetail } from '@boxyard/shared/contract';
import { partRecordsArea } from '@boxyard/shared/contract/areas/partRecords.ts';
import { labelOfMachine, machineOf } from '@boxyard/shared/domain';
import { useLocale, useT } from '@boxyard/shared/runtime';
import {
  DateText,
  ErrorState,
  None,
  PageLink,
  Quantity,
  RefText,
  StatusTag,
  Table,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import classes from './parts.module.css';

registerContract(partRecordsArea);

type FollowUp = DataOf<Contract['parts.followUps']>[number];

/** Pages of the documents that may go on with a part, by their machines. */
const PAGES: Readonly<Record<string, string>> = {
  purchaseRequest: 'purchase-request-detail',
  purchaseOrder: 'purchase-order-detail',
  goodsImport: 'import-warehouse-detail',
  requisition: 'parts-requisition-view',
  transfer: 'parts-transfer-detail',
  claim: 'claim-detail',
  repair: 'repair-update',
  destruction: 'destruction-update',
};

function Document({ row }: { readonly row: FollowUp }) {
  const page = PAGES[row.type];
  const name = row.documentNo ?? <None />;
  if (page === undefined) return name;
  return (
    <PageLink className={classes.nowrap} page={page} params={{ id: row.id }}>
      {name}
    </PageLink>
  );
}

function Status({ row }: { readonly row: FollowUp }) {
  const machine = machineOf(row.type);
  return machine ? <StatusTag machine={machine} status={row.status} /> : <None />;
}

/** What goes on with a part and is not over, of whatever kind (domain-warehouse 4.1). */
export function FollowUps({ part }: { readonly part: PartDetail }) {
  const t = useT('remote-warehouse');
  const kind = useT('kit');
  const locale = useLocale();
  const found = useQuery(oneOptions('parts.followUps', { params: { id: part.id } }));
  if (found.isError) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  return (
    <Table<FollowUp>
      label={t('followUps.title')}
      rows={found.data ?? []}
      rowKey={(row) => row.id}
      {...(found.data ? {} : { skeleton: 3 })}
      columns={[
        {
          key: 'document',
          title: t('followUps.field.document'),
          card: 'title',
          render: (row) => <Document row={row} />,
        },
        {
          key: 'type',
          title: t('followUps.field.type'),
          render: (row) => labelOfMachine(row.type)?.[locale] ?? kind(`type.${row.type}`),
        },
        {
          key: 'date',
          title: t('followUps.field.date'),
          render: (row) => <DateText value={row.documentDate} />,
        },
        {
          key: 'quantity',
          title: t('followUps.field.quantity'),
          align: 'right',
          render: (row) => (
            <Quantity value={row.quantity} unit={<RefText value={part.unit} show="name" />} />
          ),
        },
        {
          key: 'warehouse',
          title: t('followUps.field.warehouse'),
          render: (row) => <RefText value={row.warehouse} show="name" />,
        },
        {
          key: 'createdBy',
          title: t('followUps.field.createdBy'),
          render: (row) => row.createdBy?.name ?? <None />,
        },
        {
          key: 'status',
          title: t('followUps.field.status'),
          render: (row) => <Status row={row} />,
        },
      ]}
      empty={{ text: t('followUps.empty') }}
    />
  );
}
