import { can } from '@boxyard/shared/domain';
import {
  bookedJobStatuses,
  unsolvedJobStatuses,
} from '@boxyard/shared/domain/service/jobMachine.ts';
import { JOB_PAGES } from '@boxyard/shared/domain/service/jobs.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, scopeCondition } from '../../../kernel/index.ts';
import { sameTitle } from '../../../workflow/index.ts';
import { endTimeOn } from './leaving.ts';
import { jobs } from './type.ts';

/** People do not accept or close their own work. */
const forOthers = ({ actor }: Ctx) => {
  const own = Object.entries(JOB_PAGES).flatMap(([kind, page]) =>
    can(actor.grants, `${page}:approve-own`) ? [kind] : [],
  );
  return sql<boolean>`(not ${actor.userId}::uuid = any(d.worker_ids || d.technician_ids) or d.kind = any(${own}))`;
};

/** Dispatchers answer the jobs of their team or zone. */
const ofOwnTeam = ({ actor }: Ctx) => {
  const scope = scopeCondition(actor, {
    company: 'd.company_id',
    owner: ['d.dispatcher_id'],
    zone: 'd.zone_id',
  });
  return sql<boolean>`(d.dispatcher_id is null or ${scope ?? sql`true`})`;
};

/** A new technician of a job has a hand in it, and its appointment goes where they are at another one then. */
const joinedBy = (isListed: RawBuilder<unknown>, toId: string) => {
  const isBusy = sql`((${isListed}) and (
    exists (select 1 from jobs j where j.id <> d.id and j.technician_ids @> array[${toId}::uuid]
      and j.status = any(${[...bookedJobStatuses]})
      and j.appointment_start < d.appointment_end and j.appointment_end > d.appointment_start)
    or exists (select 1 from technician_absences a where a.user_id = ${toId}::uuid
      and a.starts_at < d.appointment_end and a.ends_at > d.appointment_start)))`;
  // They have a hand in it from now on, though they give it away once more.
  const joins = sql`(${isListed}) and not d.worker_ids @> array[${toId}::uuid]`;
  return sql`worker_ids = case when ${joins} then d.worker_ids || ${toId}::uuid else d.worker_ids end,
    appointment_start = case when ${isBusy} then null else d.appointment_start end,
    appointment_end = case when ${isBusy} then null else d.appointment_end end,`;
};

export const jobWorkItems = jobs.workItems({
  due: "(d.sla_due_at at time zone 'Asia/Bangkok')::date",
  title: sameTitle(`(select p.serial_number || ' · ' || left(d.symptom, 120) from products p
    where p.id = d.product_id)`),
  owned: {
    owners: ['dispatcher_id'],
    ability: 'manager-response',
    lists: { technician_ids: { verb: 'work', statuses: unsolvedJobStatuses } },
    whenListed: joinedBy,
    whenHandedOver: (ctx, { id, fromId }) => endTimeOn(ctx, id, fromId),
    warehouse: null,
    seenByOwner: true,
  },
  steps: [
    { key: 'respondToJob', action: 'manager-response', status: 'reported', where: ofOwnTeam },
    { key: 'respondToJob', action: 'manager-response', status: 'triaged', where: ofOwnTeam },
    {
      key: 'respondToJob',
      action: 'manager-response',
      status: 'scheduled',
      // A reopened job is planned anew.
      where: (ctx) => sql<boolean>`d.appointment_start is null and ${ofOwnTeam(ctx)}`,
    },
    { key: 'startJob', action: 'start', status: 'scheduled' },
    { key: 'finishJob', action: 'technician-summary', status: 'inProgress' },
    { key: 'completeJob', action: 'complete', status: 'resolved', where: forOthers },
    { key: 'closeJob', action: 'close', status: 'completed', where: forOthers },
  ],
});
