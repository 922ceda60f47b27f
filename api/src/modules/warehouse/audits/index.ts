import type { Family, HandlersOf } from '../../../kernel/index.ts';
import { documentFamily, documentHandlers } from '../../../workflow/index.ts';
import { saveCounts } from './counts.ts';
import { createAudit, deleteAudit, updateAudit } from './draft.ts';
import { auditList, auditMaterials } from './list.ts';
import { auditPdf } from './pdf.ts';
import { presentAudit, presentVariance } from './present.ts';
import { setStatus } from './status.ts';
import { AUDIT_MOVES, auditType } from './type.ts';
import { exportVariance } from './varianceExport.ts';
import { auditWorkItems } from './workItems.ts';

const audit = documentHandlers(auditType, presentAudit);

/** Stock counts (domain-warehouse 2.13). */
export const auditHandlers: HandlersOf<Family<'audits'>> = {
  'audits.list': auditList.run,
  'audits.materials': auditMaterials.run,
  'audits.get': audit.get,
  'audits.create': audit.creating(createAudit),
  'audits.update': audit.acting(updateAudit),
  'audits.delete': deleteAudit,
  'audits.setStatus': audit.acting(setStatus),
  'audits.saveCounts': saveCounts,
  'audits.variance': async (ctx, { params }) => ({
    data: await presentVariance(ctx, params.id),
  }),
  'audits.varianceExport': (ctx, { params, query }) =>
    exportVariance(ctx, params.id, query?.format ?? 'xlsx'),
  'audits.history': audit.history,
  'audits.moves': audit.moves,
  'audits.document': (ctx, { params }) => auditPdf(ctx, params.id),
  'audits.attach': audit.attach,
  'audits.detach': audit.detach,
};

export const auditFamily = documentFamily(auditType, {
  workItems: auditWorkItems,
  moveTypes: [AUDIT_MOVES],
});
