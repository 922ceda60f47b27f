import type { CONTRACT_PAYMENT_STATUSES } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { useT } from '@boxyard/shared/runtime';
import { ToneTag } from '@boxyard/shared/ui';

type Value = (typeof CONTRACT_PAYMENT_STATUSES)[number];

const TONES = {
  notBilled: 'neutral',
  unpaid: 'warning',
  partiallyPaid: 'processing',
  paid: 'success',
  overdue: 'error',
  refunded: 'neutral',
} as const satisfies Record<Value, string>;

/** What of a contract is paid, as a tag. */
export function PaymentStatus({ value }: { readonly value: Value }) {
  const t = useT('remote-purchase-sales');
  return <ToneTag tone={TONES[value]}>{t(`contracts.choice.paymentStatus.${value}`)}</ToneTag>;
}
