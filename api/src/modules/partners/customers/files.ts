import { MAX_CUSTOMER_FILES } from '@boxyard/shared/domain/sales/customers.ts';
import {
  type App,
  authorId,
  type Ctx,
  conflict,
  type Input,
  invalid,
  notFound,
  refuseFaults,
} from '../../../kernel/index.ts';
import { refuseFileOfOther, storeFile } from '../../../workflow/index.ts';
import { recordChange } from '../../masterData/index.ts';
import { customerById } from './present.ts';
import { lockedCustomer } from './write.ts';

/** Keeps uploaded files without a customer; whoever sent them binds them (`mapAttachment`). */
export async function uploadFiles(ctx: Ctx, { files }: Input<'customers.upload'>) {
  if (files.length === 0) throw invalid([{ field: 'files', code: 'FILE_REQUIRED' }]);
  const stored = [];
  for (const file of files) {
    const fileId = await storeFile(ctx, file);
    await ctx.db
      .insertInto('customerFiles')
      .values({
        fileId,
        kind: 'other',
        createdAt: ctx.clock.now(),
        createdBy: authorId(ctx.actor),
      })
      .execute();
    stored.push({ fileId, fileName: file.fileName, size: file.size });
  }
  return { data: { files: stored } };
}

/** Binds files that this person has uploaded; another one's are unknown. */
export async function bindFiles(ctx: Ctx, { params, body }: Input<'customers.mapAttachment'>) {
  const customer = await lockedCustomer(ctx, params.id);
  const wanted = [...new Set(body.fileIds)];
  const found = await ctx.db
    .selectFrom('customerFiles as a')
    .innerJoin('files as f', 'f.id', 'a.fileId')
    .where('a.fileId', 'in', wanted)
    .where('a.customerId', 'is', null)
    .where('a.createdBy', '=', authorId(ctx.actor))
    .select(['a.id', 'a.fileId', 'f.fileName'])
    .forUpdate('a')
    .execute();
  const known = new Set(found.map(({ fileId }) => fileId));
  refuseFaults(
    body.fileIds.flatMap((id, index) =>
      known.has(id) ? [] : [{ field: `fileIds[${index}]`, code: 'UNKNOWN_ID' }],
    ),
  );
  const { count } = await ctx.db
    .selectFrom('customerFiles')
    .where('customerId', '=', customer.id)
    .where('removedAt', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) + found.length > MAX_CUSTOMER_FILES) {
    throw conflict('TOO_MANY_FILES', { max: MAX_CUSTOMER_FILES });
  }
  await ctx.db
    .updateTable('customerFiles')
    .set({ customerId: customer.id, kind: body.kind, expiresOn: body.expiresOn ?? null })
    .where(
      'id',
      'in',
      found.map(({ id }) => id),
    )
    .execute();
  await tell(ctx, customer, { action: 'attach', names: found.map(({ fileName }) => fileName) });
  return { data: await customerById(ctx, customer.id) };
}

/** Takes one's own file off a customer; the file itself is kept, since history names it. */
export async function detachFile(ctx: Ctx, { params }: Input<'customers.detach'>) {
  const customer = await lockedCustomer(ctx, params.id);
  const file = await boundFile(ctx, params);
  refuseFileOfOther(ctx, file.createdBy);
  await ctx.db
    .updateTable('customerFiles')
    .set({ removedAt: ctx.clock.now(), removedBy: authorId(ctx.actor) })
    .where('id', '=', file.id)
    .execute();
  await tell(ctx, customer, { action: 'detach', names: [file.fileName] });
  return { data: {} };
}

/** The file itself. Who has fetched it is logged: it may be an identity card (PDPA). */
export async function readFile(ctx: Ctx, { params }: Input<'customers.file'>) {
  const customer = await customerById(ctx, params.id);
  const file = await boundFile(ctx, params);
  await ctx.app.transaction({ actor: ctx.actor }, (inside) =>
    recordChange(inside, {
      subject: 'customers',
      id: customer.id,
      companyId: customer.company.id,
      action: 'download',
      after: { code: customer.code, name: customer.name, files: [file.fileName] },
    }),
  );
  return {
    file: await ctx.app.files.get(file.storageKey),
    fileName: file.fileName,
    mime: file.mime,
  };
}

async function boundFile(
  ctx: Ctx,
  { id, attachmentId }: { readonly id: string; readonly attachmentId: string },
) {
  const file = await ctx.db
    .selectFrom('customerFiles as a')
    .innerJoin('files as f', 'f.id', 'a.fileId')
    .where('a.id', '=', attachmentId)
    .where('a.customerId', '=', id)
    .where('a.removedAt', 'is', null)
    .select(['a.id', 'a.createdBy', 'f.fileName', 'f.mime', 'f.storageKey'])
    .executeTakeFirst();
  if (!file) throw notFound();
  return file;
}

const tell = (
  ctx: Ctx,
  customer: { readonly id: string; readonly companyId: string; readonly name: string },
  { action, names }: { readonly action: 'attach' | 'detach'; readonly names: readonly string[] },
) =>
  recordChange(ctx, {
    subject: 'customers',
    id: customer.id,
    companyId: customer.companyId,
    action,
    after: { name: customer.name, files: names },
    touches: ['customers'],
  });

/** Forgets files that nobody has bound within a day; run each hour. */
export async function removeUnboundFiles(app: App): Promise<void> {
  const dayAgo = new Date(app.clock.now().getTime() - 86_400_000);
  const gone = await app.db
    .deleteFrom('customerFiles')
    .where('customerId', 'is', null)
    .where('createdAt', '<', dayAgo)
    .returning('fileId')
    .execute();
  for (const { fileId } of gone) {
    // Its content goes with the next check of the files, unless another row has the same.
    await app.db.deleteFrom('files').where('id', '=', fileId).execute();
  }
}
