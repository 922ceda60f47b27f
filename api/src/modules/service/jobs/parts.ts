import { bangkokDate, startsFrom } from '@boxyard/shared/domain';
import { jobMachine, unsolvedJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import type { JobKind } from '@boxyard/shared/domain/service/jobs.ts';
import type { RequisitionPurpose } from '@boxyard/shared/domain/warehouse/requisitionMachine.ts';
import { sql } from 'kysely';
import {
  asSystem,
  authorId,
  type Ctx,
  type FieldFault,
  type Input,
  named,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { deliveryCompany, loadCatalogue, loadRefs, runAction } from '../../../workflow/index.ts';
import { dropRequestsOfJob, requestPurchaseForJob } from '../../purchasing/index.ts';
import {
  handOutOfVans,
  isOpenRequisition,
  type JobPartsEvent,
  jobPartsOf,
  lineFaults,
  onJobParts,
  requestForJob,
  returnAllOfJob,
  returnForJob,
} from '../../warehouse/index.ts';
import { notifyOfJob } from './notify.ts';
import { type JobRow, jobs, withWorkers } from './type.ts';
import { endTimes } from './work.ts';

type Asked = Input<'jobs.stockSummary'>['body']['items'][number];

const PURPOSE: Readonly<Record<JobKind, RequisitionPurpose>> = {
  repair: 'repairJob',
  maintenance: 'maintenance',
};

/** Faults of the lines: warehouses of the job's company that this person may use, and parts in use. */
async function askedFaults(
  ctx: Ctx,
  row: JobRow,
  items: readonly Asked[],
): Promise<readonly FieldFault[]> {
  const { parts } = await loadCatalogue(ctx, {
    partIds: items.map(({ partId }) => partId),
    unitIds: [],
  });
  const faults: FieldFault[] = [];
  const lines = items.map((item, index) => ({ ...item, index }));
  for (const [warehouseId, some] of Map.groupBy(lines, (line) => line.warehouseId)) {
    const field = `items[${some[0]?.index ?? 0}].warehouseId`;
    const companyId = await deliveryCompany(ctx, warehouseId, field);
    if (companyId !== row.companyId) faults.push({ field, code: 'WAREHOUSE_NOT_OF_COMPANY' });
    for (const fault of lineFaults(some, { parts, quantity: 'quantity' })) {
      const [, place = '0', name = ''] = /^items\[(\d+)\]\.(.*)$/.exec(fault.field) ?? [];
      faults.push({ ...fault, field: `items[${some[Number(place)]?.index ?? 0}].${name}` });
    }
  }
  return faults;
}

/**
 * Asks for parts (2.10 "stock summary"): a requisition for each warehouse holds what there is, and is
 * handed out there; what lies in a van is in the technician's hands already. What is short is bought,
 * and the job waits for it.
 */
export const askForParts = jobs.action('stockSummary', {
  effect: ask,
  after: async (ctx, row) => {
    const { user } = await loadRefs(ctx, { user: row.technicianIds });
    const [first] = row.technicianIds;
    const recipientName = (first ? user(first)?.name : null) ?? ctx.actor.name;
    await handOutOfVans(ctx, { jobId: row.id, recipientName });
  },
});

async function ask(ctx: Ctx, row: JobRow, body: Input<'jobs.stockSummary'>['body']) {
  const day = today(ctx.clock);
  const neededBy = body.neededBy ?? laterDay(day, row.appointmentStart);
  const faults = await askedFaults(ctx, row, body.items);
  refuseFaults([...(neededBy < day ? [{ field: 'neededBy', code: 'PAST_DATE' }] : []), ...faults]);
  const requesterId = row.technicianIds[0] ?? authorId(ctx.actor);
  if (requesterId === null) throw new Error('parts are asked for by a person');
  const requisitions: string[] = [];
  const requests: string[] = [];
  for (const [warehouseId, items] of Map.groupBy(body.items, (item) => item.warehouseId)) {
    const made = await requestForJob(ctx, {
      companyId: row.companyId,
      jobId: row.id,
      requesterId,
      purpose: PURPOSE[row.kind],
      warehouseId,
      neededBy,
      refNo: row.documentNo,
      items: items.map(({ partId, quantity, isBillable }) => ({
        partId,
        requestedQty: quantity,
        note: null,
        isBillable: isBillable ?? row.coverage === 'billable',
      })),
    });
    requisitions.push(named('requisitions', made).mark);
    if (made.short.length === 0) continue;
    const request = await requestPurchaseForJob(ctx, {
      jobId: row.id,
      requisitionId: made.id,
      refNo: row.documentNo ?? '',
      warehouseId,
      items: made.short,
    });
    requests.push(
      named('purchaseRequests', { id: request.id, documentNo: request.documentNo ?? '' }).mark,
    );
  }
  const isShort = requests.length > 0;
  if (isShort) await endTimes(ctx, row.id, { pauseReason: 'parts', note: null });
  return {
    to: isShort ? 'waitingParts' : row.status,
    diff: { requisition: requisitions.join(', '), purchaseRequest: requests.join(', ') || null },
    touches: ['requisitions', 'purchaseRequests', 'parts'],
  };
}

const laterDay = (day: string, appointment: Date | null): string => {
  const wanted = appointment === null ? day : bangkokDate(appointment);
  return wanted > day ? wanted : day;
};

/** Gives parts in hand back, in the condition in which each is. */
export const returnParts = jobs.action('returnParts', async (ctx, row, body) => {
  await returnForJob(ctx, {
    jobId: row.id,
    lines: body.items,
    at: 'items',
    remark: body.remark || row.documentNo,
  });
  return {
    set: withWorkers(row, [authorId(ctx.actor)]),
    diff: { returned: body.items.length },
    notices: [],
    touches: ['requisitions', 'goodsImports'],
  };
});

/** Nothing of a job that is given up stays held, in hand or about to be bought (section 7, invariant 6). */
export async function giveBackParts(ctx: Ctx, row: JobRow, reason: string): Promise<void> {
  await returnAllOfJob(ctx, { jobId: row.id, reason });
  await dropRequestsOfJob(ctx, { jobId: row.id, reason });
}

/** Titles of what happened to parts of a job. */
const PARTS_TITLES = {
  handedOut: (job: string | null) => ({
    en: `The parts of job ${job} are there`,
    th: `อะไหล่ของงาน ${job} มาครบแล้ว`,
  }),
  givenUp: (job: string | null, requisition: string) => ({
    en: `Parts of job ${job} were given up with ${requisition}`,
    th: `อะไหล่ของงาน ${job} ถูกยกเลิกในใบเบิก ${requisition}`,
  }),
  holdEnded: (job: string | null, requisition: string) => ({
    en: `Parts of job ${job} are no longer held for ${requisition}`,
    th: `หมดเวลาจองอะไหล่ของงาน ${job} ในใบเบิก ${requisition}`,
  }),
} as const;

/** Ends waiting for parts once nothing that was asked for is still to be handed out; answers whether it did. */
async function endWaiting(ctx: Ctx, row: JobRow, is: 'handedOut' | 'givenUp'): Promise<boolean> {
  if (!startsFrom(jobMachine, 'parts-issued', row.status)) return false;
  const parts = await jobPartsOf(ctx, row.id);
  if (parts.some(({ status }) => isOpenRequisition(status))) return false;
  await runAction(asSystem(ctx), jobs.type, {
    action: is === 'handedOut' ? 'parts-issued' : 'parts-given-up',
    id: row.id,
    version: row.version,
    effect: async () => ({ notices: [] }),
  });
  return true;
}

/**
 * Follows the requisitions of a job. Whoever goes on with it hears that its parts are there, and of each
 * that will not come: a job that waits for nothing more goes on.
 */
async function followParts(ctx: Ctx, event: JobPartsEvent): Promise<void> {
  const { jobId, requisitionId, documentNo, is } = event;
  const isHeld = is !== 'holdEnded';
  const row = await jobs.stored.load(ctx, jobId, { lock: isHeld });
  if (is === 'givenUp' && !event.isShort) {
    await dropRequestsOfJob(ctx, { jobId, requisitionId, reason: documentNo });
  }
  if (!row || !unsolvedJobStatuses.includes(row.status)) return;
  const hasEnded = isHeld && (await endWaiting(ctx, row, is));
  // Others of its parts are still to be handed out.
  if (is === 'handedOut' && !hasEnded) return;
  await notifyOfJob(ctx, row, {
    to: [row.dispatcherId, ...row.technicianIds],
    category: is === 'handedOut' ? 'message' : 'alert',
    type: is === 'handedOut' ? 'success' : 'warning',
    kind: 'tasks',
    title: PARTS_TITLES[is](row.documentNo, documentNo),
    key: is === 'handedOut' ? `parts:${row.version}` : `${is}:${documentNo}:${ctx.requestId}`,
  });
}
onJobParts(followParts);

/** Parts that are built into the container now, for whoever exchanges them. */
export async function partsInside(ctx: Ctx, productId: string) {
  const rows = await ctx.db
    .selectFrom('productParts as i')
    .innerJoin('materialParts as p', 'p.id', 'i.partId')
    .leftJoin('serials as s', 's.id', 'i.serialId')
    .leftJoin('lots as l', 'l.id', 'i.lotId')
    .where('i.productId', '=', productId)
    .where('i.removedAt', 'is', null)
    .orderBy('p.partNo')
    .orderBy('i.id')
    .select(['i.id', 'i.partId', 'p.unitId', 's.serialNo', 'l.lotNo'])
    .select(sql<number>`i.quantity::float8`.as('quantity'))
    .execute();
  const refs = await loadRefs(ctx, {
    part: rows.map(({ partId }) => partId),
    unit: rows.map(({ unitId }) => unitId),
  });
  return rows.map(({ partId, unitId, ...row }) => ({
    ...row,
    part: refs.ref(partId),
    unit: refs.ref(unitId),
  }));
}
