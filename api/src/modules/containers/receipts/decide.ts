import { isCheckedLine, isLost } from '@boxyard/shared/domain/containers/statuses.ts';
import {
  authorId,
  type Ctx,
  type FieldFault,
  type Input,
  refuseFaults,
} from '../../../kernel/index.ts';
import { approvedNow } from '../../../workflow/index.ts';
import { OUTCOMES } from './outcome.ts';
import { type ContainerReceiptRow, containerReceipts } from './type.ts';

type Line = Input<'containerReceipts.update'>['body']['lines'][number];

/** The items of a receipt, locked with it. */
const expectedOf = (ctx: Ctx, receiptId: string) =>
  ctx.db
    .selectFrom('containerReceiptItems as i')
    .innerJoin('products as d', 'd.id', 'i.productId')
    .where('i.receiptId', '=', receiptId)
    .orderBy('i.productId')
    .select(['i.id', 'i.productId', 'd.serialNumber', 'd.status', 'i.note'])
    .execute();
type Expected = Awaited<ReturnType<typeof expectedOf>>[number];

/** What is wrong with what was said of one container: what is received was read off the container. */
function lineFaults(row: ContainerReceiptRow, item: Expected, line: Line): FieldFault[] {
  switch (line.lineStatus) {
    case 'expected':
      return [];
    case 'rejected':
      // Nobody has it to send it back: it is there after all, or it is missing.
      if (isLost(item)) return [{ field: 'lineStatus', code: 'ONE_OF' }];
      // Nobody is left to whom it could be sent.
      if (row.isReturn) return [{ field: 'lineStatus', code: 'RETURN_IS_TAKEN' }];
      return line.rejectReason ? [] : [{ field: 'rejectReason', code: 'REQUIRED' }];
    case 'missing':
      // What never left the bench cannot be lost on its way.
      return row.sourceType === 'production' ? [{ field: 'lineStatus', code: 'ONE_OF' }] : [];
    case 'accepted': {
      const scanned = line.scannedSerial?.trim().toUpperCase() ?? '';
      if (scanned === '') return [{ field: 'scannedSerial', code: 'REQUIRED' }];
      if (scanned !== item.serialNumber) {
        const params = { expected: item.serialNumber };
        return [{ field: 'scannedSerial', code: 'SERIAL_DIFFERS', params }];
      }
      return line.conditionIn ? [] : [{ field: 'conditionIn', code: 'REQUIRED' }];
    }
  }
}

/** Lines that name no container of the receipt, or one twice, are refused: what came besides needs its own document. */
function faultsOf(
  row: ContainerReceiptRow,
  expected: readonly Expected[],
  lines: readonly Line[],
): FieldFault[] {
  const byId = new Map(expected.map((item) => [item.id, item]));
  const seen = new Set<string>();
  return lines.flatMap((line, index): FieldFault[] => {
    const item = byId.get(line.itemId);
    const at = (field: string) => `lines[${index}].${field}`;
    if (!item) return [{ field: at('itemId'), code: 'UNKNOWN_ID' }];
    if (seen.has(line.itemId)) return [{ field: at('itemId'), code: 'REPEATED' }];
    seen.add(line.itemId);
    return lineFaults(row, item, line).map((fault) => ({ ...fault, field: at(fault.field) }));
  });
}

/** Every container is decided on. */
function openFaults(expected: readonly Expected[], lines: readonly Line[]): FieldFault[] {
  const decided = new Set(lines.map(({ itemId }) => itemId));
  const open = expected.filter(({ id }) => !decided.has(id)).length;
  return open === 0 ? [] : [{ field: 'lines', code: 'CONTAINERS_OPEN', params: { count: open } }];
}

/** Writes what was found of each container. */
async function writeLines(ctx: Ctx, lines: readonly Line[]): Promise<void> {
  for (const line of lines) {
    const isAccepted = line.lineStatus === 'accepted';
    await ctx.db
      .updateTable('containerReceiptItems')
      .set({
        lineStatus: line.lineStatus,
        scannedSerial: isAccepted ? (line.scannedSerial?.trim().toUpperCase() ?? null) : null,
        conditionIn: isAccepted ? (line.conditionIn ?? null) : null,
        rejectReason: line.lineStatus === 'rejected' ? (line.rejectReason ?? null) : null,
        note: line.note || null,
      })
      .where('id', '=', line.itemId)
      .execute();
  }
}

type DecidedLine = Line & { readonly lineStatus: 'accepted' | 'rejected' | 'missing' };

/** Writes what was decided of each container, and moves it on; locks are taken in the order of ids. */
async function carryOut(
  ctx: Ctx,
  row: ContainerReceiptRow,
  {
    expected,
    lines,
  }: { readonly expected: readonly Expected[]; readonly lines: readonly DecidedLine[] },
): Promise<void> {
  await writeLines(ctx, lines);
  const byItem = new Map(lines.map((line) => [line.itemId, line]));
  await OUTCOMES[row.sourceType](
    ctx,
    row,
    expected.flatMap(({ id, productId }) => {
      const line = byItem.get(id);
      if (!line) return [];
      return {
        productId,
        lineStatus: line.lineStatus,
        condition: line.conditionIn ?? 'good',
        reason: line.rejectReason || line.note || row.documentNo,
      };
    }),
  );
}

const receivedNow = (ctx: Ctx) => ({
  ...approvedNow(ctx),
  receivedBy: authorId(ctx.actor),
  receivedAt: ctx.clock.now(),
});

const TOUCHES = ['products', 'parts', 'containerRequisitions', 'containerTransfers'];

/**
 * Locks the transfer that a receipt decides on before the receipt, the order in which a recall takes
 * them.
 */
async function lockTransferOf(
  ctx: Ctx,
  { params }: { readonly params: { readonly id: string } },
): Promise<void> {
  await ctx.db
    .selectFrom('containerTransfers as t')
    .innerJoin('containerReceipts as r', 'r.sourceId', 't.id')
    .where('r.id', '=', params.id)
    .select('t.id')
    .forUpdate('t')
    .execute();
}

/** Keeps what was found so far. */
export const countReceipt = containerReceipts.action('update', async (ctx, row, body) => {
  refuseFaults(faultsOf(row, await expectedOf(ctx, row.id), body.lines));
  await writeLines(ctx, body.lines);
  const count = body.lines.filter(isCheckedLine).length;
  return { diff: { counted: count } };
});

/** Receives what was accepted; what was refused goes back where it came from (domain-containers 2.4). */
export const approveReceipt = containerReceipts.action('approve', {
  before: lockTransferOf,
  effect: async (ctx, row, { lines }) => {
    const expected = await expectedOf(ctx, row.id);
    const faults = faultsOf(row, expected, lines);
    refuseFaults(faults.length > 0 ? faults : openFaults(expected, lines));
    await carryOut(ctx, row, { expected, lines });
    const count = (status: DecidedLine['lineStatus']) =>
      lines.filter(({ lineStatus }) => lineStatus === status).length;
    const [accepted, rejected, missing] = [count('accepted'), count('rejected'), count('missing')];
    const some = accepted + missing > 0 ? 'partiallyApproved' : 'rejected';
    return {
      to: accepted === lines.length ? 'approved' : some,
      set: receivedNow(ctx),
      diff: { accepted, rejected, missing },
      touches: TOUCHES,
    };
  },
});

/** Refuses all of it, for one reason. */
export const rejectReceipt = containerReceipts.action('reject', {
  before: lockTransferOf,
  effect: async (ctx, row, { reason }) => {
    const expected = await expectedOf(ctx, row.id);
    const line = { lineStatus: 'rejected', rejectReason: reason } as const;
    // What got lost on the road is not there to be refused.
    const lines = expected.map((item) =>
      isLost(item)
        ? { itemId: item.id, lineStatus: 'missing' as const, note: item.note }
        : { itemId: item.id, ...line },
    );
    await carryOut(ctx, row, { expected, lines });
    return { set: receivedNow(ctx), touches: TOUCHES };
  },
});
