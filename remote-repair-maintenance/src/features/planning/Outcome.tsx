import { useLocale, useT } from '@boxyard/shared/runtime';
import { Alert, Button, formatDateTime, Modal } from '@boxyard/shared/ui';
import { timeOf } from '../../bangkokTime.ts';
import classes from './planning.module.css';
import type { Assignment } from './useAssignment.ts';

/** Outcome of the last assignment: a way back, a refusal, or the warnings to confirm. */
export function Outcome({ assignment }: { readonly assignment: Assignment }) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  const { last, refusal, objections } = assignment;
  return (
    <div aria-live="polite" className={classes.outcome}>
      {refusal === null ? null : (
        <Alert type="error" showIcon closable title={refusal} onClose={assignment.forget} />
      )}
      {last === null || refusal !== null ? null : (
        <Alert
          type="success"
          showIcon
          closable
          onClose={assignment.forget}
          title={t('planning.done', { no: last.job.documentNo })}
          action={
            <Button size="small" loading={assignment.isPending} onClick={assignment.undo}>
              {t('planning.undo')}
            </Button>
          }
        />
      )}
      {objections === null ? null : (
        <Modal
          open
          title={t('planning.objections', { no: objections.job.documentNo })}
          okText={t('planning.confirm')}
          cancelText={t('planning.giveUp')}
          confirmLoading={assignment.isPending}
          onOk={assignment.confirm}
          onCancel={assignment.giveUp}
        >
          <ul className={classes.reasons}>
            {objections.list.map(({ key, code, technician, job, from, until }) => (
              <li key={key}>
                {t(`planning.warning.${code}${job?.id === null ? 'Hidden' : ''}`, {
                  name: technician?.name ?? '',
                  no: job?.documentNo ?? '',
                  from: from === null ? '' : formatDateTime(from, locale),
                  until:
                    until === null
                      ? ''
                      : code === 'busy'
                        ? timeOf(new Date(until))
                        : formatDateTime(until, locale),
                })}
              </li>
            ))}
          </ul>
        </Modal>
      )}
    </div>
  );
}
