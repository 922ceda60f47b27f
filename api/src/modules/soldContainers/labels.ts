import soldEn from '@boxyard/shared/domain/texts/families/productContracts.en.json' with {
  type: 'json',
};
import soldTh from '@boxyard/shared/domain/texts/families/productContracts.th.json' with {
  type: 'json',
};
import transactionsEn from '@boxyard/shared/domain/texts/families/transactions.en.json' with {
  type: 'json',
};
import transactionsTh from '@boxyard/shared/domain/texts/families/transactions.th.json' with {
  type: 'json',
};
import { bothLanguages } from '../../kernel/index.ts';

/** What pages and exports say (ADR 0087). */
export const SOLD_WORDS = bothLanguages({ en: soldEn, th: soldTh });
export const TRANSACTION_WORDS = bothLanguages({ en: transactionsEn, th: transactionsTh });
