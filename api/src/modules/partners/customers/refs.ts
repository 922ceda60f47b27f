import { anyId, type Ctx } from '../../../kernel/index.ts';
import type { Ref } from '../../../workflow/index.ts';

/** Customers as labels, by id: whoever sees a document sees whose it is. */
export async function customerRefs(ctx: Ctx, ids: readonly string[]): Promise<(id: string) => Ref> {
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('customers')
          .where('id', '=', anyId([...new Set(ids)]))
          .select(['id', 'code', 'name', 'nameEn'])
          .execute();
  const found = new Map(
    rows.map(({ nameEn, name, ...row }) => [
      row.id,
      { ...row, name: nameEn ?? name, nameTh: name },
    ]),
  );
  return (id) => {
    const ref = found.get(id);
    if (!ref) throw new Error(`the customer ${id} is missing`);
    return ref;
  };
}
