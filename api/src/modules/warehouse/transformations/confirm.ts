import { can, decimal } from '@boxyard/shared/domain';
import { spreadValue } from '@boxyard/shared/domain/warehouse/transformationCost.ts';
import {
  authorId,
  type Ctx,
  type DocumentName,
  type FieldFault,
  type Input,
  named,
  newId,
  refuseFaults,
  today,
  unseen,
} from '../../../kernel/index.ts';
import {
  ensureLots,
  ensureSerials,
  type MoveInput,
  type MoveWorth,
  type Places,
  placesOf,
  postConversion,
  valueByLine,
} from '../../../ledger/index.ts';
import { freeSerials, notifyOutcome, reverseDocumentMoves } from '../../../workflow/index.ts';
import { insertImport, withdrawImports } from '../goodsImport/create.ts';
import { asGone } from '../goodsImport/decide.ts';
import { heldMoves } from '../stock/places.ts';
import { findOutputs, type Output, type OutputFacts, outputFacts } from './outputs.ts';
import {
  type InputRow,
  inputsOf,
  type OutputRow,
  outputsOf,
  TOUCHES,
  type TransformationRow,
  transformations,
} from './type.ts';

type Body = Input<'transformations.confirm'>['body'];

/** Of a line: what it is worth. */
interface Valued {
  readonly value: string;
}

/** A line that came out, perhaps instead of what was planned. */
interface Planned extends Output {
  readonly id: string;
  readonly plannedQty: number;
}

/** The same with what it is known by in the register. */
interface Made extends Planned {
  readonly lotId: string | null;
  readonly serialIds: readonly string[];
  /** Thrown away without the number that it was known by: it never was in the books. */
  readonly isUnknown: boolean;
}

/**
 * Says what really came out: what went in leaves the stock at its average, and what came out takes over
 * that value and the labour by its shares, in the same transaction (domain-warehouse 2.9, 3.2).
 */
export const confirmTransformation = transformations.action('confirm', async (ctx, row, body) => {
  const completedAt = body.completedAt ?? today(ctx.clock);
  const laborCost = body.laborCost ?? row.laborCost;
  const places = await placesOf(ctx, row.companyId);
  // What it holds changes only with its row locked, which it is: a count that misses some waits here.
  const [planned, inputs, facts, held] = await Promise.all([
    outputsOf(ctx, row.id),
    inputsOf(ctx, row.id),
    outputFacts(ctx, { warehouseId: row.warehouseId, lines: body.outputs }),
    heldMoves(ctx, row.id, places.TRANSFORM),
  ]);
  const outputs = checked(ctx, { row, body, planned, inputs, facts, completedAt });
  const made = await registered(ctx, { inputs, outputs, facts });
  const posted = await post(ctx, { row, held, made, places, completedAt, laborCost });
  const goodsImport = await putAway(ctx, {
    row,
    made: posted.made,
    fromLocationId: places.RECEIVING,
  });
  writeTaken(ctx, posted.taken);
  writeMade(ctx, { row, made: posted.made, planned });
  if (inputs.some(({ serialIds }) => serialIds.length > 0)) {
    ctx.background(freeSerials(ctx, row.id));
  }
  await notifyOutcome(ctx, transformations.type, {
    row,
    title: { en: 'was carried out', th: 'ดำเนินการแล้ว' },
    key: 'completed',
  });
  return {
    set: {
      laborCost,
      inputValue: posted.inputValue,
      outputValue: posted.kept,
      lossValue: posted.lost,
      completedAt,
      completedBy: authorId(ctx.actor),
    },
    diff: { completedAt, ...(goodsImport === null ? {} : { goodsImport }) },
    touches: [...TOUCHES, 'goodsImports'],
  };
});

function checked(
  ctx: Ctx,
  {
    row,
    body,
    planned,
    inputs,
    facts,
    completedAt,
  }: {
    readonly row: TransformationRow;
    readonly body: Body;
    readonly planned: readonly OutputRow[];
    readonly inputs: readonly InputRow[];
    readonly facts: OutputFacts;
    readonly completedAt: string;
  },
): Planned[] {
  const { outputs, faults } = findOutputs(facts, {
    type: row.type,
    inputs,
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

/** Lots and serials by their numbers; a lot made here expires with the first that went into it. */
async function registered(
  ctx: Ctx,
  {
    inputs,
    outputs,
    facts,
  }: {
    readonly inputs: readonly InputRow[];
    readonly outputs: readonly Planned[];
    readonly facts: OutputFacts;
  },
): Promise<Made[]> {
  const now = ctx.clock.now();
  const expiries = inputs.map(({ expiryDate }) => expiryDate).filter((date) => date !== null);
  // Dates as they are written sort as they follow.
  const expiryDate = expiries.sort()[0] ?? null;
  const trackingOf = ({ partId }: Output) => facts.parts.get(partId)?.trackingType;
  const lotNoOf = (output: Output) => (trackingOf(output) === 'lot' ? output.lotNo : null);
  const lotIds = (
    await ensureLots(ctx.pg, {
      now,
      lots: outputs.flatMap((output) => {
        const lotNo = lotNoOf(output);
        return lotNo === null ? [] : [{ itemId: output.partId, lotNo, expiryDate }];
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
    const tracking = trackingOf(output);
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

interface Posting {
  readonly row: TransformationRow;
  readonly held: readonly MoveInput[];
  readonly made: readonly Made[];
  readonly places: Places;
  readonly completedAt: string;
  readonly laborCost: string;
}

/**
 * Takes in what is held and books what came out: into its bin, to the dock until it has one, into
 * quarantine, or to the scrap heap. Answers what lines of either kind are worth, and all of them.
 */
async function post(ctx: Ctx, { row, held, made, places, completedAt, laborCost }: Posting) {
  const goesTo = { stock: places.RECEIVING, quarantine: places.QUARANTINE, scrap: places.SCRAP };
  const worthOf = (taken: readonly MoveWorth[]) => {
    const { lines, total: inputValue } = valueByLine(taken);
    return { lines, inputValue, ...spreadValue({ inputValue, laborCost }, made) };
  };
  const comesOut = (values?: readonly string[]): MoveInput[] =>
    made.flatMap((output, index) =>
      outputMoves(output, {
        from: places.TRANSFORM,
        to: output.binId ?? goesTo[output.disposition],
        value: values?.[index] ?? '0.00',
      }),
    );
  const { moves } = await postConversion(
    ctx.pg,
    {
      docType: transformations.moves,
      docId: row.id,
      documentNo: row.documentNo,
      action: 'take-in',
      effectiveDate: completedAt,
      now: ctx.clock.now(),
      postedBy: authorId(ctx.actor),
      requestId: ctx.requestId,
      mayBackdate: can(ctx.actor.grants, 'parts-warehouse:backdate'),
      mayOverrideHold: can(ctx.actor.grants, 'parts-warehouse:override-period'),
      moves: held,
    },
    {
      action: 'give-out',
      moves: comesOut(),
      valued: (taken) => comesOut(worthOf(taken).values),
    },
  );
  const { lines: taken, values, ...worth } = worthOf(moves.slice(0, held.length));
  return {
    ...worth,
    taken,
    made: made.map((output, index) => ({ ...output, value: values[index] ?? '0.00' })),
  };
}

/** What has no bin yet waits at the dock for a goods import, whose number is answered. */
async function putAway(
  ctx: Ctx,
  {
    row,
    made,
    fromLocationId,
  }: {
    readonly row: TransformationRow;
    readonly made: readonly (Made & Valued)[];
    readonly fromLocationId: string;
  },
): Promise<DocumentName | null> {
  const waiting = made.filter(
    ({ disposition, binId }) => disposition === 'stock' && binId === null,
  );
  if (waiting.length === 0) return null;
  const announced = await insertImport(ctx, {
    companyId: row.companyId,
    warehouseId: row.warehouseId,
    fromLocationId,
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
  return named('goodsImports', announced);
}

function outputMoves(
  output: Made,
  { from, to, value }: { readonly from: string; readonly to: string; readonly value: string },
): MoveInput[] {
  const { disposition, condition, serialIds } = output;
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

/** What each line that went in was worth. */
function writeTaken(ctx: Ctx, lines: readonly (Valued & { readonly id: string })[]): void {
  const written = ctx.pg.query({
    name: 'transformations.inputs',
    text: `update transformation_inputs i set value = t.value
      from unnest(${unseen('$1')}, $2::numeric[]) as t(id, value) where i.id = t.id`,
    values: [lines.map(({ id }) => id), lines.map(({ value }) => value)],
  });
  ctx.background(written);
}

/** What came out instead of what was planned; a planned line that nobody named came to nothing. */
function writeMade(
  ctx: Ctx,
  {
    row,
    made,
    planned,
  }: {
    readonly row: TransformationRow;
    readonly made: readonly (Made & Valued)[];
    readonly planned: readonly OutputRow[];
  },
): void {
  const named = new Set(made.map(({ id }) => id));
  const missed = planned
    .filter(({ id }) => !named.has(id))
    .map(({ bin: _bin, ...output }) => ({
      ...output,
      quantity: 0,
      costShare: '0.00',
      value: '0.00',
    }));
  const lines = [
    ...made.map(({ lotId: _lotId, serialIds: _serialIds, isUnknown: _isUnknown, ...output }) => ({
      ...output,
      transformationId: row.id,
    })),
    ...missed,
  ];
  // Sent at once, while the query layer takes a few turns to send what comes after it.
  const cleared = ctx.pg.query({
    name: 'transformations.clearOutputs',
    text: 'delete from transformation_outputs where transformation_id = $1',
    values: [row.id],
  });
  const written = ctx.db
    .insertInto('transformationOutputs')
    .values(
      lines.map((output, index) => ({
        ...output,
        serialNos: [...output.serialNos],
        lineNo: index + 1,
      })),
    )
    .execute();
  ctx.background(Promise.all([cleared, written]));
}

/** Takes a transformation back while everything that came out is still on hand (2.9). */
export const reverseTransformation = transformations.action('reverse', async (ctx, row, body) => {
  await withdrawImports(ctx, { sourceId: row.id, reason: body.reason });
  const documentNo = await reverseDocumentMoves(ctx, row, {
    docType: transformations.moves,
    mayOverrideHold: can(ctx.actor.grants, 'parts-warehouse:override-period'),
  }).catch(asGone);
  return { diff: { reversal: documentNo }, touches: [...TOUCHES, 'goodsImports'] };
});
