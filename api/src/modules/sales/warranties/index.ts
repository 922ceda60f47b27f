import { offerRenewal, voidWarranty } from './decide.ts';
import { warrantyContainers } from './holder.ts';
import { warrantyList } from './list.ts';
import './lost.ts';
import './paid.ts';
import { presentWarrantyRequest } from '../warrantyRequests/present.ts';
import { warrantyPdf } from './pdf.ts';
import { presentWarranty } from './present.ts';
import { toldHistoryOf } from './reasons.ts';
import { createWarranty } from './renew.ts';
import { warrantyTerms } from './terms.ts';
import { warranties } from './type.ts';

/** Warranties of containers (docs/domain/containers.md "Warranty", docs/adr/0041). */
export const warrantyHandlers = warranties.handlers({
  present: presentWarranty,
  list: warrantyList,
  create: createWarranty,
  actions: { void: voidWarranty },
  document: warrantyPdf,
  others: {
    history: toldHistoryOf(warranties.type),
    containers: warrantyContainers.run,
    terms: warrantyTerms,
    offer: async (ctx, input) => {
      const { id } = await offerRenewal(ctx, input);
      return { data: await presentWarrantyRequest(ctx, id) };
    },
  },
});

export const warrantyFamily = warranties.family({});

export { watchWarranties } from './nightly.ts';
export { warrantyPriceConstraints, warrantyPriceHandlers } from './prices.ts';
