import { containerRequisitionMachine } from '@boxyard/shared/domain/containers/containerRequisitionMachine.ts';
import en from '@boxyard/shared/domain/texts/families/containerRequisitions.en.json' with {
  type: 'json',
};
import th from '@boxyard/shared/domain/texts/families/containerRequisitions.th.json' with {
  type: 'json',
};
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(containerRequisitionMachine, { en, th });
