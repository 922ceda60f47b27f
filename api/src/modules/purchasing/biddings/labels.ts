import {
  biddingMachine,
  quotationMachine,
} from '@boxyard/shared/domain/purchasing/biddingMachines.ts';
import biddingsEn from '@boxyard/shared/domain/texts/families/biddings.en.json' with {
  type: 'json',
};
import biddingsTh from '@boxyard/shared/domain/texts/families/biddings.th.json' with {
  type: 'json',
};
import quotationsEn from '@boxyard/shared/domain/texts/families/quotations.en.json' with {
  type: 'json',
};
import quotationsTh from '@boxyard/shared/domain/texts/families/quotations.th.json' with {
  type: 'json',
};
import { familyWords } from '../../../workflow/index.ts';

/** What the families' pages, exports and PDFs say (ADR 0087). */
export const BIDDING_WORDS = familyWords(biddingMachine, { en: biddingsEn, th: biddingsTh });
export const QUOTATION_WORDS = familyWords(quotationMachine, {
  en: quotationsEn,
  th: quotationsTh,
});
