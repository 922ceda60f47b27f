import { type PieceRecord, useT } from '@boxyard/shared/runtime';
import { ContractMoney, ContractRows } from './ContractRows.tsx';

/** What was agreed with the customer last. */
export function Panel({ record }: { readonly record: PieceRecord }) {
  const t = useT('remote-purchase-sales');
  return (
    <ContractRows
      shown={3}
      filters={{ customerId: [record.id] }}
      empty={t('pieces.noContractOfCustomer')}
      detail={(row) => <ContractMoney of={row} />}
    />
  );
}
