import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import en from '@boxyard/shared/domain/texts/families/products.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/products.th.json' with { type: 'json' };
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(productMachine, { en, th });
