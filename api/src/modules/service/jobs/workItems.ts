import { can } from '@boxyard/shared/domain';
import { JOB_PAGES } from '@boxyard/shared/domain/service/jobs.ts';
import { sql } from 'kysely';
import { type Ctx, scopeCondition } from '../../../kernel/index.ts';
import { sameTitle } from '../../../workflow/index.ts';
import { jobs } from './type.ts';

/** Nobody accepts or closes what they worked on. */
const forOthers = ({ actor }: Ctx) => {
  const own = Object.entries(JOB_PAGES).flatMap(([kind, page]) =>
    can(actor.grants, `${page}:approve-own`) ? [kind] : [],
  );
  return sql<boolean>`(not ${actor.userId}::uuid = any(d.worker_ids) or d.kind = any(${own}))`;
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

export const jobWorkItems = jobs.workItems({
  due: "(d.sla_due_at at time zone 'Asia/Bangkok')::date",
  title: sameTitle(`(select p.serial_number || ' · ' || left(d.symptom, 120) from products p
    where p.id = d.product_id)`),
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
