import { type PieceRecord, useT } from '@boxyard/shared/runtime';
import { ContractRows } from './ContractRows.tsx';

/** What was agreed about the container, the latest first. */
export function Panel({ record }: { readonly record: PieceRecord }) {
  const t = useT('remote-purchase-sales');
  return (
    <ContractRows
      shown={3}
      filters={{ productId: [record.id] }}
      empty={t('pieces.noContractOfContainer')}
    />
  );
}
