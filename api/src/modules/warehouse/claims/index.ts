import { type Ctx, type Family, type HandlersOf, historyOf } from '../../../kernel/index.ts';
import { loadVisible } from '../../../workflow/index.ts';
import { fileHandlers } from '../../attachments.ts';
import { deliveryCompany } from '../../purchasing/lines.ts';
import { loadRefs } from '../../purchasing/refs.ts';
import { actingOn } from '../acting.ts';
import { confirmClaim } from './answer.ts';
import { claimDocument } from './document.ts';
import { createClaim, updateClaim } from './draft.ts';
import { cancelClaim, rejectClaim } from './end.ts';
import { watchAnswers } from './late.ts';
import { claimList, claimMaster } from './list.ts';
import { presentClaim } from './present.ts';
import { sendClaim } from './send.ts';
import { claimType } from './type.ts';
import { verdictsOf } from './warranty.ts';

const files = fileHandlers(claimType);
const acting = actingOn(presentClaim);

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
  'claims.get': async (ctx, { params }) => ({ data: await presentClaim(ctx, params.id) }),
  'claims.create': async (ctx, input) => {
    const { id } = await createClaim(ctx, input);
    return { data: await presentClaim(ctx, id) };
  },
  'claims.update': acting(updateClaim),
  'claims.send': acting(sendClaim),
  'claims.confirm': acting(confirmClaim),
  'claims.reject': acting(rejectClaim),
  'claims.cancel': acting(cancelClaim),
  'claims.history': async (ctx, { params }) => {
    await loadVisible(ctx, claimType, { id: params.id });
    return { data: await historyOf(ctx, claimType.subject, params.id) };
  },
  'claims.document': (ctx, { params }) => claimDocument(ctx, params.id),
  'claims.attach': files.attach,
  'claims.detach': files.detach,
};

/** Each night: what suppliers should have answered. */
export const claimsNightly: readonly ((ctx: Ctx) => Promise<void>)[] = [watchAnswers];
