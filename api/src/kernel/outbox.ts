import type { Pool } from '../db/pool.ts';
import type { Logger } from './app.ts';
import type { Clock } from './clock.ts';
import type { Ctx } from './types.ts';

/** Channel on which every server hears what happened. */
export const EVENTS_CHANNEL = 'boxyard_events';
const BATCH = 200;
const SWEEP_MS = 1000;

interface Parts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Lets committed events out in batches. They are not announced inside the transaction that made
 * them: PostgreSQL's NOTIFY holds one lock for the whole database through commit (quality
 * "Fast"). What a killed server left waiting goes out at the next start.
 */
export class Outbox {
  readonly #parts: Parts;
  readonly #kicked = new WeakSet<Ctx>();
  #running: Promise<void> | undefined;
  #again = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Sweeps once a second besides, for what other processes left. */
  start(): void {
    this.#timer = setInterval(() => this.kick(), SWEEP_MS);
    this.#timer.unref();
  }

  /** Once for each transaction, however many events it made. */
  kickAfter(ctx: Ctx): void {
    if (this.#timer === undefined || this.#kicked.has(ctx)) return;
    this.#kicked.add(ctx);
    ctx.afterCommit(() => this.kick());
  }

  kick(): void {
    if (this.#closed) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#drain()
      .catch((error: unknown) => this.#parts.log.warn({ err: error }, 'outbox'))
      .finally(() => {
        this.#running = undefined;
        if (this.#again) {
          this.#again = false;
          this.kick();
        }
      });
  }

  /** Sends what waits and returns when nothing does. */
  async drain(): Promise<void> {
    await this.#running;
    await this.#drain();
  }

  async #drain(): Promise<void> {
    for (;;) {
      const { rows } = await this.#parts.pool.query<{ count: number }>({
        name: 'kernel.outbox',
        text: `with picked as (
            select id from outbox_events where delivered_at is null
            order by id limit ${BATCH} for update skip locked
          ), sent as (
            update outbox_events e set delivered_at = $1 from picked where e.id = picked.id
            returning e.id, e.topic, e.payload
          ), told as (
            select pg_notify('${EVENTS_CHANNEL}', json_build_object('id', id, 'topic', topic, 'payload', payload)::text)
            from (select * from sent order by id) as ordered
          )
          select count(*)::int as count from told`,
        values: [this.#parts.clock.now()],
      });
      if ((rows[0]?.count ?? 0) < BATCH) return;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}
