import { types } from 'node:util';
import pg from 'pg';

/** How old an answer of the replica may be. */
const MOST_BEHIND_MS = 1000;
const LOOK_MS = 200;
/** While somebody waits for it. */
const LOOK_AGAIN_MS = 20;
const PATIENCE_MS = 5000;
/** Where a page of the log begins with nothing but its head. */
const HEADS = [24n, 40n];
const PAGE = 8192n;

interface Parts {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  readonly log: { warn(fields: object, message: string): void };
  /** This process's clock, in milliseconds. */
  readonly now: () => number;
}

interface Mark {
  readonly at: number;
  readonly position: bigint;
}

interface Waiting {
  readonly at: number;
  readonly done: () => void;
}

/**
 * Knows up to which moment a streaming replica has everything: every look notes how far the primary
 * has written and compares how far the replica has replayed. Moments are of this process's own clock,
 * so no two clocks are compared (ADR 0069).
 */
export class Replica {
  readonly #log: Parts['log'];
  readonly #primary: pg.Pool;
  readonly #replica: pg.Pool;
  readonly #now: () => number;
  /** Everything that was acknowledged before this moment is in the replica. */
  #upTo = Number.NEGATIVE_INFINITY;
  /** Reads went to the primary until then: what was told meanwhile is not to be unsaid. */
  #floor = Number.NEGATIVE_INFINITY;
  #marks: Mark[] = [];
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isAway = false;
  #isClosed = false;

  #isWatching = false;

  constructor({ primaryUrl, replicaUrl, log, now }: Parts) {
    this.#log = log;
    this.#now = now;
    this.#primary = watch(primaryUrl);
    this.#replica = watch(replicaUrl);
  }

  /** From now on it looks by itself; until then the primary answers. After the migrations of a start. */
  start(): void {
    this.#isWatching = true;
    this.#soon(0);
  }

  /** Whether a read may go there that has to see what was acknowledged before this moment. */
  has(moment: number): boolean {
    return this.#isUsable() && this.#upTo >= Math.max(moment, this.#floor);
  }

  /** Seconds that the replica is behind; null: it is away. */
  get behind(): number | null {
    const ms = this.#now() - this.#upTo;
    return Number.isFinite(ms) && !this.#isAway ? ms / 1000 : null;
  }

  /**
   * Resolves when reads see what has happened until now: the replica has it, or reads go to the
   * primary. What tells browsers of a change waits for it, since they ask again at once.
   */
  caughtUp(): Promise<void> {
    const at = this.#now();
    if (this.has(at)) return Promise.resolve();
    if (!this.#isUsable()) {
      this.#floor = Math.max(this.#floor, at);
      return Promise.resolve();
    }
    return new Promise((done) => {
      this.#waiting.push({ at, done });
      this.#soon(0);
    });
  }

  /** Looks once; by itself it does so a few times a second. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.lost(error))
      .finally(() => {
        this.#looking = undefined;
        this.#release();
        this.#soon(this.#waiting.length > 0 ? LOOK_AGAIN_MS : LOOK_MS);
      });
    return this.#looking;
  }

  /** A read there has failed: until it answers again, all go to the primary. */
  lost(error: unknown): void {
    this.#upTo = Number.NEGATIVE_INFINITY;
    this.#release();
    if (this.#isAway || this.#isClosed) return;
    this.#isAway = true;
    this.#log.warn({ err: error }, 'the replica is away: the primary answers');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    this.#release();
    await Promise.all([this.#primary.end(), this.#replica.end()]);
  }

  #soon(milliseconds: number): void {
    if (this.#isClosed || !this.#isWatching) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), milliseconds);
    this.#timer.unref();
  }

  #isUsable(): boolean {
    return !this.#isClosed && this.#now() - this.#upTo <= MOST_BEHIND_MS;
  }

  async #look(): Promise<void> {
    const at = this.#now();
    const written = await position(this.#primary, 'pg_current_wal_insert_lsn()');
    if (written === null) throw new Error('DATABASE_URL names no primary');
    this.#marks.push({ at, position: written });
    const replayed = await position(this.#replica, 'pg_last_wal_replay_lsn()');
    if (replayed === null) throw new Error('DATABASE_REPLICA_URL names no streaming replica');
    const reached = this.#marks.findLast((mark) => mark.position <= replayed);
    if (reached) {
      this.#upTo = Math.max(this.#upTo, reached.at);
      this.#marks = this.#marks.filter((mark) => mark.at > reached.at);
    }
    // Of a replica that hangs for hours: the newest marks serve as well.
    if (this.#marks.length > 1000) this.#marks = this.#marks.filter((_, index) => index % 2 === 0);
    if (this.#isAway && this.#isUsable()) {
      this.#isAway = false;
      this.#log.warn({}, 'the replica answers again');
    }
  }

  #release(): void {
    const isUsable = this.#isUsable();
    const over = (waiting: Waiting): boolean => !isUsable || this.#upTo >= waiting.at;
    for (const waiting of this.#waiting.filter(over)) {
      if (!isUsable) this.#floor = Math.max(this.#floor, waiting.at);
      waiting.done();
    }
    this.#waiting = this.#waiting.filter((waiting) => !over(waiting));
  }
}

function watch(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'boxyard replica watch',
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    keepAlive: true,
  });
  pool.on('error', () => undefined);
  return pool;
}

async function position(pool: pg.Pool, place: string): Promise<bigint | null> {
  const { rows } = await pool.query<{ lsn: string | null }>(
    `select case when pg_is_in_recovery() = $1 then ${place} end as lsn`,
    [place.includes('replay')],
  );
  const lsn = rows[0]?.lsn ?? null;
  return lsn === null ? null : positionOf(lsn);
}

/** `16/B374D848` as a number. A page that holds nothing yet counts as not begun: nothing is replayed there. */
export function positionOf(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/');
  const at = BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`);
  return HEADS.includes(at % PAGE) ? at - (at % PAGE) : at;
}

/** What only a replica answers: it is read-only, and gives up readers that are in the way of its log. */
const ITS_OWN: ReadonlySet<string> = new Set(['25006', '40001', '40P01']);
const GONE: ReadonlySet<string> = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '3D000',
  '28000',
  '28P01',
]);

/** Whether a read failed by the replica, so that the primary may answer; `away`: all others will, too. */
export function replicaFault(error: unknown): 'away' | 'refused' | null {
  if (!types.isNativeError(error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (ITS_OWN.has(code)) return 'refused';
  const isLost =
    GONE.has(code) ||
    /^(?:08...|E[A-Z]+)$/.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message);
  return isLost ? 'away' : null;
}
