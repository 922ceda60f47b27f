import en from '@boxyard/shared/domain/texts/families/repairs.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/repairs.th.json' with { type: 'json' };
import { repairMachine } from '@boxyard/shared/domain/warehouse/repairMachine.ts';
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(repairMachine, { en, th });
