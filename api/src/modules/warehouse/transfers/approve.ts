import { isWhole } from '@boxyard/shared/domain';
import { formatDate } from '../../../documents/format.ts';
import {
  audienceOf,
  type Ctx,
  type FieldFault,
  type Input,
  notify,
  refuseFaults,
} from '../../../kernel/index.ts';
import { holdBest, release } from '../../../ledger/index.ts';
import { approvedNow, loadCatalogue, matchItems } from '../../../workflow/index.ts';
import { type ItemRow, TOUCHES, TRANSFER_MOVES, type TransferRow, transfers } from './type.ts';

/** How much of a line is sent, and where the request named it. */
interface Decision {
  readonly item: ItemRow;
  readonly approvedQty: number;
  readonly field: string;
}

/** Lines that the request leaves out are sent as asked for. */
async function decided(
  ctx: Ctx,
  items: readonly ItemRow[],
  lines: NonNullable<Input<'transfers.approve'>['body']['items']>,
): Promise<Decision[]> {
  const { parts } = await loadCatalogue(ctx, {
    partIds: items.map((item) => item.partId),
    unitIds: [],
  });
  const index = new Map(lines.map(({ id }, at) => [id, at]));
  const chosen = matchItems({ items, lines }, (item, line, fault): Decision => {
    const part = parts.get(item.partId);
    if (line.approvedQty > item.quantity) {
      fault('approvedQty', { code: 'MAX', params: { max: item.quantity } });
    }
    const wholeOnly = !part?.unitAllowsFraction || part.trackingType === 'serial';
    if (wholeOnly && !isWhole(line.approvedQty)) fault('approvedQty', { code: 'WHOLE' });
    const field = `items[${index.get(item.id)}].approvedQty`;
    return { item, approvedQty: line.approvedQty, field };
  });
  const rest = items
    .filter(({ id }) => !index.has(id))
    .map((item) => ({ item, approvedQty: item.quantity, field: `items[${item.lineNo - 1}]` }));
  return [...chosen, ...rest];
}

/**
 * Approves what was asked for or less, and holds it at the source, lots by expiry, serials by age.
 * What is not there cannot be promised: a line that cannot be held whole is refused (2.8).
 */
export const approveTransfer = transfers.action('approve', async (ctx, row, body) => {
  const decisions = await decided(ctx, await transfers.linesOf(ctx, row.id), body.items ?? []);
  if (decisions.every(({ approvedQty }) => approvedQty === 0)) {
    refuseFaults([{ field: 'items', code: 'NOTHING_APPROVED' }]);
  }
  await hold(ctx, row, decisions);
  await ctx.pg.query({
    name: 'transfers.decide',
    text: `update part_transfer_items i set approved_qty = t.approved
          from unnest($1::uuid[], $2::numeric[]) as t(id, approved) where i.id = t.id`,
    values: [decisions.map(({ item }) => item.id), decisions.map(({ approvedQty }) => approvedQty)],
  });
  await notifyShippers(ctx, row);
  return {
    set: approvedNow(ctx),
    diff: {
      lines: decisions
        .filter(({ item, approvedQty }) => approvedQty !== item.quantity)
        .map(({ item, approvedQty }) => ({ lineNo: item.lineNo, approved: approvedQty })),
    },
    touches: TOUCHES,
  };
});

async function hold(ctx: Ctx, row: TransferRow, decisions: readonly Decision[]): Promise<void> {
  const held = await holdBest(ctx.pg, {
    docType: TRANSFER_MOVES,
    docId: row.id,
    now: ctx.clock.now(),
    expiresAt: null,
    wants: decisions.map(({ item, approvedQty }) => ({
      docItemId: item.id,
      itemId: item.partId,
      warehouseId: row.fromWarehouseId,
      quantity: approvedQty,
    })),
  });
  const sums = new Map<string, number>();
  for (const { docItemId, quantity } of held) {
    sums.set(docItemId, (sums.get(docItemId) ?? 0) + Math.round(quantity * 1000));
  }
  refuseFaults(
    decisions.flatMap(({ item, approvedQty, field }): FieldFault[] => {
      const available = (sums.get(item.id) ?? 0) / 1000;
      if (available >= approvedQty) return [];
      return [{ field, code: 'INSUFFICIENT_STOCK', params: { available } }];
    }),
  );
}

export const rejectTransfer = transfers.action('reject');

/** Cancels a transfer that has not left; what was held for it is free again. */
export const cancelTransfer = transfers.action('cancel', async (ctx, row) => {
  await release(ctx.pg, { now: ctx.clock.now(), docId: row.id });
  return { touches: TOUCHES };
});

/** Whoever ships from that warehouse hears that goods wait. */
async function notifyShippers(ctx: Ctx, row: TransferRow): Promise<void> {
  const people = await audienceOf(ctx, {
    companyId: row.companyId,
    warehouseIds: [row.fromWarehouseId],
    ability: `${transfers.type.machine.page}:ship`,
    except: [ctx.actor.userId],
  });
  await notify(ctx, people, {
    category: 'reminder',
    type: 'info',
    title: {
      en: `${transfers.type.label.en} ${row.documentNo} waits to be shipped`,
      th: `${transfers.type.label.th} ${row.documentNo} รอจัดส่ง`,
    },
    description: {
      en: `Expected there by ${formatDate(row.expectedDate, 'en')}`,
      th: `กำหนดถึงปลายทาง ${formatDate(row.expectedDate, 'th')}`,
    },
    action: transfers.path(row.id),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: transfers.type.subject, id: row.id },
    dedupeKey: `${transfers.type.subject}:${row.id}:ship:${row.version}`,
  });
}
