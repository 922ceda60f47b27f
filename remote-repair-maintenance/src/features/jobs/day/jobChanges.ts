import type { JobDetail } from '@boxyard/shared/contract/areas/jobs.ts';
import type { JobChange, Step } from './steps.ts';

/** Fields of a job whose change concerns its technician. */
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

/** Differences between a job and what the phone has seen of it. */
export function jobChanges(seen: Step['seen'], job: JobDetail): JobChange[] {
  const now = factsSeen(job);
  return (Object.keys(now) as JobChange['field'][])
    .map((field) => ({ field, from: seen[field], to: now[field] }))
    .filter(({ from, to }) => from !== to);
}
