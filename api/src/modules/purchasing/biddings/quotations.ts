import { decimal, quotationMachine, startsFrom } from '@boxyard/shared/domain';
import { landedLines } from '@boxyard/shared/domain/purchasing/bids.ts';
import {
  authorId,
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  invalid,
  json,
  newId,
  notFound,
  qty,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import {
  createDocument,
  lineFaults,
  loadCatalogue,
  loadVisible,
  runAction,
} from '../../../workflow/index.ts';
import { orderableSupplier, vatRateOf } from '../orders/draft.ts';
import { quotationSnapshot } from './present.ts';
import { expectOpen } from './rounds.ts';
import { biddings, enteredByWith, type QuotationRow, quotationOf, quotations } from './type.ts';

type Terms = Omit<Input<'quotations.create'>['body'], 'biddingId' | 'submit'>;
type Line = NonNullable<Terms['items']>[number];

/** What a quotation is checked against: its round's lines, and what the supplier may charge. */
async function termsFaults(
  ctx: Ctx,
  terms: Terms,
  { supplierId }: { supplierId: string },
): Promise<{ faults: FieldFault[]; creditDays: number }> {
  const supplier = await orderableSupplier(ctx, supplierId);
  const faults: FieldFault[] = [];
  if (terms.validUntil < today(ctx.clock)) faults.push({ field: 'validUntil', code: 'PAST_DATE' });
  if (!supplier.snapshot.isVatRegistered && terms.vatMode !== 'none') {
    faults.push({ field: 'vatMode', code: 'NOT_VAT_REGISTERED' });
  }
  return { faults, creditDays: supplier.creditDays };
}

async function itemFaults(
  ctx: Ctx,
  lines: readonly Line[],
  biddingId: string,
): Promise<FieldFault[]> {
  const asked = await ctx.db
    .selectFrom('biddingItems')
    .selectAll()
    .where('biddingId', '=', biddingId)
    .execute();
  const byId = new Map(asked.map((item) => [item.id, item]));
  const faults = lines.flatMap((line, index): FieldFault[] => {
    const at = (name: string, code: string, params?: FieldFault['params']): FieldFault[] => [
      { field: `items[${index}].${name}`, code, ...(params ? { params } : {}) },
    ];
    const item = byId.get(line.biddingItemId);
    if (!item || item.isReleased) return at('biddingItemId', 'UNKNOWN_ID');
    const twice = lines.findIndex((one) => one.biddingItemId === line.biddingItemId) < index;
    if (twice) return at('biddingItemId', 'REPEATED');
    if (line.quantity > qty(item.quantity)) {
      return at('quantity', 'OVER_ASKED', { max: qty(item.quantity) });
    }
    return (line.moq ?? 0) > line.quantity ? at('moq', 'MAX', { max: line.quantity }) : [];
  });
  if (faults.length > 0) return faults;
  const known = lines.flatMap((line) => {
    const item = byId.get(line.biddingItemId);
    return item ? [{ partId: item.partId, unitId: item.unitId, quantity: line.quantity }] : [];
  });
  const catalogue = await loadCatalogue(ctx, {
    partIds: known.map((line) => line.partId),
    unitIds: known.map((line) => line.unitId),
  });
  // The unit is the round's; only the quantity can be wrong.
  return lineFaults(known, catalogue).filter(({ field }) => field.endsWith('.quantity'));
}

const columnsOf = (terms: Terms, defaults: { creditDays: number; vatRate: string }) => ({
  supplierQuoteNo: terms.supplierQuoteNo,
  validUntil: terms.validUntil,
  vatMode: terms.vatMode,
  vatRate: terms.vatMode === 'none' ? '0.00' : defaults.vatRate,
  creditDays: terms.creditDays ?? defaults.creditDays,
  deliveryDays: terms.deliveryDays ?? null,
  shippingFee: terms.shippingFee ?? '0.00',
  remark: terms.remark || null,
});

const itemColumns = (line: Omit<Line, 'biddingItemId'>) => ({
  quantity: line.quantity,
  moq: line.moq ?? null,
  unitPrice: line.unitPrice,
  discountPct: line.discountPct ?? '0.00',
  leadTimeDays: line.leadTimeDays ?? null,
  warrantyMonths: line.warrantyMonths ?? null,
  brandOffered: line.brandOffered || null,
});

const insertItems = (ctx: Ctx, quotationId: string, lines: readonly Line[]) =>
  ctx.db
    .insertInto('quotationItems')
    .values(
      lines.map((line) => ({
        id: newId(),
        quotationId,
        biddingItemId: line.biddingItemId,
        ...itemColumns(line),
      })),
    )
    .execute();

async function writeItems(ctx: Ctx, quotationId: string, lines: readonly Line[]): Promise<void> {
  await ctx.db.deleteFrom('quotationItems').where('quotationId', '=', quotationId).execute();
  if (lines.length > 0) await insertItems(ctx, quotationId, lines);
}

/** Counts landed prices anew: every line's depends on the others by the shipping (1.8). */
async function recount(
  ctx: Ctx,
  quotationId: string,
  terms: Pick<QuotationRow, 'vatMode' | 'vatRate' | 'shippingFee'>,
) {
  const items = await ctx.db
    .selectFrom('quotationItems as q')
    .innerJoin('biddingItems as b', 'b.id', 'q.biddingItemId')
    .select(['q.id', 'q.quantity', 'q.unitPrice', 'q.discountPct'])
    .where('q.quotationId', '=', quotationId)
    .orderBy('b.lineNo')
    .execute();
  const landed = landedLines(
    items.map((item) => ({ ...item, quantity: qty(item.quantity) })),
    terms,
  );
  for (const [index, item] of items.entries()) {
    const line = landed[index];
    if (!line) continue;
    await ctx.db.updateTable('quotationItems').set(line).where('id', '=', item.id).execute();
  }
  return {
    itemCount: items.length,
    landedTotal: decimal.round(decimal.add('0', ...landed.map((line) => line.landedTotal))),
  };
}

/** Enters what a supplier quotes in an open round (domain-warehouse 1.8). */
export async function enterQuotation(
  ctx: Ctx,
  { params, body }: Input<'quotations.create'>,
): Promise<{ readonly id: string }> {
  const { biddingId, submit, ...terms } = body;
  const round = await biddings.type.load(ctx, biddingId, { lock: true });
  if (!round) throw invalid([{ field: 'biddingId', code: 'UNKNOWN_ID' }]);
  await loadVisible(ctx, biddings.type, { id: biddingId });
  expectOpen(round);
  if (!round.supplierIds.includes(params.supplierId)) throw conflict('NOT_INVITED');
  const lines = terms.items ?? [];
  const { faults, creditDays } = await termsFaults(ctx, terms, params);
  refuseFaults([...faults, ...(await itemFaults(ctx, lines, biddingId))]);
  const vatRate = await vatRateOf(ctx, round.companyId, today(ctx.clock));
  const columns = columnsOf(terms, { creditDays, vatRate });
  const { id } = await createDocument(ctx, quotations.type, {
    companyId: round.companyId,
    status: 'draft',
    documentDate: today(ctx.clock),
    numbered: false,
    write: async ({ documentNo: _none, ...head }) => {
      await ctx.db
        .insertInto('quotations')
        .values({
          ...head,
          ...columns,
          warehouseId: round.warehouseId,
          biddingId,
          supplierId: params.supplierId,
          enteredBy: enteredByWith(ctx.actor, []),
        })
        .execute();
      await writeItems(ctx, head.id, lines);
      const counted = await recount(ctx, head.id, columns);
      await ctx.db.updateTable('quotations').set(counted).where('id', '=', head.id).execute();
    },
    // Prices stay out of the log: it is read by people who may not see bids (2.3).
    after: { supplierQuoteNo: terms.supplierQuoteNo, validUntil: terms.validUntil },
  });
  if (submit === true) {
    await submitQuotation(ctx, { params: { ...params, id }, body: { version: 1 } });
  }
  return { id };
}

const expectValid = (ctx: Ctx, { validUntil }: Pick<QuotationRow, 'validUntil'>): void =>
  refuseFaults(validUntil < today(ctx.clock) ? [{ field: 'validUntil', code: 'PAST_DATE' }] : []);

export const submitQuotation = quotations.action('submit', async (ctx, row) => {
  expectValid(ctx, row);
  return {
    set: {
      submittedAt: ctx.clock.now(),
      enteredBy: enteredByWith(ctx.actor, row.enteredBy),
    },
    notices: [],
  };
});

/**
 * Changes a quotation as long as its round is open. What was submitted before is kept whole as an
 * earlier revision, and the new one has to be submitted again.
 */
async function change(
  ctx: Ctx,
  {
    quotationId,
    version,
    ...path
  }: Pick<ItemPath, 'supplierId' | 'quotationId'> & { readonly version: number },
  write: (row: QuotationRow) => Promise<Partial<ReturnType<typeof columnsOf>>>,
): Promise<void> {
  await runAction(ctx, quotations.type, {
    action: 'update',
    id: quotationId,
    path,
    version,
    effect: async (row) => {
      const isRevised = !startsFrom(quotationMachine, 'submit', row.status);
      if (isRevised) {
        await ctx.db
          .insertInto('quotationRevisions')
          .values({
            quotationId: row.id,
            revisionNo: row.revisionNo,
            snapshot: json(await quotationSnapshot(ctx, row)),
            at: ctx.clock.now(),
            byUserId: authorId(ctx.actor),
          })
          .execute();
      }
      const revisionNo = row.revisionNo + (isRevised ? 1 : 0);
      const terms = await write(row);
      return {
        set: {
          ...terms,
          ...(await recount(ctx, row.id, { ...row, ...terms })),
          revisionNo,
          enteredBy: enteredByWith(ctx.actor, row.enteredBy),
        },
        diff: isRevised ? { revisionNo: { from: row.revisionNo, to: revisionNo } } : {},
      };
    },
  });
}

/** Changes terms and, where they are given, all lines. */
export async function updateQuotation(ctx: Ctx, { params, body }: Input<'quotations.update'>) {
  const { version, submit, ...terms } = body;
  const { supplierId, id: quotationId } = params;
  await change(ctx, { supplierId, quotationId, version }, async (row) => {
    const { faults, creditDays } = await termsFaults(ctx, terms, params);
    const lines = terms.items;
    const wrong = lines ? await itemFaults(ctx, lines, row.biddingId) : [];
    refuseFaults([...faults, ...wrong]);
    if (lines) await writeItems(ctx, row.id, lines);
    return columnsOf(terms, {
      creditDays,
      vatRate: await vatRateOf(ctx, row.companyId, row.documentDate),
    });
  });
  if (submit === true) await submitQuotation(ctx, { params, body: { version: version + 1 } });
}

/** The supplier takes it back; the round may hold another one of theirs. */
export const withdrawQuotation = quotations.action('withdraw', async () => ({ notices: [] }));

/** The supplier holds the prices longer; they stay what they are. */
export const extendQuotation = quotations.action('extend', async (ctx, row, { validUntil }) => {
  expectValid(ctx, { validUntil });
  return {
    set: { validUntil, enteredBy: enteredByWith(ctx.actor, row.enteredBy) },
    diff: { validUntil: { from: row.validUntil, to: validUntil } },
    notices: [],
  };
});

const linesOf = (ctx: Ctx, quotationId: string) =>
  ctx.db.selectFrom('quotationItems').selectAll().where('quotationId', '=', quotationId).execute();

/** Adds a line to a quotation. */
export async function addItem(ctx: Ctx, { params, body }: Input<'quotationItems.create'>) {
  const { version, ...line } = body;
  await change(ctx, { ...params, version }, async (row) => {
    const before = await linesOf(ctx, row.id);
    const faults = await itemFaults(ctx, [line], row.biddingId);
    const twice = before.some((one) => one.biddingItemId === line.biddingItemId);
    refuseFaults(named(twice ? [{ field: 'items[0].biddingItemId', code: 'REPEATED' }] : faults));
    await insertItems(ctx, row.id, [line]);
    return {};
  });
}

/** Changes a line of a quotation. */
export async function updateItem(ctx: Ctx, { params, body }: Input<'quotationItems.update'>) {
  const { version, ...line } = body;
  const { id, ...path } = params;
  const item = await itemOf(ctx, params);
  await change(ctx, { ...path, version }, async (row) => {
    const { biddingItemId } = item;
    refuseFaults(named(await itemFaults(ctx, [{ ...line, biddingItemId }], row.biddingId)));
    await ctx.db
      .updateTable('quotationItems')
      .set(itemColumns(line))
      .where('id', '=', id)
      .execute();
    return {};
  });
}

/** Takes a line out of a quotation: the supplier does not offer it. */
export async function deleteItem(ctx: Ctx, { params }: Input<'quotationItems.delete'>) {
  const { id, ...path } = params;
  await itemOf(ctx, params);
  const { version } = await quotationOf(ctx, { ...path, lock: true });
  await change(ctx, { ...path, version }, async () => {
    await ctx.db.deleteFrom('quotationItems').where('id', '=', id).execute();
    return {};
  });
}

/** Faults of the only line there is: the body has no `items`. */
const named = (faults: readonly FieldFault[]): FieldFault[] =>
  faults.map((fault) => ({ ...fault, field: fault.field.replace('items[0].', '') }));

interface ItemPath {
  readonly supplierId: string;
  readonly quotationId: string;
  readonly id: string;
}

/** A line of this quotation of this supplier, or 404. */
export async function itemOf(ctx: Ctx, { id, ...path }: ItemPath) {
  await quotationOf(ctx, path);
  const item = (await linesOf(ctx, path.quotationId)).find((line) => line.id === id);
  if (!item) throw notFound();
  return item;
}

/** Each night: quotations whose validity has run out before they were decided on. */
export async function expireQuotations(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .selectFrom('quotations as q')
    .select(['q.id', 'q.version'])
    .where('q.status', 'in', quotationMachine.actions.expire.from)
    .where('q.validUntil', '<', today(ctx.clock))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('quotationItems as i')
            .select('i.id')
            .whereRef('i.quotationId', '=', 'q.id')
            .where('i.wonQuantity', '>', '0'),
        ),
      ),
    )
    .orderBy('q.id')
    .forUpdate('q')
    .skipLocked()
    .execute();
  for (const { id, version } of due) {
    await runAction(ctx, quotations.stored, {
      action: 'expire',
      id,
      version,
      effect: async () => ({ touches: [biddings.type.subject] }),
    });
  }
}
