import en from '@boxyard/shared/domain/texts/families/ageing.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/ageing.th.json' with { type: 'json' };
import statementEn from '@boxyard/shared/domain/texts/families/statement.en.json' with {
  type: 'json',
};
import statementTh from '@boxyard/shared/domain/texts/families/statement.th.json' with {
  type: 'json',
};
import { bothLanguages } from '../../../kernel/index.ts';

/** What pages, exports and PDFs say (ADR 0087). */
export const TEXTS = bothLanguages({ en, th });
export const STATEMENT_WORDS = bothLanguages({ en: statementEn, th: statementTh });
