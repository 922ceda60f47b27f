import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import {
  type Ctx,
  conflict,
  type FieldFault,
  familyOfTable,
  type Happening,
  labelOf,
  mayUseCompany,
  type Reference,
  record,
} from '../../kernel/index.ts';
import { COMMON_WORDS } from '../../workflow/index.ts';

/** What the masters have in common: search, duplicates, references, what changed. */

/** Columns that most masters export. */
export const MASTER_COLUMNS = {
  code: { title: COMMON_WORDS.field.code, type: 'text' },
  name: { title: COMMON_WORDS.field.name, type: 'text' },
  nameTh: { title: { en: 'Name (Thai)', th: 'ชื่อไทย' }, type: 'text' },
  isActive: { title: COMMON_WORDS.field.isActive, type: 'text' },
} as const;

type Row = Readonly<Record<string, unknown>>;

const NOT_SHOWN = new Set([
  'id',
  'version',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'searchText',
]);

const NUMBER = /^-?\d+(\.\d+)?$/;

/** `5` and `5.000` are the same number, an absent value and null the same nothing. */
const plain = (value: unknown): unknown =>
  typeof value === 'string' && NUMBER.test(value) && value.includes('.')
    ? value.replace(/\.?0+$/, '')
    : JSON.parse(JSON.stringify(value ?? null));

/** `{field: {from, to}}` of what differs, for the timeline. */
export function diffOf(before: Row, after: Row): Record<string, { from: unknown; to: unknown }> {
  const names = Object.keys(after).filter((name) => !NOT_SHOWN.has(name));
  return Object.fromEntries(
    names
      // Deep, since jsonb comes back with its keys in another order.
      .filter((name) => !isDeepStrictEqual(plain(before[name]), plain(after[name])))
      .map((name) => [name, { from: before[name] ?? null, to: after[name] ?? null }]),
  );
}

export interface Change {
  readonly subject: Happening['subject'];
  readonly id: string;
  readonly action: Happening['action'];
  readonly companyId?: string | null;
  readonly reason?: string | null;
  readonly before?: Row;
  readonly after?: Row;
  readonly version?: number;
  readonly touches?: readonly string[];
}

/** Timeline, activity log and live event of a changed master. */
export async function recordChange(ctx: Ctx, change: Change): Promise<void> {
  const { before, after } = change;
  const diff = diffOf(before ?? {}, after ?? {});
  const changed = Object.keys(diff);
  const only = (row: Row | undefined): Row | null =>
    row ? Object.fromEntries(changed.map((name) => [name, row[name] ?? null])) : null;
  await record(ctx, {
    subject: change.subject,
    subjectId: change.id,
    label: labelOf({ ...before, ...after }),
    action: change.action,
    companyId: change.companyId ?? null,
    reason: change.reason ?? null,
    diff: changed.length > 0 ? diff : null,
    before: before && (after ? only(before) : before),
    after: only(after),
    ...(change.version === undefined ? {} : { version: change.version }),
    ...(change.touches ? { touches: change.touches } : {}),
  });
}

/** Rows that go together: a deletion takes all of them. */
export type Going = Readonly<Record<string, readonly string[]>>;

/**
 * Who refers to rows, read from the foreign keys themselves, so that a table added later counts
 * without being named here. A row that goes with them counts as little as one that the database
 * deletes by itself (on delete cascade).
 */
export async function referencesToAll(ctx: Ctx, going: Going): Promise<Reference[]> {
  const keys = await ctx.pg.query<{ tab: string; col: string; target: string }>({
    text: `select c.conrelid::regclass::text as tab, a.attname::text as col,
        c.confrelid::regclass::text as target
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = any($1::regclass[]) and c.confdeltype <> 'c'
        and c.conparentid = 0
      order by 1, 2`,
    values: [Object.keys(going)],
  });
  const counts = new Map<string, number>();
  for (const { tab, col, target } of keys.rows) {
    const own = going[tab];
    const stays = own === undefined ? sql`true` : sql`id <> all(${own}::uuid[])`;
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n
      from (select 1 from ${sql.table(tab)}
        where ${sql.ref(col)} = any(${going[target] ?? []}::uuid[]) and ${stays} limit 100) r
    `.execute(ctx.db);
    const found = rows[0]?.n ?? 0;
    const family = familyOfTable(tab);
    if (found > 0) counts.set(family, (counts.get(family) ?? 0) + found);
  }
  return [...counts].map(([family, count]) => ({ family, count }));
}

/** Counts what refers to one row; see `referencesToAll`. */
export const referencesTo = (ctx: Ctx, table: string, id: string): Promise<Reference[]> =>
  referencesToAll(ctx, { [table]: [id] });

/** 409 IN_USE naming who refers; such a master is deactivated instead (domain-warehouse D4). */
export function refuseReferences(references: readonly Reference[]): void {
  if (references.length > 0) throw conflict('IN_USE', { references });
}

/** Whether a master may be newly chosen: it exists and is active; what was chosen before stays. */
export function choiceFault(
  field: string,
  row: { readonly isActive: boolean } | undefined,
  wasChosen: boolean,
): FieldFault[] {
  if (row === undefined) return [{ field, code: 'UNKNOWN_ID' }];
  return row.isActive || wasChosen ? [] : [{ field, code: 'INACTIVE' }];
}

/** What `choiceFault` asks of a row; undefined when there is none. */
export async function activeOf(
  ctx: Ctx,
  table: 'companies' | 'regions' | 'suppliers' | 'units',
  id: string,
): Promise<{ readonly isActive: boolean } | undefined> {
  return ctx.db
    .selectFrom(table as 'units')
    .select('isActive')
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A company that a new record is given to: one that is active, and one's own. */
export async function companyFaults(ctx: Ctx, companyId: string): Promise<FieldFault[]> {
  const isOwn = mayUseCompany(ctx.actor, companyId);
  const company = isOwn ? await activeOf(ctx, 'companies', companyId) : undefined;
  return choiceFault('companyId', company, false);
}

/** Whether a row of a tree is another one, or below it: nothing may be put below itself. */
export async function isWithin(
  ctx: Ctx,
  tree: { readonly table: 'companies' | 'warehouses'; readonly parent: string },
  { id, above }: { readonly id: string; readonly above: string },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive up as (
      select id, ${sql.ref(tree.parent)} as parent from ${sql.table(tree.table)}
      where id = ${id}::uuid
      union select t.id, t.${sql.ref(tree.parent)} from ${sql.table(tree.table)} t
      join up on up.parent = t.id
    )
    select exists (select 1 from up where id = ${above}::uuid) as found
  `.execute(ctx.db);
  return rows[0]?.found === true;
}

/** A reference as the contract shows it; null without one. */
export const refOf = (
  id: string | null | undefined,
  code: string | null | undefined,
  names: { readonly name: string | null | undefined; readonly nameTh?: string | null | undefined },
): { id: string; code: string | null; name: string; nameTh: string | null } | null =>
  id == null
    ? null
    : { id, code: code ?? null, name: names.name ?? '', nameTh: names.nameTh ?? null };

/** As `refOf` for a reference that must be there. */
export function mustRef(...args: Parameters<typeof refOf>): NonNullable<ReturnType<typeof refOf>> {
  const ref = refOf(...args);
  if (ref === null) throw new Error('a required reference is missing');
  return ref;
}
