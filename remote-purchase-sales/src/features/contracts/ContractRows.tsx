import { listOptions } from '@boxyard/shared/client';
import type { Contract, QueryIn, RowOf } from '@boxyard/shared/contract';
import { contractMachine } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { Money, nameIn, PageLink, PieceRows, StatusTag } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import './contracts.resource.tsx';

type Row = RowOf<Contract['contracts.list']>;

interface Props {
  readonly shown: number;
  readonly filters: NonNullable<QueryIn<Contract['contracts.list']>>['filters'] & object;
  readonly empty: string;
  /** Whose contract it is, by default. */
  readonly detail?: (row: Row) => ReactNode;
}

/** The latest contracts of a query, each a line, and the way to all of them. */
export function ContractRows({ shown, filters, empty, detail }: Props) {
  const t = useT('remote-purchase-sales');
  const locale = useLocale();
  const sort = '-createdAt';
  const query = useQuery(
    listOptions('contracts.list', { query: { sort, filters }, loading: false }),
  );
  const asQuery = Object.fromEntries(
    Object.entries(filters).map(([name, values]) => [name, (values as string[]).join(',')]),
  );
  return (
    <PieceRows
      query={query}
      shown={shown}
      empty={empty}
      rowOf={(row) => ({
        key: row.id,
        name: row.documentNo ?? t('pieces.draft'),
        to: { page: 'purchase-contract-detail', params: { id: row.id } },
        detail: detail ? detail(row) : nameIn(row.customer, locale),
        aside: <StatusTag machine={contractMachine} status={row.status} />,
      })}
      all={(count) => (
        <PageLink page="purchase-contract" query={{ ...asQuery, sort }}>
          {t('pieces.allContracts', { count })}
        </PageLink>
      )}
    />
  );
}

/** What was agreed, and what of it is outstanding. */
export const ContractMoney = ({ of }: { readonly of: Row }) => {
  const t = useT('remote-purchase-sales');
  return (
    <>
      <Money value={of.grandTotal} /> · {t('pieces.outstanding')}{' '}
      <Money value={of.outstandingAmount} />
    </>
  );
};
