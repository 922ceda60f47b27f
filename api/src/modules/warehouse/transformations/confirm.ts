import { can, decimal } from '@boxyard/shared/domain';
import { spreadValue } from '@boxyard/shared/domain/warehouse/transformationCost.ts';
import {
  anyOf,
  authorId,
  type Ctx,
  type FieldFault,
  type Input,
  newId,
  refuseFaults,
  takeNumber,
  today,
  unseen,
} from '../../../kernel/index.ts';
import {
  ensureLots,
  ensureSerials,
  lockParts,
  type MoveInput,
  placesOf,
  postMoves,
  reverseMoves,
  valueByLine,
} from '../../../ledger/index.ts';
import { runAction } from '../../../workflow/index.ts';
import { insertImport, withdrawImports } from '../goodsImport/create.ts';
import { asGone } from '../goodsImport/decide.ts';
import { freeSerials } from '../openSerials.ts';
import { heldMoves } from '../stock/places.ts';
import { tellOutcome } from '../tellOutcome.ts';
import { findOutputs, type Output } from './outputs.ts';
import {
  inputsOf,
  type OutputRow,
  outputsOf,
  TOUCHES,
  TRANSFORMATION_MOVES,
  type TransformationRow,
  transformationType,
} from './type.ts';

type Body = Input<'transformations.confirm'>['body'];

/** A line that came out, with what it is worth and what it is known by in the register. */
interface Made extends Output {
  readonly id: string;
  readonly plannedQty: number;
  readonly value: string;
  readonly lotId: string | null;
  readonly serialIds: readonly string[];
  /** Thrown away without the number that it was known by: it never was in the books. */
  readonly isUnknown: boolean;
}

/**
 * Says what really came out: what went in leaves the stock at its average, and what came out takes over
 * that value and the labour by its shares, in the same transaction (domain-warehouse 2.9, 3.2).
 */
export async function confirmTransformation(
  ctx: Ctx,
  { params, body }: Input<'transformations.confirm'>,
): Promise<void> {
  await runAction(ctx, transformationType, {
    action: 'confirm',
    id: params.id,
    version: body.version,
    effect: async (row) => {
      const completedAt = body.completedAt ?? today(ctx.clock);
      const laborCost = body.laborCost ?? row.laborCost;
      const planned = await outputsOf(ctx, row.id);
      const outputs = await checked(ctx, { row, body, planned, completedAt });
      const inputs = await inputsOf(ctx, row.id);
      await lockParts(ctx.pg, {
        companyId: row.companyId,
        itemIds: [...inputs, ...outputs].map(({ partId }) => partId),
      });
      const inputValue = await takeIn(ctx, { row, completedAt });
      const { values, kept, lost } = spreadValue({ inputValue, laborCost }, outputs);
      const made = await registered(ctx, {
        row,
        outputs: outputs.map((output, index) => ({ ...output, value: values[index] ?? '0.00' })),
      });
      const goodsImport = await giveOut(ctx, { row, made, completedAt });
      await writeMade(ctx, { row, made, planned });
      await freeSerials(ctx, row.id);
      await tellOutcome(ctx, transformationType, {
        row,
        title: { en: 'was carried out', th: 'ดำเนินการแล้ว' },
        key: 'completed',
      });
      return {
        set: {
          laborCost,
          inputValue,
          outputValue: kept,
          lossValue: lost,
          completedAt,
          completedBy: authorId(ctx.actor),
        },
        diff: { completedAt, ...(goodsImport === null ? {} : { goodsImport }) },
        touches: [...TOUCHES, 'goodsImports'],
      };
    },
  });
}

async function checked(
  ctx: Ctx,
  {
    row,
    body,
    planned,
    completedAt,
  }: {
    readonly row: TransformationRow;
    readonly body: Body;
    readonly planned: readonly OutputRow[];
    readonly completedAt: string;
  },
) {
  const { outputs, faults } = await findOutputs(ctx, {
    type: row.type,
    warehouseId: row.warehouseId,
    inputs: await inputsOf(ctx, row.id),
    lines: body.outputs,
    isFinal: true,
  });
  const known = new Map(planned.map((output) => [output.id, output]));
  const seen = new Set<string>();
  const lineFaults = body.outputs.flatMap(({ id }, index): FieldFault[] => {
    if (id === undefined) return [];
    const field = `outputs[${index}].id`;
    if (!known.has(id)) return [{ field, code: 'UNKNOWN_ID' }];
    if (seen.has(id)) return [{ field, code: 'REPEATED' }];
    seen.add(id);
    return [];
  });
  if (completedAt > today(ctx.clock)) {
    lineFaults.push({ field: 'completedAt', code: 'FUTURE_DATE' });
  } else if (completedAt < row.documentDate) {
    lineFaults.push({ field: 'completedAt', code: 'BEFORE_DOCUMENT' });
  }
  refuseFaults([...lineFaults, ...faults]);
  return outputs.map((output, index) => {
    const id = body.outputs[index]?.id;
    return {
      ...output,
      id: id ?? newId(),
      plannedQty: known.get(id ?? '')?.plannedQty ?? 0,
    };
  });
}

const posting = (ctx: Ctx, row: TransformationRow) => ({
  docType: TRANSFORMATION_MOVES,
  docId: row.id,
  documentNo: row.documentNo,
  now: ctx.clock.now(),
  postedBy: authorId(ctx.actor),
  requestId: ctx.requestId,
  mayBackdate: can(ctx.actor.grants, 'parts-warehouse:backdate'),
  mayOverrideHold: can(ctx.actor.grants, 'parts-warehouse:override-period'),
});

/** Takes in what is held, and answers what it was worth. */
async function takeIn(
  ctx: Ctx,
  { row, completedAt }: { readonly row: TransformationRow; readonly completedAt: string },
): Promise<string> {
  const { TRANSFORM } = await placesOf(ctx, row.companyId);
  const { moves } = await postMoves(ctx.pg, {
    ...posting(ctx, row),
    action: 'take-in',
    effectiveDate: completedAt,
    moves: await heldMoves(ctx, row.id, TRANSFORM),
  });
  const { lines, total } = valueByLine(moves);
  const written = ctx.pg.query({
    name: 'transformations.inputs',
    text: `update transformation_inputs i set value = t.value
      from unnest(${unseen('$1')}, $2::numeric[]) as t(id, value) where i.id = t.id`,
    values: [lines.map(({ id }) => id), lines.map(({ value }) => value)],
  });
  ctx.background(written);
  return total;
}

/** Lots and serials by their numbers; a lot made here expires with the first that went into it. */
async function registered(
  ctx: Ctx,
  {
    row,
    outputs,
  }: {
    readonly row: TransformationRow;
    readonly outputs: readonly Omit<Made, 'lotId' | 'serialIds' | 'isUnknown'>[];
  },
): Promise<Made[]> {
  const now = ctx.clock.now();
  const { rows } = await ctx.pg.query<{ id: string; tracking: string; expiryDate: string | null }>({
    name: 'transformations.tracked',
    text: `select p.id, p.tracking_type as tracking,
        (select min(l.expiry_date)::text from transformation_inputs i join lots l on l.id = i.lot_id
          where i.transformation_id = $2) as "expiryDate"
      from material_parts p where p.id = ${anyOf('$1')}`,
    values: [outputs.map(({ partId }) => partId), row.id],
  });
  const parts = new Map(rows.map((part) => [part.id, part]));
  const lotNoOf = ({ partId, lotNo }: Pick<Output, 'partId' | 'lotNo'>) =>
    parts.get(partId)?.tracking === 'lot' ? lotNo : null;
  const lotIds = (
    await ensureLots(ctx.pg, {
      now,
      lots: outputs.flatMap((output) => {
        const { partId: itemId } = output;
        const lotNo = lotNoOf(output);
        return lotNo === null
          ? []
          : [{ itemId, lotNo, expiryDate: parts.get(itemId)?.expiryDate ?? null }];
      }),
    })
  ).values();
  const serialIds = (
    await ensureSerials(ctx.pg, {
      now,
      serials: outputs.flatMap(({ partId, serialNos }) =>
        serialNos.map((serialNo) => ({ itemId: partId, serialNo })),
      ),
    })
  ).values();
  return outputs.map((output) => {
    const tracking = parts.get(output.partId)?.tracking;
    const lotId = lotNoOf(output) === null ? null : (lotIds.next().value ?? null);
    return {
      ...output,
      lotId,
      serialIds: [...serialIds.take(output.serialNos.length)],
      isUnknown:
        (tracking === 'lot' && lotId === null) ||
        (tracking === 'serial' && output.serialNos.length === 0),
    };
  });
}

/**
 * Books what came out: into its bin, into quarantine, or to the scrap heap. What has no bin yet waits
 * at the dock for a goods import, whose number is answered.
 */
async function giveOut(
  ctx: Ctx,
  {
    row,
    made,
    completedAt,
  }: {
    readonly row: TransformationRow;
    readonly made: readonly Made[];
    readonly completedAt: string;
  },
): Promise<string | null> {
  const places = await placesOf(ctx, row.companyId);
  const goesTo = {
    stock: places.RECEIVING,
    quarantine: places.QUARANTINE,
    scrap: places.SCRAP,
  };
  const moves = made.flatMap((output) =>
    outputMoves(output, {
      from: places.TRANSFORM,
      to: output.binId ?? goesTo[output.disposition],
    }),
  );
  await postMoves(ctx.pg, {
    ...posting(ctx, row),
    action: 'give-out',
    effectiveDate: completedAt,
    moves,
  });
  const waiting = made.filter(
    ({ disposition, binId }) => disposition === 'stock' && binId === null,
  );
  if (waiting.length === 0) return null;
  const { documentNo } = await insertImport(ctx, {
    companyId: row.companyId,
    warehouseId: row.warehouseId,
    fromLocationId: places.RECEIVING,
    documentDate: today(ctx.clock),
    sourceType: 'transform',
    sourceId: row.id,
    sourceNo: row.documentNo,
    items: waiting.map((output) => ({
      sourceItemId: output.id,
      partId: output.partId,
      expectedQty: output.quantity,
      lotId: output.lotId,
      serialIds: output.serialIds,
      conditionFrom: output.condition,
      unitCost: decimal.round(decimal.divide(output.value, output.quantity), 4),
    })),
  });
  return documentNo;
}

function outputMoves(
  output: Made,
  { from, to }: { readonly from: string; readonly to: string },
): MoveInput[] {
  const { disposition, condition, value, serialIds } = output;
  if (output.isUnknown) return [];
  // Its loss is the document's: what is thrown away is owned no longer.
  const worth = (part: string) => (disposition === 'scrap' ? {} : { value: part });
  const base = {
    itemId: output.partId,
    docItemId: output.id,
    from,
    to,
    lotId: output.lotId,
    conditionFrom: condition,
    conditionTo: condition,
  };
  if (serialIds.length > 0) {
    const values = decimal.allocate(
      value,
      serialIds.map(() => 1),
    );
    return serialIds.map((serialId, index) => ({
      ...base,
      ...worth(values[index] ?? '0.00'),
      quantity: 1,
      serialId,
    }));
  }
  return [{ ...base, ...worth(value), quantity: output.quantity }];
}

/** What came out instead of what was planned; a planned line that nobody named came to nothing. */
async function writeMade(
  ctx: Ctx,
  {
    row,
    made,
    planned,
  }: {
    readonly row: TransformationRow;
    readonly made: readonly Made[];
    readonly planned: readonly OutputRow[];
  },
): Promise<void> {
  const named = new Set(made.map(({ id }) => id));
  const missed = planned
    .filter(({ id }) => !named.has(id))
    .map((output) => ({ ...output, quantity: 0, costShare: '0.00', value: '0.00' }));
  const lines = [
    ...made.map(({ lotId: _lotId, serialIds: _serialIds, isUnknown: _isUnknown, ...output }) => ({
      ...output,
      transformationId: row.id,
    })),
    ...missed,
  ];
  await ctx.db.deleteFrom('transformationOutputs').where('transformationId', '=', row.id).execute();
  await ctx.db
    .insertInto('transformationOutputs')
    .values(
      lines.map((output, index) => ({
        ...output,
        serialNos: [...output.serialNos],
        lineNo: index + 1,
      })),
    )
    .execute();
}

/** Takes a transformation back while everything that came out is still on hand (2.9). */
export async function reverseTransformation(
  ctx: Ctx,
  { params, body }: Input<'transformations.reverse'>,
): Promise<void> {
  await runAction(ctx, transformationType, {
    action: 'reverse',
    id: params.id,
    version: body.version,
    reason: body.reason,
    effect: async (row) => {
      await withdrawImports(ctx, { sourceId: row.id, reason: body.reason });
      const { rows } = await ctx.pg.query<{ id: string }>({
        name: 'transformations.moves',
        text: `select id from stock_moves where doc_id = $1 and doc_type = $2
          and reverses_move_id is null`,
        values: [row.id, TRANSFORMATION_MOVES],
      });
      const documentNo = await takeNumber(ctx, {
        companyId: row.companyId,
        docType: 'RV',
        date: today(ctx.clock),
      });
      await reverseMoves(ctx.pg, {
        docType: 'reversal',
        docId: row.id,
        documentNo,
        action: 'reverse',
        now: ctx.clock.now(),
        postedBy: authorId(ctx.actor),
        requestId: ctx.requestId,
        mayOverrideHold: can(ctx.actor.grants, 'parts-warehouse:override-period'),
        moveIds: rows.map(({ id }) => id),
      }).catch(asGone);
      return { diff: { reversal: documentNo }, touches: [...TOUCHES, 'goodsImports'] };
    },
  });
}
