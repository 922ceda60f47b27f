import { isApiError, newKey, refresh, registerContract } from '@boxyard/shared/client';
import { jobsArea, MAX_PHOTO_SIZE } from '@boxyard/shared/contract/areas/jobs.ts';
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
registerContract(serviceMastersArea);

/** Pauses between attempts that nobody asked for; the last one goes on. */
const RETRY_MS = [3_000, 6_000, 15_000, 30_000] as const;
const LOCK = 'boxyard-steps';

/** Of the open tabs one sends; the others read what became of it. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
    lock === null ? undefined : work(),
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
      setState((before) => ({
        ...before,
        offlineSince: before.offlineSince ?? before.day?.at ?? Date.now(),
      }));
      return false;
    }
  }, [owner, change, read]);

  /** Sends what waits; answers whether it has to be tried again. */
  const send = useCallback(async (): Promise<boolean> => {
    let isLeft = false;
    await alone(async () => {
      const opened = await store.current;
      if (!opened) return;
      const isAll = await sendSteps({
        store: opened,
        isCurrent: () => isCurrent(owner),
        onChange: (step) => {
          change({ sending: step?.id ?? null });
          if (step === null) void read();
        },
        send: async (step) =>
          explain(
            owner,
            step,
            await sendStep(step, async (job) => {
              if (isCurrent(owner)) await keepJob(owner, job);
            }),
          ),
      });
      isLeft = !isAll;
    });
    await read();
    void refresh(client, ['jobs']);
    return isLeft;
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

  const hasWaiting = state.steps.some(({ state: one }) => one === 'waiting');
  useEffect(() => {
    if (!online) {
      setState((before) => ({ ...before, offlineSince: before.offlineSince ?? Date.now() }));
      return undefined;
    }
    let isGone = false;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = async () => {
      const isLeft = hasWaiting && (await send());
      const isFresh = !isLeft && (await fetchAnew());
      if (isGone || isFresh) return;
      timer = setTimeout(() => void again(), RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
      failures += 1;
    };
    void again();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [online, hasWaiting, send, fetchAnew]);

  const isWorthKeeping = (state.day?.jobs.length ?? 0) > 0;
  useEffect(() => {
    if (!online || !isWorthKeeping) return;
    void keepOffline(`${location.pathname}?tab=day`).then((isReady) => change({ isReady }));
  }, [online, isWorthKeeping, change]);

  const opened = async (): Promise<StepStore> => {
    const steps = await store.current;
    if (!steps) throw new Error('the steps are not open');
    return steps;
  };

  return {
    ...state,
    online,
    /** Keeps a step before anything says that it is done. */
    add: async (job: ProjectedJob, step: Pick<NewStep, 'action' | 'body' | 'photo'>) => {
      const at = Date.now();
      const { id: jobId, documentNo } = job;
      const timed =
        step.action === 'photo' || step.action === 'answerChecks'
          ? {}
          : { doneAt: new Date(at).toISOString() };
      await (await opened()).add(
        {
          ...step,
          body: { ...step.body, ...timed },
          id: newKey(),
          jobId,
          documentNo: documentNo ?? '',
          at,
          seen: factsSeen(job),
        },
        job.version,
      );
      await read();
    },
    /** Makes a photograph smaller and lets it wait as a step. */
    shrink: (file: File) => shrinkPhoto(file, MAX_PHOTO_SIZE),
    retry: async (step: Step) => {
      const job = await fetchJob(step.jobId);
      await keepJob(owner, job);
      await (await opened()).retry(step, job.version);
      await read();
    },
    setAside: async (step: Step) => {
      const day = await readDay(owner);
      const job = day?.jobs.find(({ id }) => id === step.jobId);
      await (await opened()).setAside(step, job?.version ?? (step.version ?? 0) + 1);
      await read();
    },
    forget: async (step: Step) => {
      await (await opened()).forget(step);
      await read();
    },
  };
}

export type DayWork = ReturnType<typeof useDay>;
