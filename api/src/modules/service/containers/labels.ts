import en from '@boxyard/shared/domain/texts/families/containerMaintenance.en.json' with {
  type: 'json',
};
import th from '@boxyard/shared/domain/texts/families/containerMaintenance.th.json' with {
  type: 'json',
};
import productsEn from '@boxyard/shared/domain/texts/families/products.en.json' with {
  type: 'json',
};
import productsTh from '@boxyard/shared/domain/texts/families/products.th.json' with {
  type: 'json',
};
import { bothLanguages } from '../../../kernel/index.ts';

/** Words that pages and exports share (ADR 0087). */
export const CONTAINER_WORDS = bothLanguages({
  en: { ...en, choice: { status: productsEn.status, ...productsEn.choice } },
  th: { ...th, choice: { status: productsTh.status, ...productsTh.choice } },
});
