import { addQuantities, decimal, subtractQuantities } from '@boxyard/shared/domain';
import {
  authorId,
  type Ctx,
  type FieldFault,
  type Input,
  newId,
  refuseFaults,
  takeNumber,
  today,
} from '../../../kernel/index.ts';
import {
  type MoveInput,
  nextValueShare,
  normaliseSerial,
  placesOf,
  valueByLine,
} from '../../../ledger/index.ts';
import { freeSerials, matchItems, notifyOutcome, onAnyDay } from '../../../workflow/index.ts';
import { binFaults, binsOf } from '../goodsImport/create.ts';
import { heldMoves } from '../stock/places.ts';
import { witnessFaults, writeWitnesses } from './draft.ts';
import { type DestructionRow, destructions, type ItemRow, TOUCHES } from './type.ts';

type Done = Input<'destructions.complete'>['body'];
type Found = Input<'destructions.correct'>['body']['items'][number];

/**
 * Says that the goods are destroyed before witnesses: they leave the stock at average cost, which is
 * the loss; what the remains brought is kept beside it. Nothing reverses it (domain-warehouse 2.12).
 */
export const completeDestruction = destructions.action('complete', async (ctx, row, body) => {
  const destroyedAt = body.destroyedAt ?? today(ctx.clock);
  await refuseCompletion(ctx, { row, body, destroyedAt });
  const loss = await scrap(ctx, { row, destroyedAt });
  await writeWitnesses(ctx, row.id, body.witnessIds);
  await freeSerials(ctx, row.id);
  await notifyOutcome(ctx, destructions.type, {
    row,
    title: { en: 'was carried out', th: 'ดำเนินการทำลายแล้ว' },
    key: 'completed',
  });
  const salvageAmount = body.salvageAmount ?? '0.00';
  return {
    set: { bookValue: loss, salvageAmount, destroyedAt, completedBy: authorId(ctx.actor) },
    diff: { destroyedAt, salvageAmount },
    touches: TOUCHES,
  };
});

async function refuseCompletion(
  ctx: Ctx,
  { row, body, destroyedAt }: { row: DestructionRow; body: Done; destroyedAt: string },
): Promise<void> {
  const faults: FieldFault[] = await witnessFaults(ctx, {
    companyId: row.companyId,
    witnessIds: body.witnessIds,
    barred: [row.createdBy, row.approvedBy],
  });
  if (destroyedAt > today(ctx.clock)) faults.push({ field: 'destroyedAt', code: 'FUTURE_DATE' });
  if (destroyedAt < row.documentDate) {
    faults.push({ field: 'destroyedAt', code: 'BEFORE_DOCUMENT' });
  }
  refuseFaults(faults);
}

/** Books what is held as scrapped, and answers what it was worth. */
async function scrap(
  ctx: Ctx,
  { row, destroyedAt }: { row: DestructionRow; destroyedAt: string },
): Promise<string> {
  const { SCRAP } = await placesOf(ctx, row.companyId);
  const { moves } = await destructions.post(ctx, row, {
    ...onAnyDay(ctx),
    action: 'complete',
    effectiveDate: destroyedAt,
    moves: await heldMoves(ctx, row.id, SCRAP),
  });
  const { lines, total } = valueByLine(moves);
  await ctx.pg.query({
    name: 'destructions.loss',
    text: `update destruction_items i set loss_value = t.value
      from unnest($1::uuid[], $2::numeric[]) as t(id, value) where i.id = t.id`,
    values: [lines.map(({ id }) => id), lines.map(({ value }) => value)],
  });
  return total;
}

/** Some of a line that was never destroyed, and where it was found. */
interface Correction {
  readonly item: ItemRow;
  readonly quantity: number;
  readonly serialIds: readonly string[];
  readonly binId: string;
}

/**
 * A wrong entry: the goods come back as found stock under a number of their own, at the value that was
 * lost by them. The destruction stays as it is, linked to it (domain-warehouse 2.12).
 */
export const correctDestruction = destructions.action('correct', async (ctx, row, body) => {
  const items = await destructions.linesOf(ctx, row.id);
  const found = await corrections(ctx, { row, items, lines: body.items });
  const round = await earlierCorrections(ctx, row.id);
  const documentNo = await takeNumber(ctx, {
    companyId: row.companyId,
    docType: 'RV',
    date: today(ctx.clock),
  });
  const { ADJUST } = await placesOf(ctx, row.companyId);
  await destructions.post(ctx, row, {
    ...onAnyDay(ctx),
    documentNo,
    action: 'correct',
    round: round + 1,
    moves: found.flatMap((one) => foundMoves(one, ADJUST)),
  });
  await writeCorrection(ctx, { row, found, documentNo, reason: body.reason });
  return {
    // Why something was found again is the correction's, not the state's.
    set: { statusReason: row.statusReason },
    diff: {
      correction: documentNo,
      lines: found.map(({ item, quantity }) => ({ lineNo: item.lineNo, quantity })),
    },
    touches: TOUCHES,
  };
});

async function earlierCorrections(ctx: Ctx, destructionId: string): Promise<number> {
  const rows = await ctx.db
    .selectFrom('destructionCorrections')
    .where('destructionId', '=', destructionId)
    .select('id')
    .execute();
  return rows.length;
}

async function corrections(
  ctx: Ctx,
  {
    row,
    items,
    lines,
  }: { row: DestructionRow; items: readonly ItemRow[]; lines: readonly Found[] },
): Promise<Correction[]> {
  const bins = await binsOf(
    ctx,
    row.warehouseId,
    lines.map((line) => line.binId ?? null),
  );
  const serials = await serialNumbers(
    ctx,
    items.flatMap((item) => item.serialIds),
  );
  return matchItems({ items, lines }, (item, line, fault) => {
    const open = subtractQuantities(item.quantity, item.correctedQty);
    if (line.quantity > open) fault('quantity', { code: 'MAX', params: { max: open } });
    if (line.binId != null && line.binId !== item.binId) {
      for (const { code } of binFaults(bins.get(line.binId), 'binId')) fault('binId', { code });
    }
    const wanted = new Set((line.serials ?? []).map(normaliseSerial));
    const left = item.serialIds.filter((id) => !item.correctedSerialIds.includes(id));
    const serialIds = left.filter((id) => wanted.has(serials.get(id) ?? ''));
    const expected = item.serialIds.length > 0 ? line.quantity : 0;
    if (wanted.size !== expected) fault('serials', { code: 'SERIAL_COUNT', params: { expected } });
    else if (serialIds.length !== wanted.size) fault('serials', { code: 'SERIAL_UNKNOWN' });
    return { item, quantity: line.quantity, serialIds, binId: line.binId ?? item.binId };
  });
}

async function serialNumbers(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await ctx.pg.query<{ id: string; serialNo: string }>({
    name: 'destructions.serials',
    text: 'select id, serial_no as "serialNo" from serials where id = any($1::uuid[])',
    values: [[...ids]],
  });
  return new Map(rows.map(({ id, serialNo }) => [id, serialNo]));
}

/** What is found again is worth what was lost by it. */
function foundMoves({ item, quantity, serialIds, binId }: Correction, from: string): MoveInput[] {
  const base = {
    itemId: item.partId,
    docItemId: item.id,
    from,
    to: binId,
    lotId: item.lotId,
    conditionFrom: item.condition,
  };
  const value = nextValueShare(item.lossValue, {
    whole: item.quantity,
    before: item.correctedQty,
    quantity,
  });
  if (serialIds.length === 0) return [{ ...base, quantity, value }];
  const values = decimal.allocate(
    value,
    serialIds.map(() => 1),
  );
  return serialIds.map((serialId, index) => ({
    ...base,
    quantity: 1,
    serialId,
    value: values[index] ?? '0.00',
  }));
}

async function writeCorrection(
  ctx: Ctx,
  {
    row,
    found,
    documentNo,
    reason,
  }: {
    row: DestructionRow;
    found: readonly Correction[];
    documentNo: string;
    reason: string;
  },
): Promise<void> {
  for (const { item, quantity, serialIds } of found) {
    await ctx.db
      .updateTable('destructionItems')
      .set({
        correctedQty: addQuantities(item.correctedQty, quantity),
        correctedSerialIds: [...item.correctedSerialIds, ...serialIds],
      })
      .where('id', '=', item.id)
      .execute();
  }
  await ctx.db
    .insertInto('destructionCorrections')
    .values({
      id: newId(),
      destructionId: row.id,
      documentNo,
      at: ctx.clock.now(),
      by: authorId(ctx.actor),
      reason,
      quantity: addQuantities(...found.map(({ quantity }) => quantity)),
    })
    .execute();
}
