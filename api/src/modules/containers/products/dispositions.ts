import { addDays, type Condition, can } from '@boxyard/shared/domain';
import type { RemovalDisposition } from '@boxyard/shared/domain/containers/statuses.ts';
import { type Ctx, type FieldFault, today } from '../../../kernel/index.ts';
import { placesOf } from '../../../ledger/index.ts';
import {
  insertClaim,
  insertDestruction,
  insertImport,
  insertRepair,
  type Verdict,
  verdictsOf,
} from '../../warehouse/index.ts';
import type { ProductRow } from './type.ts';

/** What is given up is destroyed within so many days unless somebody plans it otherwise. */
const DAYS_TO_DESTRUCTION = 7;

/** A built-in part, or some of it, on its way out of a container. */
export interface Removed {
  /** The row of what is inside. */
  readonly id: string;
  readonly partId: string;
  readonly quantity: number;
  readonly lotId: string | null;
  readonly lotNo: string | null;
  readonly serialId: string | null;
  readonly serialNo: string | null;
  readonly isRepairable: boolean;
  readonly disposition: RemovalDisposition;
  /** As it is inside, and as it is found. */
  readonly conditionFrom: Condition;
  readonly condition: Condition;
  readonly binId: string | null;
  /** Of whom it is claimed, where somebody said so. */
  readonly supplierId: string | null;
}

/** What else becomes of parts: the container, the warehouse that they come to, and why. */
interface Removal {
  readonly warehouseId: string;
  readonly reason: string | null;
  /** Back to the shelf at once: the container is being built, and nothing has left the bench. */
  readonly isBench: boolean;
}

type Claimed = Removed & { readonly verdict: Verdict & { readonly supplierId: string } };

/** Parts that go to stock through a goods import lie at the dock until they are put away. */
const needsImport = ({ disposition }: Removed, { isBench }: Removal): boolean =>
  disposition === 'restock' && !isBench;

/** A claim without the supplier's warranty needs an ability of its own. */
const CLAIM_OVERRIDE = 'claim:override-warranty';

/**
 * Who answers for parts that are claimed, and what is wrong with what was chosen for any of them; `at`
 * names the field of a line.
 */
export async function judgeRemoval(
  ctx: Ctx,
  row: Pick<ProductRow, 'companyId'>,
  { lines, at }: { readonly lines: readonly Removed[]; readonly at: (index: number) => string },
): Promise<{ readonly claimed: readonly Claimed[]; readonly faults: readonly FieldFault[] }> {
  const faults: FieldFault[] = [];
  const claimed: Claimed[] = [];
  const verdicts = await Promise.all(
    lines.map(async (line) =>
      line.disposition === 'claim'
        ? (
            await verdictsOf(ctx, {
              companyId: row.companyId,
              supplierId: line.supplierId,
              pieces: [line],
            })
          )[0]
        : undefined,
    ),
  );
  for (const [index, line] of lines.entries()) {
    const field = `${at(index)}.disposition`;
    if (line.disposition === 'repair' && !line.isRepairable) {
      faults.push({ field, code: 'NOT_REPAIRABLE' });
    }
    const verdict = verdicts[index];
    if (!verdict) continue;
    const supplierId = line.supplierId ?? verdict.supplierId;
    if (supplierId === null) faults.push({ field: `${at(index)}.supplierId`, code: 'REQUIRED' });
    else if (!verdict.inWarranty && !can(ctx.actor.grants, CLAIM_OVERRIDE)) {
      faults.push(
        verdict.warrantyEnd === null
          ? { field, code: 'NO_WARRANTY' }
          : { field, code: 'WARRANTY_OVER', params: { until: verdict.warrantyEnd } },
      );
    } else claimed.push({ ...line, verdict: { ...verdict, supplierId } });
  }
  return { claimed, faults };
}

/**
 * Where parts go that leave a container: to the shelf, to the dock from where a goods import puts them
 * away, or to quarantine, where the document of what becomes of them finds them.
 */
export async function destinationsOf(
  ctx: Ctx,
  row: Pick<ProductRow, 'companyId'>,
  { lines, removal }: { readonly lines: readonly Removed[]; readonly removal: Removal },
): Promise<readonly string[]> {
  const { QUARANTINE, RECEIVING } = await placesOf(ctx, row.companyId);
  return lines.map((line) => {
    if (line.disposition !== 'restock') return QUARANTINE;
    return needsImport(line, removal) ? RECEIVING : (line.binId ?? QUARANTINE);
  });
}

/** The document that goes on with a part, by the family that it belongs to. */
export interface Follow {
  readonly subject: 'goodsImports' | 'repairs' | 'claims' | 'destructions';
  readonly id: string;
  readonly documentNo: string;
}

/**
 * Opens the documents that go on with parts that have just left a container: one goods import and one
 * destruction for all of theirs, a claim for each supplier, a repair for each piece. Answers them by
 * the row of what was inside.
 */
export async function followRemoval(
  ctx: Ctx,
  row: Pick<ProductRow, 'id' | 'companyId' | 'serialNumber' | 'documentNo'>,
  {
    lines,
    claimed,
    removal,
  }: {
    readonly lines: readonly Removed[];
    readonly claimed: readonly Claimed[];
    readonly removal: Removal;
  },
): Promise<ReadonlyMap<string, Follow>> {
  const follows = new Map<string, Follow>();
  const { QUARANTINE, RECEIVING } = await placesOf(ctx, row.companyId);
  const head = { companyId: row.companyId, warehouseId: removal.warehouseId };
  const reason = removal.reason ?? '';
  const inQuarantine = (line: Removed) => ({
    partId: line.partId,
    quantity: line.quantity,
    binId: QUARANTINE,
    condition: 'defective' as const,
    lotId: line.lotId,
    serialIds: line.serialId === null ? [] : [line.serialId],
  });
  const goOn = (
    subject: Follow['subject'],
    some: readonly Removed[],
    made: { readonly id: string; readonly documentNo: string },
  ) => {
    for (const { id } of some) follows.set(id, { subject, ...made });
  };

  const back = lines.filter((line) => needsImport(line, removal));
  if (back.length > 0) {
    const made = await insertImport(ctx, {
      ...head,
      fromLocationId: RECEIVING,
      documentDate: today(ctx.clock),
      sourceType: 'containerRemoval',
      sourceId: row.id,
      sourceNo: row.serialNumber,
      items: back.map((line) => ({
        sourceItemId: line.id,
        partId: line.partId,
        expectedQty: line.quantity,
        binId: line.binId,
        lotId: line.lotId,
        serialIds: line.serialId === null ? [] : [line.serialId],
        conditionFrom: line.condition,
        unitCost: null,
      })),
    });
    goOn('goodsImports', back, made);
  }
  for (const line of lines.filter(({ disposition }) => disposition === 'repair')) {
    const stock = inQuarantine(line);
    const made = await insertRepair(ctx, {
      companyId: row.companyId,
      stock,
      body: {
        warehouseId: removal.warehouseId,
        source: 'containerRemoval',
        symptom: reason,
        remark: row.serialNumber,
        partId: stock.partId,
        quantity: stock.quantity,
        binId: stock.binId,
        condition: stock.condition,
        lotNo: line.lotNo,
        serialNo: line.serialNo,
      },
    });
    goOn('repairs', [line], made);
  }
  for (const [supplierId, some] of Map.groupBy(claimed, ({ verdict }) => verdict.supplierId)) {
    const made = await insertClaim(ctx, {
      ...head,
      supplierId,
      rmaNo: null,
      remark: row.serialNumber,
      overrideReason: reason,
      items: some.map((line) => ({
        ...inQuarantine(line),
        defect: reason,
        verdict: line.verdict,
        serialNo: line.serialNo,
      })),
    });
    goOn('claims', some, made);
  }
  const scrapped = lines.filter(({ disposition }) => disposition === 'scrap');
  if (scrapped.length > 0) {
    const made = await insertDestruction(ctx, {
      ...head,
      reason: 'damaged',
      method: 'dismantle',
      scheduledAt: addDays(today(ctx.clock), DAYS_TO_DESTRUCTION),
      remark: [row.serialNumber, reason].filter(Boolean).join(' · '),
      witnessIds: [],
      items: mergedBulk(scrapped.map(inQuarantine)),
    });
    goOn('destructions', scrapped, made);
  }
  return follows;
}

type Stock = Parameters<typeof insertDestruction>[1]['items'][number];

/** Lines of one part, lot and condition as one: a document names stock that is all alike once. */
function mergedBulk(items: readonly Stock[]): Stock[] {
  const alike = Map.groupBy(items, ({ partId, lotId, serialIds }) =>
    [partId, lotId ?? '', serialIds.length > 0].join('/'),
  );
  return [...alike.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    return {
      ...first,
      quantity: Number(some.reduce((sum, { quantity }) => sum + quantity, 0).toFixed(3)),
      serialIds: some.flatMap(({ serialIds }) => serialIds),
    };
  });
}
