import { isApiError, NO_RESPONSE, newKey, refresh, registerContract } from '@boxyard/shared/client';
import { jobsArea } from '@boxyard/shared/contract/areas/jobs.ts';
import { jobUploadsArea, MAX_PHOTO_SIZE } from '@boxyard/shared/contract/areas/jobUploads.ts';
import { serviceMastersArea } from '@boxyard/shared/contract/areas/serviceMasters.ts';
import { sessionStore, useOnline } from '@boxyard/shared/runtime';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Day, keepDay, keepJob, readDay } from './dayStore.ts';
import { fetchDay, fetchJob } from './fetchDay.ts';
import { factsSeen, jobChanges } from './jobChanges.ts';
import { keepOffline } from './keepOffline.ts';
import type { ProjectedJob } from './projectJob.ts';
import { sendStep } from './sendStep.ts';
import { type Sent, sendSteps } from './sendSteps.ts';
import { shrinkPhoto } from './shrinkPhoto.ts';
import { openSteps, type StepStore } from './stepStore.ts';
import type { NewStep, Step } from './steps.ts';

registerContract(jobsArea);
registerContract(jobUploadsArea);
registerContract(serviceMastersArea);

/** Pauses between attempts that nobody asked for; the last one goes on. */
const RETRY_MS = [3_000, 6_000, 15_000, 30_000] as const;
const LOCK = 'boxyard-steps';

/** Lets one of the open tabs send; answers false where another one does. */
async function alone(work: () => Promise<boolean>): Promise<boolean> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
    lock === null ? false : work(),
  );
}

export interface DayState {
  /** Undefined until it was read. */
  readonly day: Day | null | undefined;
  readonly steps: readonly Step[];
  /** The step that is on its way. */
  readonly sending: string | null;
  /** The server was out of reach since then. */
  readonly offlineSince: number | null;
  /** Everything that the page needs without a network is on this device. */
  readonly isReady: boolean;
}

const NOTHING: DayState = {
  day: undefined,
  steps: [],
  sending: null,
  offlineSince: null,
  isReady: false,
};

const isCurrent = (owner: string) => sessionStore.getState().user?.id === owner;

/** Adds what somebody else has changed to a refusal, and keeps the job as it is now. */
async function explain(owner: string, step: Step, sent: Sent): Promise<Sent> {
  if (sent.kind !== 'refused') return sent;
  const now = await fetchJob(step.jobId).catch(() => null);
  if (now === null) return sent;
  if (isCurrent(owner)) await keepJob(owner, now);
  return { ...sent, problem: { ...sent.problem, changes: jobChanges(step.seen, now) } };
}

/**
 * The technician's day from this device, kept fresh while there is a network, with the steps that wait.
 * Every step goes through the queue, with and without a network.
 */
export function useDay(owner: string) {
  const client = useQueryClient();
  const online = useOnline();
  const [state, setState] = useState<DayState>(NOTHING);
  const store = useRef<Promise<StepStore> | null>(null);
  const [turn, setTurn] = useState(0);
  const change = useCallback(
    (next: Partial<DayState>) => setState((before) => ({ ...before, ...next })),
    [],
  );

  const read = useCallback(async () => {
    const [day, steps] = await Promise.all([
      readDay(owner),
      store.current?.then((opened) => opened.all()),
    ]);
    change({ day: day ?? null, steps: steps ?? [] });
    return day;
  }, [owner, change]);

  const fetchAnew = useCallback(async (): Promise<boolean> => {
    try {
      const day = await fetchDay(owner);
      if (!isCurrent(owner)) return false;
      await keepDay(day);
      change({ offlineSince: null });
      await read();
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.statusCode === NO_RESPONSE || error.statusCode >= 500) {
        setState((before) => ({
          ...before,
          offlineSince: before.offlineSince ?? before.day?.at ?? Date.now(),
        }));
      }
      return false;
    }
  }, [owner, change, read]);

  /** Sends what waits; answers whether nothing that could be sent is left. */
  const send = useCallback(async (): Promise<boolean> => {
    let isChanged = false;
    const isAll = await alone(async () => {
      const opened = await store.current;
      if (!opened) return false;
      return sendSteps({
        store: opened,
        isCurrent: () => isCurrent(owner),
        onChange: (step) => {
          change({ sending: step?.id ?? null });
          if (step === null) void read();
        },
        send: async (step) => {
          isChanged = true;
          const sent = await sendStep(step, async (job) => {
            if (isCurrent(owner)) await keepJob(owner, job);
          });
          return explain(owner, step, sent);
        },
      });
    });
    await read();
    if (isChanged) void refresh(client, ['jobs']);
    return isAll;
  }, [client, owner, change, read]);

  useEffect(() => {
    const opening = openSteps(owner);
    store.current = opening;
    void read();
    return () => {
      store.current = null;
      void opening.then((opened) => opened.close());
    };
  }, [owner, read]);

  useEffect(() => {
    if (!online) {
      setState((before) => ({ ...before, offlineSince: before.offlineSince ?? Date.now() }));
      return undefined;
    }
    let isGone = false;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = async () => {
      const isDone = (await send()) && (await fetchAnew());
      if (isGone || isDone) return;
      timer = setTimeout(() => void again(), RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
      failures += 1;
    };
    // Also when a step was added or decided on, whatever else waits.
    if (turn >= 0) void again();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [online, turn, send, fetchAnew]);

  const isWorthKeeping = (state.day?.jobs.length ?? 0) > 0;
  useEffect(() => {
    if (!online || !isWorthKeeping) return;
    void keepOffline(`${location.pathname}?tab=day`).then((isReady) => change({ isReady }));
  }, [online, isWorthKeeping, change]);

  /** Changes what waits, shows it, and has it sent. */
  const decide = async (work: (steps: StepStore) => Promise<void>): Promise<void> => {
    const steps = await store.current;
    if (!steps) throw new Error('the steps are not open');
    await work(steps);
    await read();
    setTurn((before) => before + 1);
  };

  return {
    ...state,
    online,
    /** Keeps a step before anything says that it is done. */
    add: (job: ProjectedJob, step: Pick<NewStep, 'action' | 'body' | 'photo'>) => {
      const at = Date.now();
      const { id: jobId, documentNo, version } = job;
      const timed =
        step.action === 'photo' || step.action === 'answerChecks'
          ? {}
          : { doneAt: new Date(at).toISOString() };
      const made = {
        ...step,
        body: { ...step.body, ...timed },
        id: newKey(),
        jobId,
        documentNo: documentNo ?? '',
        at,
        seen: factsSeen(job),
      };
      return decide((steps) => steps.add(made, version));
    },
    /** Makes a photograph smaller, for a step. */
    shrink: (file: File) => shrinkPhoto(file, MAX_PHOTO_SIZE),
    retry: async (step: Step) => {
      const job = await fetchJob(step.jobId);
      await keepJob(owner, job);
      await decide((steps) => steps.retry(step, job.version));
    },
    setAside: async (step: Step) => {
      const job = (await readDay(owner))?.jobs.find(({ id }) => id === step.jobId);
      const version = job?.version ?? (step.version ?? 0) + 1;
      await decide((steps) => steps.setAside(step, version));
    },
    forget: (step: Step) => decide((steps) => steps.forget(step)),
  };
}

export type DayWork = ReturnType<typeof useDay>;
