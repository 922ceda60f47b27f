import en from '@boxyard/shared/domain/texts/families/transformations.en.json' with {
  type: 'json',
};
import th from '@boxyard/shared/domain/texts/families/transformations.th.json' with {
  type: 'json',
};
import { transformationMachine } from '@boxyard/shared/domain/warehouse/transformationMachine.ts';
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(transformationMachine, { en, th });
