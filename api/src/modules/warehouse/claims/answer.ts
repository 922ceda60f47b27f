import { type ClaimResolution, decimal, isGiven, isPaid } from '@boxyard/shared/domain';
import { claimStatus } from '@boxyard/shared/domain/warehouse/claimLines.ts';
import { authorId, type Ctx, type Input, refuseFaults, today } from '../../../kernel/index.ts';
import { ensureSerials, type MoveInput, normaliseSerial, placesOf } from '../../../ledger/index.ts';
import { freeSerials, matchItems } from '../../../workflow/index.ts';
import { announce } from './arrivals.ts';
import { serialNumbersOf } from './draft.ts';
import { atSupplier, post, sendAway } from './goods.ts';
import { creditNoteFaults, dueOn, sentFaults } from './send.ts';
import { type ClaimRow, claims, type ItemRow, itemsOf, TOUCHES } from './type.ts';
import { passOnWarranties } from './warranty.ts';

type Body = Input<'claims.confirm'>['body'];

/** What the supplier gives for a line. */
interface Answer {
  readonly item: ItemRow;
  readonly resolution: ClaimResolution;
  readonly replacementSerialNo: string | null;
  readonly refundAmount: string | null;
  readonly newWarrantyMonths: number | null;
}

/** The answer of every line, or what is wrong with it. */
async function answersOf(ctx: Ctx, items: readonly ItemRow[], body: Body): Promise<Answer[]> {
  const own = new Set(await serialIdsOf(ctx, items, body));
  const taken = new Set<string>();
  const answers = matchItems({ items, lines: body.items }, (item, line, fault): Answer => {
    const { resolution } = line;
    const isExchange = resolution === 'replace' && item.serialId !== null;
    const serialNo = isExchange ? normaliseSerial(line.replacementSerialNo ?? '') : null;
    if (serialNo === '') fault('replacementSerialNo', { code: 'REQUIRED' });
    else if (serialNo !== null) {
      const key = `${item.partId}/${serialNo}`;
      if (taken.has(key)) fault('replacementSerialNo', { code: 'SERIAL_REPEATED' });
      else if (own.has(key)) {
        fault('replacementSerialNo', { code: 'SERIAL_EXISTS', params: { serialNo } });
      }
      taken.add(key);
    }
    const refundAmount = isPaid(resolution) ? (line.refundAmount ?? null) : null;
    if (isPaid(resolution) && refundAmount === null) fault('refundAmount', { code: 'REQUIRED' });
    return {
      item,
      resolution,
      replacementSerialNo: serialNo,
      refundAmount,
      newWarrantyMonths: isGiven(resolution) ? (line.newWarrantyMonths ?? null) : null,
    };
  });
  if (answers.length < items.length) refuseFaults([{ field: 'items', code: 'EVERY_LINE' }]);
  if (answers.every(({ resolution }) => resolution === 'none')) {
    refuseFaults([{ field: 'items[0].resolution', code: 'REJECT_INSTEAD' }]);
  }
  return answers;
}

/** Which of the serial numbers named are ours at the moment, as `part/number`. */
async function serialIdsOf(
  ctx: Ctx,
  items: readonly ItemRow[],
  body: Body,
): Promise<readonly string[]> {
  const numbers = body.items.map(({ replacementSerialNo }) => replacementSerialNo ?? '');
  if (numbers.every((number) => number === '')) return [];
  const { rows } = await ctx.pg.query<{ key: string }>({
    name: 'claims.ownSerials',
    text: `select s.item_id || '/' || s.serial_no as key from serials s
      where s.item_type = 'part' and s.item_id = any($1::uuid[]) and s.serial_no = any($2::text[])
        and exists (select 1 from stock_balances b
          where b.serial_id = s.id and b.is_physical and b.on_hand > 0)`,
    values: [items.map(({ partId }) => partId), numbers.map(normaliseSerial)],
  });
  return rows.map(({ key }) => key);
}

/**
 * Records what the supplier gives, line by line: another piece, whose value is that of the old one; the
 * same one mended; money, for which the piece stays with the supplier; or nothing (domain-warehouse
 * 2.10, 3.2).
 */
export const confirmClaim = claims.action('confirm', async (ctx, row, body) => {
  refuseFaults(creditNoteFaults(ctx, body.creditNoteDate));
  const items = await itemsOf(ctx, row.id);
  const answers = await answersOf(ctx, items, body);
  const sentDate = await haveSent(ctx, row, body.sentDate ?? null);
  const values = await letGo(ctx, row, answers);
  const replacements = await takeIn(ctx, row, { answers, values });
  await writeAnswers(ctx, { answers, values, replacements });
  await passOnWarranties(ctx, { claimId: row.id, from: today(ctx.clock) });
  await freeSerials(ctx, row.id);
  const answered = await itemsOf(ctx, row.id);
  const imports = await announce(
    ctx,
    row,
    answered
      .filter(({ resolution }) => isGiven(resolution))
      .map((item) => ({ item, quantity: item.quantity })),
  );
  const creditNoteNo = body.creditNoteNo || null;
  const refundTotal = decimal.round(
    decimal.add('0', ...answers.map(({ refundAmount }) => refundAmount ?? '0')),
  );
  const numbers = (await serialNumbersOf(ctx, row.id)).join(' ').toLowerCase();
  return {
    to: claimStatus(answered, { isPaidOut: creditNoteNo !== null }),
    set: {
      sentDate,
      ...dueOn(ctx, { ...row, sentDate, answeredAt: ctx.clock.now() }),
      creditNoteNo,
      creditNoteDate: body.creditNoteDate || null,
      refundTotal,
      answeredAt: ctx.clock.now(),
      answeredBy: authorId(ctx.actor),
      searchText: `${row.searchText} ${numbers}`,
    },
    diff: {
      lines: answers.map(({ item, resolution, replacementSerialNo }) => ({
        lineNo: item.lineNo,
        resolution,
        ...(replacementSerialNo === null ? {} : { replacementSerialNo }),
      })),
      ...(imports.length > 0 ? { goodsImports: imports } : {}),
    },
    touches: [...TOUCHES, 'goodsImports'],
  };
});

/** Goods that nobody had marked as sent are sent now, on the day that the body says (2.10). */
async function haveSent(ctx: Ctx, row: ClaimRow, sentDate: string | null): Promise<string> {
  if (row.sentDate !== null) return row.sentDate;
  if (sentDate === null) {
    refuseFaults([{ field: 'sentDate', code: 'REQUIRED' }]);
    throw new Error('unreachable');
  }
  refuseFaults(sentFaults(ctx, row, sentDate));
  await sendAway(ctx, row, sentDate);
  return sentDate;
}

/** What is not given back leaves for good; what the supplier gives nothing for comes back. */
async function letGo(
  ctx: Ctx,
  row: ClaimRow,
  answers: readonly Answer[],
): Promise<ReadonlyMap<string, string>> {
  const { SUPPLIER, QUARANTINE } = await placesOf(ctx, row.companyId);
  const resolutions = new Map(answers.map(({ item, resolution }) => [item.id, resolution]));
  const moves = (await atSupplier(ctx, row)).flatMap((move): MoveInput[] => {
    const resolution = resolutions.get(move.docItemId);
    if (resolution === 'repair') return [];
    return [{ ...move, to: resolution === 'none' ? QUARANTINE : SUPPLIER }];
  });
  const posted = await post(ctx, row, { action: 'confirm', moves });
  return new Map(posted.map(({ docItemId, value }) => [docItemId ?? '', value]));
}

/** Replacements stand at the dock, worth what they replace; the ids of their serials by line. */
async function takeIn(
  ctx: Ctx,
  row: ClaimRow,
  {
    answers,
    values,
  }: { readonly answers: readonly Answer[]; readonly values: ReadonlyMap<string, string> },
): Promise<ReadonlyMap<string, string>> {
  const { SUPPLIER, RECEIVING } = await placesOf(ctx, row.companyId);
  const replaced = answers.filter(({ resolution }) => resolution === 'replace');
  const serials = replaced.filter(({ replacementSerialNo }) => replacementSerialNo !== null);
  const ids = await ensureSerials(ctx.pg, {
    now: ctx.clock.now(),
    serials: serials.map(({ item, replacementSerialNo }) => ({
      itemId: item.partId,
      serialNo: replacementSerialNo ?? '',
    })),
  });
  const replacements = new Map(serials.map(({ item }, index) => [item.id, ids[index] ?? '']));
  await post(ctx, row, {
    action: 'replace',
    moves: replaced.map(({ item }) => ({
      itemId: item.partId,
      docItemId: item.id,
      quantity: item.quantity,
      from: SUPPLIER,
      to: RECEIVING,
      lotId: item.lotId,
      serialId: replacements.get(item.id) ?? null,
      value: values.get(item.id) ?? '0.00',
    })),
  });
  return replacements;
}

async function writeAnswers(
  ctx: Ctx,
  {
    answers,
    values,
    replacements,
  }: {
    readonly answers: readonly Answer[];
    readonly values: ReadonlyMap<string, string>;
    readonly replacements: ReadonlyMap<string, string>;
  },
): Promise<void> {
  await ctx.pg.query({
    name: 'claims.answers',
    text: `update claim_items i set resolution = t.resolution, replacement_serial_id = t.serial_id,
        refund_amount = t.refund, claimed_value = t.value,
        new_warranty_end = case when t.resolution in ('replace', 'repair')
          then greatest(i.warranty_end, ($7::date + make_interval(months => t.months))::date) end
      from unnest($1::uuid[], $2::text[], $3::uuid[], $4::numeric[], $5::numeric[], $6::int[])
        as t(id, resolution, serial_id, refund, value, months)
      where i.id = t.id`,
    values: [
      answers.map(({ item }) => item.id),
      answers.map(({ resolution }) => resolution),
      answers.map(({ item }) => replacements.get(item.id) ?? null),
      answers.map(({ refundAmount }) => refundAmount),
      answers.map(({ item, resolution }) =>
        resolution === 'none' ? null : (values.get(item.id) ?? null),
      ),
      answers.map(({ newWarrantyMonths }) => newWarrantyMonths),
      today(ctx.clock),
    ],
  });
}
