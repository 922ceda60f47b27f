import { STORAGE_KINDS } from '@boxyard/shared/domain';
import {
  type Ctx,
  type FieldFault,
  type Input,
  mayUseCompany,
  mayUseWarehouse,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { loadCatalogue } from '../../../workflow/index.ts';
import { lineFaults } from '../parts/lineFaults.ts';
import { transfers } from './type.ts';

type Body = Input<'transfers.create'>['body'];

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

async function check(ctx: Ctx, body: Body) {
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
    columns: {
      fromWarehouseId: body.fromWarehouseId,
      toWarehouseId: body.toWarehouseId,
      expectedDate: body.expectedDate,
      carrier: body.carrier || null,
      trackingNo: body.trackingNo || null,
      remark: body.remark || null,
    },
    items: body.items.map(({ partId, quantity, note }) => ({
      partId,
      quantity,
      note: note || null,
    })),
  };
}

const drafts = transfers.drafts({
  status: 'pending',
  check,
  searched: ({ items, columns }) => ({
    partIds: items.map(({ partId }) => partId),
    words: [columns.carrier, columns.trackingNo, columns.remark],
  }),
  ofOtherCompany: { field: 'fromWarehouseId', code: 'OTHER_COMPANY' },
  told: ['expectedDate'],
});

/** Asks for parts to be brought elsewhere; it waits for an approval at once. */
export const createTransfer = drafts.create;
/** Changes a transfer that nobody has decided on. */
export const updateTransfer = drafts.update;
