import { containerReceiptMachine } from '@boxyard/shared/domain/containers/receiptMachine.ts';
import en from '@boxyard/shared/domain/texts/families/containerReceipts.en.json' with {
  type: 'json',
};
import th from '@boxyard/shared/domain/texts/families/containerReceipts.th.json' with {
  type: 'json',
};
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(containerReceiptMachine, { en, th });
