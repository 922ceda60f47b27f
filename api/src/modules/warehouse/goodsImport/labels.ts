import { goodsImportMachine } from '@boxyard/shared/domain/purchasing/machines.ts';
import en from '@boxyard/shared/domain/texts/families/goodsImports.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/goodsImports.th.json' with { type: 'json' };
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(goodsImportMachine, { en, th });
