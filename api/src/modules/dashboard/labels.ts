import { purchaseOrderMachine } from '@boxyard/shared/domain';
import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import ageingEn from '@boxyard/shared/domain/texts/families/ageing.en.json' with { type: 'json' };
import ageingTh from '@boxyard/shared/domain/texts/families/ageing.th.json' with { type: 'json' };
import productsEn from '@boxyard/shared/domain/texts/families/products.en.json' with {
  type: 'json',
};
import productsTh from '@boxyard/shared/domain/texts/families/products.th.json' with {
  type: 'json',
};
import en from '@boxyard/shared/domain/texts/families/purchaseOrders.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/purchaseOrders.th.json' with { type: 'json' };
import { bothLanguages, type Locale, type Localised } from '../../kernel/index.ts';
import { familyWords } from '../../workflow/index.ts';
import wordsEn from './words.en.json' with { type: 'json' };
import wordsTh from './words.th.json' with { type: 'json' };

/** Words that pages, exports and PDFs have for orders, containers and ages of debts (ADR 0087). */
export const ORDER_WORDS = familyWords(purchaseOrderMachine, { en, th });
export const PRODUCT_WORDS = familyWords(productMachine, { en: productsEn, th: productsTh });
export const AGE_WORDS = bothLanguages({ en: ageingEn, th: ageingTh });

const WORDS = bothLanguages({ en: wordsEn, th: wordsTh });
type Named = Readonly<Record<string, Localised | undefined>>;

/** Names a figure. */
export const figureLabel = (key: string, locale: Locale): string =>
  (WORDS.figure as Named)[key]?.[locale] ?? key;

/** Words of a task: its own, or those of its action, which name the document. */
export const taskWords = (key: string): Localised | undefined =>
  (WORDS.work as Named)[key] ?? (WORDS.action as Named)[key.split('/').at(-1) ?? ''];
