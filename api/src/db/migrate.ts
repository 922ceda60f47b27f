import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from './pool.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
/** Any number, the same for every server: one of them migrates, the others wait. */
const LOCK = 4_207_001;
const MIN_VERSION = 150_000;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The migrations of this version, in order. */
export function migrations(folder = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Refuses a PostgreSQL that is too old, with a sentence. */
export async function requireVersion(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number; text: string }>(
    "select current_setting('server_version_num')::int as version, current_setting('server_version') as text",
  );
  const [found] = rows;
  if (!found || found.version < MIN_VERSION) {
    throw new Error(
      `PostgreSQL ${found?.text ?? '?'} is too old; DATABASE_URL must name version 15 or newer.`,
    );
  }
}

/** Queries that the order of names asks; a pool or one connection answers them. */
interface Asked {
  query<R extends object>(text: string): Promise<{ readonly rows: readonly R[] }>;
}

/**
 * Says why names do not stand in the order of a Thai list: the PostgreSQL was built without ICU, or
 * its ICU is another release than the one that ordered the indexes. Null where they do.
 */
export async function nameOrderWarning(pool: Asked): Promise<string | null> {
  const { rows } = await pool.query<{ provider: string; before: string; now: string }>(
    `select collprovider as provider, collversion as before, pg_collation_actual_version(oid) as now
     from pg_collation where collname = 'thai_names'`,
  );
  const [found] = rows;
  if (found?.provider !== 'i') {
    return 'This PostgreSQL has no ICU: names are sorted by code point, not as a Thai list. Use one built with ICU.';
  }
  if (found.before === found.now) return null;
  return `ICU ${found.now} sorts names otherwise than ${found.before}, which made the indexes: run "reindex database" and "alter collation thai_names refresh version".`;
}

/**
 * Brings the schema up to date: each migration in a transaction of its own, one server at a time.
 * A migration that was changed after it ran is refused, since nobody could tell what is there.
 */
export async function migrate(pool: Pool, list = migrations()): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      `create table if not exists schema_migrations (
        name text constraint schema_migrations_pk primary key,
        checksum text not null,
        ran_at timestamptz not null default now()
      )`,
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const done = new Map(rows.map(({ name, checksum }) => [name, checksum]));
    const known = new Set(list.map(({ name }) => name));
    const newer = [...done.keys()].find((name) => !known.has(name));
    if (newer !== undefined) {
      throw new Error(
        `The database holds ${newer}, which this version does not know; start the newer version.`,
      );
    }
    const ran: string[] = [];
    for (const migration of list) {
      const before = done.get(migration.name);
      if (before === migration.checksum) continue;
      if (before !== undefined) {
        throw new Error(
          `${migration.name} was changed after it ran on this database; add a new migration instead.`,
        );
      }
      await client.query('begin');
      try {
        await client.query(migration.sql);
        await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
          migration.name,
          migration.checksum,
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`${migration.name} failed: ${(error as Error).message}`, { cause: error });
      }
      ran.push(migration.name);
    }
    return ran;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
}
