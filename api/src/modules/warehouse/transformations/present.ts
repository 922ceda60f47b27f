import { decimal } from '@boxyard/shared/domain';
import {
  spreadValue,
  type TransformValue,
} from '@boxyard/shared/domain/warehouse/transformationCost.ts';
import { money } from '../../../kernel/index.ts';
import { costFor, loadRefs, type Refs } from '../../../workflow/index.ts';
import { partFactsOf } from '../stock/facts.ts';
import {
  type InputRow,
  inputsOf,
  type OutputRow,
  outputsOf,
  type TransformationRow,
  transformations,
} from './type.ts';

export const transformationRows = transformations.rows();

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

export const presentTransformation = transformations.document({
  rows: transformationRows,
  related: { to: { goodsImports: 'sourceId' } },
  load: (ctx, id) => Promise.all([inputsOf(ctx, id), outputsOf(ctx, id)]),
  more: async (ctx, row, [inputs, outputs]) => {
    const lines = [...inputs, ...outputs];
    const [facts, refs] = await Promise.all([
      partFactsOf(ctx, { companyId: row.companyId, partIds: lines.map(({ partId }) => partId) }),
      loadRefs(ctx, {
        part: lines.map(({ partId }) => partId),
        warehouse: inputs.map(({ warehouseId }) => warehouseId),
      }),
    ]);
    const values = valuesOf(row, { inputs, outputs, facts });
    return {
      inputValue: costFor(ctx, values.input),
      outputValue: costFor(ctx, row.outputValue ?? values.kept),
      lossValue: costFor(ctx, row.lossValue ?? values.lost),
      inputs: inputs.map((input, index) => ({
        ...lineOf(input, { facts, refs }),
        bin: binOf(input.binId, input.bin),
        warehouse: refs.ref(input.warehouseId),
        lotNo: input.lotNo,
        serials: [...input.serialNos],
        value: costFor(ctx, values.inputs[index] ?? null),
      })),
      outputs: outputs.map((output, index) => ({
        ...lineOf(output, { facts, refs }),
        disposition: output.disposition,
        plannedQty: output.plannedQty,
        costShare: money(output.costShare),
        bin: output.binId === null ? null : binOf(output.binId, output.bin ?? ''),
        lotNo: output.lotNo,
        serials: [...output.serialNos],
        value: costFor(ctx, output.value ?? values.values[index] ?? null),
      })),
    };
  },
});
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
