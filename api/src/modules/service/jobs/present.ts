import { can, startsFrom } from '@boxyard/shared/domain';
import { voidStatuses } from '@boxyard/shared/domain/machine/machine.ts';
import { jobMachine, unsolvedJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import { JOB_PAGES, slaStateOf } from '@boxyard/shared/domain/service/jobs.ts';
import type { Ctx, Input } from '../../../kernel/index.ts';
import {
  costFor,
  hiddenDocuments,
  loadRefs,
  loadVisible,
  pictureUrl,
} from '../../../workflow/index.ts';
import { containersOf } from '../../containers/index.ts';
import { inHandQty, jobPartsOf, valueOfParts } from '../../warehouse/index.ts';
import { estimatesFor } from '../estimates/present.ts';
import { billingFor, chargesFor } from './charge.ts';
import { checksOf, plannedPartsOf, scheduleOf } from './checks.ts';
import { loadCodes } from './codes.ts';
import { partsInside } from './parts.ts';
import { periodsOf } from './periods.ts';
import { countedFrom } from './sla.ts';
import { toldOfCustomers, toldOfResponse } from './told.ts';
import { type JobRow, jobs } from './type.ts';
import { timesOf } from './work.ts';

/** The instant at which its clock stopped: solved, or given up. */
export const clockEnd = (row: {
  readonly status: string;
  readonly resolvedAt: Date | null;
  readonly updatedAt: Date;
}): Date | null => row.resolvedAt ?? (voidJobStatuses.includes(row.status) ? row.updatedAt : null);

const voidJobStatuses: readonly string[] = voidStatuses(jobMachine);

export const jobRows = jobs.rows({
  apart: [
    'product',
    'productModel',
    'customer',
    'place',
    'zone',
    'symptomCode',
    'technicians',
    'slaState',
  ],
  reads: [
    'productId',
    'contractId',
    'customerId',
    'place',
    'zoneId',
    'symptomCodeId',
    'technicianIds',
    'slaPausedAt',
    'reopenedAt',
  ],
  more: async (ctx, rows) => {
    const [told, containers, codes, refs] = await Promise.all([
      toldOfCustomers(ctx, rows),
      containersOf(
        ctx,
        rows.map(({ productId }) => productId),
      ),
      loadCodes(
        ctx,
        rows.map(({ symptomCodeId }) => symptomCodeId),
      ),
      loadRefs(ctx, {
        customer: rows.map(({ customerId }) => customerId),
        zone: rows.map(({ zoneId }) => zoneId),
        user: rows.flatMap(({ technicianIds }) => technicianIds),
      }),
    ]);
    const now = ctx.clock.now();
    return rows.map((row) => ({
      ...containers(row.productId),
      customer: told.customer(row) ? refs.refOrNull(row.customerId) : null,
      place: told.place(row) ? row.place : null,
      zone: refs.refOrNull(row.zoneId),
      symptomCode: codes(row.symptomCodeId),
      technicians: row.technicianIds.map((id) => refs.user(id)),
      slaState: slaStateOf(
        {
          countedFrom: countedFrom(row),
          dueAt: row.slaDueAt,
          endedAt: clockEnd(row),
          pausedAt: row.slaPausedAt,
        },
        now,
      ),
    }));
  },
});

/** Other open jobs of a container that this person may see. */
export async function similarJobs(
  ctx: Ctx,
  { productId, except }: { readonly productId: string; readonly except: string | null },
) {
  const query = jobs.list
    .from(ctx)
    .where('jb.productId', '=', productId)
    .where('jb.status', 'in', [...unsolvedJobStatuses])
    .orderBy('jb.reportedAt', 'desc')
    .orderBy('jb.id')
    .limit(20)
    .select(['jb.id', 'jb.kind', 'jb.documentNo', 'jb.status', 'jb.symptom', 'jb.reportedAt']);
  return (except === null ? query : query.where('jb.id', '<>', except)).execute();
}

/** A telephone number for those who hand the job out, and for its technicians while it is open. */
function phoneFor(ctx: Ctx, row: JobRow): string | null {
  const { grants, userId } = ctx.actor;
  const page = JOB_PAGES[row.kind];
  const isOwn = row.technicianIds.includes(userId) && unsolvedJobStatuses.includes(row.status);
  return isOwn || row.createdBy === userId || can(grants, `${page}:manager-response`)
    ? row.reportedByPhone
    : null;
}

/** Contract, warranty and repeated job by number, to those who may read them. */
async function namesOf(ctx: Ctx, row: JobRow) {
  const named = [
    { type: 'contracts', id: row.contractId },
    { type: 'warranties', id: row.warrantyId },
    { type: 'jobs', id: row.repeatsId },
  ].flatMap(({ type, id }) => (id === null ? [] : [{ type, id }]));
  const [hidden, contract, warranty, repeats] = await Promise.all([
    hiddenDocuments(ctx, named),
    numberOf(ctx, 'contracts', row.contractId),
    numberOf(ctx, 'warranties', row.warrantyId),
    numberOf(ctx, 'jobs', row.repeatsId),
  ]);
  const shown = (id: string | null, documentNo: string | null) =>
    id === null ? null : hidden.has(id) ? { id: null, documentNo: null } : { id, documentNo };
  return {
    contract: shown(row.contractId, contract),
    warranty: shown(row.warrantyId, warranty),
    repeats: shown(row.repeatsId, repeats),
  };
}

async function numberOf(
  ctx: Ctx,
  table: 'contracts' | 'warranties' | 'jobs',
  id: string | null,
): Promise<string | null> {
  if (id === null) return null;
  const row = await ctx.db
    .selectFrom(table)
    .where('id', '=', id)
    .select('documentNo')
    .executeTakeFirst();
  return row?.documentNo ?? null;
}

/** Parts that a job is known to need at its customer's cost: asked for, else planned by its schedule. */
async function wantedParts(ctx: Ctx, row: JobRow) {
  const asked = (await jobPartsOf(ctx, row.id)).filter(({ isBillable }) => isBillable);
  return asked.length > 0
    ? asked.map(({ partId, askedQty }) => ({ partId, quantity: askedQty }))
    : (await plannedPartsOf(ctx, row)).map(({ part, quantity }) => ({ partId: part.id, quantity }));
}

/** Estimates of a job, to whoever charges its customer; null where there is none and none may be written. */
async function estimatingFor(ctx: Ctx, row: JobRow) {
  if (!chargesFor(ctx, row)) return null;
  const isToEstimate = row.isToEstimate && startsFrom(jobMachine, 'estimate', row.status);
  const wanted = isToEstimate ? await wantedParts(ctx, row) : [];
  const shown = await estimatesFor(ctx, row, { isToEstimate, wanted });
  return shown.estimates.length > 0 || shown.proposal !== null ? shown : null;
}

/** The same as a call of its own. 404 outside this person's scope of jobs. */
export async function jobEstimates(ctx: Ctx, { params }: Input<'jobs.estimates'>) {
  const row = await loadVisible(ctx, jobs.type, { id: params.id });
  return { data: (await estimatingFor(ctx, row)) ?? { estimates: [], proposal: null } };
}

const MINUTE_MS = 60_000;

/** A job with everything that its page shows. 404 outside this person's scope. */
export const presentJob = jobs.document({
  rows: jobRows,
  related: { to: { requisitions: 'jobId', purchaseRequests: 'jobId' } },
  load: async (ctx, id) => ({
    times: await timesOf(ctx, id),
    periods: await periodsOf(ctx, id),
    parts: await jobPartsOf(ctx, id),
  }),
  more: async (ctx, row, { times, periods, parts }) => {
    const [checklist, plannedParts, schedule, billing, estimating] = await Promise.all([
      checksOf(ctx, row),
      plannedPartsOf(ctx, row),
      scheduleOf(ctx, row),
      billingFor(ctx, row),
      estimatingFor(ctx, row),
    ]);
    const [told, refs, codes, names, similar, signature, inside] = await Promise.all([
      toldOfCustomers(ctx, [row]),
      loadRefs(ctx, {
        user: times.map(({ technicianId }) => technicianId),
        part: parts.map(({ partId }) => partId),
        unit: parts.map(({ unitId }) => unitId),
      }),
      loadCodes(ctx, [row.causeCodeId, row.actionCodeId]),
      namesOf(ctx, row),
      similarJobs(ctx, { productId: row.productId, except: row.id }),
      pictureUrl(ctx, row.signatureFileId),
      startsFrom(jobMachine, 'technician-summary', row.status)
        ? partsInside(ctx, row.productId)
        : [],
    ]);
    const codesOfPeriods = await loadCodes(
      ctx,
      periods.flatMap(({ causeCodeId, actionCodeId }) => [causeCodeId, actionCodeId]),
    );
    const now = ctx.clock.now().getTime();
    const worked = times.reduce(
      (sum, { startedAt, endedAt }) => sum + (endedAt?.getTime() ?? now) - startedAt.getTime(),
      0,
    );
    return {
      ...names,
      // It is the customer's.
      ...(told.customer(row) || names.warranty === null
        ? {}
        : { warranty: { id: null, documentNo: null } }),
      ...toldOfResponse(ctx, row),
      checklist: checklist(null),
      plannedParts,
      schedule,
      billing: billing.invoices.length > 0 || billing.proposal !== null ? billing : null,
      estimating,
      causeCode: codes(row.causeCodeId),
      actionCode: codes(row.actionCodeId),
      similar,
      // The customer signs.
      signedBy: told.customer(row) ? row.signedBy : null,
      signature: told.customer(row) ? signature : null,
      reportedByPhone: phoneFor(ctx, row),
      latitude: row.latitude === null || !told.place(row) ? null : Number(row.latitude),
      longitude: row.longitude === null || !told.place(row) ? null : Number(row.longitude),
      parts: parts.map(
        ({ partId, unitId, requisitionId, documentNo, status, value, askedAt: _, ...part }) => ({
          ...part,
          requisition: { id: requisitionId, documentNo, status },
          part: refs.ref(partId),
          unit: refs.ref(unitId),
          inHandQty: inHandQty(part),
          serials: [...part.serials],
          value: costFor(ctx, value),
        }),
      ),
      partsCost: costFor(ctx, valueOfParts(parts)),
      inside,
      workerIds: [...row.workerIds],
      begunByIds: [...row.begunByIds],
      doneByIds: [...row.doneByIds],
      periods: periods.map((period) => ({
        startedAt: countedFrom({ ...row, reopenedAt: period.reopenedAt }),
        causeCode: codesOfPeriods(period.causeCodeId),
        actionCode: codesOfPeriods(period.actionCodeId),
        coverage: period.coverage,
        slaDueAt: period.slaDueAt,
        resolvedAt: period.resolvedAt,
        completedAt: period.completedAt,
        downtimeMinutes: period.downtimeMinutes,
        downtimeReason: period.downtimeReason,
        result: period.result,
        workDone: period.workDone,
        meter: period.meter,
        signedBy: told.customer(row) ? period.signedBy : null,
        finalReport: period.finalReport,
        checklist: checklist(period.id),
      })),
      workMinutes: Math.floor(worked / MINUTE_MS),
      times: times.map(({ technicianId, jobId: _, ...time }) => ({
        ...time,
        technician: refs.user(technicianId),
      })),
    };
  },
});
