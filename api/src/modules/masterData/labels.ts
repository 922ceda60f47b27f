import categoriesEn from '@boxyard/shared/domain/texts/families/categories.en.json' with {
  type: 'json',
};
import categoriesTh from '@boxyard/shared/domain/texts/families/categories.th.json' with {
  type: 'json',
};
import unitsEn from '@boxyard/shared/domain/texts/families/units.en.json' with { type: 'json' };
import unitsTh from '@boxyard/shared/domain/texts/families/units.th.json' with { type: 'json' };
import { bothLanguages } from '../../kernel/index.ts';

/** What pages, exports and PDFs say (ADR 0087). */
export const UNIT_WORDS = bothLanguages({ en: unitsEn, th: unitsTh });
export const CATEGORY_WORDS = bothLanguages({ en: categoriesEn, th: categoriesTh });
