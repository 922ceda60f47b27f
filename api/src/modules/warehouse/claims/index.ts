import type { Ctx, Family, HandlersOf } from '../../../kernel/index.ts';
import {
  deliveryCompany,
  documentFamily,
  documentHandlers,
  loadRefs,
  returnToDecision,
} from '../../../workflow/index.ts';
import { confirmClaim } from './answer.ts';
import { createClaim, updateClaim } from './draft.ts';
import { cancelClaim, rejectClaim } from './end.ts';
import { claimList, claimMaster } from './list.ts';
import { notifyOverdueAnswers } from './overdue.ts';
import { claimPdf } from './pdf.ts';
import { presentClaim } from './present.ts';
import { sendClaim } from './send.ts';
import { CLAIM_MOVES, claimType } from './type.ts';
import { verdictsOf } from './warranty.ts';
import { claimWorkItems } from './workItems.ts';

const claim = documentHandlers(claimType, presentClaim);

/** Claims of parts to their suppliers (domain-warehouse 2.10). */
export const claimHandlers: HandlersOf<Family<'claims'>> = {
  'claims.list': claimList.run,
  'claims.master': claimMaster.run,
  'claims.eligible': async (ctx, { query }) => {
    const companyId = await deliveryCompany(ctx, query.warehouseId);
    const supplierId = query.supplierId ?? null;
    const [verdict] = await verdictsOf(ctx, { companyId, supplierId, pieces: [query] });
    if (!verdict) throw new Error('one piece in, one verdict out');
    const { receiptId, receiptNo, warrantyEnd, inWarranty } = verdict;
    const refs = await loadRefs(ctx, { supplier: [verdict.supplierId] });
    return {
      data: {
        supplier: refs.refOrNull(verdict.supplierId),
        warrantyEnd,
        inWarranty,
        receipt: receiptId === null ? null : { id: receiptId, documentNo: receiptNo },
      },
    };
  },
  'claims.get': claim.get,
  'claims.create': claim.creating(createClaim),
  'claims.update': claim.acting(updateClaim),
  'claims.send': claim.acting(sendClaim),
  'claims.confirm': claim.acting(confirmClaim),
  'claims.reject': claim.acting(rejectClaim),
  'claims.cancel': claim.acting(cancelClaim),
  'claims.history': claim.history,
  'claims.moves': claim.moves,
  'claims.document': (ctx, { params }) => claimPdf(ctx, params.id),
  'claims.attach': claim.attach,
  'claims.detach': claim.detach,
};

/** Each night: what suppliers should have answered. */
export const claimsNightly: readonly ((ctx: Ctx) => Promise<void>)[] = [notifyOverdueAnswers];

export const claimFamily = documentFamily(claimType, {
  workItems: claimWorkItems,
  moveTypes: [CLAIM_MOVES],
  reservations: {
    docType: CLAIM_MOVES,
    onLost: returnToDecision(claimType, (row) => [row.createdBy, row.assigneeId]),
  },
});
