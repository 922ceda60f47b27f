import { type Ctx, type FieldFault, refuseFaults } from '../../../kernel/index.ts';

type CodeKind = 'symptom' | 'cause' | 'action';

/** Codes that a body names: each of its kind, in use, for containers of this type or of all. */
export async function expectCodes(
  ctx: Ctx,
  productId: string,
  codes: Readonly<Partial<Record<CodeKind, string | null | undefined>>>,
): Promise<void> {
  const named = Object.entries(codes).filter(([, id]) => id);
  if (named.length === 0) return;
  const { rows } = await ctx.pg.query<{ id: string; kind: string }>({
    name: 'jobs.codes',
    text: `select c.id, c.kind from job_codes c
      where c.id = any($1::uuid[]) and c.is_active and (c.product_type_id is null
        or c.product_type_id = (select p.product_type_id from products p where p.id = $2))`,
    values: [named.map(([, id]) => id), productId],
  });
  refuseFaults(
    named.flatMap(([kind, id]): FieldFault[] =>
      rows.some((row) => row.id === id && row.kind === kind)
        ? []
        : [{ field: `${kind}CodeId`, code: 'UNKNOWN_ID' }],
    ),
  );
}

/** Codes by id, as labels. */
export async function loadCodes(ctx: Ctx, ids: readonly (string | null)[]) {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return () => null;
  const { rows } = await ctx.pg.query<{
    id: string;
    code: string;
    name: string;
    nameTh: string | null;
  }>({
    name: 'jobs.codeNames',
    text: `select id, code, name, name_th as "nameTh" from job_codes where id = any($1::uuid[])`,
    values: [wanted],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id: string | null) => (id === null ? null : (byId.get(id) ?? null));
}
