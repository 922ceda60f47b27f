import { biddingMachine } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { formatDateTime } from '../../../documents/format.ts';
import {
  audienceOf,
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  invalid,
  type Locale,
  newId,
  notify,
  refuseFaults,
  settingOf,
  today,
} from '../../../kernel/index.ts';
import {
  createDocument,
  deliveryCompany,
  type Effect,
  lineFaults,
  loadCatalogue,
  loadVisible,
  runAction,
  searchTextOf,
} from '../../../workflow/index.ts';
import { refreshRequests } from '../progress.ts';
import { openRequestLines, type RequestLine } from '../requestLines.ts';
import { purchaseRequests } from '../requests/type.ts';
import { type BiddingRow, biddings, closingOf, recountRequest, takesQuotations } from './type.ts';

type Body = Input<'biddings.create'>['body'];

/** Suppliers that may be asked: active, not blocked, each once (domain-warehouse 1.7). */
async function invitationFaults(ctx: Ctx, ids: readonly string[]): Promise<FieldFault[]> {
  const rows = await ctx.db
    .selectFrom('suppliers')
    .select(['id', 'isActive', 'isBlocked'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id, index): FieldFault[] => {
    const field = `invitedSupplierIds[${index}]`;
    const supplier = known.get(id);
    if (!supplier) return [{ field, code: 'UNKNOWN_ID' }];
    if (!supplier.isActive) return [{ field, code: 'INACTIVE' }];
    if (supplier.isBlocked) return [{ field, code: 'SUPPLIER_BLOCKED' }];
    return ids.indexOf(id) < index ? [{ field, code: 'REPEATED' }] : [];
  });
}

const closingFaults = (ctx: Ctx, closesAt: string): FieldFault[] =>
  new Date(closesAt).getTime() <= ctx.clock.now().getTime()
    ? [{ field: 'closesAt', code: 'PAST_DATE' }]
    : [];

/** What each line has to be of the request that it is opened for: open, whole, in no other round. */
function requestFaults(
  body: Body,
  lines: ReadonlyMap<string, RequestLine>,
  requestId: string,
): FieldFault[] {
  return body.items.flatMap((item, index): FieldFault[] => {
    const at = (name: string, code: string, params?: FieldFault['params']): FieldFault[] => [
      { field: `items[${index}].${name}`, code, ...(params ? { params } : {}) },
    ];
    const line = item.requestItemId ? lines.get(item.requestItemId) : undefined;
    if (line?.requestId !== requestId) return at('requestItemId', 'UNKNOWN_ID');
    const twice = body.items.findIndex((one) => one.requestItemId === line.id) < index;
    if (twice) return at('requestItemId', 'REPEATED');
    if (!line.isOrderable) return at('requestItemId', 'NOT_ORDERABLE');
    if (line.inRound) return at('requestItemId', 'IN_ROUND');
    if (line.partId !== (item.partId ?? null)) return at('partId', 'PART_MISMATCH');
    if (line.unitId !== item.unitId) return at('unitId', 'UNIT_MISMATCH');
    return item.quantity > line.open ? at('quantity', 'OVER_ORDER', { open: line.open }) : [];
  });
}

const freeFaults = (body: Body): FieldFault[] =>
  body.items.flatMap((item, index): FieldFault[] => {
    if (item.requestItemId) {
      return [{ field: `items[${index}].requestItemId`, code: 'UNKNOWN_ID' }];
    }
    return item.partId || item.description
      ? []
      : [{ field: `items[${index}].partId`, code: 'PART_OR_TEXT' }];
  });

/** Where a round's goods are delivered: as its request says, or as the body does. */
async function warehouseOf(ctx: Ctx, body: Body): Promise<string> {
  if (body.purchaseRequestId) {
    return (await loadVisible(ctx, purchaseRequests.type, { id: body.purchaseRequestId }))
      .warehouseId;
  }
  if (!body.warehouseId) throw invalid([{ field: 'warehouseId', code: 'REQUIRED' }]);
  return body.warehouseId;
}

/** Opens a round: suppliers may quote until it closes (domain-warehouse 2.3). */
export async function openRound(ctx: Ctx, { body }: Input<'biddings.create'>) {
  const requestId = body.purchaseRequestId ?? null;
  const warehouseId = await warehouseOf(ctx, body);
  const [companyId, catalogue, lines, faults] = await Promise.all([
    deliveryCompany(ctx, warehouseId),
    loadCatalogue(ctx, {
      partIds: body.items.map((item) => item.partId),
      unitIds: body.items.map((item) => item.unitId),
    }),
    openRequestLines(
      ctx,
      body.items.flatMap((item) => (item.requestItemId ? [item.requestItemId] : [])),
      null,
    ),
    invitationFaults(ctx, body.invitedSupplierIds),
  ]);
  refuseFaults([
    ...faults,
    ...closingFaults(ctx, body.closesAt),
    ...lineFaults(body.items, catalogue),
    ...(requestId === null ? freeFaults(body) : requestFaults(body, lines, requestId)),
  ]);
  const descriptionOf = (item: Body['items'][number]): string =>
    item.description ||
    (item.partId && catalogue.parts.get(item.partId)?.name) ||
    (item.requestItemId && lines.get(item.requestItemId)?.freeText) ||
    '';
  const searchText = searchTextOf({
    documentNo: null,
    partIds: body.items.map((item) => item.partId ?? null),
    words: [body.title, ctx.actor.name, ...body.items.map(descriptionOf)],
  });
  const head = await createDocument(ctx, biddings.type, {
    companyId,
    status: 'open',
    documentDate: today(ctx.clock),
    numbered: true,
    write: async (row) => {
      await ctx.db
        .insertInto('biddings')
        .values({
          ...row,
          title: body.title,
          requestId,
          warehouseId,
          closesAt: body.closesAt,
          remark: body.remark || null,
          itemCount: body.items.length,
          searchText,
        })
        .execute();
      await invite(ctx, row.id, body.invitedSupplierIds);
      await ctx.db
        .insertInto('biddingItems')
        .values(
          body.items.map((item, index) => ({
            id: newId(),
            biddingId: row.id,
            lineNo: index + 1,
            requestItemId: item.requestItemId ?? null,
            partId: item.partId ?? null,
            description: descriptionOf(item),
            quantity: item.quantity,
            unitId: item.unitId,
            neededBy: item.neededBy ?? null,
          })),
        )
        .execute();
    },
    after: { title: body.title, closesAt: body.closesAt, supplierIds: body.invitedSupplierIds },
  });
  if (requestId !== null) await refreshRequests(ctx, [requestId]);
  return head;
}

async function invite(ctx: Ctx, biddingId: string, supplierIds: readonly string[]): Promise<void> {
  await ctx.db
    .insertInto('biddingSuppliers')
    .values(supplierIds.map((supplierId, index) => ({ biddingId, supplierId, lineNo: index + 1 })))
    .execute();
}

/** Changes what an open round is called and who is asked; who has quoted stays. */
export const updateRound = biddings.action('update', async (ctx, row, body) => {
  const added = body.invitedSupplierIds.filter((id) => !row.supplierIds.includes(id));
  const quoting = await ctx.db
    .selectFrom('quotations')
    .select('supplierId')
    .where('biddingId', '=', row.id)
    .execute();
  const left = quoting.some(({ supplierId }) => !body.invitedSupplierIds.includes(supplierId));
  const faults = await invitationFaults(ctx, body.invitedSupplierIds);
  refuseFaults([
    // Who was asked stays asked, though nobody may order from them by now.
    ...faults.filter(
      ({ field, code }) => code === 'REPEATED' || added.some((id) => field === fieldOf(body, id)),
    ),
    ...(left ? [{ field: 'invitedSupplierIds', code: 'HAS_QUOTED' }] : []),
  ]);
  await ctx.db.deleteFrom('biddingSuppliers').where('biddingId', '=', row.id).execute();
  await invite(ctx, row.id, body.invitedSupplierIds);
  return {
    to: row.status,
    set: { title: body.title, remark: body.remark || null },
    diff: {
      title: { from: row.title, to: body.title },
      ...(added.length > 0 ? { supplierIds: added } : {}),
    },
  };
});

const fieldOf = (body: { readonly invitedSupplierIds: readonly string[] }, id: string): string =>
  `invitedSupplierIds[${body.invitedSupplierIds.indexOf(id)}]`;

/** Moves the closing time of an open round, with a cause; whoever works on the round hears of it. */
export const rescheduleRound = biddings.action('reschedule', async (ctx, row, body) => {
  // Suppliers learn of another closing time at least so many hours before it.
  const hours = await settingOf(ctx, { companyId: row.companyId, key: 'biddingNoticeHours' });
  const earliest = ctx.clock.now().getTime() + hours * 3_600_000;
  const closesAt = new Date(body.closesAt);
  refuseFaults(
    closesAt.getTime() < earliest
      ? [{ field: 'closesAt', code: 'CLOSES_TOO_SOON', params: { hours } }]
      : [],
  );
  return {
    set: { closesAt: body.closesAt },
    diff: { closesAt: { from: row.closesAt.toISOString(), to: closesAt.toISOString() } },
    notices: [
      {
        to: await concernedBy(ctx, row),
        notice: {
          category: 'reminder',
          type: 'warning',
          title: {
            en: `Bidding round ${row.documentNo} closes on ${moment(closesAt, 'en')} instead of ${moment(row.closesAt, 'en')}`,
            th: `รอบประมูลราคา ${row.documentNo} เลื่อนเวลาปิดรับราคาจาก ${moment(row.closesAt, 'th')} เป็น ${moment(closesAt, 'th')}`,
          },
          description: { en: body.reason, th: body.reason },
          action: biddings.type.path(row),
          actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
          entity: { type: biddings.type.subject, id: row.id },
          dedupeKey: `${biddings.type.subject}:${row.id}:reschedule:${row.version}`,
        },
      },
    ],
  };
});

const moment = (at: Date, locale: Locale): string => formatDateTime(at, locale);

/** Whoever opened the round, quotes in it, enters quotations, awards or asked for the goods. */
async function concernedBy(ctx: Ctx, row: BiddingRow): Promise<(string | null)[]> {
  const scope = { ...biddings.type.scope(row), except: [ctx.actor.userId] };
  const [entering, awarding, quoted, requests] = await Promise.all([
    audienceOf(ctx, { ...scope, ability: `${biddingMachine.page}:enter-quotation` }),
    audienceOf(ctx, { ...scope, ability: `${biddingMachine.page}:award` }),
    ctx.db.selectFrom('quotations').select('enteredBy').where('biddingId', '=', row.id).execute(),
    row.requestId === null
      ? []
      : ctx.db
          .selectFrom('purchaseRequests')
          .select('requesterId')
          .where('id', '=', row.requestId)
          .execute(),
  ]);
  const people = [
    row.createdBy,
    row.assigneeId,
    ...entering,
    ...awarding,
    ...quoted.flatMap(({ enteredBy }) => enteredBy),
    ...requests.map(({ requesterId }) => requesterId),
  ];
  return [...new Set(people)].filter((id) => id !== ctx.actor.userId);
}

async function closing(ctx: Ctx, row: BiddingRow): Promise<Effect<'biddings'>> {
  await notifyAwarders(ctx, row);
  const now = ctx.clock.now();
  const closedAt = row.closesAt.getTime() < now.getTime() ? row.closesAt : now;
  return { set: { closedAt }, notices: [] };
}

/** Closes a round before its time; from now on everybody sees the prices. */
export const closeRound = biddings.action('close', closing);

/** Whoever awards hears that the prices lie open. */
async function notifyAwarders(ctx: Ctx, row: BiddingRow): Promise<void> {
  const people = await audienceOf(ctx, {
    ...biddings.type.scope(row),
    ability: `${biddingMachine.page}:award`,
    except: [ctx.actor.userId],
  });
  await notify(ctx, people, {
    category: 'reminder',
    type: 'info',
    title: {
      en: `Bidding round ${row.documentNo} is closed and waits for the award`,
      th: `รอบประมูลราคา ${row.documentNo} ปิดรับราคาแล้ว รอเลือกผู้ชนะ`,
    },
    description: { en: row.title, th: row.title },
    action: biddings.type.path(row),
    actionTitle: { en: 'Compare', th: 'เปรียบเทียบราคา' },
    entity: { type: biddings.type.subject, id: row.id },
    dedupeKey: `${biddings.type.subject}:${row.id}:closed`,
  });
}

/** Gives a round up; what it held of a request is free again. */
export const cancelRound = biddings.action('cancel', {
  effect: async (ctx, row) => {
    await ctx.db
      .updateTable('quotationItems')
      .set({ wonQuantity: 0, wonReason: null })
      .where('quotationId', 'in', (eb) =>
        eb.selectFrom('quotations').select('id').where('biddingId', '=', row.id),
      )
      .execute();
    return { set: closingOf(row) };
  },
  after: recountRequest,
});

/** Each night: rounds whose time has come are closed, and whoever awards hears of it. */
export async function closeDueRounds(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .selectFrom('biddings')
    .select(['id', 'version'])
    .where('status', 'in', biddingMachine.actions.close.from)
    .where('closesAt', '<=', ctx.clock.now())
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id, version } of due) {
    await runAction(ctx, biddings.stored, {
      action: 'close',
      id,
      version,
      effect: (row) => closing(ctx, row),
    });
  }
}

/** 409 unless suppliers may still quote. */
export function expectOpen(row: BiddingRow): void {
  if (!takesQuotations(row)) throw conflict('ROUND_CLOSED');
}
