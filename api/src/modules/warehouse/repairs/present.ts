import { isTerminal, repairMachine } from '@boxyard/shared/domain';
import { costFor, loadRefs } from '../../../workflow/index.ts';
import { stockLines } from '../stock/facts.ts';
import { costOf, repairs, stockOf } from './type.ts';
import { usedPartsOf, usedValueOf } from './usedParts.ts';

export const repairRows = repairs.rows({
  apart: ['unit', 'lotNo', 'serialNo', 'totalCost'],
  reads: ['lotId', 'serialId', 'laborCost', 'externalCost', 'partsCost'],
  more: async (ctx, rows) =>
    (await stockLines(ctx, null, rows)).map(({ unit, lotNo, serialNo, ...row }) => ({
      unit,
      lotNo,
      serialNo,
      // What goes on has no total yet; its page says what it is so far.
      totalCost: row.completedAt === null ? null : costFor(ctx, costOf(row)),
    })),
});

export const presentRepair = repairs.document({
  rows: repairRows,
  related: {
    to: { requisitions: 'repairId', goodsImports: 'sourceId', destructions: 'repairId' },
    from: { claims: 'claimId' },
    containers: true,
  },
  load: usedPartsOf,
  more: async (ctx, row, parts) => {
    // As long as it goes on, what was drawn so far is what it costs.
    const partsCost = isTerminal(repairMachine, row.status) ? row.partsCost : usedValueOf(parts);
    const [[stock], refs] = await Promise.all([
      stockLines(ctx, row.companyId, [stockOf(row)]),
      loadRefs(ctx, {
        part: parts.map(({ partId }) => partId),
        unit: parts.map(({ unitId }) => unitId),
      }),
    ]);
    if (!stock) throw new Error('one line in, one line out');
    return {
      trackingType: stock.trackingType,
      unitAllowsFraction: stock.unitAllowsFraction,
      bin: stock.bin,
      binWarehouse: stock.binWarehouse,
      totalCost: costFor(ctx, costOf({ ...row, partsCost })),
      partsCost: costFor(ctx, partsCost),
      usedParts: parts.map((line) => ({
        ...line,
        requisition: { id: line.requisitionId, documentNo: line.documentNo, status: line.status },
        part: refs.ref(line.partId),
        unit: refs.ref(line.unitId),
        value: costFor(ctx, line.value),
      })),
    };
  },
});
