import { can } from '@boxyard/shared/domain';
import { JOB_PAGES } from '@boxyard/shared/domain/service/jobs.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';
import { sameTitle } from '../../../workflow/index.ts';
import { jobs } from './type.ts';

/** Nobody accepts or closes what they worked on. */
const forOthers = ({ actor }: Ctx) => {
  const own = Object.entries(JOB_PAGES).flatMap(([kind, page]) =>
    can(actor.grants, `${page}:approve-own`) ? [kind] : [],
  );
  return sql<boolean>`(not ${actor.userId}::uuid = any(d.worker_ids) or d.kind = any(${own}))`;
};

export const jobWorkItems = jobs.workItems({
  due: "(d.sla_due_at at time zone 'Asia/Bangkok')::date",
  title: sameTitle(`(select p.serial_number || ' · ' || left(d.symptom, 120) from products p
    where p.id = d.product_id)`),
  steps: [
    { key: 'respondToJob', action: 'manager-response', status: 'reported' },
    { key: 'respondToJob', action: 'manager-response', status: 'triaged' },
    {
      key: 'respondToJob',
      action: 'manager-response',
      status: 'scheduled',
      // A reopened job is planned anew.
      where: () => sql<boolean>`d.appointment_start is null`,
    },
    { key: 'startJob', action: 'start', status: 'scheduled' },
    { key: 'finishJob', action: 'technician-summary', status: 'inProgress' },
    { key: 'completeJob', action: 'complete', status: 'resolved', where: forOthers },
    { key: 'closeJob', action: 'close', status: 'completed', where: forOthers },
  ],
});
