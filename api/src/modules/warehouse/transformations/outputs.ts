import {
  type Condition,
  type Disposition,
  isKept,
  isWhole,
  type TransformType,
  transformFaults,
} from '@boxyard/shared/domain';
import {
  areSharesWhole,
  sumOfShares,
} from '@boxyard/shared/domain/warehouse/transformationCost.ts';
import { type Ctx, type FieldFault, type Input, newId } from '../../../kernel/index.ts';
import { invalidSerials, normaliseSerial } from '../../../ledger/index.ts';
import { loadCatalogue, type PartFacts } from '../../../workflow/index.ts';
import { type BinFacts, binFaults, binsOf } from '../goodsImport/create.ts';

type Line = Input<'transformations.create'>['body']['outputs'][number];

/** A line that comes out, as it is written. */
export interface Output {
  readonly partId: string;
  readonly quantity: number;
  readonly condition: Condition;
  readonly disposition: Disposition;
  readonly costShare: string;
  readonly binId: string | null;
  readonly lotNo: string | null;
  readonly serialNos: readonly string[];
}

const outputOf = (line: Line): Output => ({
  partId: line.partId,
  quantity: line.quantity,
  condition: line.condition,
  disposition: line.disposition,
  costShare: line.costShare,
  binId: line.disposition === 'stock' ? (line.binId ?? null) : null,
  lotNo: line.lotNo || null,
  serialNos: (line.serials ?? []).map(normaliseSerial),
});

/** What is known of the parts and bins that lines name. */
export interface OutputFacts {
  readonly parts: ReadonlyMap<string, PartFacts>;
  readonly bins: ReadonlyMap<string, BinFacts>;
  /** `part/serial`: new to the books, and no code. */
  readonly invalidSerials: ReadonlySet<string>;
}

const keyOf = (partId: string, serialNo: string): string => `${partId}/${serialNo}`;

export async function outputFacts(
  ctx: Ctx,
  { warehouseId, lines }: { readonly warehouseId: string; readonly lines: readonly Line[] },
): Promise<OutputFacts> {
  const outputs = lines.map(outputOf);
  const [{ parts }, bins, odd] = await Promise.all([
    loadCatalogue(ctx, { partIds: outputs.map(({ partId }) => partId), unitIds: [] }),
    binsOf(
      ctx,
      warehouseId,
      outputs.map(({ binId }) => binId),
    ),
    invalidSerials(
      ctx.pg,
      outputs.flatMap(({ partId, serialNos }) =>
        serialNos.map((serialNo) => ({ itemId: partId, serialNo })),
      ),
    ),
  ]);
  return {
    parts,
    bins,
    invalidSerials: new Set(odd.map(({ itemId, serialNo }) => keyOf(itemId, serialNo))),
  };
}

/**
 * The lines that come out, and what is wrong with them. Until it is carried out nobody need know lots
 * and serial numbers; then (`isFinal`) everything that is kept has them.
 */
export function findOutputs(
  { parts, bins, invalidSerials: invalid }: OutputFacts,
  {
    type,
    inputs,
    lines,
    isFinal,
  }: {
    readonly type: TransformType;
    readonly inputs: readonly { readonly partId: string }[];
    readonly lines: readonly Line[];
    readonly isFinal: boolean;
  },
): { readonly outputs: Output[]; readonly faults: FieldFault[] } {
  const outputs = lines.map(outputOf);
  const faults: FieldFault[] = [...transformFaults(type, { inputs, outputs })];
  if (!areSharesWhole(outputs)) {
    faults.push({ field: 'outputs', code: 'SHARES_SUM', params: { sum: sumOfShares(outputs) } });
  }
  const seen = new Set<string>();
  outputs.forEach((output, index) => {
    const at = (field: string) => `outputs[${index}].${field}`;
    const part = parts.get(output.partId);
    if (!part) faults.push({ field: at('partId'), code: 'UNKNOWN_ID' });
    else {
      for (const fault of lineFaults(output, { part, bins, isFinal })) {
        faults.push({ ...fault, field: at(fault.field) });
      }
    }
    const keys = output.serialNos.map((serialNo) => keyOf(output.partId, serialNo));
    if (keys.some((key) => invalid.has(key))) {
      faults.push({ field: at('serials'), code: 'CODE' });
    }
    if (new Set(keys).size !== keys.length || keys.some((key) => seen.has(key))) {
      faults.push({ field: at('serials'), code: 'SERIAL_REPEATED' });
    }
    for (const key of keys) seen.add(key);
  });
  return { outputs, faults };
}

function lineFaults(
  output: Output,
  {
    part,
    bins,
    isFinal,
  }: {
    readonly part: PartFacts;
    readonly bins: ReadonlyMap<string, BinFacts>;
    readonly isFinal: boolean;
  },
): FieldFault[] {
  const faults: FieldFault[] = [];
  const isSerial = part.trackingType === 'serial';
  if (!part.isActive) faults.push({ field: 'partId', code: 'INACTIVE' });
  if ((isSerial || !part.unitAllowsFraction) && !isWhole(output.quantity)) {
    faults.push({ field: 'quantity', code: 'WHOLE' });
  }
  if (output.binId !== null) faults.push(...binFaults(bins.get(output.binId), 'binId'));
  // What is thrown away may have lost its plate; what is kept is known by it (3.5).
  const isDue = isFinal && isKept(output.disposition);
  const count = output.serialNos.length;
  const expected = isSerial ? output.quantity : 0;
  if (count > 0 || isDue ? count !== expected : false) {
    faults.push({ field: 'serials', code: 'SERIAL_COUNT', params: { expected } });
  }
  if (isDue && part.trackingType === 'lot' && output.lotNo === null) {
    faults.push({ field: 'lotNo', code: 'LOT_REQUIRED' });
  }
  return faults;
}

/** Writes the lines of a document that begins anew with them. */
export const writeOutputs = (ctx: Ctx, transformationId: string, outputs: readonly Output[]) =>
  ctx.db
    .insertInto('transformationOutputs')
    .values(
      outputs.map((output, index) => ({
        ...output,
        serialNos: [...output.serialNos],
        id: newId(),
        transformationId,
        lineNo: index + 1,
        plannedQty: output.quantity,
      })),
    )
    .execute();
