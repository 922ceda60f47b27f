import { sameTitle } from '../../../workflow/index.ts';
import { jobs } from './type.ts';

export const jobWorkItems = jobs.workItems({
  due: 'd.sla_due_at',
  title: sameTitle(`(select p.serial_number || ' · ' || left(d.symptom, 120) from products p
    where p.id = d.product_id)`),
  steps: [
    { key: 'respondToJob', action: 'manager-response', status: 'reported' },
    { key: 'respondToJob', action: 'manager-response', status: 'triaged' },
    { key: 'startJob', action: 'start', status: 'scheduled' },
    { key: 'finishJob', action: 'technician-summary', status: 'inProgress' },
    { key: 'completeJob', action: 'complete', status: 'resolved' },
    { key: 'closeJob', action: 'close', status: 'completed' },
  ],
});
