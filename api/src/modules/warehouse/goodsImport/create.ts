import {
  addQuantities,
  goodsImportMachine,
  isImportUntouched,
  isQuantity,
  isWhole,
} from '@boxyard/shared/domain';
import {
  afterPendingQueries,
  audienceOf,
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  mayUseCompany,
  mayUseWarehouse,
  named,
  notify,
  record,
  refuseFaults,
  takeNumber,
  today,
  updated,
} from '../../../kernel/index.ts';
import { ensureLots, ensureSerials, placesOf } from '../../../ledger/index.ts';
import { createDocument, searchTextOf } from '../../../workflow/index.ts';
import { sourceOf } from './sourceOf.ts';
import { goodsImports } from './type.ts';
import type { CreatedImport, ImportFromReceipt, PreparedImport } from './types.ts';

/** A line before it is written. */
export interface NewItem {
  readonly sourceItemId: string | null;
  readonly partId: string;
  readonly expectedQty: number;
  readonly binId?: string | null;
  readonly lotId: string | null;
  readonly serialIds: readonly string[];
  readonly conditionFrom: string;
  /** In which it is expected to come; as it stands there by default. */
  readonly condition?: string;
  readonly unitCost: string | null;
  /** What the whole line was worth when it left, where it comes back at that. */
  readonly sourceValue?: string | null;
}

export interface NewImport {
  readonly companyId: string;
  readonly warehouseId: string;
  readonly fromLocationId: string;
  readonly documentDate: string;
  readonly sourceType: string;
  readonly sourceId: string | null;
  readonly sourceNo: string | null;
  readonly reopensId?: string | null;
  readonly remark?: string | null;
  /** Who sent the goods on their way, where that person may not receive them. */
  readonly sentBy?: string | null;
  readonly items: readonly NewItem[];
  readonly prepared?: PreparedImport;
}

/**
 * Takes an import's number, for whoever asks for more in the same round trip: others wait for the
 * number's counter until the commit, so nothing should be asked for one by one from then on.
 */
export async function prepareImport(
  ctx: Ctx,
  {
    companyId,
    warehouseId,
    documentDate,
  }: Pick<NewImport, 'companyId' | 'warehouseId' | 'documentDate'>,
): Promise<PreparedImport> {
  const [counters, documentNo] = await Promise.all([
    audienceOf(ctx, {
      ability: `${goodsImportMachine.page}:update`,
      companyId,
      warehouseIds: [warehouseId],
      except: [ctx.actor.userId],
    }),
    takeNumber(ctx, { companyId, docType: goodsImports.type.docType, date: documentDate }),
  ]);
  return { documentNo, counters };
}

/**
 * The put-away that a posted receipt announces (domain-warehouse 2.5): call it in the receipt's
 * transaction, after posting SUPPLIER -> RECEIVING. The person who posted counts as its creator.
 */
export async function createImportForReceipt(
  ctx: Ctx,
  receipt: ImportFromReceipt,
): Promise<CreatedImport> {
  const places = await placesOf(ctx, receipt.companyId);
  const now = ctx.clock.now();
  const serialInputs = receipt.items.flatMap((item) =>
    (item.serials ?? []).map((serialNo) => ({ itemId: item.partId, serialNo })),
  );
  const lotInputs = receipt.items.flatMap((item) =>
    (item.lots ?? []).map(({ lotNo, expiryDate = null }) => ({
      itemId: item.partId,
      lotNo,
      expiryDate,
    })),
  );
  const serialIds = (await ensureSerials(ctx.pg, { serials: serialInputs, now })).values();
  const lotIds = (await ensureLots(ctx.pg, { lots: lotInputs, now })).values();
  const items = receipt.items.flatMap((item): NewItem[] => {
    const line = {
      sourceItemId: item.receiptItemId,
      partId: item.partId,
      conditionFrom: item.condition ?? 'new',
      unitCost: item.unitCost,
    };
    // A line holds one lot, so that counting tells which lot was damaged.
    if (item.lots && item.lots.length > 0) {
      return item.lots.map((lot) => ({
        ...line,
        expectedQty: lot.quantity,
        lotId: lotIds.next().value ?? null,
        serialIds: [],
      }));
    }
    const serials = [...serialIds.take(item.serials?.length ?? 0)];
    return [{ ...line, expectedQty: item.quantity, lotId: null, serialIds: serials }];
  });
  return insertImport(ctx, {
    companyId: receipt.companyId,
    warehouseId: receipt.warehouseId,
    fromLocationId: places.RECEIVING,
    documentDate: receipt.documentDate,
    sourceType: 'acceptance',
    sourceId: receipt.receiptId,
    sourceNo: receipt.receiptNo,
    ...(receipt.prepared === undefined ? {} : { prepared: receipt.prepared }),
    items,
  });
}

const writeItems = (ctx: Ctx, importId: string, items: NewImport['items']): Promise<unknown> =>
  ctx.db
    .insertInto('goodsImportItems')
    .values(
      items.map((item, index) => ({
        ...item,
        binId: item.binId ?? null,
        serialIds: [...item.serialIds],
        importId,
        lineNo: index + 1,
        condition: item.condition ?? item.conditionFrom,
        sourceValue: item.sourceValue ?? null,
        discrepancyReason: null,
      })),
    )
    .execute();

/** Writes a pending import with its number, history and notices. */
export async function insertImport(
  ctx: Ctx,
  { prepared: given, ...input }: NewImport,
): Promise<CreatedImport> {
  const { items, remark = null, reopensId = null, companyId, documentDate, ...rest } = input;
  const prepared = given ?? (await prepareImport(ctx, input));
  const { id, documentNo } = await createDocument(ctx, goodsImports.type, {
    companyId,
    status: 'pending',
    documentDate,
    numbered: true,
    documentNo: prepared.documentNo,
    write: async (head) => {
      const searchText = searchTextOf({
        documentNo: head.documentNo,
        partIds: items.map((item) => item.partId),
        // A sale is found by whoever may read it alone (importList).
        words: input.sourceType === 'saleReturn' ? [] : [input.sourceNo],
      });
      const written = ctx.db
        .insertInto('goodsImports')
        .values({
          ...head,
          ...rest,
          remark,
          reopensId,
          itemCount: items.length,
          expectedQty: addQuantities(...items.map((item) => item.expectedQty)),
          searchText,
        })
        .execute();
      ctx.background(written);
      ctx.background(writeItems(ctx, head.id, items));
    },
    after: { sourceType: input.sourceType, sourceNo: input.sourceNo },
  });
  const source = sourceOf({ ...input, sourceId: input.sourceId ?? null });
  const from =
    source && input.sourceNo !== null
      ? named(source.type, { id: source.id, documentNo: input.sourceNo }).mark
      : null;
  await notify(ctx, prepared.counters, {
    category: 'reminder',
    type: 'info',
    title: {
      en: `${goodsImports.type.label.en} ${documentNo} waits to be counted`,
      th: `${goodsImports.type.label.th} ${documentNo} รอตรวจนับ`,
    },
    description: {
      en: from === null ? 'Opening stock' : `From ${from}`,
      th: from === null ? 'ยอดยกมา' : `จากเอกสาร ${from}`,
    },
    action: `/warehouse-management/import-warehouse/${id}`,
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: goodsImports.type.subject, id },
    dedupeKey: `${goodsImports.type.subject}:${id}:count`,
  });
  // What is read or written from now on comes after it.
  await afterPendingQueries();
  return { id, documentNo };
}

export interface ImportState {
  readonly id: string;
  readonly documentNo: string;
  readonly status: string;
}

/** The live import of a source document; null when there is none. */
export async function importOf(ctx: Ctx, sourceId: string): Promise<ImportState | null> {
  const row = await ctx.db
    .selectFrom('goodsImports')
    .where('sourceId', '=', sourceId)
    .where('status', 'not in', goodsImportMachine.actions.reverse.to)
    .orderBy('createdAt', 'desc')
    .select(['id', 'documentNo', 'status'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Takes the untouched imports of a reversed source away with it (domain-warehouse 2.5); there are
 * several once one was taken back and opened again, or missing goods turned up. Moves nothing: the
 * source takes its own moves back. 409 once somebody has begun to count any of them.
 */
export async function withdrawImports(
  ctx: Ctx,
  { sourceId, reason }: { sourceId: string; reason: string },
): Promise<void> {
  const rows = await ctx.db
    .selectFrom('goodsImports')
    .where('sourceId', '=', sourceId)
    .where('status', 'not in', goodsImportMachine.actions.reverse.to)
    .select(['id', 'companyId', 'version', 'status'])
    .orderBy('id')
    .forUpdate()
    .execute();
  if (!rows.every(({ status }) => isImportUntouched(status))) {
    throw conflict('GUARD', { guard: 'importUntouched' });
  }
  const [status] = goodsImportMachine.actions.withdraw.to;
  for (const row of rows) {
    const version = row.version + 1;
    await ctx.db
      .updateTable('goodsImports')
      .set({ ...updated(ctx), status, statusReason: reason, version })
      .where('id', '=', row.id)
      .execute();
    await record(ctx, {
      subject: goodsImports.type.subject,
      subjectId: row.id,
      companyId: row.companyId,
      action: 'withdraw',
      from: row.status,
      to: status,
      reason,
      version,
    });
  }
}

type OpeningBody = Input<'goodsImports.create'>['body'];

/** Opening stock: entered with its cost, once per part and company (domain-warehouse 3.2). */
export async function createOpening(ctx: Ctx, body: OpeningBody): Promise<CreatedImport> {
  const warehouse = await ctx.db
    .selectFrom('warehouses')
    .where('id', '=', body.warehouseId)
    .select(['id', 'companyId', 'isSystem', 'isActive'])
    .executeTakeFirst();
  const mayUse =
    warehouse !== undefined &&
    mayUseCompany(ctx.actor, warehouse.companyId) &&
    mayUseWarehouse(ctx.actor, warehouse.id);
  if (!mayUse) throw unknownField('warehouseId');
  if (warehouse.isSystem || !warehouse.isActive) {
    refuseFaults([{ field: 'warehouseId', code: 'INACTIVE' }]);
  }
  await refuseOpeningFaults(ctx, { body, companyId: warehouse.companyId });
  const places = await placesOf(ctx, warehouse.companyId);
  const now = ctx.clock.now();
  const serialIds = (
    await ensureSerials(ctx.pg, {
      serials: body.items.flatMap((item) =>
        (item.serials ?? []).map((serialNo) => ({ itemId: item.partId, serialNo })),
      ),
      now,
    })
  ).values();
  const lotIds = (
    await ensureLots(ctx.pg, {
      lots: body.items.flatMap((item) =>
        item.lotNo ? [{ itemId: item.partId, lotNo: item.lotNo }] : [],
      ),
      now,
    })
  ).values();
  const parts = await ctx.db
    .selectFrom('materialParts')
    .select(['id', 'defaultCondition'])
    .where('id', 'in', [...new Set(body.items.map((item) => item.partId))])
    .execute();
  const usual = new Map(parts.map((part) => [part.id, part.defaultCondition]));
  const import_ = await insertImport(ctx, {
    companyId: warehouse.companyId,
    warehouseId: warehouse.id,
    fromLocationId: places.OPENING,
    documentDate: body.documentDate ?? today(ctx.clock),
    sourceType: 'opening',
    sourceId: null,
    sourceNo: null,
    remark: body.remark ?? null,
    items: body.items.map((item) => ({
      sourceItemId: null,
      partId: item.partId,
      expectedQty: item.quantity,
      binId: item.binId ?? null,
      lotId: item.lotNo ? (lotIds.next().value ?? null) : null,
      serialIds: [...serialIds.take(item.serials?.length ?? 0)],
      conditionFrom: item.condition ?? usual.get(item.partId) ?? 'new',
      unitCost: item.unitCost,
    })),
  });
  await ctx.db
    .insertInto('openingStock')
    .values(
      [...new Set(body.items.map((item) => item.partId))].map((partId) => ({
        companyId: warehouse.companyId,
        partId,
        importId: import_.id,
      })),
    )
    .execute();
  return import_;
}

const unknownField = (field: string) => {
  refuseFaults([{ field, code: 'UNKNOWN_ID' }]);
  return new Error('unreachable');
};

async function refuseOpeningFaults(
  ctx: Ctx,
  { body, companyId }: { body: OpeningBody; companyId: string },
): Promise<void> {
  const partIds = [...new Set(body.items.map((item) => item.partId))];
  const parts = new Map(
    (
      await ctx.db
        .selectFrom('materialParts as p')
        .innerJoin('units as u', 'u.id', 'p.unitId')
        .where('p.id', 'in', partIds)
        .select(['p.id', 'p.trackingType', 'p.isActive', 'u.allowFraction'])
        .execute()
    ).map((part) => [part.id, part]),
  );
  const entered = new Set(
    (
      await ctx.db
        .selectFrom('openingStock')
        .where('companyId', '=', companyId)
        .where('partId', 'in', partIds)
        .select('partId')
        .execute()
    ).map((row) => row.partId),
  );
  const bins = await binsOf(
    ctx,
    body.warehouseId,
    body.items.map((item) => item.binId ?? null),
  );
  const faults: FieldFault[] = [];
  if (body.documentDate !== undefined && body.documentDate > today(ctx.clock)) {
    faults.push({ field: 'documentDate', code: 'FUTURE_DATE' });
  }
  const seen = new Set<string>();
  body.items.forEach((item, index) => {
    const at = (name: string) => `items[${index}].${name}`;
    const part = parts.get(item.partId);
    if (!part) {
      faults.push({ field: at('partId'), code: 'UNKNOWN_ID' });
      return;
    }
    if (!part.isActive) faults.push({ field: at('partId'), code: 'INACTIVE' });
    if (entered.has(item.partId)) faults.push({ field: at('partId'), code: 'OPENING_EXISTS' });
    if (!part.allowFraction && !isWhole(item.quantity)) {
      faults.push({ field: at('quantity'), code: 'WHOLE' });
    }
    // Several lines of one part are its lots or bins; the same place twice is a slip.
    const place = [item.partId, item.binId, item.lotNo, item.condition, item.serials?.[0]].join(
      '/',
    );
    if (seen.has(place)) faults.push({ field: at('partId'), code: 'REPEATED' });
    seen.add(place);
    faults.push(...trackingFaults(item, { tracking: part.trackingType, at }));
    if (item.binId != null) faults.push(...binFaults(bins.get(item.binId), at('binId')));
  });
  refuseFaults(faults);
}

function trackingFaults(
  item: OpeningBody['items'][number],
  { tracking, at }: { tracking: string; at: (name: string) => string },
): FieldFault[] {
  const serials = item.serials ?? [];
  if (tracking === 'serial') {
    if (!isQuantity(item.quantity) || serials.length !== item.quantity) {
      return [{ field: at('serials'), code: 'SERIAL_COUNT', params: { expected: item.quantity } }];
    }
    const distinct = new Set(serials.map((serial) => serial.trim().toUpperCase()));
    return distinct.size === serials.length
      ? []
      : [{ field: at('serials'), code: 'SERIAL_REPEATED' }];
  }
  const faults: FieldFault[] = [];
  if (serials.length > 0) {
    faults.push({ field: at('serials'), code: 'SERIAL_COUNT', params: { expected: 0 } });
  }
  if (tracking === 'lot' && !item.lotNo) faults.push({ field: at('lotNo'), code: 'LOT_REQUIRED' });
  return faults;
}

export interface BinFacts {
  readonly id: string;
  readonly warehouseId: string;
  readonly isActive: boolean;
  readonly isHere: boolean;
}

/** The bins named, and whether they belong to the warehouse. */
export async function binsOf(
  ctx: Ctx,
  warehouseId: string,
  ids: readonly (string | null)[],
): Promise<Map<string, BinFacts>> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('bins')
    .where('id', 'in', wanted)
    .select(['id', 'warehouseId', 'isActive'])
    .execute();
  return new Map(rows.map((row) => [row.id, { ...row, isHere: row.warehouseId === warehouseId }]));
}

/** What speaks against putting goods into a bin; a lock is refused at posting. */
export function binFaults(bin: BinFacts | undefined, field: string): FieldFault[] {
  if (!bin) return [{ field, code: 'UNKNOWN_ID' }];
  if (!bin.isHere) return [{ field, code: 'BIN_ELSEWHERE' }];
  return bin.isActive ? [] : [{ field, code: 'INACTIVE' }];
}
