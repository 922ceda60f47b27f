import { oneOptions } from '@boxyard/shared/client';
import type {
  PlannedJob,
  TechnicianSuggestion,
} from '@boxyard/shared/contract/areas/jobPlanning.ts';
import { bangkokDate } from '@boxyard/shared/domain';
import { JOB_ROUTES } from '@boxyard/shared/domain/service/jobs.ts';
import { useT } from '@boxyard/shared/runtime';
import {
  Checkbox,
  DatePicker,
  ErrorState,
  Modal,
  PageLink,
  Select,
  Skeleton,
  Space,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { instantAt, timeOf } from '../../bangkokTime.ts';
import { TimeSelect } from '../../TimeSelect.tsx';
import classes from './planning.module.css';
import type { Wanted } from './useAssignment.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Minutes to choose from. */
const DURATIONS = [15, 30, 45, 60, 90, 120, 180, 240, 360, 480];

interface Props {
  readonly job: PlannedJob;
  /** Its place now, or the one that it is about to take. */
  readonly initial: Wanted;
  readonly onAssign: (wanted: Wanted) => void;
  readonly onClose: () => void;
}

/** The next full hour, for a job that has no time yet. */
const soon = (): number => Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;

/** Gives a job to technicians at a time by form: the same as dragging does. */
export function AssignDialog({ job, initial, onAssign, onClose }: Props) {
  const t = useT('remote-repair-maintenance');
  const id = useId();
  const [start, setStart] = useState(initial.start ?? soon());
  const [minutes, setMinutes] = useState(
    initial.start === null || initial.end === null
      ? 60
      : Math.round((initial.end - initial.start) / MINUTE_MS),
  );
  const [chosen, setChosen] = useState<readonly string[]>(initial.technicianIds);
  const end = start + minutes * MINUTE_MS;
  const day = bangkokDate(new Date(start));
  const time = timeOf(new Date(start));
  const found = useQuery(
    oneOptions('jobs.technicians', {
      params: { id: job.id },
      query: { start: new Date(start).toISOString(), end: new Date(end).toISOString() },
    }),
  );
  const durations = DURATIONS.includes(minutes) ? DURATIONS : [...DURATIONS, minutes];
  const change = (technicianId: string, isChosen: boolean) =>
    setChosen((before) =>
      isChosen ? [...before, technicianId] : before.filter((one) => one !== technicianId),
    );
  return (
    <Modal
      open
      title={t('planning.assignTitle', { no: job.documentNo })}
      okText={t('planning.assign')}
      cancelText={t('planning.giveUp')}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() => onAssign({ technicianIds: chosen, start, end })}
      onCancel={onClose}
    >
      <p className={classes.about}>
        {job.product.serialNumber} · {job.symptom}{' '}
        <PageLink page={JOB_ROUTES[job.kind]} params={{ id: job.id }}>
          {t('planning.openJob')}
        </PageLink>
      </p>
      <div className={classes.when}>
        <Space wrap>
          <label htmlFor={`${id}-day`}>{t('planning.day')}</label>
          <DatePicker
            id={`${id}-day`}
            value={day}
            onChange={(next) => {
              if (next !== null) setStart(Date.parse(instantAt(next, time)));
            }}
          />
          <TimeSelect
            label={t('planning.time')}
            value={time}
            disabled={false}
            onChange={(next) => setStart(Date.parse(instantAt(day, next)))}
          />
          <Select
            aria-label={t('planning.duration')}
            value={minutes}
            options={durations.map((value) => ({
              value,
              label: t('planning.minutes', { number: value }),
            }))}
            onChange={setMinutes}
          />
        </Space>
      </div>
      <fieldset className={classes.people}>
        <legend>{t('planning.technicians')}</legend>
        {found.isError ? (
          <ErrorState error={found.error} onRetry={() => found.refetch()} />
        ) : !found.data ? (
          <Skeleton active paragraph={{ rows: 4 }} />
        ) : found.data.length === 0 ? (
          <p>{t('planning.nobody')}</p>
        ) : (
          <ul>
            {found.data.map((one, index) => (
              <li key={one.technician.id}>
                <Checkbox
                  checked={chosen.includes(one.technician.id)}
                  onChange={(event) => change(one.technician.id, event.target.checked)}
                >
                  {one.technician.name}
                  {index === 0 && one.warnings.length === 0 ? (
                    <b className={classes.best}> {t('planning.best')}</b>
                  ) : null}
                </Checkbox>
                <p className={classes.about}>
                  <Reasons suggestion={one} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </fieldset>
    </Modal>
  );
}

/** Reasons for and against a suggested technician, in words. */
function Reasons({ suggestion }: { readonly suggestion: TechnicianSuggestion }) {
  const t = useT('remote-repair-maintenance');
  const { skill, isOfTeam, isOfZone, jobsOfDay, fromKm, toKm, warnings } = suggestion;
  const isBusy = warnings.some(({ code }) => code === 'busy');
  const isAway = warnings.some(({ code }) => code === 'away');
  return [
    isAway
      ? t('planning.reason.away')
      : isBusy
        ? t('planning.reason.busy')
        : t('planning.reason.free'),
    skill === null ? t('planning.reason.unskilled') : t('planning.reason.skill', { level: skill }),
    ...(isOfTeam ? [t('planning.reason.team')] : []),
    ...(isOfZone ? [t('planning.reason.zone')] : []),
    t('planning.reason.jobs', { count: jobsOfDay }),
    ...(fromKm === null ? [] : [t('planning.reason.from', { km: fromKm })]),
    ...(toKm === null ? [] : [t('planning.reason.to', { km: toKm })]),
  ].join(' · ');
}
