import { BANKS } from '@boxyard/shared/domain/money/bankAccounts.ts';
import { afterPendingQueries, anyOf, type Ctx, quoted } from '../kernel/index.ts';

type Pg = Ctx['pg'];

/** A linked record as a label needs it (contract `ref`). */
export interface Ref {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
  readonly nameTh: string | null;
}

export type RefKind = (typeof KINDS)[number];
export type LinkedKind = (typeof ALL)[number];
type Ids = readonly (string | null | undefined)[];

/** The records asked for, found by id. */
export interface Refs {
  ref(id: string): Ref;
  refOrNull(id: string | null): Ref | null;
  user(id: string): { readonly id: string; readonly name: string };
  userOrNull(id: string | null): { readonly id: string; readonly name: string } | null;
}

interface RefRow {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
  readonly name_th: string | null;
}

const KINDS = [
  'company',
  'warehouse',
  'supplier',
  'part',
  'unit',
  'category',
  'header',
  'user',
  'team',
] as const;
/** Asked for by name alone: no field of a document is presented as one of these by what it is called. */
const FURTHER = [
  'customer',
  'productModel',
  'productType',
  'zone',
  'bankAccount',
  'jobCode',
] as const;
const ALL = [...KINDS, ...FURTHER] as const;

/** What `warehouse` and `toWarehouse` lead to; null where a name does not say it. */
export const refKindOf = (name: string): RefKind | null =>
  KINDS.find((kind) => name === kind || name.endsWith(kind[0]?.toUpperCase() + kind.slice(1))) ??
  null;

/** What is asked for in one turn of the event loop, and the answer to it. */
interface Gathering {
  readonly ids: Readonly<Record<LinkedKind, Set<string>>>;
  readonly found: Promise<ReadonlyMap<string, Ref>>;
}

/** The name of an account's bank in a language. */
const bankName = (locale: 'en' | 'th'): string =>
  `case bank ${Object.entries(BANKS)
    .map(([code, name]) => `when ${quoted([code])} then ${quoted([name[locale]])}`)
    .join(' ')} end`;

const gathering = new WeakMap<Pg, Gathering>();

async function find(pg: Pg, ids: Gathering['ids']): Promise<ReadonlyMap<string, Ref>> {
  if (ALL.every((kind) => ids[kind].size === 0)) return new Map();
  const { rows } = await pg.query<RefRow>({
    name: 'purchasing.refs',
    text: `select id, code, name_en as name, name_th from companies where id = ${anyOf('$1')}
      union all select id, code, name, name_th from warehouses where id = ${anyOf('$2')}
      union all select id, code, name, name_th from suppliers where id = ${anyOf('$3')}
      union all select id, part_no, name, name_th from material_parts where id = ${anyOf('$4')}
      union all select id, code, name, name_th from units where id = ${anyOf('$5')}
      union all select id, code, name, name_th from categories where id = ${anyOf('$6')}
      union all select id, null, name, null from document_headers where id = ${anyOf('$7')}
      union all select id, null, btrim(first_name || ' ' || last_name), null from users where id = ${anyOf('$8')}
      union all select id, null, name, name_th from teams where id = ${anyOf('$9')}
      union all select id, code, coalesce(name_en, name), name from customers where id = ${anyOf('$10')}
      union all select id, code, name, name_th from product_models where id = ${anyOf('$11')}
      union all select id, code, name, name_th from product_types where id = ${anyOf('$12')}
      union all select id, code, name, name_th from zones where id = ${anyOf('$13')}
      union all select id, account_no, ${bankName('en')}, ${bankName('th')}
        from bank_accounts where id = ${anyOf('$14')}
      union all select id, code, name, name_th from job_codes where id = ${anyOf('$15')}`,
    values: ALL.map((kind) => [...ids[kind]]),
  });
  return new Map(
    rows.map(({ name_th, ...row }): [string, Ref] => [row.id, { ...row, nameTh: name_th }]),
  );
}

/** What has been asked for in this turn; whoever comes first opens it. */
function gather(pg: Pg): Gathering {
  const open = gathering.get(pg);
  if (open) return open;
  const ids = Object.fromEntries(ALL.map((kind) => [kind, new Set<string>()])) as Gathering['ids'];
  const found = afterPendingQueries().then(() => {
    gathering.delete(pg);
    return find(pg, ids);
  });
  const opened = { ids, found };
  gathering.set(pg, opened);
  return opened;
}

/**
 * Loads labels of linked records in one statement: a page of a list costs one look-up, and the parts
 * of an answer that ask at the same time share theirs.
 */
export async function loadRefs(
  ctx: Ctx,
  wanted: Partial<Readonly<Record<LinkedKind, Ids>>>,
): Promise<Refs> {
  const { ids, found: answer } = gather(ctx.pg);
  for (const kind of ALL) for (const id of wanted[kind] ?? []) if (id) ids[kind].add(id);
  const found = await answer;
  const ref = (id: string): Ref => {
    const hit = found.get(id);
    if (!hit) throw new Error(`a linked record is missing: ${id}`);
    return hit;
  };
  const user = (id: string) => ({ id, name: ref(id).name });
  return {
    ref,
    refOrNull: (id) => (id === null ? null : ref(id)),
    user,
    userOrNull: (id) => (id === null ? null : user(id)),
  };
}
