import { slaStateOf } from '@boxyard/shared/domain/service/jobs.ts';
import type { SelectQueryBuilder } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';
import { allowedActions, loadRefs } from '../../../workflow/index.ts';
import { containersOf } from '../../containers/index.ts';
import { clockEnd } from './present.ts';
import { countedFrom } from './sla.ts';
import { toldOfCustomers } from './told.ts';
import { JOB_FACTS, type JobRow, jobs, readJob } from './type.ts';

/** Jobs that this person may see, for boards and calendars. */
export const visibleJobs = (ctx: Ctx) => jobs.list.from(ctx);

type Source = ReturnType<typeof visibleJobs>;

/** Adds everything that a card shows, and what its actions depend on. */
export const selectPlanned = (query: Source) => query.selectAll('jb').select(JOB_FACTS);

/** A job as `selectPlanned` reads it. */
export type PlannedRow =
  ReturnType<typeof selectPlanned> extends SelectQueryBuilder<infer _DB, infer _TB, infer O>
    ? O
    : never;

/** Jobs as cards of boards and calendars, in their order. */
export async function presentPlanned(ctx: Ctx, rows: readonly PlannedRow[]) {
  const [told, containers, refs] = await Promise.all([
    toldOfCustomers(ctx, rows),
    containersOf(
      ctx,
      rows.map(({ productId }) => productId),
    ),
    loadRefs(ctx, {
      team: rows.map(({ teamId }) => teamId),
      user: rows.flatMap(({ technicianIds }) => technicianIds),
    }),
  ]);
  const now = ctx.clock.now();
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    kind: row.kind,
    documentNo: row.documentNo,
    status: row.status,
    priority: row.priority,
    symptom: row.symptom,
    product: containers(row.productId).product,
    place: told.place(row) ? row.place : null,
    team: refs.refOrNull(row.teamId),
    technicians: row.technicianIds.map((id) => refs.user(id)),
    appointmentStart: row.appointmentStart,
    appointmentEnd: row.appointmentEnd,
    slaDueAt: row.slaDueAt,
    slaState: slaStateOf(
      {
        countedFrom: countedFrom(row),
        dueAt: row.slaDueAt,
        endedAt: clockEnd(row),
        pausedAt: row.slaPausedAt,
      },
      now,
    ),
    allowedActions: allowedActions(ctx, jobs.type, readJob(row, ctx) as unknown as JobRow),
  }));
}
