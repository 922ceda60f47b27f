import { isCheckedLine, isLost } from '@boxyard/shared/domain/containers/statuses.ts';
import {
  authorId,
  type Ctx,
  type FieldFault,
  type Input,
  refuseFaults,
  settingOf,
} from '../../../kernel/index.ts';
import { approvedNow } from '../../../workflow/index.ts';
import { checkFaults, photosOf } from '../inspections/checks.ts';
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
    .select([
      'i.id',
      'i.productId',
      'i.checklist',
      'i.photoIds',
      'i.note',
      'd.serialNumber',
      'd.status',
    ])
    .execute();
type Expected = Awaited<ReturnType<typeof expectedOf>>[number];

const oneOf = (...allowed: readonly Line['lineStatus'][]): FieldFault[] => [
  { field: 'lineStatus', code: 'ONE_OF', params: { allowed } },
];

/** What is wrong with what was said of one container: what is received was read off the container. */
function lineFaults(row: ContainerReceiptRow, item: Expected, line: Line): FieldFault[] {
  switch (line.lineStatus) {
    case 'expected':
      return [];
    case 'rejected':
      // A lost container cannot be sent back: it is there after all, or it is missing.
      if (isLost(item)) return oneOf('accepted', 'missing');
      // Nobody is left to whom it could be sent.
      if (row.isReturn) return [{ field: 'lineStatus', code: 'RETURN_IS_TAKEN' }];
      return line.rejectReason ? [] : [{ field: 'rejectReason', code: 'REQUIRED' }];
    case 'missing':
      // What never left the bench cannot be lost on its way.
      return row.sourceType === 'production' ? oneOf('accepted', 'rejected') : [];
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

const limitsOf = ({ unit, minValue, maxValue }: Expected['checklist'][number]) => ({
  unit: unit ?? null,
  minValue: minValue ?? null,
  maxValue: maxValue ?? null,
});

/** Findings that do not fit the container's checklist, and photographs that the receipt does not have. */
function checklistFaults(
  item: Expected,
  { checklist = [], photoIds = [] }: Line,
  photos: ReadonlySet<string>,
): FieldFault[] {
  const seen = new Set<number>();
  const faults = checklist.flatMap((found, index): FieldFault[] => {
    const at = `checklist[${index}]`;
    const check = item.checklist[found.lineNo - 1];
    if (!check) return [{ field: `${at}.lineNo`, code: 'UNKNOWN_ID' }];
    if (seen.has(found.lineNo)) return [{ field: `${at}.lineNo`, code: 'REPEATED' }];
    seen.add(found.lineNo);
    return checkFaults(at, limitsOf(check), found);
  });
  return photoIds.every((id) => photos.has(id))
    ? faults
    : [...faults, { field: 'photoIds', code: 'UNKNOWN_ID' }];
}

/** The checklist of a container with what a line says of it. */
const checkedBy = ({ checklist }: Expected, line: Line): Expected['checklist'] =>
  checklist.map((check, index) => {
    const found = line.checklist?.find(({ lineNo }) => lineNo === index + 1);
    if (!found) return check;
    const { result = null, measured, note } = found;
    return { ...check, result, measured: measured || null, note: note || null };
  });

/** Checks that the company asks for before a container is accepted (setting `receipt.checksRequired`). */
function uncheckedFaults(item: Expected, line: Line, photos: ReadonlySet<string>): FieldFault[] {
  if (line.lineStatus !== 'accepted') return [];
  const open = checkedBy(item, line).filter(
    ({ unit, result, measured }) => !result || (result === 'pass' && unit && !measured),
  ).length;
  if (open > 0) return [{ field: 'checklist', code: 'CHECKS_OPEN', params: { count: open } }];
  // A photograph may have been removed since it was named.
  return (line.photoIds ?? item.photoIds).some((id) => photos.has(id))
    ? []
    : [{ field: 'photoIds', code: 'CONTAINER_PHOTO_REQUIRED' }];
}

/** Lines that name no container of the receipt, or one twice, are refused: what came besides needs its own document. */
function faultsOf(
  row: ContainerReceiptRow,
  {
    expected,
    lines,
    photos,
    mustCheck = false,
  }: {
    readonly expected: readonly Expected[];
    readonly lines: readonly Line[];
    readonly photos: ReadonlySet<string>;
    readonly mustCheck?: boolean;
  },
): FieldFault[] {
  const byId = new Map(expected.map((item) => [item.id, item]));
  const seen = new Set<string>();
  return lines.flatMap((line, index): FieldFault[] => {
    const item = byId.get(line.itemId);
    const at = (field: string) => `lines[${index}].${field}`;
    if (!item) return [{ field: at('itemId'), code: 'UNKNOWN_ID' }];
    if (seen.has(line.itemId)) return [{ field: at('itemId'), code: 'REPEATED' }];
    seen.add(line.itemId);
    return [
      ...lineFaults(row, item, line),
      ...checklistFaults(item, line, photos),
      ...(mustCheck ? uncheckedFaults(item, line, photos) : []),
    ].map((fault) => ({ ...fault, field: at(fault.field) }));
  });
}

/** Every container is decided on. */
function openFaults(expected: readonly Expected[], lines: readonly Line[]): FieldFault[] {
  const decided = new Set(lines.map(({ itemId }) => itemId));
  const open = expected.filter(({ id }) => !decided.has(id)).length;
  return open === 0 ? [] : [{ field: 'lines', code: 'CONTAINERS_OPEN', params: { count: open } }];
}

/** Writes what was found of each container. */
async function writeLines(
  ctx: Ctx,
  expected: readonly Expected[],
  lines: readonly Line[],
): Promise<void> {
  const byId = new Map(expected.map((item) => [item.id, item]));
  for (const line of lines) {
    const item = byId.get(line.itemId);
    const isAccepted = line.lineStatus === 'accepted';
    await ctx.db
      .updateTable('containerReceiptItems')
      .set({
        lineStatus: line.lineStatus,
        scannedSerial: isAccepted ? (line.scannedSerial?.trim().toUpperCase() ?? null) : null,
        conditionIn: isAccepted ? (line.conditionIn ?? null) : null,
        rejectReason: line.lineStatus === 'rejected' ? (line.rejectReason ?? null) : null,
        note: line.note || null,
        ...(item && line.checklist ? { checklist: JSON.stringify(checkedBy(item, line)) } : {}),
        ...(line.photoIds ? { photoIds: line.photoIds } : {}),
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
  await writeLines(ctx, expected, lines);
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
  const { lines } = body;
  const [expected, photos] = await Promise.all([
    expectedOf(ctx, row.id),
    photosOf(ctx, containerReceipts.type.subject, row.id),
  ]);
  refuseFaults(faultsOf(row, { expected, lines, photos }));
  await writeLines(ctx, expected, lines);
  const count = body.lines.filter(isCheckedLine).length;
  return { diff: { counted: count } };
});

/** Receives what was accepted; what was refused goes back where it came from (domain-containers 2.4). */
export const approveReceipt = containerReceipts.action('approve', {
  before: lockTransferOf,
  effect: async (ctx, row, { lines }) => {
    const [expected, photos, mustCheck] = await Promise.all([
      expectedOf(ctx, row.id),
      photosOf(ctx, containerReceipts.type.subject, row.id),
      settingOf(ctx, { companyId: row.companyId, key: 'receipt.checksRequired' }),
    ]);
    const faults = faultsOf(row, { expected, lines, photos, mustCheck });
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
    // A container that got lost on the road is not there to be refused.
    const lines = expected.map((item) =>
      isLost(item)
        ? { itemId: item.id, lineStatus: 'missing' as const, note: item.note }
        : { itemId: item.id, ...line },
    );
    await carryOut(ctx, row, { expected, lines });
    return { set: receivedNow(ctx), touches: TOUCHES };
  },
});
