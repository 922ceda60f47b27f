import en from '@boxyard/shared/domain/texts/families/transfers.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/transfers.th.json' with { type: 'json' };
import { transferMachine } from '@boxyard/shared/domain/warehouse/transferMachine.ts';
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(transferMachine, { en, th });
