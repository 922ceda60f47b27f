import { contractMachine } from '@boxyard/shared/domain/sales/contractMachine.ts';
import en from '@boxyard/shared/domain/texts/families/contracts.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/contracts.th.json' with { type: 'json' };
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(contractMachine, { en, th });
