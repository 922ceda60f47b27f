import { setTimeout as sleep } from 'node:timers/promises';
import { isFollowUp, isRetryable, isStalePlan } from '../db/errors.ts';
import type { Client, Pool } from '../db/pool.ts';
import { conflict } from './errors.ts';
import { afterPendingQueries } from './pendingQueries.ts';

const RETRIES = 3;

export type Hook = () => void | Promise<void>;

export interface Transaction {
  readonly client: Client;
  afterCommit(hook: Hook): void;
  /** One statement that was begun and that nothing waits for; the commit follows it. */
  background(statement: Promise<unknown>): void;
}

/** Statements that run beside the work, and how they failed. */
class Background {
  readonly #running: Promise<unknown>[] = [];
  readonly failures: unknown[] = [];

  add(statement: Promise<unknown>): void {
    this.#running.push(statement.catch((error: unknown) => this.failures.push(error)));
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }
}

/** Once a statement has failed, all later ones fail as well: the reason is the other kind. */
const reasonOf = (errors: readonly unknown[]): unknown =>
  errors.find((error) => !isFollowUp(error)) ?? errors[0];

/**
 * One transaction, the whole of it repeated on serialisation failures and deadlocks (at most three
 * times, with jitter), then 409 BUSY_RETRY (domain-warehouse 3.4). Hooks run after the commit.
 */
export async function transact<T>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const hooks: Hook[] = [];
    const client = await pool.connect();
    let broken: Error | undefined;
    let isOver = false;
    const query = (...args: unknown[]): unknown => {
      if (isOver) throw new Error('a statement comes after the end of its transaction');
      return client.query(...(args as [never]));
    };
    const background = new Background();
    try {
      // On a pipelined connection it travels with the first statement of the work.
      background.add(client.query('begin'));
      const result = await work({
        client: { query } as unknown as Client,
        afterCommit: (hook) => {
          hooks.push(hook);
        },
        background: (statement) => background.add(statement),
      });
      // It follows at once what nobody waits for: others wait for what this transaction holds.
      await afterPendingQueries();
      isOver = true;
      const end = await client.query('commit');
      await background.settled();
      if (background.failures.length > 0) throw reasonOf(background.failures);
      // A transaction in which a statement failed ends by ROLLBACK, whatever was asked for.
      if (end.command !== 'COMMIT') throw new Error('the transaction was rolled back');
      client.release();
      for (const hook of hooks) await hook();
      return result;
    } catch (caught) {
      // What other branches of the work begin from now on belongs to nobody.
      await afterPendingQueries();
      isOver = true;
      await background.settled();
      const error = isFollowUp(caught) ? reasonOf([...background.failures, caught]) : caught;
      await client.query('rollback').catch((lost: Error) => {
        broken = lost;
      });
      client.release(isStalePlan(error) ? true : broken);
      if (!isRetryable(error) && !isStalePlan(error)) throw error;
      if (attempt === RETRIES) throw conflict('BUSY_RETRY');
      await sleep(5 + Math.random() * 20 * 2 ** attempt);
    }
  }
}
