import { creditNoteMachine } from '@boxyard/shared/domain/money/creditNoteMachine.ts';
import en from '@boxyard/shared/domain/texts/families/creditNotes.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/creditNotes.th.json' with { type: 'json' };
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(creditNoteMachine, { en, th });
