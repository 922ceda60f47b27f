import { containerTransferMachine } from '@boxyard/shared/domain/containers/containerTransferMachine.ts';
import en from '@boxyard/shared/domain/texts/families/containerTransfers.en.json' with {
  type: 'json',
};
import th from '@boxyard/shared/domain/texts/families/containerTransfers.th.json' with {
  type: 'json',
};
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(containerTransferMachine, { en, th });
