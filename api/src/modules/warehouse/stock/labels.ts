import partsEn from '@boxyard/shared/domain/texts/families/parts.en.json' with { type: 'json' };
import partsTh from '@boxyard/shared/domain/texts/families/parts.th.json' with { type: 'json' };
import reorderEn from '@boxyard/shared/domain/texts/families/reorder.en.json' with { type: 'json' };
import reorderTh from '@boxyard/shared/domain/texts/families/reorder.th.json' with { type: 'json' };
import { bothLanguages } from '../../../kernel/index.ts';

/** What pages, exports and PDFs say (ADR 0087). */
export const REORDER_WORDS = bothLanguages({ en: reorderEn, th: reorderTh });
export const PART_WORDS = bothLanguages({ en: partsEn, th: partsTh });
