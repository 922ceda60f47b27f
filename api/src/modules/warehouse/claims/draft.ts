import { can, isUnsent } from '@boxyard/shared/domain';
import {
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  newId,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import {
  changesOf,
  createDocument,
  deliveryCompany,
  notifyNextActors,
  searchTextOf,
  takeSerials,
} from '../../../workflow/index.ts';
import { findStock, type NamedStock } from '../stock/places.ts';
import { settledStatus } from './arrivals.ts';
import { putAside } from './goods.ts';
import { creditNoteFaults, dueOn } from './send.ts';
import { type ClaimRow, claims, itemsOf, TOUCHES } from './type.ts';
import { type Verdict, verdictsOf } from './warranty.ts';

type Body = Input<'claims.create'>['body'];

interface NewItem extends NamedStock {
  readonly defect: string;
  readonly verdict: Verdict;
}

/**
 * What the supplier need not answer for is claimed by whoever may, and says why (2.10
 * `override-warranty`).
 */
function warrantyFaults(ctx: Ctx, body: Body, verdicts: readonly Verdict[]): FieldFault[] {
  if (verdicts.every(({ inWarranty }) => inWarranty)) return [];
  if (can(ctx.actor.grants, `${claims.type.machine.page}:override-warranty`)) {
    return body.overrideReason ? [] : [{ field: 'overrideReason', code: 'OVERRIDE_REASON' }];
  }
  return verdicts.flatMap(({ inWarranty, warrantyEnd }, index) => {
    if (inWarranty) return [];
    const field = `items[${index}].binId`;
    return warrantyEnd === null
      ? [{ field, code: 'NO_WARRANTY' }]
      : [{ field, code: 'WARRANTY_OVER', params: { until: warrantyEnd } }];
  });
}

async function supplierFaults(ctx: Ctx, supplierId: string): Promise<FieldFault[]> {
  const known = await ctx.db
    .selectFrom('suppliers')
    .where('id', '=', supplierId)
    .select('id')
    .executeTakeFirst();
  return known ? [] : [{ field: 'supplierId', code: 'UNKNOWN_ID' }];
}

async function check(ctx: Ctx, body: Body) {
  const companyId = await deliveryCompany(ctx, body.warehouseId);
  const { supplierId, items } = body;
  const [found, supplier, verdicts] = await Promise.all([
    findStock(ctx, {
      warehouseId: body.warehouseId,
      lines: items.map((item) => ({ ...item, serials: item.serialNo ? [item.serialNo] : [] })),
      at: (index, field) => `items[${index}].${field === 'serials' ? 'serialNo' : field}`,
    }),
    supplierFaults(ctx, supplierId),
    verdictsOf(ctx, { companyId, supplierId, pieces: items }),
  ]);
  // What is not there has no warranty to speak of.
  refuseFaults([...found.faults, ...supplier]);
  refuseFaults(warrantyFaults(ctx, body, verdicts));
  return {
    companyId,
    items: found.stock.map((stock, index): NewItem => {
      const [item, verdict] = [items[index], verdicts[index]];
      if (!item || !verdict) throw new Error('one line in, one line out');
      return { ...stock, defect: item.defect, verdict };
    }),
  };
}

const searchText = async (
  ctx: Ctx,
  {
    documentNo,
    supplierId,
    rmaNo,
    remark,
    partIds,
    serialNos = [],
  }: Pick<ClaimRow, 'documentNo' | 'supplierId' | 'rmaNo' | 'remark'> & {
    readonly partIds: readonly string[];
    readonly serialNos?: readonly (string | null | undefined)[];
  },
) => {
  const supplier = await ctx.db
    .selectFrom('suppliers')
    .where('id', '=', supplierId)
    .select(['code', 'name', 'nameTh'])
    .executeTakeFirstOrThrow();
  const words = [supplier.code, supplier.name, supplier.nameTh, rmaNo, remark, ...serialNos];
  return searchTextOf({ documentNo, partIds, words });
};

/** A claim whose goods were found and judged. */
export interface NewClaim {
  readonly companyId: string;
  readonly warehouseId: string;
  readonly supplierId: string;
  readonly rmaNo: string | null;
  readonly remark: string | null;
  /** Why the supplier is asked for what their warranty does not cover. */
  readonly overrideReason: string | null;
  readonly items: readonly (NewItem & { readonly serialNo: string | null })[];
}

/** Opens a claim: the goods are put aside at once, each serial for this document alone (2.10). */
export async function createClaim(
  ctx: Ctx,
  { body }: Input<'claims.create'>,
): Promise<{ readonly id: string }> {
  const { companyId, items } = await check(ctx, body);
  return insertClaim(ctx, {
    companyId,
    warehouseId: body.warehouseId,
    supplierId: body.supplierId,
    rmaNo: body.rmaNo || null,
    remark: body.remark || null,
    overrideReason: body.overrideReason || null,
    items: items.map((item, index) => ({ ...item, serialNo: body.items[index]?.serialNo ?? null })),
  });
}

/** Writes a pending claim with its number, history and notices, and puts its goods aside. */
export async function insertClaim(
  ctx: Ctx,
  { companyId, warehouseId, overrideReason, items, ...head }: NewClaim,
): Promise<{ readonly id: string; readonly documentNo: string }> {
  const lines = items.map((item) => ({ ...item, id: newId() }));
  const { id, documentNo } = await createDocument(ctx, claims.type, {
    companyId,
    status: 'pending',
    documentDate: today(ctx.clock),
    numbered: true,
    write: async (made) => {
      const isOverridden = lines.some(({ verdict }) => !verdict.inWarranty);
      await ctx.db
        .insertInto('claims')
        .values({
          ...made,
          ...head,
          warehouseId,
          itemCount: lines.length,
          overrideReason: isOverridden ? overrideReason : null,
          searchText: await searchText(ctx, {
            ...head,
            documentNo: made.documentNo,
            partIds: lines.map(({ partId }) => partId),
            serialNos: items.map(({ serialNo }) => serialNo),
          }),
        })
        .execute();
      await ctx.db
        .insertInto('claimItems')
        .values(
          lines.map(({ serialIds, serialNo: _serialNo, verdict, ...line }, index) => ({
            ...line,
            claimId: made.id,
            lineNo: index + 1,
            serialId: serialIds[0] ?? null,
            warrantyEnd: verdict.warrantyEnd,
            inWarranty: verdict.inWarranty,
            receiptId: verdict.receiptId,
            createdAt: made.createdAt,
          })),
        )
        .execute();
      await takeSerials(
        ctx,
        { subject: claims.type.subject, ...made },
        lines.flatMap(({ serialIds }) => serialIds),
      );
      await putAside(ctx, made, lines);
    },
    after: { supplierId: head.supplierId, lines: lines.length },
  });
  const row = await claims.type.load(ctx, id, { lock: false });
  if (!row) throw new Error('the claim just written is not there');
  await notifyNextActors(ctx, claims.type, {
    row,
    action: 'send',
    title: { en: 'waits to be sent to the supplier', th: 'รอส่งให้ผู้จำหน่าย' },
    description: {
      en: lines.map(({ defect }) => defect).join(' · '),
      th: lines.map(({ defect }) => defect).join(' · '),
    },
  });
  return { id, documentNo };
}

/** What may be written depends on how far the claim is; the goods stay those that were put aside. */
function refuseLocked(row: ClaimRow, body: Input<'claims.update'>['body']): void {
  const lock = (field: string, isLocked: boolean) => {
    if (isLocked) throw conflict('FIELD_LOCKED', { field });
  };
  lock('defects', body.defects !== undefined && !isUnsent(row.status));
  lock(
    'promisedDays',
    body.promisedDays != null && (row.sentDate === null || row.answeredAt !== null),
  );
  lock('creditNoteNo', Boolean(body.creditNoteNo ?? body.creditNoteDate) && !row.answeredAt);
}

/**
 * Changes what is written of a claim. With the number of the credit note the money that the supplier
 * owed is there, which may close the claim (2.10).
 */
export const updateClaim = claims.action('update', async (ctx, row, body) => {
  refuseLocked(row, body);
  refuseFaults(creditNoteFaults(ctx, body.creditNoteDate));
  const items = await itemsOf(ctx, row.id);
  await writeDefects(ctx, items, body.defects ?? []);
  const promisedDays = body.promisedDays ?? row.promisedDays;
  const set = {
    rmaNo: body.rmaNo === undefined ? row.rmaNo : body.rmaNo || null,
    remark: body.remark === undefined ? row.remark : body.remark || null,
    promisedDays,
    ...dueOn(ctx, { sentDate: row.sentDate, promisedDays, answeredAt: row.answeredAt }),
    creditNoteNo: body.creditNoteNo || row.creditNoteNo,
    creditNoteDate: body.creditNoteDate || row.creditNoteDate,
  };
  const partIds = items.map(({ partId }) => partId);
  const serialNos = await serialNumbersOf(ctx, row.id);
  return {
    to: settledStatus(row, { ...set, items }),
    set: {
      ...set,
      searchText: await searchText(ctx, { ...row, ...set, partIds, serialNos }),
    },
    diff: changesOf(row, set),
    touches: TOUCHES,
  };
});

/** Serial numbers old and new, by which a claim is found. */
export async function serialNumbersOf(ctx: Ctx, claimId: string): Promise<string[]> {
  const { rows } = await ctx.pg.query<{ serialNo: string }>({
    name: 'claims.serials',
    text: `select s.serial_no as "serialNo" from claim_items i
      join serials s on s.id in (i.serial_id, i.replacement_serial_id) where i.claim_id = $1`,
    values: [claimId],
  });
  return rows.map(({ serialNo }) => serialNo);
}

async function writeDefects(
  ctx: Ctx,
  items: readonly { readonly id: string }[],
  defects: readonly { readonly id: string; readonly defect: string }[],
): Promise<void> {
  const known = new Set(items.map(({ id }) => id));
  refuseFaults(
    defects.flatMap(({ id }, index) =>
      known.has(id) ? [] : [{ field: `defects[${index}].id`, code: 'UNKNOWN_ID' }],
    ),
  );
  await Promise.all(
    defects.map(({ id, defect }) =>
      ctx.db.updateTable('claimItems').set({ defect }).where('id', '=', id).execute(),
    ),
  );
}
