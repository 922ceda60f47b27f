import type { JobDetail } from '@boxyard/shared/contract/areas/jobs.ts';
import type { JobChange, Step } from './steps.ts';

/** What of a job concerns whoever works on it. */
export const factsSeen = ({
  status,
  appointmentStart,
  priority,
  symptom,
  remark,
  technicians,
}: JobDetail): Step['seen'] => ({
  status,
  appointmentStart: appointmentStart ?? '',
  priority,
  symptom,
  remark: remark ?? '',
  technicians: technicians.map(({ name }) => name).join(', '),
});

/** What is different about a job since it was seen. */
export function jobChanges(seen: Step['seen'], job: JobDetail): JobChange[] {
  const now = factsSeen(job);
  return (Object.keys(now) as JobChange['field'][])
    .map((field) => ({ field, from: seen[field], to: now[field] }))
    .filter(({ from, to }) => from !== to);
}
