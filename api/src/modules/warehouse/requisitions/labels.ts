import en from '@boxyard/shared/domain/texts/families/requisitions.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/requisitions.th.json' with { type: 'json' };
import { requisitionMachine } from '@boxyard/shared/domain/warehouse/requisitionMachine.ts';
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(requisitionMachine, { en, th });
