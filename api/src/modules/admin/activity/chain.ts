import { createHash, timingSafeEqual } from 'node:crypto';
import type { App, Pg } from '../../../kernel/index.ts';

/**
 * The hash chain over the activity log (domain-containers 1.5). Each entry's seal has a number, the
 * digest of the entry and a hash over the seal before it, so that nothing can be changed, taken out
 * or moved without every later hash becoming another. The newest seal is signed with the server's
 * secret: whoever owns the database alone can neither cut the chain's end off nor write it anew.
 */
export interface Content {
  readonly at: string;
  readonly user_id: string | null;
  readonly company_id: string | null;
  readonly action: string;
  readonly subject: string;
  readonly subject_id: string | null;
  readonly subject_label: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly request_id: string | null;
  readonly result: string;
}

/** Columns of an entry (alias `l`) as the chain reads them, whatever the connection's settings. */
export const CONTENT = `(l.at at time zone 'UTC')::text as at, l.user_id, l.company_id, l.action, l.subject,
  l.subject_id, l.subject_label, l.before::text as before, l.after::text as after, l.ip, l.user_agent,
  l.request_id, l.result`;

/** Digest of what an entry says; the order of the fields is part of it. */
export const digestOf = (entry: Content): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        entry.at,
        entry.user_id,
        entry.company_id,
        entry.action,
        entry.subject,
        entry.subject_id,
        entry.subject_label,
        entry.before,
        entry.after,
        entry.ip,
        entry.user_agent,
        entry.request_id,
        entry.result,
      ]),
    )
    .digest();

/** Before the first seal. */
export const ORIGIN: Buffer = Buffer.alloc(32);

const numberBytes = (seq: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(seq));
  return bytes;
};

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

export interface Link {
  readonly seq: number;
  readonly logId: string;
  readonly digest: Buffer;
}

/** Hash of a seal after the one before it. `linkedTo` of check.ts says the same in SQL. */
export const hashOf = (previous: Buffer, { seq, logId, digest }: Link): Buffer =>
  createHash('sha256')
    .update(previous)
    .update(numberBytes(seq))
    .update(idBytes(logId))
    .update(digest)
    .digest();

/** The newest seal as the server signed it. */
export interface Anchor {
  readonly seq: number;
  readonly hash: Buffer;
}

const KEY = 'activityAnchor';
const PURPOSE = 'anchor of the activity log';

const textOf = (seq: number, hash: string): string => `${seq}:${hash}`;

/** For keeping elsewhere: `<number>:<hash>`. */
export const anchorText = ({ seq, hash }: Anchor): string => textOf(seq, hash.toString('hex'));

export type KnownAnchor = Anchor | 'missing' | 'forged';

/** The anchor, if it is one that this server signed. */
export async function readAnchor(app: Pick<App, 'sign'>, pg: Pg): Promise<KnownAnchor> {
  const { rows } = await pg.query<{ value: unknown }>(
    'select value from settings where company_id is null and key = $1',
    [KEY],
  );
  const value = rows[0]?.value;
  if (value === undefined) return 'missing';
  if (typeof value !== 'object' || value === null) return 'forged';
  const { seq, hash, signature } = value as Readonly<Record<string, unknown>>;
  if (typeof seq !== 'number' || typeof hash !== 'string' || typeof signature !== 'string') {
    return 'forged';
  }
  const expected = Buffer.from(app.sign(PURPOSE, textOf(seq, hash)));
  const given = Buffer.from(signature);
  const signed = expected.length === given.length && timingSafeEqual(expected, given);
  return signed ? { seq, hash: Buffer.from(hash, 'hex') } : 'forged';
}

/** What the anchor says, whoever signed it. */
export async function claimedAnchor(pg: Pg): Promise<Anchor | null> {
  const { rows } = await pg.query<{ seq: number; hash: string }>(
    `select (value->>'seq')::bigint as seq, value->>'hash' as hash from settings
     where company_id is null and key = $1`,
    [KEY],
  );
  const [row] = rows;
  return row ? { seq: row.seq, hash: Buffer.from(row.hash, 'hex') } : null;
}

/** Signs a seal as the newest. */
export async function writeAnchor(
  app: Pick<App, 'sign'>,
  pg: Pg,
  { seq, hash, at }: Anchor & { readonly at: Date },
): Promise<void> {
  const hex = hash.toString('hex');
  const value = { seq, hash: hex, signature: app.sign(PURPOSE, textOf(seq, hex)) };
  await pg.query(
    `insert into settings (company_id, key, value, updated_at) values (null, $1, $2::jsonb, $3)
     on conflict on constraint settings_uq do update set value = excluded.value, updated_at = excluded.updated_at`,
    [KEY, JSON.stringify(value), at],
  );
}
