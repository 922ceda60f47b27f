import { sql } from 'kysely';
import { authorId, type Ctx, type FieldFault, qty, refuseFaults } from '../../../kernel/index.ts';
import { hiddenDocuments, loadRefs } from '../../../workflow/index.ts';
import { products } from '../../containers/index.ts';
import { insertJob } from './report.ts';
import { type JobRow, jobs, TOUCHES, withWorkers } from './type.ts';

/** Checklists of planned jobs, and the parts that they need (domain-containers 2.10). */

const allRowsOf = (ctx: Ctx, jobId: string) =>
  ctx.db
    .selectFrom('jobChecks as c')
    .leftJoin('jobs as r', 'r.id', 'c.repairJobId')
    .where('c.jobId', '=', jobId)
    .orderBy('c.lineNo')
    .select([
      'c.id',
      'c.name',
      'c.answer',
      'c.note',
      'c.repairJobId',
      'r.documentNo',
      'c.periodId',
    ]);

/** The items of the work that goes on. */
const rowsOf = (ctx: Ctx, jobId: string) =>
  allRowsOf(ctx, jobId).where('c.periodId', 'is', null).execute();

/**
 * The items of a job by its periods, null for the work that goes on, with the repairs that they led to,
 * which name only what this person may read.
 */
export async function checksOf(ctx: Ctx, { id, checkCount }: JobRow) {
  const rows = checkCount === 0 ? [] : await allRowsOf(ctx, id).execute();
  const hidden = await hiddenDocuments(
    ctx,
    rows.flatMap(({ repairJobId }) =>
      repairJobId === null ? [] : [{ type: 'jobs', id: repairJobId }],
    ),
  );
  const shown = rows.map(({ repairJobId, documentNo, periodId, ...check }) => ({
    periodId,
    check: {
      ...check,
      repair:
        repairJobId === null
          ? null
          : hidden.has(repairJobId)
            ? { id: null, documentNo: null }
            : { id: repairJobId, documentNo },
    },
  }));
  return (periodId: string | null) =>
    shown.filter((one) => one.periodId === periodId).map(({ check }) => check);
}

/** Keeps the answers with the period that ends; the next one asks anew. */
export async function askAnew(ctx: Ctx, jobId: string, periodId: string): Promise<void> {
  await ctx.db
    .updateTable('jobChecks')
    .set({ periodId })
    .where('jobId', '=', jobId)
    .where('periodId', 'is', null)
    .execute();
  await sql`insert into job_checks (job_id, line_no, name)
    select job_id, line_no, name from job_checks where period_id = ${periodId}::uuid`.execute(
    ctx.db,
  );
}

/** The answers of a period hold again; those that were given since its end are forgotten. */
export async function takeBackAnswers(ctx: Ctx, jobId: string, periodId: string): Promise<void> {
  await ctx.db
    .deleteFrom('jobChecks')
    .where('jobId', '=', jobId)
    .where('periodId', 'is', null)
    .execute();
  await ctx.db
    .updateTable('jobChecks')
    .set({ periodId: null })
    .where('periodId', '=', periodId)
    .execute();
}

/** The parts that a planned job needs. */
export async function plannedPartsOf(ctx: Ctx, { id, occurrenceId }: JobRow) {
  if (occurrenceId === null) return [];
  const rows = await ctx.db
    .selectFrom('jobPlannedParts as pp')
    .innerJoin('materialParts as p', 'p.id', 'pp.partId')
    .where('pp.jobId', '=', id)
    .orderBy('pp.lineNo')
    .select(['pp.partId', 'pp.quantity', 'p.unitId'])
    .execute();
  const refs = await loadRefs(ctx, {
    part: rows.map(({ partId }) => partId),
    unit: rows.map(({ unitId }) => unitId),
  });
  return rows.map(({ partId, unitId, quantity }) => ({
    part: refs.ref(partId),
    unit: refs.refOrNull(unitId),
    quantity: qty(quantity),
  }));
}

/** The schedule that a job was made by; its id for those who see schedules of it. */
export async function scheduleOf(ctx: Ctx, { occurrenceId }: JobRow) {
  if (occurrenceId === null) return null;
  const { id, name, day } = await ctx.db
    .selectFrom('pmOccurrences as o')
    .innerJoin('pmSchedules as s', 's.id', 'o.scheduleId')
    .where('o.id', '=', occurrenceId)
    .select(['s.id', 's.name', 'o.day'])
    .executeTakeFirstOrThrow();
  const hidden = await hiddenDocuments(ctx, [{ type: 'pmSchedules', id }]);
  return { id: hidden.has(id) ? null : id, name, day };
}

/** Faults of a summary that says that the work is done: an item was not looked at. */
export async function checkFaults(ctx: Ctx, { id, checkCount }: JobRow): Promise<FieldFault[]> {
  if (checkCount === 0) return [];
  const open = await ctx.db
    .selectFrom('jobChecks')
    .where('jobId', '=', id)
    .where('periodId', 'is', null)
    .where('answer', 'is', null)
    .select('id')
    .execute();
  return open.length === 0
    ? []
    : [{ field: 'result', code: 'CHECKS_OPEN', params: { count: open.length } }];
}

/** Reports the repair of what failed, as the technician who found it. */
async function reportRepair(
  ctx: Ctx,
  row: JobRow,
  { name, note }: { readonly name: string; readonly note: string | null },
): Promise<string> {
  const product = await products.type.load(ctx, row.productId, { lock: false });
  if (!product) throw new Error(`the container ${row.productId} is missing`);
  const { id } = await insertJob(ctx, product, {
    kind: 'repair',
    productId: row.productId,
    channel: 'inspection',
    priority: 'normal',
    symptom: note ? `${name}: ${note}` : name,
    isDown: false,
  });
  return id;
}

/** Answers items of the checklist; what failed says why, and leads to a repair once. */
export const answerChecks = jobs.action('answerChecks', async (ctx, row, { checks }) => {
  const known = new Map((await rowsOf(ctx, row.id)).map((check) => [check.id, check]));
  refuseFaults(
    checks.flatMap(({ id, answer, note, repair }, index): FieldFault[] => {
      const at = `checks[${index}]`;
      const check = known.get(id);
      if (!check) return [{ field: `${at}.id`, code: 'UNKNOWN_ID' }];
      if (checks.findIndex((other) => other.id === id) !== index) {
        return [{ field: `${at}.id`, code: 'REPEATED' }];
      }
      return [
        ...(answer === 'failed' && !note ? [{ field: `${at}.note`, code: 'REQUIRED' }] : []),
        ...(answer !== 'failed' && repair ? [{ field: `${at}.repair`, code: 'NOT_FAILED' }] : []),
        ...(answer !== 'failed' && check.repairJobId !== null
          ? [{ field: `${at}.answer`, code: 'REPAIR_REPORTED' }]
          : []),
      ];
    }),
  );
  for (const { id, answer, note, repair } of checks) {
    const check = known.get(id);
    if (!check) continue;
    const said = { answer, note: note || null };
    const repairJobId =
      check.repairJobId ??
      (repair ? await reportRepair(ctx, row, { name: check.name, note: said.note }) : null);
    await ctx.db
      .updateTable('jobChecks')
      .set({ ...said, repairJobId })
      .where('id', '=', id)
      .execute();
  }
  return {
    set: withWorkers(row, [authorId(ctx.actor)]),
    diff: {
      checks: {
        from: null,
        to: checks.map(({ id, answer }) => `${known.get(id)?.name}: ${answer}`),
      },
    },
    notices: [],
    touches: TOUCHES,
  };
});
