import { type Ctx, type Family, type HandlersOf, historyOf } from '../../../kernel/index.ts';
import { loadVisible } from '../../../workflow/index.ts';
import { fileHandlers } from '../../attachments.ts';
import { saveCounts } from './counts.ts';
import { auditDocument } from './document.ts';
import { createAudit, deleteAudit, updateAudit } from './draft.ts';
import { auditList, auditMaterials } from './list.ts';
import { presentAudit, presentVariance } from './present.ts';
import { setStatus } from './status.ts';
import { auditType } from './type.ts';

const files = fileHandlers(auditType);

const presented = async (ctx: Ctx, id: string) => ({ data: await presentAudit(ctx, id) });

/** Stock counts (domain-warehouse 2.13). */
export const auditHandlers: HandlersOf<Family<'audits'>> = {
  'audits.list': auditList.run,
  'audits.materials': auditMaterials.run,
  'audits.get': (ctx, { params }) => presented(ctx, params.id),
  'audits.create': async (ctx, input) => presented(ctx, (await createAudit(ctx, input)).id),
  'audits.update': async (ctx, input) => {
    await updateAudit(ctx, input);
    return presented(ctx, input.params.id);
  },
  'audits.delete': deleteAudit,
  'audits.setStatus': async (ctx, input) => {
    await setStatus(ctx, input);
    return presented(ctx, input.params.id);
  },
  'audits.saveCounts': saveCounts,
  'audits.variance': async (ctx, { params }) => ({
    data: await presentVariance(ctx, params.id),
  }),
  'audits.history': async (ctx, { params }) => {
    await loadVisible(ctx, auditType, { id: params.id });
    return { data: await historyOf(ctx, auditType.subject, params.id) };
  },
  'audits.document': (ctx, { params }) => auditDocument(ctx, params.id),
  'audits.attach': files.attach,
  'audits.detach': files.detach,
};
