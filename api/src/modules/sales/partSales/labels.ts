import { partSaleMachine } from '@boxyard/shared/domain/sales/partSaleMachine.ts';
import en from '@boxyard/shared/domain/texts/families/partSales.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/partSales.th.json' with { type: 'json' };
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(partSaleMachine, { en, th });
