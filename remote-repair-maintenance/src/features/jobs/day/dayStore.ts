import type { JobDetail } from '@boxyard/shared/contract/areas/jobs.ts';
import { DAY } from '@boxyard/shared/domain/service/fieldDay.ts';
import { type DBSchema, openDB } from 'idb';

/** A code to choose from. */
export interface DayCode {
  readonly id: string;
  readonly kind: 'cause' | 'action';
  readonly code: string;
  readonly name: string;
  readonly nameTh: string | null;
}

/** Own jobs of a technician as they were when the network was last there. */
export interface Day {
  readonly owner: string;
  readonly at: number;
  readonly jobs: readonly JobDetail[];
  readonly codes: readonly DayCode[];
}

interface Schema extends DBSchema {
  days: { key: string; value: Day };
}

/** The database lives for one call: a sign-out deletes it, and must not wait for anybody. */
async function withDatabase<T>(
  work: (db: Awaited<ReturnType<typeof openDB<Schema>>>) => Promise<T>,
): Promise<T> {
  const db = await openDB<Schema>(DAY, 1, {
    upgrade: (upgraded) => void upgraded.createObjectStore('days', { keyPath: 'owner' }),
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/** The day of a person, if this device has it. */
export const readDay = (owner: string): Promise<Day | undefined> =>
  withDatabase((db) => db.get('days', owner));

/** Keeps the day of a person; nobody else's is kept beside it. */
export const keepDay = (day: Day): Promise<void> =>
  withDatabase(async (db) => {
    const tx = db.transaction('days', 'readwrite');
    await tx.store.clear();
    await tx.store.put(day);
    await tx.done;
  });

/** Puts a job as the server has answered it in the place of the kept one. */
export const keepJob = (owner: string, job: JobDetail): Promise<void> =>
  withDatabase(async (db) => {
    const tx = db.transaction('days', 'readwrite');
    const day = await tx.store.get(owner);
    if (day) {
      const jobs = day.jobs.map((one) => (one.id === job.id ? job : one));
      await tx.store.put({ ...day, jobs });
    }
    await tx.done;
  });
