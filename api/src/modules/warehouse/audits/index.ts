import { documentFamily } from '../../../workflow/index.ts';
import { saveCounts } from './counts.ts';
import { createAudit, deleteAudit, updateAudit } from './draft.ts';
import { auditList, auditMaterials } from './list.ts';
import { auditPdf } from './pdf.ts';
import { presentAudit, presentVariance } from './present.ts';
import { setStatus } from './status.ts';
import { AUDIT_MOVES, audits } from './type.ts';
import { exportVariance } from './varianceExport.ts';
import { auditWorkItems } from './workItems.ts';

/** Stock counts (domain-warehouse 2.13). */
export const auditHandlers = audits.handlers({
  present: presentAudit,
  list: auditList,
  create: createAudit,
  actions: {
    update: updateAudit,
    setStatus,
  },
  document: auditPdf,
  others: {
    materials: auditMaterials.run,
    delete: deleteAudit,
    saveCounts,
    variance: async (ctx, { params }) => ({
      data: await presentVariance(ctx, params.id),
    }),
    varianceExport: (ctx, { params, query }) =>
      exportVariance(ctx, params.id, query?.format ?? 'xlsx'),
  },
});

export const auditFamily = documentFamily(audits.type, {
  workItems: auditWorkItems,
  moveTypes: [AUDIT_MOVES],
});
