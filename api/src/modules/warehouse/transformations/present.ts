import { can, decimal } from '@boxyard/shared/domain';
import {
  spreadValue,
  type TransformValue,
} from '@boxyard/shared/domain/warehouse/transformationCost.ts';
import { sql } from 'kysely';
import { type Ctx, compiledQuery, money } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  loadRefs,
  loadVisible,
  type Refs,
  trailOf,
} from '../../../workflow/index.ts';
import { partFactsOf } from '../stock/facts.ts';
import {
  type InputRow,
  inputsOf,
  type OutputRow,
  outputsOf,
  type TransformationRow,
  transformations,
} from './type.ts';

type Shown = Pick<
  TransformationRow,
  | DocumentFieldName
  | 'type'
  | 'warehouseId'
  | 'partId'
  | 'quantity'
  | 'laborCost'
  | 'inputValue'
  | 'outputValue'
  | 'lossValue'
  | 'completedAt'
>;

const seesCost = (ctx: Ctx): boolean => can(ctx.actor.grants, 'parts-warehouse:view-cost');
const worth = (ctx: Ctx, value: string | null): string | null =>
  seesCost(ctx) && value !== null ? money(value) : null;

/** Rows of the list, and the head of the detail. */
export async function presentTransformations(ctx: Ctx, rows: readonly Shown[]) {
  const refs = await loadRefs(ctx, {
    company: rows.map((row) => row.companyId),
    warehouse: rows.map((row) => row.warehouseId),
    part: rows.map((row) => row.partId),
    user: rows.flatMap((row) => [row.createdBy, row.approvedBy]),
  });
  return rows.map((row) => ({
    ...documentFields(row, refs),
    type: row.type,
    warehouse: refs.ref(row.warehouseId),
    part: refs.ref(row.partId),
    quantity: Number(row.quantity),
    laborCost: money(row.laborCost),
    inputValue: worth(ctx, row.inputValue),
    outputValue: worth(ctx, row.outputValue),
    lossValue: worth(ctx, row.lossValue),
    completedAt: row.completedAt,
  }));
}

/** What a part is shown by in a line. */
type Facts = Awaited<ReturnType<typeof partFactsOf>>;

/** What it is worth, or what is expected of it: at the average of the moment. */
function valuesOf(
  row: TransformationRow,
  {
    inputs,
    outputs,
    facts,
  }: { inputs: readonly InputRow[]; outputs: readonly OutputRow[]; facts: Facts },
): TransformValue & { readonly inputs: readonly string[]; readonly input: string } {
  const expected = inputs.map(
    ({ partId, quantity, value }) =>
      value ?? decimal.round(decimal.multiply(facts.get(partId)?.averageCost ?? '0', quantity)),
  );
  const input = row.inputValue ?? decimal.round(decimal.add('0', ...expected));
  return {
    ...spreadValue({ inputValue: input, laborCost: row.laborCost }, outputs),
    inputs: expected,
    input,
  };
}

/** A transformation with everything that its page shows. 404 outside this person's scope. */
export async function presentTransformation(ctx: Ctx, id: string) {
  const [row, inputs, outputs, trail, related] = await Promise.all([
    loadVisible(ctx, transformations.type, { id }),
    inputsOf(ctx, id),
    outputsOf(ctx, id),
    trailOf(ctx, transformations.type.subject, id),
    relatedOf(ctx, { id }),
  ]);
  const lines = [...inputs, ...outputs];
  const [facts, refs, [head]] = await Promise.all([
    partFactsOf(ctx, { companyId: row.companyId, partIds: lines.map(({ partId }) => partId) }),
    loadRefs(ctx, {
      part: lines.map(({ partId }) => partId),
      warehouse: inputs.map(({ warehouseId }) => warehouseId),
      user: [row.completedBy],
    }),
    presentTransformations(ctx, [row]),
  ]);
  if (!head) throw new Error('one row in, one row out');
  const values = valuesOf(row, { inputs, outputs, facts });
  return {
    ...head,
    inputValue: worth(ctx, values.input),
    outputValue: worth(ctx, row.outputValue ?? values.kept),
    lossValue: worth(ctx, row.lossValue ?? values.lost),
    ...trail,
    related,
    ...actionContext(ctx, transformations.type, row),
    completedBy: refs.userOrNull(row.completedBy),
    inputs: inputs.map((input, index) => ({
      ...lineOf(input, { facts, refs }),
      bin: binOf(input.binId, input.bin),
      warehouse: refs.ref(input.warehouseId),
      lotNo: input.lotNo,
      serials: [...input.serialNos],
      value: worth(ctx, values.inputs[index] ?? null),
    })),
    outputs: outputs.map((output, index) => ({
      ...lineOf(output, { facts, refs }),
      disposition: output.disposition,
      plannedQty: output.plannedQty,
      costShare: money(output.costShare),
      bin: output.binId === null ? null : binOf(output.binId, output.bin ?? ''),
      lotNo: output.lotNo,
      serials: [...output.serialNos],
      value: worth(ctx, output.value ?? values.values[index] ?? null),
    })),
  };
}
export type PresentedTransformation = Awaited<ReturnType<typeof presentTransformation>>;

const binOf = (id: string, code: string) => ({ id, code, name: code, nameTh: null });

function lineOf(
  line: Pick<InputRow, 'id' | 'lineNo' | 'partId' | 'condition' | 'quantity'>,
  { facts, refs }: { readonly facts: Facts; readonly refs: Refs },
) {
  const part = facts.get(line.partId);
  if (!part) throw new Error(`the part of line ${line.id} is missing`);
  return {
    id: line.id,
    lineNo: line.lineNo,
    part: refs.ref(line.partId),
    unit: part.unit,
    unitAllowsFraction: part.allowFraction,
    trackingType: part.trackingType,
    condition: line.condition,
    quantity: line.quantity,
  };
}

/** The goods imports that put away what came out. */
const relatedOf = compiledQuery(
  (_, given: { id: string }) =>
    sql<{ type: string; id: string; documentNo: string; status: string }>`
    select 'goodsImport' as type, g.id, g.document_no as "documentNo", g.status
    from goods_imports g where g.source_id = ${given.id} order by g.created_at`,
);
