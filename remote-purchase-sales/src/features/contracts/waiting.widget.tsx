import { useT } from '@boxyard/shared/runtime';
import { ContractRows } from './ContractRows.tsx';

/** Contracts on their way to an approval. */
export function Widget() {
  const t = useT('remote-purchase-sales');
  return (
    <ContractRows shown={5} filters={{ tab: ['pending'] }} empty={t('pieces.noContractWaiting')} />
  );
}
