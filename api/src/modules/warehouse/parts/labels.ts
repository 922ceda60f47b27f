import en from '@boxyard/shared/domain/texts/families/parts.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/parts.th.json' with { type: 'json' };
import { bothLanguages } from '../../../kernel/index.ts';

/** What pages, exports and PDFs say (ADR 0087). */
export const TEXTS = bothLanguages({ en, th });
