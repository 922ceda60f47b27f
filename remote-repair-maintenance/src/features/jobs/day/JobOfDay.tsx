import type { JobDetail } from '@boxyard/shared/contract/areas/jobs.ts';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { useLocale, useT } from '@boxyard/shared/runtime';
import {
  Alert,
  Button,
  Facts,
  formatDateTime,
  Quantity,
  RefText,
  StatusTag,
} from '@boxyard/shared/ui';
import { useRef, useState } from 'react';
import classes from './day.module.css';
import type { DayCode } from './dayStore.ts';
import { type ProjectedJob, stepsOpen } from './projectJob.ts';
import { ChecksForm, PauseForm, ReportForm } from './StepForms.tsx';
import type { NewStep, StepAction } from './steps.ts';
import type { DayWork } from './useDay.ts';

interface Props {
  readonly work: DayWork;
  /** The job with the steps that wait. */
  readonly job: ProjectedJob;
  readonly codes: readonly DayCode[];
  readonly onClose: () => void;
}

type Form = Extract<StepAction, 'pause' | 'answerChecks' | 'technicianSummary'>;

const navigationTo = ({ latitude, longitude, place }: JobDetail): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${
    latitude === null || longitude === null
      ? encodeURIComponent(place ?? '')
      : `${latitude},${longitude}`
  }`;

/** One job of the day: where it is and whom to call, what may be done next, and the forms for it. */
export function JobOfDay({ work, job, codes, onClose }: Props) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  const [form, setForm] = useState<Form | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const open = stepsOpen(job);
  const add = async (step: Pick<NewStep, 'action' | 'body' | 'photo'>) => {
    try {
      await work.add(job, step);
      setForm(null);
      setFault(null);
    } catch {
      setFault(t('day.notKept'));
    }
  };
  const press = (action: StepAction) =>
    action === 'start' || action === 'resume'
      ? void add({ action, body: {} })
      : setForm(action as Form);
  const buttons = open.filter((action) => action !== 'photo');
  return (
    <section className={classes.job} aria-label={job.documentNo ?? ''}>
      <div className={classes.cardHead}>
        <h2>{job.documentNo}</h2>
        <StatusTag machine={jobMachine} status={job.status} />
      </div>
      <Button onClick={onClose}>{t('day.back')}</Button>
      <Facts
        items={[
          { key: 'product', label: t('day.fact.product'), value: job.product.serialNumber },
          { key: 'symptom', label: t('day.fact.symptom'), value: job.symptom, wide: true },
          ...(job.appointmentStart === null
            ? []
            : [
                {
                  key: 'appointment',
                  label: t('day.fact.appointment'),
                  value: formatDateTime(job.appointmentStart, locale),
                },
              ]),
          ...(job.place === null
            ? []
            : [
                {
                  key: 'place',
                  label: t('day.fact.place'),
                  wide: true,
                  value: (
                    <>
                      {job.place}{' '}
                      <a href={navigationTo(job)} target="_blank" rel="noreferrer">
                        {t('jobs.navigate')}
                      </a>
                    </>
                  ),
                },
              ]),
          ...(job.reportedByPhone === null
            ? []
            : [
                {
                  key: 'phone',
                  label: job.reportedByName ?? t('day.fact.phone'),
                  value: <a href={`tel:${job.reportedByPhone}`}>{job.reportedByPhone}</a>,
                },
              ]),
          ...(job.responseNote === null
            ? []
            : [{ key: 'note', label: t('day.fact.note'), value: job.responseNote, wide: true }]),
        ]}
      />
      <PartsToHand job={job} />
      {fault === null ? null : <Alert type="error" showIcon title={fault} />}
      {job.isReported ? <Alert type="success" showIcon title={t('day.reported')} /> : null}
      {form === null ? (
        <div className={classes.buttons}>
          {buttons.map((action, index) => (
            <Button
              key={action}
              type={index === buttons.length - 1 ? 'primary' : 'default'}
              size="large"
              onClick={() => press(action)}
            >
              {t(`day.do.${action}`)}
            </Button>
          ))}
        </div>
      ) : null}
      {form === null && open.includes('photo') ? (
        <Photos job={job} work={work} onFault={setFault} onPhoto={add} />
      ) : null}
      {form === 'pause' ? (
        <PauseForm onCancel={() => setForm(null)} onDone={(body) => add({ action: form, body })} />
      ) : null}
      {form === 'answerChecks' ? (
        <ChecksForm
          job={job}
          onCancel={() => setForm(null)}
          onDone={(body) => add({ action: form, body })}
        />
      ) : null}
      {form === 'technicianSummary' ? (
        <ReportForm
          job={job}
          codes={codes}
          onCancel={() => setForm(null)}
          onDone={(body) => add({ action: form, body })}
        />
      ) : null}
    </section>
  );
}

/** Parts that were handed out for the job and are in the technician's hands. */
function PartsToHand({ job }: { readonly job: JobDetail }) {
  const t = useT('remote-repair-maintenance');
  const parts = job.parts.filter(({ inHandQty }) => inHandQty > 0);
  if (parts.length === 0) return null;
  return (
    <div>
      <h3>{t('day.parts')}</h3>
      <ul>
        {parts.map(({ id, part, unit, inHandQty, serials }) => (
          <li key={id}>
            <RefText value={part} />{' '}
            <Quantity value={inHandQty} unit={<RefText value={unit} show="name" />} />
            {serials.length === 0
              ? null
              : ` · ${serials.map(({ serialNo }) => serialNo).join(', ')}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface PhotosProps {
  readonly job: ProjectedJob;
  readonly work: DayWork;
  readonly onFault: (fault: string | null) => void;
  readonly onPhoto: (step: Pick<NewStep, 'action' | 'body' | 'photo'>) => Promise<void>;
}

/** Photographs before and after the work, from the camera or the gallery. */
function Photos({ job, work, onFault, onPhoto }: PhotosProps) {
  const t = useT('remote-repair-maintenance');
  const before = useRef<HTMLInputElement>(null);
  const after = useRef<HTMLInputElement>(null);
  const take = async (taken: 'before' | 'after', files: FileList | null) => {
    onFault(null);
    for (const file of files ?? []) {
      try {
        const bytes = await work.shrink(file);
        const fileName = `${t(`day.photoName.${taken}`)}.jpg`;
        await onPhoto({ action: 'photo', body: { taken }, photo: { fileName, bytes } });
      } catch {
        onFault(t('day.photoFault', { name: file.name }));
      }
    }
  };
  return (
    <div className={classes.photos}>
      <span>{t('day.photos', { count: job.photoCount })}</span>
      <div className={classes.buttons}>
        {(
          [
            ['before', before],
            ['after', after],
          ] as const
        ).map(([taken, input]) => (
          <span key={taken}>
            <Button size="large" onClick={() => input.current?.click()}>
              {t(`day.photo.${taken}`)}
            </Button>
            <input
              ref={input}
              type="file"
              accept="image/*"
              multiple
              hidden
              aria-label={t(`day.photo.${taken}`)}
              onChange={(event) => {
                void take(taken, event.target.files).finally(() => {
                  if (input.current) input.current.value = '';
                });
              }}
            />
          </span>
        ))}
      </div>
    </div>
  );
}
