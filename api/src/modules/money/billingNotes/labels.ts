import { billingNoteMachine } from '@boxyard/shared/domain/money/billingNoteMachine.ts';
import en from '@boxyard/shared/domain/texts/families/billingNotes.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/billingNotes.th.json' with { type: 'json' };
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(billingNoteMachine, { en, th });
