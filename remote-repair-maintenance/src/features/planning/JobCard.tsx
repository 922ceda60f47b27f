import type { PlannedJob } from '@boxyard/shared/contract/areas/jobPlanning.ts';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { formatDateTime, ToneTag } from '@boxyard/shared/ui';
import type { KeyboardEvent } from 'react';
import { PRIORITY_TONES, SLA_TONES } from '../../jobTones.ts';
import classes from './planning.module.css';

interface Props {
  readonly job: PlannedJob;
  readonly cardRef?: (element: Element | null) => void;
  readonly isPicked: boolean;
  /** Element that says how it is moved by keyboard; none where it is not. */
  readonly hintId: string | undefined;
  readonly showTechnicians?: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onClick: () => void;
}

/** A job as a card: number, container, place, priority, and what is left of its promised time. */
export function JobCard({ job, cardRef, isPicked, hintId, showTechnicians, ...button }: Props) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  const { documentNo, product, place, priority, slaState, slaDueAt, technicians } = job;
  return (
    <button
      type="button"
      ref={cardRef}
      className={classes.card}
      data-picked={isPicked}
      data-job={job.id}
      aria-describedby={hintId}
      {...button}
    >
      <b>{documentNo}</b> {product.serialNumber}
      <span className={classes.about}>{job.symptom}</span>
      {place === null ? null : <span className={classes.about}>{place}</span>}
      <span className={classes.tags}>
        <ToneTag tone={PRIORITY_TONES[priority]}>{t(`jobs.choice.priority.${priority}`)}</ToneTag>
        {slaState === null || slaDueAt === null ? null : (
          <ToneTag tone={SLA_TONES[slaState]}>
            {t(`jobs.choice.slaState.${slaState}`)} · {formatDateTime(slaDueAt, locale)}
          </ToneTag>
        )}
      </span>
      {showTechnicians && technicians.length > 0 ? (
        <span className={classes.about}>{technicians.map(({ name }) => name).join(', ')}</span>
      ) : null}
    </button>
  );
}
