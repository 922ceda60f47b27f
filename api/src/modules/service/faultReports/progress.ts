import { voidStatuses } from '@boxyard/shared/domain/machine/machine.ts';
import type { FaultProgress } from '@boxyard/shared/domain/service/faultReports.ts';
import { doneJobStatuses, jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';
import { loadModelName } from '../loadModelName.ts';
import { newForm } from './form.ts';
import { linkedId } from './send.ts';

/** A container's model, and the symptoms that somebody may choose of it. Nothing else of it is told. */
export async function presentForm(ctx: Ctx) {
  const productId = linkedId(ctx);
  const [model, symptoms] = await Promise.all([
    loadModelName(ctx, productId),
    sql<{ id: string; name: string; nameTh: string | null }>`
      select c.id, c.name, c.name_th as "nameTh" from job_codes c
      where c.kind = 'symptom' and c.is_active and (c.product_type_id is null or c.product_type_id =
        (select p.product_type_id from products p where p.id = ${productId}::uuid))
      order by (c.product_type_id is null), c.code limit 100`.execute(ctx.db),
  ]);
  return { model, symptoms: symptoms.rows, form: newForm(ctx, productId) };
}

const endedJobStatuses: readonly string[] = voidStatuses(jobMachine);
const atWork: readonly string[] = ['inProgress'];

/** The step of a report as its sender sees it: spam looks as any report that nobody has read yet. */
function stepOf(
  job: { readonly status: string; readonly isPlanned: boolean } | null,
): FaultProgress {
  if (job === null) return 'received';
  if (endedJobStatuses.includes(job.status)) return 'closed';
  if (job.status === 'resolved' || doneJobStatuses.includes(job.status)) return 'done';
  if (atWork.includes(job.status)) return 'atWork';
  return job.isPlanned ? 'scheduled' : 'lookedAt';
}

/** Answers the step of the report whose link the caller holds. */
export async function presentProgress(ctx: Ctx) {
  const report = await ctx.db
    .selectFrom('faultReports as r')
    .leftJoin('jobs as j', 'j.id', 'r.jobId')
    .where('r.id', '=', linkedId(ctx))
    .select(['r.productId', 'r.createdAt'])
    .select(['j.status', 'j.appointmentStart', 'j.appointmentEnd'])
    .executeTakeFirstOrThrow();
  const { status, appointmentStart, appointmentEnd } = report;
  const isPlanned = status === 'scheduled' && appointmentStart !== null;
  const step = stepOf(status === null ? null : { status, isPlanned });
  return {
    model: await loadModelName(ctx, report.productId),
    reportedAt: report.createdAt,
    step,
    appointmentStart: step === 'scheduled' ? appointmentStart : null,
    appointmentEnd: step === 'scheduled' ? appointmentEnd : null,
  };
}
