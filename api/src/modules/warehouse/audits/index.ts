import type { Family, HandlersOf } from '../../../kernel/index.ts';
import { documentHandlers } from '../documentHandlers.ts';
import { saveCounts } from './counts.ts';
import { auditDocument } from './document.ts';
import { createAudit, deleteAudit, updateAudit } from './draft.ts';
import { auditList, auditMaterials } from './list.ts';
import { presentAudit, presentVariance } from './present.ts';
import { setStatus } from './status.ts';
import { auditType } from './type.ts';
import { exportVariance } from './varianceExport.ts';

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
  'audits.document': (ctx, { params }) => auditDocument(ctx, params.id),
  'audits.attach': audit.attach,
  'audits.detach': audit.detach,
};
