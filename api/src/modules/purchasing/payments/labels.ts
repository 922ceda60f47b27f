import { supplierPaymentMachine } from '@boxyard/shared/domain/purchasing/supplierPaymentMachine.ts';
import en from '@boxyard/shared/domain/texts/families/supplierPayments.en.json' with {
  type: 'json',
};
import th from '@boxyard/shared/domain/texts/families/supplierPayments.th.json' with {
  type: 'json',
};
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(supplierPaymentMachine, { en, th });
