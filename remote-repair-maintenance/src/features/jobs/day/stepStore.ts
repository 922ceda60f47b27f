import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { NewStep, Step, StepProblem } from './steps.ts';

/** Unlike the day itself, work that was done and not sent outlives a sign-out: nobody else sees or sends it. */
const STEPS_DATABASE = 'boxyard-steps';

interface Schema extends DBSchema {
  steps: { key: number; value: Step; indexes: { owner: string } };
}

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(STEPS_DATABASE, 1, {
    upgrade: (db) => {
      db.createObjectStore('steps', { keyPath: 'seq', autoIncrement: true }).createIndex(
        'owner',
        'owner',
      );
    },
  });

/** The steps of one person on this device. */
export interface StepStore {
  /** All steps, the oldest first. */
  readonly all: () => Promise<readonly Step[]>;
  /** Keeps a step behind the others; `version` counts where no other step of its job waits. */
  readonly add: (step: NewStep, version: number) => Promise<void>;
  /** The server has done it; the next step of its job goes by this version. */
  readonly finish: (step: Step, version: number) => Promise<void>;
  readonly refuse: (step: Step, problem: StepProblem) => Promise<void>;
  /** Sends a refused step once more, upon the job as it is now. */
  readonly retry: (step: Step, version: number) => Promise<void>;
  /** Keeps a refused step without sending it; the next one goes by this version. */
  readonly setAside: (step: Step, version: number) => Promise<void>;
  /** Forgets a step that was set aside. */
  readonly forget: (step: Step) => Promise<void>;
  readonly close: () => void;
}

const isPending = ({ state }: Step): boolean => state !== 'aside';

/** Opens the steps of a person. Each change is one transaction: a browser that is killed loses none. */
export async function openSteps(owner: string): Promise<StepStore> {
  const db = await open();

  /** Changes a step, and gives its version to the next one of its job where it is told. */
  const change = async (
    { seq, jobId }: Step,
    to: (kept: Step) => Step | null,
    nextVersion?: number,
  ): Promise<void> => {
    const tx = db.transaction('steps', 'readwrite', { durability: 'strict' });
    const kept = await tx.store.get(seq);
    // Another tab was faster.
    if (kept?.owner === owner) {
      const changed = to(kept);
      await (changed === null ? tx.store.delete(seq) : tx.store.put(changed));
      if (nextVersion !== undefined) {
        const rest = await tx.store.getAll(IDBKeyRange.lowerBound(seq, true));
        const next = rest.find(
          (one) => one.owner === owner && one.jobId === jobId && isPending(one),
        );
        if (next?.version === null) await tx.store.put({ ...next, version: nextVersion });
      }
    }
    await tx.done;
  };

  return {
    all: () => db.getAllFromIndex('steps', 'owner', owner),
    add: async (step, version) => {
      const tx = db.transaction('steps', 'readwrite', { durability: 'strict' });
      const others = await tx.store.index('owner').getAll(owner);
      const isFirst = !others.some((one) => one.jobId === step.jobId && isPending(one));
      const { photo, ...rest } = step;
      await tx.store.add({
        ...rest,
        ...(photo === undefined ? {} : { photo }),
        owner,
        version: isFirst ? version : null,
        state: 'waiting',
        problem: null,
      } as Step);
      await tx.done;
    },
    finish: (step, version) => change(step, () => null, version),
    refuse: (step, problem) =>
      change(step, (kept) => ({ ...kept, state: 'refused' as const, problem })),
    retry: (step, version) =>
      change(step, (kept) => ({ ...kept, state: 'waiting' as const, problem: null, version })),
    setAside: (step, version) =>
      change(step, (kept) => ({ ...kept, state: 'aside' as const }), version),
    forget: (step) => change(step, (kept) => (kept.state === 'aside' ? null : kept)),
    close: () => db.close(),
  };
}
