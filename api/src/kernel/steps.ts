import { conflict } from './errors.ts';
import type { Claim } from './idempotency.ts';
import type { Pg } from './types.ts';

/** A request that may come again after days, with the record that it changes. */
export interface Step extends Claim {
  readonly subjectId: string;
}

/**
 * Claims the id of a step inside the caller's transaction, for whoever sends it first: one in flight is
 * waited for. Answers whether this step was done.
 * @throws 409 where somebody else, another call or another body had the id
 */
export async function claimStep(pg: Pg, step: Step): Promise<boolean> {
  // Two statements in one round trip: only the second sees what was written while the first has waited.
  const [, { rows }] = await Promise.all([
    pg.query({
      name: 'kernel.claimStep',
      text: `select pg_advisory_xact_lock(hashtextextended('step/' || $1::text, 0))`,
      values: [step.key],
    }),
    pg.query<{ user_id: string; route: string; body_hash: string }>({
      name: 'kernel.claimedStep',
      text: 'select user_id, route, body_hash from kept_steps where id = $1::uuid',
      values: [step.key],
    }),
  ]);
  const [earlier] = rows;
  if (!earlier) return false;
  if (earlier.user_id !== step.userId) throw conflict('STEP_OF_OTHER');
  if (earlier.route !== step.route || earlier.body_hash !== step.bodyHash) {
    throw conflict('IDEMPOTENCY_MISMATCH');
  }
  return true;
}

/** Keeps the id of a step in the transaction that did it. */
export async function keepStep(pg: Pg, step: Step, at: Date): Promise<void> {
  await pg.query({
    name: 'kernel.keepStep',
    text: `insert into kept_steps (id, user_id, route, subject_id, body_hash, done_at)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [step.key, step.userId, step.route, step.subjectId, step.bodyHash, at],
  });
}
