import { decimal, errorText } from '@boxyard/shared/domain';
import { inspectionMachine } from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import type { RemovalDisposition } from '@boxyard/shared/domain/containers/statuses.ts';
import {
  anyId,
  asSystem,
  type Ctx,
  type Input,
  money,
  refuseFaults,
} from '../../../kernel/index.ts';
import { placesOf } from '../../../ledger/index.ts';
import { loadVisible, runAction } from '../../../workflow/index.ts';
import { containerBay } from '../bay.ts';
import { inspections } from '../inspections/type.ts';
import { post } from './decide.ts';
import { TEXTS } from './labels.ts';
import { insideValue } from './moving.ts';
import { partsWarehouse, takeOut } from './parts.ts';
import { insideOf, presentInside, presentProducts, seesCost } from './present.ts';
import { logStatus, type ProductRow, products, TOUCHES } from './type.ts';

/** What is most likely to become of a part. */
function suggested(
  { condition }: { readonly condition: string },
  isRepairable: boolean,
): RemovalDisposition {
  if (condition !== 'defective') return 'restock';
  return isRepairable ? 'repair' : 'scrap';
}

/** Whether parts are repaired, and in which bin of a warehouse they are kept. */
async function factsOf(ctx: Ctx, row: ProductRow, partIds: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('materialParts as p')
    .leftJoin('stockRules as r', (join) =>
      join.onRef('r.partId', '=', 'p.id').on('r.warehouseId', '=', row.warehouseId),
    )
    .leftJoin('bins as n', (join) => join.onRef('n.id', '=', 'r.binId').on('n.isActive', '=', true))
    .where('p.id', '=', anyId(partIds))
    .select(['p.id', 'p.isRepairable', 'n.id as binId', 'n.code as binCode'])
    .execute();
  return new Map(rows.map((one) => [one.id, one]));
}

/** Everything that keeps a container from being taken apart, each in a sentence. */
function blockersOf(ctx: Ctx, row: ProductRow) {
  const { actions, guards = {}, guardCodes = {} } = productMachine;
  const { from, guards: needed = [] } = actions.disassemble;
  const codes = [
    ...(from.some((status) => status === row.status) ? [] : ['INVALID_STATE']),
    ...needed.flatMap((guard) => (guards[guard]?.(row) ? [] : [guardCodes[guard] ?? guard])),
  ];
  const current = TEXTS.status[row.status][ctx.locale];
  return codes.map((code) => ({ code, message: errorText(ctx.locale, code, { current }) }));
}

/** What a container would be taken apart into; nothing is written (domain-containers 2.1). */
export async function previewDisassembly(ctx: Ctx, { params }: Input<'products.disassembly'>) {
  const row = await loadVisible(ctx, products.type, { id: params.id });
  const inside = (await insideOf(ctx, row.id)).filter(({ removedAt }) => removedAt === null);
  const [[head], lines, facts] = await Promise.all([
    presentProducts(ctx, [row]),
    presentInside(ctx, row, inside),
    factsOf(
      ctx,
      row,
      inside.map(({ partId }) => partId),
    ),
  ]);
  if (!head) throw new Error('one row in, one row out');
  return {
    data: {
      product: {
        id: row.id,
        version: row.version,
        serialNumber: row.serialNumber,
        name: row.name,
        warehouse: head.warehouse,
        labourCost: seesCost(ctx) ? money(row.labourCost) : null,
        partsCost: seesCost(ctx) ? money(await insideValue(ctx, row)) : null,
      },
      parts: lines.map(
        ({
          removedAt: _at,
          removedBy: _by,
          removedReason: _why,
          disposition: _what,
          document: _next,
          ...line
        }) => {
          const fact = facts.get(line.part.id);
          const isRepairable = fact?.isRepairable ?? false;
          return {
            ...line,
            isRepairable,
            value:
              line.unitCost === null ? null : money(decimal.multiply(line.unitCost, line.quantity)),
            suggestedDisposition: suggested(line, isRepairable),
            suggestedCondition: line.condition === 'new' ? ('used' as const) : line.condition,
            suggestedBin: fact?.binId ? { id: fact.binId, code: fact.binCode ?? '' } : null,
          };
        },
      ),
      blockers: blockersOf(ctx, row),
    },
  };
}

/** Nobody goes and looks at what is no container any more. */
async function cancelInspections(ctx: Ctx, row: ProductRow, reason: string): Promise<void> {
  const planned = await ctx.db
    .selectFrom('inspections')
    .where('productId', '=', row.id)
    .where('status', 'in', [...inspectionMachine.actions.update.from])
    .orderBy('id')
    .select(['id', 'version'])
    .execute();
  for (const { id, version } of planned) {
    await runAction(asSystem(ctx), inspections.type, {
      action: 'cancel',
      id,
      version,
      reason,
    });
  }
}

/**
 * Takes a container apart: every part goes on by a document of its own, with its serial, its lot and
 * what it is worth; what the labour was worth is written off. There is no way back: the same parts may
 * be built into another container, which names this one.
 */
export const disassembleProduct = products.action('disassemble', async (ctx, row, body) => {
  const warehouseId = await partsWarehouse(ctx, row, body.warehouseId);
  const inside = (await insideOf(ctx, row.id)).filter(({ removedAt }) => removedAt === null);
  const all = new Map(inside.map(({ id, quantity }) => [id, Number(quantity)]));
  const decided = new Set(body.lines.map(({ id }) => id));
  const open = inside.filter(({ id }) => !decided.has(id)).length;
  if (open > 0) {
    refuseFaults([{ field: 'lines', code: 'PARTS_OPEN', params: { count: open } }]);
  }
  await takeOut(ctx, row, {
    round: row.version * 2,
    lines: body.lines.map((line) => ({ ...line, quantity: all.get(line.id) ?? 0 })),
    reason: body.reason,
    warehouseId,
    isBench: false,
    at: 'lines',
  });
  const { SCRAP } = await placesOf(ctx, row.companyId);
  await post(ctx, row, {
    action: 'disassemble',
    moves: [
      {
        itemType: 'container',
        itemId: row.id,
        quantity: 1,
        from: await containerBay(ctx, row.warehouseId ?? ''),
        to: SCRAP,
      },
    ],
  });
  await cancelInspections(ctx, row, body.reason);
  const changed = { productId: row.id, reason: body.reason };
  await logStatus(ctx, {
    ...changed,
    axis: 'lifecycle',
    from: row.status,
    to: 'disassembled',
  });
  if (row.saleStatus !== 'notForSale') {
    await logStatus(ctx, {
      ...changed,
      axis: 'sale',
      from: row.saleStatus,
      to: 'notForSale',
    });
  }
  return {
    set: { saleStatus: 'notForSale', warehouseId: null },
    diff: { parts: body.lines.length },
    touches: [...TOUCHES, 'goodsImports', 'repairs', 'claims', 'destructions', 'inspections'],
  };
});
