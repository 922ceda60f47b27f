import en from '@boxyard/shared/domain/texts/families/creditPurchases.en.json' with {
  type: 'json',
};
import th from '@boxyard/shared/domain/texts/families/creditPurchases.th.json' with {
  type: 'json',
};
import supplierPartsEn from '@boxyard/shared/domain/texts/families/supplierParts.en.json' with {
  type: 'json',
};
import supplierPartsTh from '@boxyard/shared/domain/texts/families/supplierParts.th.json' with {
  type: 'json',
};
import { bothLanguages } from '../../../kernel/index.ts';

/** What pages and exports say of purchases on credit (ADR 0087). */
export const CREDIT_WORDS = bothLanguages({ en, th });
export const SUPPLIER_PART_WORDS = bothLanguages({ en: supplierPartsEn, th: supplierPartsTh });
