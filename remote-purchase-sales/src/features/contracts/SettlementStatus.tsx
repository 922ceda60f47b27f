import type { SETTLEMENT_STATUSES } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { useT } from '@boxyard/shared/runtime';
import { None, ToneTag } from '@boxyard/shared/ui';

type Value = (typeof SETTLEMENT_STATUSES)[number];

/** Whether a deposit waits for its settlement, as a tag; nothing where there is none to give back. */
export function SettlementStatus({ value }: { readonly value: Value }) {
  const t = useT('remote-purchase-sales');
  if (value === 'none') return <None />;
  return (
    <ToneTag tone={value === 'open' ? 'warning' : 'success'}>
      {t(`contracts.choice.settlementStatus.${value}`)}
    </ToneTag>
  );
}
