import type {
  CONTRACT_PAYMENT_STATUSES,
  SETTLEMENT_STATUSES,
} from '@boxyard/shared/domain/sales/contractMachine.ts';
import type { ContractType } from '@boxyard/shared/domain/sales/paymentPlan.ts';
import type { Localised } from '../../../kernel/index.ts';
import { STATUS_LABELS as DOCUMENT_LABELS } from '../../../workflow/index.ts';

/** Texts of exports and PDFs. */
export const STATUS_LABELS = {
  ...DOCUMENT_LABELS,
  terminated: { en: 'Terminated', th: 'บอกเลิกแล้ว' },
} as const;

export const TYPE_LABELS: Readonly<Record<ContractType, Localised>> = {
  sale: { en: 'Sale', th: 'ขายขาด' },
  installment: { en: 'Hire purchase', th: 'เช่าซื้อ' },
  lease: { en: 'Lease', th: 'เช่า' },
};

export const PAYMENT_LABELS: Readonly<
  Record<(typeof CONTRACT_PAYMENT_STATUSES)[number], Localised>
> = {
  notBilled: { en: 'Not billed', th: 'ยังไม่แจ้งหนี้' },
  unpaid: { en: 'Unpaid', th: 'ยังไม่ชำระ' },
  partiallyPaid: { en: 'Partly paid', th: 'ชำระบางส่วน' },
  paid: { en: 'Paid', th: 'ชำระแล้ว' },
  overdue: { en: 'Overdue', th: 'เกินกำหนด' },
  refunded: { en: 'Refunded', th: 'คืนเงินแล้ว' },
};

export const SETTLEMENT_LABELS: Readonly<Record<(typeof SETTLEMENT_STATUSES)[number], Localised>> =
  {
    none: { en: 'Nothing to settle', th: 'ไม่มีรายการ' },
    open: { en: 'To be settled', th: 'รอชำระบัญชี' },
    settled: { en: 'Settled', th: 'ชำระบัญชีแล้ว' },
  };
