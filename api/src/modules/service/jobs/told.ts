import { can } from '@boxyard/shared/domain';
import { JOB_KINDS, JOB_PAGES, type JobKind } from '@boxyard/shared/domain/service/jobs.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, type Ctx, scopeCondition } from '../../../kernel/index.ts';
import { hiddenDocuments } from '../../../workflow/index.ts';
import type { JobRow } from './type.ts';

const mayDispatch = ({ grants }: Actor, kind: JobKind): boolean =>
  can(grants, `${JOB_PAGES[kind]}:manager-response`);

const seesContracts = ({ grants }: Actor): boolean => can(grants, 'purchase-contract:view');

/** A row as far as it says whose work it is, and under which contract. */
type Told = Pick<JobRow, 'kind' | 'contractId' | 'technicianIds'>;

/**
 * Tells readers of jobs apart: dispatchers and technicians read all of the customer. Anybody else reads
 * as much as on the page of the container: its customer by the contract alone, its place where no contract
 * of theirs could be meant.
 */
export async function toldOfCustomers(ctx: Ctx, rows: readonly Told[]) {
  const { actor } = ctx;
  const hidden = await hiddenDocuments(
    ctx,
    rows.flatMap(({ contractId }) =>
      contractId === null ? [] : [{ type: 'contracts', id: contractId }],
    ),
  );
  const isTold = (row: Told): boolean =>
    row.contractId === null ||
    !hidden.has(row.contractId) ||
    mayDispatch(actor, row.kind) ||
    row.technicianIds.includes(actor.userId);
  return {
    customer: isTold,
    place: (row: Told): boolean => isTold(row) || !seesContracts(actor),
  };
}

/** SQL of the same: the customer of a job, `jb` unless said, is told; null where every one is. */
export function customerIsTold({ actor }: Ctx, as = 'jb'): RawBuilder<boolean> | null {
  if (actor.kind === 'system') return null;
  const kinds = JOB_KINDS.filter((kind) => mayDispatch(actor, kind));
  if (kinds.length === JOB_KINDS.length) return null;
  const job = sql.table(as);
  const scope = scopeCondition(actor, { company: 'ct.company_id', owner: ['ct.sale_id'] });
  const contracts = seesContracts(actor)
    ? sql<boolean>`exists (select 1 from contracts ct where ct.id = ${job}.contract_id and ${scope ?? sql`true`})`
    : sql<boolean>`false`;
  return sql<boolean>`(${job}.kind = any(${kinds}) or ${actor.userId}::uuid = any(${job}.technician_ids)
    or ${contracts})`;
}

/** The dispatcher's note is for whoever hands the job out or does it; estimates for whoever bills them as well. */
export function toldOfResponse({ actor }: Ctx, row: JobRow) {
  const dispatches = mayDispatch(actor, row.kind);
  const works = [...row.technicianIds, ...row.workerIds].includes(actor.userId);
  const bills = dispatches || can(actor.grants, `${JOB_PAGES[row.kind]}:invoice`);
  return {
    responseNote: dispatches || works ? row.responseNote : null,
    estimateLabour: bills ? row.estimateLabour : null,
    estimateParts: bills ? row.estimateParts : null,
  };
}
