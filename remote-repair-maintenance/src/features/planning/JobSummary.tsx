import type { PlannedJob } from '@boxyard/shared/contract/areas/jobPlanning.ts';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { JOB_ROUTES } from '@boxyard/shared/domain/service/jobs.ts';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { formatDateTime, Modal, PageLink, StatusTag } from '@boxyard/shared/ui';
import classes from './planning.module.css';

/** Facts of a job for readers who do not plan it, with the way to its page. */
export function JobSummary({
  job,
  onClose,
}: {
  readonly job: PlannedJob;
  readonly onClose: () => void;
}) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  return (
    <Modal open title={job.documentNo} footer={null} onCancel={onClose}>
      <p>
        <StatusTag machine={jobMachine} status={job.status} /> {job.product.serialNumber}
      </p>
      <p>{job.symptom}</p>
      {job.place === null ? null : <p className={classes.about}>{job.place}</p>}
      {job.appointmentStart === null ? null : <p>{formatDateTime(job.appointmentStart, locale)}</p>}
      <p>{job.technicians.map(({ name }) => name).join(', ')}</p>
      <PageLink page={JOB_ROUTES[job.kind]} params={{ id: job.id }}>
        {t('planning.openJob')}
      </PageLink>
    </Modal>
  );
}
