import { BANKS } from '@boxyard/shared/domain/money/bankAccounts.ts';
import { anyId, type Ctx } from '../../../kernel/index.ts';
import { mustRef } from '../../masterData/index.ts';

/** Bank accounts as labels: the bank and the number, with whose it is. */
export async function bankAccountRefs(ctx: Ctx, ids: readonly (string | null)[]) {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows =
    wanted.length === 0
      ? []
      : await ctx.db
          .selectFrom('bankAccounts')
          .where('id', '=', anyId(wanted))
          .select(['id', 'bank', 'accountNo', 'accountName', 'accountNameEn'])
          .execute();
  const found = new Map(
    rows.map((row) => [
      row.id,
      mustRef(row.id, row.accountNo, {
        name: `${BANKS[row.bank].en} ${row.accountNo}`,
        nameTh: `${BANKS[row.bank].th} ${row.accountNo}`,
      }),
    ]),
  );
  return (id: string | null) => (id === null ? null : (found.get(id) ?? null));
}
