import { STORAGE_KINDS } from '@boxyard/shared/domain';
import {
  type Ctx,
  type FieldFault,
  type Input,
  invalid,
  mayUseCompany,
  mayUseWarehouse,
  newId,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import {
  changesOf,
  createDocument,
  loadCatalogue,
  notifyNewDocument,
  searchTextOf,
} from '../../../workflow/index.ts';
import { lineFaults } from '../parts/lineFaults.ts';
import { transfers } from './type.ts';

type Body = Input<'transfers.create'>['body'];

interface Checked extends Omit<Body, 'items' | 'carrier' | 'trackingNo' | 'remark'> {
  readonly companyId: string;
  readonly carrier: string | null;
  readonly trackingNo: string | null;
  readonly remark: string | null;
  readonly items: readonly {
    readonly partId: string;
    readonly quantity: number;
    readonly note: string | null;
  }[];
}

/** Two places of one company, one of them this person's: whoever asks for goods need not send them. */
async function endsOf(
  ctx: Ctx,
  body: Body,
): Promise<{ companyId: string | null; faults: FieldFault[] }> {
  const rows = await ctx.db
    .selectFrom('warehouses')
    .where('id', 'in', [body.fromWarehouseId, body.toWarehouseId])
    .where('kind', 'in', [...STORAGE_KINDS])
    .select(['id', 'companyId', 'isActive'])
    .execute();
  const usable = new Map(
    rows.filter((row) => mayUseCompany(ctx.actor, row.companyId)).map((row) => [row.id, row]),
  );
  const faults = (['fromWarehouseId', 'toWarehouseId'] as const).flatMap((field): FieldFault[] => {
    const row = usable.get(body[field]);
    if (!row) return [{ field, code: 'UNKNOWN_ID' }];
    return row.isActive ? [] : [{ field, code: 'INACTIVE' }];
  });
  const from = usable.get(body.fromWarehouseId);
  const to = usable.get(body.toWarehouseId);
  if (from && to) {
    if (from.id === to.id) faults.push({ field: 'toWarehouseId', code: 'SAME_WAREHOUSE' });
    if (from.companyId !== to.companyId) {
      faults.push({ field: 'toWarehouseId', code: 'OTHER_COMPANY' });
    }
    if (!mayUseWarehouse(ctx.actor, from.id) && !mayUseWarehouse(ctx.actor, to.id)) {
      faults.push({ field: 'toWarehouseId', code: 'UNKNOWN_ID' });
    }
  }
  return { companyId: from?.companyId ?? null, faults };
}

async function check(ctx: Ctx, body: Body): Promise<Checked> {
  const [{ companyId, faults }, { parts }] = await Promise.all([
    endsOf(ctx, body),
    loadCatalogue(ctx, { partIds: body.items.map((item) => item.partId), unitIds: [] }),
  ]);
  if (body.expectedDate < today(ctx.clock)) {
    faults.push({ field: 'expectedDate', code: 'PAST_DATE' });
  }
  faults.push(...lineFaults(body.items, { parts, quantity: 'quantity' }));
  refuseFaults(faults);
  if (companyId === null) throw new Error('a warehouse without faults is known');
  return {
    companyId,
    fromWarehouseId: body.fromWarehouseId,
    toWarehouseId: body.toWarehouseId,
    expectedDate: body.expectedDate,
    carrier: body.carrier || null,
    trackingNo: body.trackingNo || null,
    remark: body.remark || null,
    items: body.items.map(({ partId, quantity, note }) => ({
      partId,
      quantity,
      note: note || null,
    })),
  };
}

const writeItems = (ctx: Ctx, transferId: string, items: Checked['items']) =>
  ctx.db
    .insertInto('partTransferItems')
    .values(items.map((item, index) => ({ id: newId(), transferId, lineNo: index + 1, ...item })))
    .execute();

const searchOf = (documentNo: string | null, input: Checked) =>
  searchTextOf({
    documentNo,
    partIds: input.items.map((item) => item.partId),
    words: [input.carrier, input.trackingNo, input.remark],
  });

/** Asks for parts to be brought elsewhere; it waits for an approval at once. */
export async function createTransfer(
  ctx: Ctx,
  { body }: Input<'transfers.create'>,
): Promise<{ readonly id: string }> {
  const checked = await check(ctx, body);
  const { items, companyId, ...columns } = checked;
  const { id } = await createDocument(ctx, transfers.type, {
    companyId,
    status: 'pending',
    documentDate: today(ctx.clock),
    numbered: true,
    write: async (head) => {
      const text = searchOf(head.documentNo, checked);
      await ctx.db
        .insertInto('partTransfers')
        .values({ ...head, ...columns, itemCount: items.length, searchText: text })
        .execute();
      await writeItems(ctx, head.id, items);
    },
    after: { expectedDate: columns.expectedDate },
  });
  await notifyNewDocument(ctx, transfers.type, id);
  return { id };
}

/** Changes a transfer that nobody has decided on. */
export const updateTransfer = transfers.action('update', async (ctx, row, body) => {
  const checked = await check(ctx, body);
  const { companyId, items, ...columns } = checked;
  // The number belongs to a company; the transfer cannot move to another one.
  if (companyId !== row.companyId)
    throw invalid([{ field: 'fromWarehouseId', code: 'OTHER_COMPANY' }]);
  await ctx.db.deleteFrom('partTransferItems').where('transferId', '=', row.id).execute();
  await writeItems(ctx, row.id, items);
  const text = searchOf(row.documentNo, checked);
  return {
    set: { ...columns, itemCount: items.length, searchText: text },
    diff: changesOf(row, { ...columns, itemCount: items.length }),
  };
});
