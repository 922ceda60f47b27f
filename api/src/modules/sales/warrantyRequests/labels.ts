import { warrantyRequestMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import en from '@boxyard/shared/domain/texts/families/warrantyRequests.en.json' with {
  type: 'json',
};
import th from '@boxyard/shared/domain/texts/families/warrantyRequests.th.json' with {
  type: 'json',
};
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(warrantyRequestMachine, { en, th });
