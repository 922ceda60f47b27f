import { paymentMachine } from '@boxyard/shared/domain/money/paymentMachine.ts';
import en from '@boxyard/shared/domain/texts/families/payments.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/payments.th.json' with { type: 'json' };
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(paymentMachine, { en, th });
