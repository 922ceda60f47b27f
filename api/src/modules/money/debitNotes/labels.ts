import { debitNoteMachine } from '@boxyard/shared/domain/money/debitNoteMachine.ts';
import en from '@boxyard/shared/domain/texts/families/debitNotes.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/debitNotes.th.json' with { type: 'json' };
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(debitNoteMachine, { en, th });
