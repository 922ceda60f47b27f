import { purchaseOrderMachine } from '@boxyard/shared/domain/purchasing/machines.ts';
import en from '@boxyard/shared/domain/texts/families/purchaseOrders.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/purchaseOrders.th.json' with { type: 'json' };
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(purchaseOrderMachine, { en, th });
