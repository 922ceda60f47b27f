import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { FileStore, HeldFile } from '../documents/store/fileStore.ts';
import type { Logger } from './app.ts';
import type { Clock } from './clock.ts';
import { newId } from './sql.ts';
import type { Ctx, Db, Pg } from './types.ts';

/** What is known of a file that is stored. */
export interface StoredFile {
  /** Its name in the store, which a row refers to. */
  readonly id: string;
  readonly size: number;
  readonly sha256: string;
}

/** Files as modules use them. */
export interface Files {
  /**
   * Stores the whole content or nothing. Its row is written before it and stays for a day at least:
   * until then the caller's transaction has referred to it, or never will.
   */
  put(content: Buffer | Readable): Promise<StoredFile>;
  /** @throws FileMissingError, FileDamagedError, FilesUnavailableError */
  get(id: string): Promise<Readable>;
  /** Holds rows and files against each other, and removes what is left over for a day. */
  check(): Promise<FileReport>;
}

/** What the nightly check found; counts, since a store holds millions. */
export interface FileReport {
  readonly at: string;
  readonly files: number;
  /** Rows whose file is gone, or has another size. */
  readonly missing: number;
  readonly damaged: number;
  /** Files without a row, and rows that nothing refers to, removed. */
  readonly removed: number;
  /** Files without a row that are so many that something else is wrong; none was removed. */
  readonly left: number;
  /** Names of the first that are missing or damaged. */
  readonly names: readonly string[];
}

const DAY_MS = 86_400_000;
const LATEST = 'fileCheck';
const OWNER = 'fileStore';
/** Rows of one transaction: each holds its connection while as many files are removed. */
const BATCH = 50;
const MOST_NAMED = 20;
/** More strangers than this, and a tenth of all, are no leftovers: the store is another one's too. */
const FEW = 100;

interface Parts {
  readonly store: FileStore;
  readonly db: Db;
  /** Outside any transaction, and not the writers' connections: their transactions wait for it. */
  readonly pg: Pg;
  readonly transaction: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Joins the store of files with their rows (ADR 0067). */
export class StoredFiles implements Files {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async put(content: Buffer | Readable): Promise<StoredFile> {
    const { store, pg, clock } = this.#parts;
    const received = await store.receive(content);
    try {
      const { sha256, size } = received;
      await pg.query(
        `insert into stored_files (key, size, touched_at) values ($1, $2, $3)
          on conflict (key) do update set touched_at = excluded.touched_at`,
        [sha256, size, clock.now()],
      );
      await store.keep(received);
      return { id: sha256, size, sha256 };
    } finally {
      await received.drop();
    }
  }

  async get(id: string): Promise<Readable> {
    try {
      return await this.#parts.store.get(id);
    } catch (error) {
      this.#parts.log.error({ err: error, file: id }, 'a stored file cannot be read');
      throw error;
    }
  }

  /**
   * Binds store and database to each other at the first start, and refuses others from then on: files
   * would be missing, and the check would take another database's for leftovers.
   */
  async claim(): Promise<void> {
    const { store, pg } = this.#parts;
    const [owner, known] = [await store.owner(), (await this.#setting(OWNER)) as string | null];
    if (owner !== null && owner === known) return;
    if (known === null && owner !== null) {
      throw new Error(
        `The files in ${store.place} belong to another database; set FILES_URL or DATA_DIR to another place, or remove boxyard-store there if that database is no more.`,
      );
    }
    if (known !== null) {
      const { rows } = await pg.query('select 1 from stored_files limit 1');
      if (owner !== null || rows.length > 0) {
        throw new Error(
          `The files of this database are not in ${store.place}; set FILES_URL or DATA_DIR to where they are. To go on without them, write "${known}" to boxyard-store there.`,
        );
      }
    }
    const name = known ?? newId();
    await store.setOwner(name);
    await this.#keep(OWNER, name);
  }

  /** What the latest check found; null before the first. */
  async latest(): Promise<FileReport | null> {
    return (await this.#setting(LATEST)) as FileReport | null;
  }

  /**
   * Removes what nothing refers to and nobody has touched for a day, and the files that have no row;
   * then holds every row against the store.
   */
  async check(): Promise<FileReport> {
    const { store, clock, log } = this.#parts;
    // Held against another store, every file would be missing, and its row no longer needed.
    await this.claim();
    const before = new Date(clock.now().getTime() - DAY_MS);
    const removed = await this.#removeUnused(before);
    const found = await this.#compare(before);
    const isMuch = found.strangers.length > FEW && found.strangers.length * 10 > found.files;
    for (const id of isMuch ? [] : found.strangers) await store.remove(id);
    await store.forgetReceived(before);
    const faults = [...found.missing, ...found.damaged];
    const report: FileReport = {
      at: clock.now().toISOString(),
      files: found.files,
      missing: found.missing.length,
      damaged: found.damaged.length,
      removed: removed + (isMuch ? 0 : found.strangers.length),
      left: isMuch ? found.strangers.length : 0,
      names: await this.#namesOf(faults.slice(0, MOST_NAMED)),
    };
    await this.#keep(LATEST, report);
    log.info({ report }, 'files');
    if (faults.length > 0) log.error({ keys: faults.slice(0, MOST_NAMED) }, 'files');
    return report;
  }

  /** A row goes with its file, under its lock: whoever stores the same content waits, and stores it anew. */
  async #removeUnused(before: Date): Promise<number> {
    const { store, transaction } = this.#parts;
    for (let removed = 0; ; ) {
      const count = await transaction(async ({ pg }) => {
        const { rows } = await pg.query<{ key: string }>(
          `delete from stored_files where key in (
              select s.key from stored_files s where s.touched_at < $1
                and not exists (select 1 from files f where f.storage_key = s.key)
                and not exists (select 1 from exports e where e.file_id = s.key)
              order by s.touched_at, s.key limit ${BATCH} for update skip locked)
            returning key`,
          [before],
        );
        for (const { key } of rows) await store.remove(key);
        return rows.length;
      });
      removed += count;
      if (count < BATCH) return removed;
    }
  }

  async #compare(before: Date) {
    const { store } = this.#parts;
    const [strangers, lost, damaged]: [string[], string[], string[]] = [[], [], []];
    let files = 0;
    let last = '';
    // Both come in the order of their names: a stretch of the store against the rows between its ends.
    const stretch = async (held: readonly HeldFile[], end: string | null) => {
      const rows = await this.#rowsBetween(last, end);
      files += rows.size;
      for (const { id, size, at } of held) {
        const expected = rows.get(id);
        rows.delete(id);
        if (expected === undefined) {
          if (at < before) strangers.push(id);
        } else if (expected !== size) damaged.push(id);
      }
      lost.push(...rows.keys());
      last = end ?? last;
    };
    for await (const held of store.list()) {
      const end = held.at(-1)?.id;
      if (end !== undefined) await stretch(held, end);
    }
    await stretch([], null);
    return {
      files,
      strangers,
      damaged: await this.#used(damaged),
      missing: await this.#gone(lost),
    };
  }

  async #rowsBetween(after: string, end: string | null): Promise<Map<string, number>> {
    const { rows } = await this.#parts.pg.query<{ key: string; size: number }>(
      `select key, size from stored_files
        where key > $1 and ($2::text is null or key <= $2) order by key`,
      [after, end],
    );
    return new Map(rows.map(({ key, size }) => [key, size]));
  }

  /** What was stored or removed while the store was listed is not missing. */
  async #gone(keys: readonly string[]): Promise<string[]> {
    const gone: string[] = [];
    for (const key of await this.#used(keys)) {
      if ((await this.#parts.store.sizeOf(key)) === null) gone.push(key);
    }
    return gone;
  }

  /** Those that something refers to: a file that was begun and never stored is missed by nobody. */
  async #used(keys: readonly string[]): Promise<string[]> {
    if (keys.length === 0) return [];
    const { rows } = await this.#parts.pg.query<{ key: string }>(
      `select key from stored_files s where key = any($1::text[])
          and (exists (select 1 from files f where f.storage_key = s.key)
            or exists (select 1 from exports e where e.file_id = s.key))
        order by key`,
      [keys],
    );
    return rows.map(({ key }) => key);
  }

  async #namesOf(keys: readonly string[]): Promise<string[]> {
    if (keys.length === 0) return [];
    const { rows } = await this.#parts.pg.query<{ name: string }>(
      `select distinct file_name as name from (
          select file_name from files where storage_key = any($1::text[])
          union all select file_name from exports where file_id = any($1::text[])) named
        order by name limit ${MOST_NAMED}`,
      [keys],
    );
    return rows.map(({ name }) => name);
  }

  async #setting(key: string): Promise<unknown> {
    const row = await this.#parts.db
      .selectFrom('settings')
      .where('companyId', 'is', null)
      .where('key', '=', key)
      .select('value')
      .executeTakeFirst();
    return row?.value ?? null;
  }

  async #keep(key: string, value: unknown): Promise<void> {
    const now = this.#parts.clock.now();
    await this.#parts.db
      .insertInto('settings')
      .values({ companyId: null, key, value: JSON.stringify(value), updatedAt: now })
      .onConflict((conflict) =>
        conflict
          .columns(['companyId', 'key'])
          .doUpdateSet({ value: sql`excluded.value`, updatedAt: now }),
      )
      .execute();
  }
}
