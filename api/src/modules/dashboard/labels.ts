import { purchaseOrderMachine } from '@boxyard/shared/domain';
import en from '@boxyard/shared/domain/texts/families/purchaseOrders.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/purchaseOrders.th.json' with { type: 'json' };
import { familyWords } from '../../workflow/index.ts';

/** What pages, exports and PDFs say of orders (ADR 0087). */
export const ORDER_WORDS = familyWords(purchaseOrderMachine, { en, th });
