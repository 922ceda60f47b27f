import { TRACKED_AT_ONCE, type TRACKED_KINDS } from '@boxyard/shared/contract';
import { declarationOf } from '@boxyard/shared/domain';
import { anyId, type Ctx, type Input, invalid, money, newId } from '../../../kernel/index.ts';
import { hiddenDocuments, loadRefs, loadVisible, textsFor } from '../../../workflow/index.ts';
import { stockNamesOf } from '../../warehouse/index.ts';
import { inspectionsOf } from '../inspections/ofProduct.ts';
import { updatesOf } from '../software/updates.ts';
import { documentsOfLog, seesEverySite, visibleHistory } from './history.ts';
import { products } from './type.ts';

/** The entry of an installation names whom the container stands at. */
const namesHolder = ({
  fromStatus,
  toStatus,
}: {
  readonly fromStatus: string | null;
  readonly toStatus: string;
}): boolean => fromStatus === 'withdrawn' && toStatus === 'installed';

/** Every change of the three axes, newest first. */
export async function statusLogOf(ctx: Ctx, id: string) {
  await loadVisible(ctx, products.type, { id });
  const rows = await ctx.db
    .selectFrom('productStatusLog')
    .where('productId', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .selectAll()
    .execute();
  const [refs, withheld] = await Promise.all([
    loadRefs(ctx, { user: rows.map(({ byUserId }) => byUserId) }),
    hiddenDocuments(ctx, documentsOfLog(rows)),
  ]);
  const hidesSites = rows.some(namesHolder) && !(await seesEverySite(ctx, id));
  const isTold = (row: (typeof rows)[number]) =>
    row.documentId === null ? !(hidesSites && namesHolder(row)) : !withheld.has(row.documentId);
  return rows.map((row) => ({
    id: row.id,
    axis: row.axis,
    from: row.fromStatus,
    to: row.toStatus,
    // What somebody wrote in another one's contract is not said here either.
    reason: isTold(row) ? row.reason : null,
    documentNo: isTold(row) ? row.documentNo : null,
    documentSubject: row.documentSubject,
    documentId: row.documentId,
    at: row.at,
    by: refs.userOrNull(row.byUserId),
  }));
}

type LogEntry = Awaited<ReturnType<typeof statusLogOf>>[number];

const shown = ({ documentSubject: _subject, documentId: _id, ...entry }: LogEntry) => entry;

export const statusLog = async (ctx: Ctx, { params }: Input<'products.statusLog'>) => ({
  data: (await statusLogOf(ctx, params.id)).map(shown),
});

/** The latest change of each axis. */
export async function latestStatus(ctx: Ctx, { params }: Input<'products.latestStatus'>) {
  const log = await statusLogOf(ctx, params.id);
  const axes = Map.groupBy(log, ({ axis }) => axis);
  return { data: [...axes.values()].flatMap(([first]) => (first ? [shown(first)] : [])) };
}

/** Entries of the timeline that say nothing which the statuses and the parts do not say better. */
const SAID_ELSEWHERE = ['update-parts', 'edit-status', 'update-software'];

interface Place {
  readonly id: string;
  readonly kind: (typeof TRACKED_KINDS)[number];
  /** As exact as the database keeps it. */
  readonly at: string;
}

/** The places of one page of a timeline. An inspection stands there once: planned, until something came of it. */
const PLACES = `select x.id, x.kind, x.at::text as at from (
    select 'status-' || id as id, case when document_subject = 'contracts' then 'agreement'
        when axis = 'lifecycle' then 'move' else 'status' end as kind, at
      from product_status_log where product_id = $1
    union all
    select 'in-' || id, 'part', installed_at from product_parts where product_id = $1
    union all
    select 'out-' || id, 'part', removed_at from product_parts where product_id = $1 and removed_at is not null
    union all
    select 'software-' || id, 'software', coalesce(finished_at, started_at, created_at)
      from product_software_updates where product_id = $1
    union all
    select 'inspection-' || id, 'inspection', coalesce(completed_at, created_at)
      from inspections where product_id = $1
    union all
    select 'warranty-' || id, 'warranty', created_at from warranties where product_id = $1
    union all
    -- What was paid while its contract was about this container.
    select distinct 'payment-' || p.id, 'payment', p.approved_at
      from (select c.id, c.product_id from contracts c where c.product_id = $1
          union select r.contract_id, null from product_contracts r where r.product_id = $1) ct
        join invoices iv on iv.source_id = ct.id and iv.source_type in ('contractInstallment', 'deposit')
        join payment_allocations a on a.invoice_id = iv.id and a.amount > 0
        join payments p on p.id = a.payment_id and p.approved_at is not null
      where ct.product_id = $1 and not exists (select 1 from product_contracts o
            where o.contract_id = ct.id and o.product_id <> $1 and o.in_force_until > p.paid_at)
        or exists (select 1 from product_contracts o
            where o.contract_id = ct.id and o.product_id = $1 and o.in_force_until > p.paid_at)
    union all
    select 'replaced-' || id, 'agreement', in_force_until from product_contracts
      where product_id = $1 and replaced_by_id is not null
    union all
    select 'replacing-' || n.id, 'agreement', n.created_at from product_contracts n
      join product_contracts o on o.replaced_by_id = n.id where n.product_id = $1
    union all
    select 'done-' || id, 'document', at from history
      where subject_id = $1 and subject_type = $2 and from_status is not distinct from to_status and action <> all($3::text[])
  ) x
  where ($4::text is null or x.kind = $4) and ($5::timestamptz is null or (x.at, x.id) < ($5, $6))
  order by x.at desc, x.id desc limit ${TRACKED_AT_ONCE}`;

const placeText = ({ at, id }: Pick<Place, 'at' | 'id'>): string =>
  Buffer.from(`${at} ${id}`).toString('base64url');

const PLACE = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+\d\d) ([a-z]+-[0-9a-f-]{36})$/;

/** What a page begins after. */
function placeOf(before: string | undefined): Pick<Place, 'at' | 'id'> | null {
  if (!before) return null;
  const [, at, id] = PLACE.exec(Buffer.from(before, 'base64url').toString('utf8')) ?? [];
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at))) {
    throw invalid([{ field: 'before', code: 'CURSOR' }]);
  }
  return { at, id };
}

/** Events whose id is a document's, which may be another person's. */
const WITHHELD = /^(warranty|payment)-/;

/** What happened to a container, on one timeline: what was done with it, its statuses, its parts. */
export async function trackProduct(ctx: Ctx, { params, query }: Input<'products.tracking'>) {
  const { id } = params;
  await loadVisible(ctx, products.type, { id });
  const after = placeOf(query.before);
  const { rows: places } = await ctx.pg.query<Place>({
    name: 'products.tracking',
    text: PLACES,
    values: [
      id,
      products.type.subject,
      SAID_ELSEWHERE,
      query.kind ?? null,
      after?.at ?? null,
      after?.id ?? null,
    ],
  });
  const shown = new Map((await eventsAt(ctx, id, places)).map((event) => [event.id, event]));
  return {
    data: places.flatMap((place) => {
      const event = shown.get(place.id);
      if (!event) return [];
      // An event is told apart by its id, which says nothing of a document that is not told.
      const isTold = !WITHHELD.test(place.id) || event.document?.id != null;
      const ownId = isTold ? event.id : `${place.kind}-${newId()}`;
      return { ...event, id: ownId, kind: place.kind, place: placeText(place) };
    }),
  };
}

/** The ids of some of the places: those of one prefix. */
const idsOf = (places: readonly Place[], prefix: string): string[] =>
  places.flatMap(({ id }) => (id.startsWith(prefix) ? id.slice(prefix.length) : []));

/** Warranties of a container; of one that this person may not read not the number. */
async function warrantiesAt(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('warranties')
    .where('id', '=', anyId(ids))
    .select(['id', 'documentNo', 'status', 'type', 'startDate', 'endDate'])
    .select(['createdAt', 'createdBy'])
    .execute();
  const withheld = await hiddenDocuments(
    ctx,
    rows.map(({ id }) => ({ type: 'warranties', id })),
  );
  return rows.map((row) => ({
    ...row,
    documentNo: withheld.has(row.id) ? null : row.documentNo,
  }));
}

/** Payments, with what of each was paid for contracts of the container; of another person's neither number nor amount. */
async function paymentsAt(ctx: Ctx, productId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('payments as p')
    .innerJoin('paymentAllocations as a', 'a.paymentId', 'p.id')
    .innerJoin('invoices as iv', 'iv.id', 'a.invoiceId')
    .where('p.id', '=', anyId(ids))
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('contracts as ct')
            .whereRef('ct.id', '=', 'iv.sourceId')
            .where('ct.productId', '=', productId)
            .select('ct.id'),
        ),
        eb(
          'iv.sourceId',
          'in',
          selectFrom('productContracts as o')
            .where('o.productId', '=', productId)
            .select('o.contractId'),
        ),
      ]),
    )
    .groupBy('p.id')
    .select(['p.id', 'p.documentNo', 'p.status', 'p.approvedAt', 'p.approvedBy'])
    .select(({ fn }) => fn.sum<string>('a.amount').as('amount'))
    .execute();
  const withheld = await hiddenDocuments(
    ctx,
    rows.map(({ id }) => ({ type: 'payments', id })),
  );
  return rows.map((row) => ({ ...row, isTold: !withheld.has(row.id) }));
}

/**
 * Exchanges of a container for another one, by the row of the container under its contract; the contract
 * and the serial number of the other one as far as this person may read them.
 */
async function exchangesAt(ctx: Ctx, places: readonly Place[]) {
  const ids = [...idsOf(places, 'replaced-'), ...idsOf(places, 'replacing-')];
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('productContracts as o')
    .innerJoin('productContracts as n', 'n.id', 'o.replacedById')
    .where(({ eb, or }) => or([eb('o.id', '=', anyId(ids)), eb('n.id', '=', anyId(ids))]))
    .select(['o.id as oldId', 'o.serialNumber as oldSerial', 'o.inForceUntil', 'n.createdBy'])
    .select(['n.id as newId', 'n.serialNumber as newSerial', 'n.createdAt', 'n.contractId'])
    .select(['n.contractNo', 'o.productId as oldProductId', 'n.productId as newProductId'])
    .execute();
  const [refs, withheld] = await Promise.all([
    loadRefs(ctx, { user: rows.map(({ createdBy }) => createdBy) }),
    hiddenDocuments(
      ctx,
      rows.flatMap(({ contractId, oldProductId, newProductId }) => [
        { type: 'contracts', id: contractId },
        { type: products.type.subject, id: oldProductId },
        { type: products.type.subject, id: newProductId },
      ]),
    ),
  ]);
  const told = (productId: string, serialNumber: string) =>
    withheld.has(productId) ? null : serialNumber;
  return rows.flatMap(({ createdBy, contractId, contractNo, ...row }) => {
    const isTold = !withheld.has(contractId);
    const said = {
      by: refs.userOrNull(createdBy),
      reason: null,
      document: {
        type: 'contract',
        id: isTold ? contractId : null,
        documentNo: isTold ? contractNo : null,
      },
    };
    const [replaced, replacing] = [`replaced-${row.oldId}`, `replacing-${row.newId}`];
    return [
      {
        id: replaced,
        at: row.inForceUntil ?? row.createdAt,
        what: 'replaced',
        values: { serialNumber: told(row.newProductId, row.newSerial) },
        ...said,
      },
      {
        id: replacing,
        at: row.createdAt,
        what: 'replacing',
        values: { serialNumber: told(row.oldProductId, row.oldSerial) },
        ...said,
      },
    ].filter(({ id }) => places.some((place) => place.id === id));
  });
}

/** What is said at these places, in any order. */
async function eventsAt(ctx: Ctx, productId: string, places: readonly Place[]) {
  const has = new Set(places.map(({ id }) => id));
  const of = <T extends { readonly id: string }>(
    rows: readonly T[],
    prefix: string,
  ): readonly T[] => rows.filter((row) => has.has(`${prefix}${row.id}`));
  const wants = (prefix: string): boolean => places.some(({ id }) => id.startsWith(prefix));
  const partIds = [...idsOf(places, 'in-'), ...idsOf(places, 'out-')];
  const [log, history, parts, updates, visits, warranties, payments, exchanges] = await Promise.all(
    [
      wants('status-') ? statusLogOf(ctx, productId) : [],
      wants('done-') ? visibleHistory(ctx, productId) : [],
      ctx.db.selectFrom('productParts').where('id', '=', anyId(partIds)).selectAll().execute(),
      updatesOf(ctx, idsOf(places, 'software-')),
      wants('inspection-') ? inspectionsOf(ctx, productId) : [],
      warrantiesAt(ctx, idsOf(places, 'warranty-')),
      paymentsAt(ctx, productId, idsOf(places, 'payment-')),
      exchangesAt(ctx, places),
    ],
  );
  const inspected = of(visits, 'inspection-');
  const [refs, names, say] = await Promise.all([
    loadRefs(ctx, {
      part: parts.map(({ partId }) => partId),
      user: [
        ...parts.flatMap(({ installedBy, removedBy }) => [installedBy, removedBy]),
        ...inspected.flatMap(({ createdBy, completedBy }) => [createdBy, completedBy]),
        ...warranties.map(({ createdBy }) => createdBy),
        ...payments.map(({ approvedBy }) => approvedBy),
      ],
    }),
    stockNamesOf(ctx, {
      binIds: [],
      lotIds: parts.map(({ lotId }) => lotId),
      serialIds: parts.map(({ serialId }) => serialId),
    }),
    textsFor(
      ctx,
      parts.flatMap(({ note, removedReason }) => [note, removedReason]),
    ),
  ]);
  const partValues = (part: (typeof parts)[number]) => {
    const { code, name } = refs.ref(part.partId);
    return {
      part: `${code ?? ''} ${name}`.trim(),
      quantity: String(Number(part.quantity)),
      piece: names.serialNo(part.serialId) ?? names.lotNo(part.lotId),
    };
  };
  const entries = [
    ...of(log, 'status-').map((entry) => ({
      id: `status-${entry.id}`,
      at: entry.at,
      what: entry.axis,
      values: { from: entry.from, to: entry.to },
      by: entry.by,
      reason: entry.reason,
      document:
        entry.documentId === null
          ? null
          : {
              type: declarationOf(entry.documentSubject ?? '')?.machine.id ?? 'product',
              id: entry.documentNo === null ? null : entry.documentId,
              documentNo: entry.documentNo,
            },
    })),
    ...of(parts, 'in-').map((part) => ({
      id: `in-${part.id}`,
      at: part.installedAt,
      what: 'builtIn',
      values: partValues(part),
      by: refs.userOrNull(part.installedBy),
      reason: say(part.note),
      document: null,
    })),
    ...of(parts, 'out-').flatMap((part) =>
      part.removedAt === null
        ? []
        : [
            {
              id: `out-${part.id}`,
              at: part.removedAt,
              what: 'takenOut',
              values: partValues(part),
              by: refs.userOrNull(part.removedBy),
              reason: say(part.removedReason),
              document: null,
            },
          ],
    ),
    ...updates.map((update) => ({
      id: `software-${update.id}`,
      at: update.finishedAt ?? update.startedAt ?? update.createdAt,
      what: update.status,
      values: {
        from: update.from?.versionNo ?? null,
        to: update.to.versionNo,
        error: update.error,
      },
      by: update.createdBy,
      reason: update.statusReason ?? update.reason,
      document: null,
    })),
    ...inspected.map((inspection) => ({
      id: `inspection-${inspection.id}`,
      at: inspection.completedAt ?? inspection.createdAt,
      what: inspection.result ?? inspection.status,
      values: {
        type: inspection.type,
        dueOn: inspection.dueOn,
        failed: inspection.failedCount === 0 ? null : String(inspection.failedCount),
      },
      by: refs.userOrNull(inspection.completedBy ?? inspection.createdBy),
      reason: inspection.findings,
      document: {
        type: 'inspection',
        id: inspection.id,
        documentNo: inspection.documentNo,
      },
    })),
    ...warranties.map(({ documentNo, ...warranty }) => ({
      id: `warranty-${warranty.id}`,
      at: warranty.createdAt,
      what: warranty.type,
      values: { from: warranty.startDate, to: warranty.endDate, status: warranty.status },
      by: refs.userOrNull(warranty.createdBy),
      reason: null,
      document: { type: 'warranty', id: documentNo === null ? null : warranty.id, documentNo },
    })),
    ...payments.flatMap(({ isTold, ...payment }) =>
      payment.approvedAt === null
        ? []
        : [
            {
              id: `payment-${payment.id}`,
              at: payment.approvedAt,
              what: payment.status === 'reversed' ? 'reversed' : 'paid',
              values: { amount: isTold ? money(payment.amount) : null },
              by: refs.userOrNull(payment.approvedBy),
              reason: null,
              document: {
                type: 'payment',
                id: isTold ? payment.id : null,
                documentNo: isTold ? payment.documentNo : null,
              },
            },
          ],
    ),
    ...exchanges,
    ...of(history, 'done-').map((entry) => ({
      id: `done-${entry.id}`,
      at: entry.at,
      what: entry.action,
      values: {},
      by: entry.by,
      reason: entry.reason,
      document: null,
    })),
  ];
  return entries;
}
