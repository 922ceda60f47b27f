import en from '@boxyard/shared/domain/texts/families/destructions.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/destructions.th.json' with { type: 'json' };
import { destructionMachine } from '@boxyard/shared/domain/warehouse/destructionMachine.ts';
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(destructionMachine, { en, th });
