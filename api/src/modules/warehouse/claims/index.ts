import type { Ctx } from '../../../kernel/index.ts';
import { deliveryCompany, loadRefs } from '../../../workflow/index.ts';
import { confirmClaim } from './answer.ts';
import { createClaim, updateClaim } from './draft.ts';
import { cancelClaim, rejectClaim } from './end.ts';
import { claimList, claimMaster } from './list.ts';
import { notifyOverdueAnswers } from './overdue.ts';
import { claimPdf } from './pdf.ts';
import { presentClaim } from './present.ts';
import { sendClaim } from './send.ts';
import { claims } from './type.ts';
import { verdictsOf } from './warranty.ts';
import { claimWorkItems } from './workItems.ts';

/** Claims of parts to their suppliers (domain-warehouse 2.10). */
export const claimHandlers = claims.handlers({
  present: presentClaim,
  list: claimList,
  master: claimMaster,
  create: createClaim,
  actions: {
    update: updateClaim,
    send: sendClaim,
    confirm: confirmClaim,
    reject: rejectClaim,
    cancel: cancelClaim,
  },
  document: claimPdf,
  others: {
    eligible: async (ctx, { query }) => {
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
  },
});

/** Each night: what suppliers should have answered. */
export const claimsNightly: readonly ((ctx: Ctx) => Promise<void>)[] = [notifyOverdueAnswers];

export const claimFamily = claims.family({
  workItems: claimWorkItems,
  notifyOfLoss: (row) => [row.createdBy, row.assigneeId],
});
