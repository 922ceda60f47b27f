import { can } from '@boxyard/shared/domain';
import { GONE_STATUSES } from '@boxyard/shared/domain/containers/statuses.ts';
import { doneJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import {
  JOB_PAGES,
  type JobChannel,
  type JobKind,
  type JobPriority,
  REPAIR_WARRANTY_DAYS,
} from '@boxyard/shared/domain/service/jobs.ts';
import {
  audienceOf,
  type Ctx,
  forbidden,
  type Input,
  inScope,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { changesOf, createDocument, searchTextOf } from '../../../workflow/index.ts';
import { products } from '../../containers/index.ts';
import { acceptReport, expectReport } from '../faultReports/accept.ts';
import { expectCodes } from './codes.ts';
import { coverageOf } from './coverage.ts';
import { dispatchedTeam } from './dispatchers.ts';
import { notifyOfJob } from './notify.ts';
import { refreshServiceStatus } from './serviceStatus.ts';
import { promisedAnew, promisedBy } from './sla.ts';
import { jobs, TOUCHES } from './type.ts';

const DAY_MS = 86_400_000;

/** A job as it is reported, by a person or by the system. */
export interface NewJob {
  readonly kind: JobKind;
  readonly productId: string;
  readonly channel: JobChannel;
  readonly priority: JobPriority;
  readonly symptomCodeId?: string | null | undefined;
  readonly symptom: string;
  readonly isDown: boolean;
  readonly reportedByName?: string | null | undefined;
  readonly reportedByPhone?: string | null | undefined;
  readonly remark?: string | null | undefined;
  readonly planned?: PlannedWork | undefined;
}

/** Values that a job inherits from its schedule. */
export interface PlannedWork {
  readonly occurrenceId: string;
  /** Null, or nobody hands its jobs out: the engineers of the customer's zone, as of any job. */
  readonly teamId: string | null;
  readonly requiresSignature: boolean;
  readonly checklist: readonly string[];
  readonly parts: readonly { readonly partId: string; readonly quantity: string }[];
}

type Container = NonNullable<Awaited<ReturnType<typeof products.type.load>>>;

/** The words by which lists find a job. A telephone is not told to everybody, and so not found. */
const wordsOf = (
  product: Pick<Container, 'serialNumber' | 'name'>,
  job: Pick<NewJob, 'symptom' | 'reportedByName' | 'remark'>,
) => [product.serialNumber, product.name, job.symptom, job.reportedByName, job.remark];

/** The latest repair of the container for its customer that was completed within its own warranty (2.10). */
async function repairToRepeat(
  ctx: Ctx,
  {
    productId,
    customerId,
    contractId,
  }: {
    readonly productId: string;
    readonly customerId: string | null;
    readonly contractId: string | null;
  },
): Promise<string | null> {
  const since = new Date(ctx.clock.now().getTime() - REPAIR_WARRANTY_DAYS * DAY_MS);
  const found = await ctx.db
    .selectFrom('jobs')
    .where('productId', '=', productId)
    .where('kind', '=', 'repair')
    .where('customerId', 'is not distinct from', customerId)
    .where('contractId', 'is not distinct from', contractId)
    .where('status', 'in', [...doneJobStatuses])
    .where('completedAt', '>=', since)
    // One that was itself free as a repetition goes on with the same promise.
    .where((eb) => eb.or([eb('coverage', '=', 'billable'), eb('repeatsId', 'is not', null)]))
    .orderBy('completedAt', 'desc')
    .orderBy('id')
    .limit(1)
    .select('id')
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Tells the dispatchers who see a new job. */
async function notifyDispatchers(ctx: Ctx, id: string): Promise<void> {
  const row = await jobs.type.load(ctx, id, { lock: false });
  if (!row) throw new Error(`the job ${id} is missing`);
  const people = await audienceOf(ctx, {
    ...jobs.type.scope(row),
    ability: `${JOB_PAGES[row.kind]}:manager-response`,
    except: [ctx.actor.userId],
  });
  await notifyOfJob(ctx, row, {
    to: people,
    category: row.isDown ? 'alert' : 'reminder',
    type: row.isDown ? 'warning' : 'info',
    kind: 'tasks',
    title: { en: `Job ${row.documentNo} was reported`, th: `มีแจ้งงาน ${row.documentNo}` },
    key: 'reported',
  });
}

/** Copies checklist and parts, so that a later change of the schedule leaves the job as it is. */
async function inherit(ctx: Ctx, jobId: string, { checklist, parts }: PlannedWork): Promise<void> {
  if (checklist.length > 0) {
    await ctx.db
      .insertInto('jobChecks')
      .values(
        checklist.map((name, index) => ({
          jobId,
          lineNo: index + 1,
          name,
          answer: null,
          note: null,
          repairJobId: null,
        })),
      )
      .execute();
  }
  if (parts.length > 0) {
    await ctx.db
      .insertInto('jobPlannedParts')
      .values(parts.map((part, index) => ({ jobId, lineNo: index + 1, ...part })))
      .execute();
  }
}

/** Writes a job with its coverage and promised time; the container's state and the dispatchers follow. */
export async function insertJob(
  ctx: Ctx,
  product: Container,
  job: NewJob,
): Promise<{ readonly id: string; readonly documentNo: string }> {
  const { id: productId, companyId } = product;
  const reportedAt = ctx.clock.now();
  const { planned } = job;
  const [facts, team, slaDueAt] = await Promise.all([
    coverageOf(ctx, { productId, companyId }),
    planned?.teamId ? dispatchedTeam(ctx, planned.teamId) : null,
    job.kind === 'repair'
      ? promisedBy(ctx, { companyId, priority: job.priority, from: reportedAt })
      : null,
  ]);
  const repeatsId =
    job.kind === 'repair' ? await repairToRepeat(ctx, { productId, ...facts }) : null;
  const isRepeated = repeatsId !== null && facts.coverage === 'billable';
  const { id, documentNo } = await createDocument(ctx, jobs.type, {
    companyId,
    status: 'reported',
    documentDate: today(ctx.clock),
    numbered: true,
    write: async (head) => {
      await ctx.db
        .insertInto('jobs')
        .values({
          ...head,
          kind: job.kind,
          channel: job.channel,
          priority: job.priority,
          symptomCodeId: job.symptomCodeId ?? null,
          symptom: job.symptom,
          isDown: job.isDown,
          reportedByName: job.reportedByName || null,
          reportedByPhone: job.reportedByPhone || null,
          remark: job.remark || null,
          productId,
          ...facts,
          ...team,
          occurrenceId: planned?.occurrenceId ?? null,
          requiresSignature: planned?.requiresSignature ?? false,
          checkCount: planned?.checklist.length ?? 0,
          ...(isRepeated ? { coverage: 'warranty' as const, repeatsId } : {}),
          place: product.site
            ? [product.site.holder, product.site.address].filter(Boolean).join(', ') || null
            : null,
          latitude: product.site?.lat ?? null,
          longitude: product.site?.lng ?? null,
          reportedAt,
          slaDueAt,
          searchText: searchTextOf({
            documentNo: head.documentNo,
            partIds: [],
            words: wordsOf(product, job),
          }),
        })
        .execute();
      if (planned) await inherit(ctx, head.id, planned);
    },
    after: { serialNumber: product.serialNumber, priority: job.priority, symptom: job.symptom },
  });
  await refreshServiceStatus(ctx, { id, documentNo, productId });
  await notifyDispatchers(ctx, id);
  return { id, documentNo };
}

/** Reports a fault of a container that this person may see, or asks for its maintenance. */
export async function createJob(ctx: Ctx, { body }: Input<'jobs.create'>) {
  if (!can(ctx.actor.grants, `${JOB_PAGES[body.kind]}:create`)) throw forbidden();
  const product = await products.type.load(ctx, body.productId, { lock: false });
  if (!product || !inScope(ctx.actor, products.type.scope(product))) {
    return refuseFaults([{ field: 'productId', code: 'UNKNOWN_ID' }]) as never;
  }
  // A container that is written off or lost is not repaired.
  const isGone = (GONE_STATUSES as readonly string[]).includes(product.status);
  refuseFaults(isGone ? [{ field: 'productId', code: 'INACTIVE' }] : []);
  await expectCodes(ctx, product.id, { symptom: body.symptomCodeId });
  const { faultReportId, ...said } = body;
  if (faultReportId == null) return insertJob(ctx, product, said);
  const report = await expectReport(ctx, { id: faultReportId, productId: product.id });
  const job = await insertJob(ctx, product, { ...said, channel: 'qr' });
  await acceptReport(ctx, report, job);
  return job;
}

/** Corrects what was reported; another priority promises another time. */
export const updateJob = jobs.action('update', {
  effect: async (ctx, row, body) => {
    const product = await ctx.db
      .selectFrom('products')
      .where('id', '=', row.productId)
      .select(['serialNumber', 'name'])
      .executeTakeFirstOrThrow();
    // A code that is no longer in use stays where it was given.
    const symptomCodeId = body.symptomCodeId ?? null;
    if (symptomCodeId !== row.symptomCodeId) {
      await expectCodes(ctx, row.productId, { symptom: symptomCodeId });
    }
    const told = {
      priority: body.priority,
      symptomCodeId,
      symptom: body.symptom,
      isDown: body.isDown,
    };
    const columns = {
      ...told,
      reportedByName: body.reportedByName || null,
      reportedByPhone: body.reportedByPhone || null,
      remark: body.remark || null,
    };
    return {
      set: {
        ...columns,
        ...(await promisedAnew(ctx, row, body.priority)),
        searchText: searchTextOf({
          documentNo: row.documentNo,
          partIds: [],
          words: wordsOf(product, columns),
        }),
      },
      // The history is read by more people than the reporter's name and telephone.
      diff: changesOf(row, told),
      touches: TOUCHES,
    };
  },
  after: refreshServiceStatus,
});
