import {
  type ShownPaymentStatus,
  shownPaymentStatus,
} from '@boxyard/shared/domain/sales/shownPaymentStatus.ts';
import { useT } from '@boxyard/shared/runtime';
import { ToneTag } from '@boxyard/shared/ui';

const TONES = {
  notBilled: 'neutral',
  unpaid: 'warning',
  partiallyPaid: 'processing',
  paidToDate: 'processing',
  paid: 'success',
  overdue: 'error',
  refunded: 'neutral',
} as const satisfies Record<ShownPaymentStatus, string>;

/** The payment status of a contract as a tag; a contract that is paid to date has payments to come. */
export function PaymentStatus({
  contract,
}: {
  readonly contract: Parameters<typeof shownPaymentStatus>[0];
}) {
  const t = useT('remote-purchase-sales');
  const shown = shownPaymentStatus(contract);
  return <ToneTag tone={TONES[shown]}>{t(`contracts.choice.paymentStatus.${shown}`)}</ToneTag>;
}
