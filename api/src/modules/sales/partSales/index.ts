import { holdingAccount } from '../../money/index.ts';
import { cancelPartSale, confirmPartSale } from './confirm.ts';
import { deliverPartSale } from './deliver.ts';
import { createPartSale, deletePartSale, updatePartSale } from './draft.ts';
import { partSaleList, partSaleMaster } from './list.ts';
import { partSaleTerms, partsForSale } from './parts.ts';
import { partSalePdf } from './pdf.ts';
import { presentPartSale } from './present.ts';
import { returnPartSale } from './returns.ts';
import { partSales } from './type.ts';
import { partSaleWorkItems } from './workItems.ts';

/** Parts sales (docs/domain/containers.md 2.13, docs/adr/0042). */
export const partSaleHandlers = partSales.handlers({
  present: presentPartSale,
  list: partSaleList,
  master: partSaleMaster,
  create: createPartSale,
  actions: {
    update: updatePartSale,
    confirm: confirmPartSale,
    // They bill and credit: the customer's account is held first (docs/adr/0039).
    deliver: holdingAccount('partSales', deliverPartSale),
    return: holdingAccount('partSales', returnPartSale),
    cancel: cancelPartSale,
  },
  document: partSalePdf,
  others: { parts: partsForSale.run, terms: partSaleTerms, delete: deletePartSale },
});

export const partSaleFamily = partSales.family({
  workItems: partSaleWorkItems,
  notifyOfLoss: (row) => [row.createdBy, row.saleId],
});
export { saleReturns } from './returns.ts';
