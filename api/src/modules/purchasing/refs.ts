import { anyOf, type Ctx } from '../../kernel/index.ts';

/** A linked record as a label needs it (contract `ref`). */
export interface Ref {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
  readonly nameTh: string | null;
}

type Kind = 'company' | 'warehouse' | 'supplier' | 'part' | 'unit' | 'category' | 'user';
type Ids = readonly (string | null | undefined)[];

/** The records asked for, found by id. */
export interface Refs {
  ref(id: string): Ref;
  refOrNull(id: string | null): Ref | null;
  user(id: string): { readonly id: string; readonly name: string };
  userOrNull(id: string | null): { readonly id: string; readonly name: string } | null;
}

const distinct = (ids: Ids | undefined): string[] => [
  ...new Set((ids ?? []).filter((id): id is string => typeof id === 'string')),
];

/** Loads labels of linked records in one statement: a page of a list costs one look-up. */
export async function loadRefs(
  ctx: Ctx,
  wanted: Partial<Readonly<Record<Kind, Ids>>>,
): Promise<Refs> {
  const { rows } = await ctx.pg.query<{
    id: string;
    code: string | null;
    name: string;
    name_th: string | null;
  }>({
    name: 'purchasing.refs',
    text: `select id, code, name_en as name, name_th from companies where id = ${anyOf('$1')}
      union all select id, code, name, name_th from warehouses where id = ${anyOf('$2')}
      union all select id, code, name, name_th from suppliers where id = ${anyOf('$3')}
      union all select id, part_no, name, name_th from material_parts where id = ${anyOf('$4')}
      union all select id, code, name, name_th from units where id = ${anyOf('$5')}
      union all select id, code, name, name_th from categories where id = ${anyOf('$6')}
      union all select id, null, btrim(first_name || ' ' || last_name), null from users where id = ${anyOf('$7')}`,
    values: [
      distinct(wanted.company),
      distinct(wanted.warehouse),
      distinct(wanted.supplier),
      distinct(wanted.part),
      distinct(wanted.unit),
      distinct(wanted.category),
      distinct(wanted.user),
    ],
  });
  const found = new Map(
    rows.map(({ name_th, ...row }): [string, Ref] => [row.id, { ...row, nameTh: name_th }]),
  );
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
