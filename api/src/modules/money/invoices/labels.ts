import { invoiceMachine } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import en from '@boxyard/shared/domain/texts/families/invoices.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/invoices.th.json' with { type: 'json' };
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(invoiceMachine, { en, th });
