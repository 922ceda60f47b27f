import { bankLineMachine } from '@boxyard/shared/domain/money/bankLineMachine.ts';
import en from '@boxyard/shared/domain/texts/families/bankLines.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/bankLines.th.json' with { type: 'json' };
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(bankLineMachine, { en, th });
