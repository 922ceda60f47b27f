import { purchaseOrderMachine, receiptMachine } from '@boxyard/shared/domain';
import ordersEn from '@boxyard/shared/domain/texts/families/purchaseOrders.en.json' with {
  type: 'json',
};
import ordersTh from '@boxyard/shared/domain/texts/families/purchaseOrders.th.json' with {
  type: 'json',
};
import reportEn from '@boxyard/shared/domain/texts/families/purchaseReceiptReport.en.json' with {
  type: 'json',
};
import reportTh from '@boxyard/shared/domain/texts/families/purchaseReceiptReport.th.json' with {
  type: 'json',
};
import purchaseReportEn from '@boxyard/shared/domain/texts/families/purchaseReport.en.json' with {
  type: 'json',
};
import purchaseReportTh from '@boxyard/shared/domain/texts/families/purchaseReport.th.json' with {
  type: 'json',
};
import receiptsEn from '@boxyard/shared/domain/texts/families/receipts.en.json' with {
  type: 'json',
};
import receiptsTh from '@boxyard/shared/domain/texts/families/receipts.th.json' with {
  type: 'json',
};
import { bothLanguages } from '../../kernel/index.ts';
import { familyWords } from '../../workflow/index.ts';

/** What pages, exports and PDFs say (ADR 0087). */
export const ORDER_WORDS = familyWords(purchaseOrderMachine, { en: ordersEn, th: ordersTh });
export const RECEIPT_WORDS = familyWords(receiptMachine, { en: receiptsEn, th: receiptsTh });
export const TEXTS = bothLanguages({ en: reportEn, th: reportTh });
export const PURCHASE_WORDS = bothLanguages({ en: purchaseReportEn, th: purchaseReportTh });
