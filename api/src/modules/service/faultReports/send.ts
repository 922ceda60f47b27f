import { unsolvedJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import { sql } from 'kysely';
import {
  audienceOf,
  type Ctx,
  created,
  type Input,
  newId,
  notify,
  record,
  refuseFaults,
  today,
  type UploadedFile,
  updated,
} from '../../../kernel/index.ts';
import { searchTextOf, storeFile } from '../../../workflow/index.ts';
import { products } from '../../containers/index.ts';
import { expectCodes, loadCodes } from '../jobs/codes.ts';
import { coverageOf } from '../jobs/coverage.ts';
import { expectForm } from './form.ts';
import { expectFew, senderOf } from './limits.ts';
import { copyPhotos } from './photos.ts';
import { forStranger, reportPath, SUBJECT } from './type.ts';

type Body = Input<'faultReports.send'>['body'];

/** An address that was called spam is not listened to for so long. */
const SPAM_HOURS = 24;
const HOUR_MS = 3_600_000;

/** A sent report as it is kept. */
interface Sent {
  readonly productId: string;
  readonly key: string;
  readonly network: string;
  readonly symptomCodeId: string | null;
  readonly symptom: string;
  readonly phone: string;
  readonly name: string | null;
  /** It filled in a field that no person sees. */
  readonly isProgram: boolean;
  readonly files: readonly UploadedFile[];
}

/** The container of the link that is held. */
export function linkedId({ actor }: Ctx): string {
  if (actor.link === undefined) throw new Error('nobody holds a link');
  return actor.link.id;
}

/** One report of a container after the other. */
const hold = (ctx: Ctx, productId: string) =>
  ctx.pg.query({
    name: 'faultReports.hold',
    text: `select pg_advisory_xact_lock(hashtextextended('faultReport/' || $1::text, 0))`,
    values: [productId],
  });

/** The text of what is wrong: as it was written, else what the chosen symptom is called. */
async function symptomOf(ctx: Ctx, body: Body): Promise<string> {
  const text = body.symptom ?? '';
  if (text !== '') return text;
  const code = (await loadCodes(ctx, [body.symptomCodeId ?? null]))(body.symptomCodeId ?? null);
  refuseFaults(code === null ? [{ field: 'symptom', code: 'REQUIRED' }] : []);
  return code?.nameTh ?? code?.name ?? '';
}

/** Sent before from the same page: a second press, or a connection that broke off. */
const sentBefore = (ctx: Ctx, key: string) =>
  ctx.db
    .selectFrom('faultReportEntries')
    .where('formKey', '=', key)
    .select('reportId as id')
    .executeTakeFirst();

/** The report that this telephone has open of the container. */
const openReport = (ctx: Ctx, { productId, phone }: Sent) =>
  ctx.db
    .selectFrom('faultReports as r')
    .leftJoin('jobs as j', 'j.id', 'r.jobId')
    .where('r.productId', '=', productId)
    .where('r.reportedByPhone', '=', phone)
    .where((eb) =>
      eb.or([eb('r.status', '=', 'received'), eb('j.status', 'in', [...unsolvedJobStatuses])]),
    )
    .orderBy('r.createdAt', 'desc')
    .limit(1)
    .select(['r.id', 'r.status', 'r.companyId', 'r.jobId'])
    .executeTakeFirst();

/** The press of spam of the last day that reaches whatever comes from this address. */
async function markOf(ctx: Ctx, { network, isProgram }: Sent): Promise<string | null> {
  const found = await ctx.db
    .selectFrom('faultReports')
    .where('network', '=', network)
    .where('status', '=', 'spam')
    .where('spamReach', '=', 'address')
    .where('spamAt', '>', new Date(ctx.clock.now().getTime() - SPAM_HOURS * HOUR_MS))
    .orderBy('spamAt', 'desc')
    .limit(1)
    .select('spamMark')
    .executeTakeFirst();
  return found?.spamMark ?? (isProgram ? newId() : null);
}

const insertEntry = (ctx: Ctx, reportId: string, sent: Sent) =>
  ctx.db
    .insertInto('faultReportEntries')
    .values({
      reportId,
      formKey: sent.key,
      network: sent.network,
      symptomCodeId: sent.symptomCodeId,
      symptom: sent.symptom,
      createdAt: ctx.clock.now(),
    })
    .execute();

/** Keeps the photographs with the report; their names are ours, since a telephone's tell the day and the place. */
async function attachPhotos(ctx: Ctx, reportId: string, files: readonly UploadedFile[]) {
  for (const [index, file] of files.entries()) {
    const ending = file.mime === 'image/png' ? 'png' : 'jpg';
    const fileId = await storeFile(ctx, { ...file, fileName: `photo-${index + 1}.${ending}` });
    await ctx.db
      .insertInto('attachments')
      .values({
        subjectType: SUBJECT,
        subjectId: reportId,
        fileId,
        kind: 'photo',
        createdAt: ctx.clock.now(),
        createdBy: null,
      })
      .execute();
  }
}

/** Adds to a report that is open; its job gets the photographs as well. */
async function addTo(
  ctx: Ctx,
  report: NonNullable<Awaited<ReturnType<typeof openReport>>>,
  sent: Sent,
): Promise<void> {
  await insertEntry(ctx, report.id, sent);
  await attachPhotos(ctx, report.id, sent.files);
  if (report.jobId !== null) await copyPhotos(ctx, report.id, report.jobId);
  const { version } = await ctx.db
    .updateTable('faultReports')
    .set({
      entryCount: sql`entry_count + 1`,
      version: sql`version + 1`,
      ...updated(ctx),
    })
    .where('id', '=', report.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  await record(ctx, {
    subject: SUBJECT,
    subjectId: report.id,
    companyId: report.companyId,
    action: 'report-again',
    from: report.status,
    to: report.status,
    after: { symptom: sent.symptom },
    version,
    touches: report.jobId === null ? [] : ['jobs'],
  });
}

/** Tells the dispatchers of a container's reports, once a day. */
async function notifyDispatchers(
  ctx: Ctx,
  {
    id,
    productId,
    serialNumber,
    symptom,
    companyId,
    dispatcherId,
  }: {
    readonly id: string;
    readonly productId: string;
    readonly serialNumber: string;
    readonly symptom: string;
    readonly companyId: string;
    readonly dispatcherId: string | null;
  },
): Promise<void> {
  const people = await audienceOf(ctx, {
    companyId,
    ownerIds: [dispatcherId],
    ability: 'repair-list:manager-response',
  });
  await notify(ctx, people, {
    category: 'reminder',
    type: 'info',
    kind: 'tasks',
    title: {
      en: `A fault of ${serialNumber} was reported by its code`,
      th: `มีผู้แจ้งเหตุเสียของตู้ ${serialNumber} ผ่านคิวอาร์โค้ด`,
    },
    description: { en: symptom.slice(0, 200), th: symptom.slice(0, 200) },
    action: reportPath(id),
    actionTitle: { en: 'Open', th: 'เปิดดู' },
    entity: { type: SUBJECT, id },
    dedupeKey: `${SUBJECT}:${productId}:${today(ctx.clock)}`,
  });
}

async function insertReport(ctx: Ctx, sent: Sent): Promise<string> {
  const product = await products.type.load(ctx, sent.productId, { lock: false });
  if (!product) throw new Error(`the container ${sent.productId} is missing`);
  const { companyId, serialNumber, name } = product;
  const [{ zoneId, dispatcherId }, spamMark] = await Promise.all([
    coverageOf(ctx, { productId: product.id, companyId }),
    markOf(ctx, sent),
  ]);
  const status = spamMark === null ? ('received' as const) : ('spam' as const);
  const id = newId();
  await ctx.db
    .insertInto('faultReports')
    .values({
      id,
      companyId,
      productId: product.id,
      zoneId,
      dispatcherId,
      status,
      symptomCodeId: sent.symptomCodeId,
      symptom: sent.symptom,
      reportedByName: sent.name,
      reportedByPhone: sent.phone,
      network: sent.network,
      jobId: null,
      spamMark,
      spamReach: spamMark === null ? null : sent.isProgram ? 'report' : 'address',
      spamAt: spamMark === null ? null : ctx.clock.now(),
      statusReason: null,
      searchText: searchTextOf({
        documentNo: null,
        partIds: [],
        words: [serialNumber, name, sent.symptom],
      }),
      ...created(ctx),
    })
    .execute();
  await insertEntry(ctx, id, sent);
  await attachPhotos(ctx, id, sent.files);
  await record(ctx, {
    subject: SUBJECT,
    subjectId: id,
    companyId,
    action: 'create',
    to: status,
    label: serialNumber,
    after: { serialNumber, symptom: sent.symptom },
    version: 1,
  });
  if (status === 'received') {
    const { symptom, productId } = sent;
    await notifyDispatchers(ctx, { id, productId, serialNumber, symptom, companyId, dispatcherId });
  }
  return id;
}

/**
 * Reports a fault of the container whose link is held. The same page makes one report; the same telephone
 * adds to the one that is open.
 */
export async function sendReport(called: Ctx, { body, files }: Input<'faultReports.send'>) {
  const productId = linkedId(called);
  const network = senderOf(called);
  const ctx = forStranger(called);
  const key = expectForm(ctx, productId, body.form);
  const symptomCodeId = body.symptomCodeId ?? null;
  await expectCodes(ctx, productId, { symptom: symptomCodeId });
  const symptom = await symptomOf(ctx, body);
  await hold(ctx, productId);
  const shown = (id: string) => ({ data: { progress: ctx.app.links.write('report', id) } });
  const before = await sentBefore(ctx, key);
  if (before) return shown(before.id);
  await expectFew(ctx, { productId, network });
  const sent: Sent = {
    productId,
    key,
    network,
    symptomCodeId,
    symptom,
    phone: body.phone,
    name: body.name || null,
    isProgram: (body.website ?? '') !== '',
    files,
  };
  const open = sent.isProgram ? undefined : await openReport(ctx, sent);
  if (open) {
    await addTo(ctx, open, sent);
    return shown(open.id);
  }
  return shown(await insertReport(ctx, sent));
}
