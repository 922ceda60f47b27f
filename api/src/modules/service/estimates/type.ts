import { routeOf } from '@boxyard/shared/domain';
import {
  countingEstimates,
  estimateMachine,
  withdrawableEstimates,
} from '@boxyard/shared/domain/service/estimateMachine.ts';
import { JOB_ROUTES, type JobKind } from '@boxyard/shared/domain/service/jobs.ts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import type { Ctx } from '../../../kernel/index.ts';
import {
  type DocumentRow,
  type DocumentType,
  type Effect,
  runAction,
  type ServerModule,
} from '../../../workflow/index.ts';

export const SUBJECT = 'jobEstimates';

/** An estimate is whose its job is. */
export const ESTIMATE_SCOPE = {
  jobEstimates: {
    table: `(select e.id, j.company_id, j.dispatcher_id, j.created_by, j.technician_ids, j.zone_id
      from job_estimates e join jobs j on j.id = e.job_id)`,
    scope: {
      company: 'd.company_id',
      owner: ['d.dispatcher_id', 'd.created_by'],
      ownerLists: ['d.technician_ids'],
      zone: 'd.zone_id',
    },
  },
} satisfies ServerModule['recordScopes'];

type StoredEstimate = Selectable<Database['jobEstimates']>;

/** An estimate with what its job says of whose it is. */
export type EstimateRow = StoredEstimate &
  DocumentRow & {
    readonly documentNo: string;
    readonly kind: JobKind;
    readonly dispatcherId: string | null;
    readonly technicianIds: readonly string[];
    readonly zoneId: string | null;
    readonly productId: string;
  };

const source = ({ db }: Ctx) =>
  db
    .selectFrom('jobEstimates as e')
    .innerJoin('jobs as j', 'j.id', 'e.jobId')
    .selectAll('e')
    .select(['j.kind', 'j.dispatcherId', 'j.technicianIds', 'j.zoneId', 'j.productId'])
    .select(sql<string>`j.document_no || '/' || e.estimate_no`.as('documentNo'));

/** An estimate as the runner of actions knows it: its number is its job's. */
export const estimateDocument: DocumentType<EstimateRow, 'jobEstimates'> = {
  machine: estimateMachine,
  subject: SUBJECT,
  table: 'jobEstimates',
  docType: '',
  label: { en: 'Estimate', th: 'ใบประเมินราคา' },
  path: ({ jobId, kind }) => routeOf(JOB_ROUTES[kind]).path.replace(':id', jobId),
  load: async (ctx, id, { lock }) => {
    const query = source(ctx).where('e.id', '=', id);
    return (lock ? query.forUpdate('e') : query).executeTakeFirst();
  },
  scope: ({ companyId, createdBy, dispatcherId, technicianIds, zoneId }) => ({
    companyId,
    ownerIds: [dispatcherId, createdBy, ...technicianIds],
    zoneId,
  }),
};

/** Estimates of a job, the latest first. */
export const estimatesOf = (ctx: Ctx, jobId: string): Promise<EstimateRow[]> =>
  source(ctx).where('e.jobId', '=', jobId).orderBy('e.estimateNo', 'desc').execute();

const latest = async (
  ctx: Ctx,
  jobId: string,
  statuses: readonly StoredEstimate['status'][],
): Promise<EstimateRow | null> => {
  const found = await source(ctx)
    .where('e.jobId', '=', jobId)
    .where('e.status', 'in', [...statuses])
    .orderBy('e.estimateNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
};

/** The draft of a job, of which there is one at most. */
export const draftOf = (ctx: Ctx, jobId: string) =>
  latest(ctx, jobId, estimateMachine.undecided ?? []);
/** The estimate of a job that waits for its customer. */
export const sentEstimate = (ctx: Ctx, jobId: string) =>
  latest(ctx, jobId, estimateMachine.actions.accept.from);
/** The estimate of a job that its customer has said yes to: its total is the ceiling of the invoice. */
export const approvedEstimate = (ctx: Ctx, jobId: string) =>
  latest(ctx, jobId, estimateMachine.actions.accept.to);
/** The estimate that taking back meets: the draft, else the one that was sent. */
export const withdrawable = (ctx: Ctx, jobId: string) => latest(ctx, jobId, withdrawableEstimates);

/** Moves an estimate, whose job is locked, along its machine; the job tells whom it concerns. */
export const moveEstimate = (
  ctx: Ctx,
  { id, version }: Pick<EstimateRow, 'id' | 'version'>,
  {
    action,
    set,
    diff,
  }: Pick<Effect<'jobEstimates'>, 'set' | 'diff'> & {
    readonly action: keyof typeof estimateMachine.actions;
  },
) =>
  runAction(ctx, estimateDocument, {
    action,
    id,
    version,
    effect: async () => ({
      ...(set === undefined ? {} : { set }),
      ...(diff === undefined ? {} : { diff }),
      notices: [],
      touches: ['jobs'],
    }),
  });

const quoted = (statuses: readonly string[]) => sql.join(statuses.map((status) => sql.lit(status)));

/** Facts of a job `jb` that guards of its machine name: its draft, what may be taken back, and how it stands. */
export const ESTIMATE_FACTS = [
  sql<boolean>`exists (select 1 from job_estimates e where e.job_id = jb.id and e.status = 'draft')`.as(
    'hasEstimateDraft',
  ),
  sql<StoredEstimate['status'] | null>`(select e.status from job_estimates e where e.job_id = jb.id
    and e.status in (${quoted(countingEstimates)}) order by e.estimate_no desc limit 1)`.as(
    'estimateStatus',
  ),
] as const;
