import { sql } from 'kysely';
import type { Ctx } from '../../../kernel/types.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What a record is called, by table: code, name, name in Thai. */
const NAMED = [
  ['users', 'null', 'full_name', 'null'],
  ['roles', 'null', 'label_en', 'label_th'],
  ['role_groups', 'null', 'label_en', 'label_th'],
  ['menus', 'null', 'label_en', 'label_th'],
  ['teams', 'null', 'name', 'name_th'],
  ['companies', 'code', 'name_en', 'name_th'],
  ['warehouses', 'code', 'name', 'name_th'],
  ['bins', 'null', 'code', 'null'],
  ['categories', 'code', 'name', 'name_th'],
  ['units', 'null', 'name', 'name_th'],
  ['suppliers', 'code', 'name', 'null'],
  ['material_parts', 'part_no', 'name', 'name_th'],
  ['purchase_requests', 'null', 'document_no', 'null'],
  ['purchase_orders', 'null', 'document_no', 'null'],
  ['purchase_order_receipts', 'null', 'document_no', 'null'],
  ['goods_imports', 'null', 'document_no', 'null'],
] as const;

const QUERY = NAMED.map(
  ([table, code, name, nameTh]) => `select id, ${code}::text as code, coalesce(${name}, '') as name,
    ${nameTh}::text as "nameTh" from ${table} where id = any($1::uuid[])`,
).join(' union all ');

interface Named {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
  readonly nameTh: string | null;
}

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return UUID.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}

/** Names of the records that these values name by id, so that a person can read them. */
export async function namesIn(ctx: Ctx, ...values: readonly unknown[]): Promise<Named[]> {
  const ids = [...new Set(values.flatMap(idsIn))];
  if (ids.length === 0) return [];
  return (await ctx.pg.query<Named>(QUERY, [ids])).rows;
}

/** A record of an entry without a label of its own: people entered past the services. */
export const labelOrPerson = sql<string | null>`coalesce(l.subject_label,
  case when l.subject = 'users' then (select p.email from users p where p.id = l.subject_id) end)`;
