import { decimal, isDestroyed } from '@boxyard/shared/domain';
import type { Ctx } from '../../../kernel/index.ts';
import { costFor, loadRefs } from '../../../workflow/index.ts';
import { namesOf, stockLines } from '../stock/facts.ts';
import { type DestructionRow, destructions, type ItemRow } from './type.ts';

export const destructionRows = destructions.rows();

export const presentDestruction = destructions.document({
  rows: destructionRows,
  related: { from: { repairs: 'repairId', claims: 'claimId' }, containers: true },
  load: (ctx, id) => Promise.all([destructions.linesOf(ctx, id), correctionsOf(ctx, id)]),
  more: async (ctx, row, [items, corrections]) => {
    const [refs, lines] = await Promise.all([
      loadRefs(ctx, { user: [...row.witnesses, ...corrections.map(({ by }) => by)] }),
      presentLines(ctx, row, items),
    ]);
    return {
      witnesses: row.witnesses.map((userId) => refs.user(userId)),
      items: lines,
      corrections: corrections.map((one) => ({ ...one, by: refs.userOrNull(one.by) })),
    };
  },
});

async function presentLines(ctx: Ctx, row: DestructionRow, items: readonly ItemRow[]) {
  const [lines, names] = await Promise.all([
    stockLines(ctx, row.companyId, items),
    namesOf(ctx, { serialIds: items.flatMap((item) => item.correctedSerialIds) }),
  ]);
  return lines.map((line) => ({
    ...line,
    warehouse: line.binWarehouse,
    correctedSerials: names.serialNumbers(line.correctedSerialIds),
    bookValue: costFor(
      ctx,
      isDestroyed(row.status)
        ? (line.lossValue ?? '0')
        : decimal.multiply(line.averageCost, line.quantity),
    ),
  }));
}
export type PresentedLine = Awaited<ReturnType<typeof presentLines>>[number];

const correctionsOf = async (ctx: Ctx, id: string) =>
  (
    await ctx.db
      .selectFrom('destructionCorrections')
      .where('destructionId', '=', id)
      .orderBy('at')
      .orderBy('id')
      .select(['id', 'documentNo', 'at', 'by', 'reason', 'quantity'])
      .execute()
  ).map((row) => ({ ...row, quantity: Number(row.quantity) }));
