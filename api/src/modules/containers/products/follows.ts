import { declarationOf } from '@boxyard/shared/domain';
import type { Ctx } from '../../../kernel/index.ts';

/** The documents that go on with parts that were taken out, by their ids. */
export async function followsOf(ctx: Ctx, ids: readonly (string | null)[]) {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const { rows } =
    wanted.length === 0
      ? { rows: [] }
      : await ctx.pg.query<{ id: string; subject: string; documentNo: string }>({
          name: 'products.follows',
          text: `select id, 'goodsImports' as subject, document_no as "documentNo" from goods_imports
              where id = any($1::uuid[])
            union all select id, 'repairs', document_no from repairs where id = any($1::uuid[])
            union all select id, 'claims', document_no from claims where id = any($1::uuid[])
            union all select id, 'destructions', document_no from destructions where id = any($1::uuid[])`,
          values: [wanted],
        });
  const known = new Map(
    rows.map(({ id, subject, documentNo }) => [
      id,
      { type: declarationOf(subject)?.machine.id ?? subject, id, documentNo },
    ]),
  );
  return (id: string | null) => (id === null ? null : (known.get(id) ?? null));
}
