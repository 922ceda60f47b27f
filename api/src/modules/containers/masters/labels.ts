import productModelsEn from '@boxyard/shared/domain/texts/families/productModels.en.json' with {
  type: 'json',
};
import productModelsTh from '@boxyard/shared/domain/texts/families/productModels.th.json' with {
  type: 'json',
};
import productStatusesEn from '@boxyard/shared/domain/texts/families/productStatuses.en.json' with {
  type: 'json',
};
import productStatusesTh from '@boxyard/shared/domain/texts/families/productStatuses.th.json' with {
  type: 'json',
};
import { bothLanguages } from '../../../kernel/index.ts';

/** What pages, exports and PDFs say (ADR 0087). */
export const MODEL_WORDS = bothLanguages({ en: productModelsEn, th: productModelsTh });
export const STATUS_WORDS = bothLanguages({ en: productStatusesEn, th: productStatusesTh });
