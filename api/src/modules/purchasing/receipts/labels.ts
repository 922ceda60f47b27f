import { receiptMachine } from '@boxyard/shared/domain/purchasing/machines.ts';
import en from '@boxyard/shared/domain/texts/families/receipts.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/receipts.th.json' with { type: 'json' };
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(receiptMachine, { en, th });
