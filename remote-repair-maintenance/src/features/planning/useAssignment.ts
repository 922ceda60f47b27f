import { isApiError, useEndpointMutation } from '@boxyard/shared/client';
import type {
  AssignmentObjection,
  PlannedJob,
} from '@boxyard/shared/contract/areas/jobPlanning.ts';
import { useState } from 'react';

/** Technicians and time of a job; without technicians it goes back to the backlog. */
export interface Wanted {
  readonly technicianIds: readonly string[];
  readonly start: number | null;
  readonly end: number | null;
}

interface Step {
  readonly job: Pick<PlannedJob, 'id' | 'version' | 'documentNo'>;
  readonly wanted: Wanted;
}

interface Done {
  readonly job: Step['job'];
  readonly before: Wanted;
}

const instant = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();
const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

/** The assignment that a job has now. */
export const presentAssignment = (
  job: Pick<PlannedJob, 'technicians' | 'appointmentStart' | 'appointmentEnd'>,
): Wanted =>
  job.appointmentStart === null
    ? { technicianIds: [], start: null, end: null }
    : {
        technicianIds: job.technicians.map(({ id }) => id),
        start: timeOf(job.appointmentStart),
        end: timeOf(job.appointmentEnd),
      };

/**
 * Assigns jobs. What speaks against an assignment waits in `objections` until it is confirmed or given up;
 * the last one that was made can be taken back.
 */
export function useAssignment() {
  const [objections, setObjections] = useState<
    (Step & { readonly before: Wanted; readonly list: readonly AssignmentObjection[] }) | null
  >(null);
  const [last, setLast] = useState<Done | null>(null);
  const { mutateAsync, isPending } = useEndpointMutation('jobs.assign', { errorNotice: 'none' });
  const [refusal, setRefusal] = useState<string | null>(null);

  const send = async (step: Step & { before: Wanted }, confirmed: readonly string[]) => {
    const { job, wanted, before } = step;
    setRefusal(null);
    try {
      const { data } = await mutateAsync({
        params: { id: job.id },
        body: {
          version: job.version,
          technicianIds: [...wanted.technicianIds],
          appointmentStart: instant(wanted.start),
          appointmentEnd: instant(wanted.end),
          confirmed: [...confirmed],
        },
      });
      setObjections(null);
      setLast({ job: { id: data.id, version: data.version, documentNo: data.documentNo }, before });
      return true;
    } catch (error) {
      if (isApiError(error, 'ASSIGNMENT_WARNINGS')) {
        const list = error.details.warnings as readonly AssignmentObjection[];
        setObjections({ ...step, list });
      } else if (isApiError(error)) {
        setObjections(null);
        // The first fault says more than that something is wrong.
        const [fault] = Object.values(error.errors);
        setRefusal(fault?.message ?? error.message);
      } else throw error;
      return false;
    }
  };

  return {
    isPending,
    objections,
    refusal,
    last,
    assign: (job: PlannedJob, wanted: Wanted) =>
      send({ job, wanted, before: presentAssignment(job) }, []),
    confirm: () =>
      objections === null
        ? Promise.resolve(false)
        : send(
            objections,
            objections.list.map(({ key }) => key),
          ),
    giveUp: () => setObjections(null),
    undo: () =>
      last === null
        ? Promise.resolve(false)
        : send({ job: last.job, wanted: last.before, before: last.before }, []).then((isDone) => {
            if (isDone) setLast(null);
            return isDone;
          }),
    forget: () => {
      setLast(null);
      setRefusal(null);
    },
  };
}
export type Assignment = ReturnType<typeof useAssignment>;
