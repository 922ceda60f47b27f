import en from '@boxyard/shared/domain/texts/families/claims.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/claims.th.json' with { type: 'json' };
import { claimMachine } from '@boxyard/shared/domain/warehouse/claimMachine.ts';
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(claimMachine, { en, th });
