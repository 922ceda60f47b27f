import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type App, audienceOf, type Ctx, notify, pushLine, SYSTEM } from '../../kernel/index.ts';
import { placeOf } from './notices.ts';

type Sign = App['sign'];

const keyOf = (sign: Sign): Buffer => Buffer.from(sign('line-token', 'key'), 'hex');
const IV = 12;
const TAG = 16;

/** A channel's token as the database keeps it: whoever reads the table alone cannot use it. */
export function sealToken(sign: Sign, token: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', keyOf(sign), iv);
  const text = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

function openToken(sign: Sign, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(sign), sealed.subarray(0, IV));
  decipher.setAuthTag(sealed.subarray(IV, IV + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]).toString();
}

interface Owner {
  readonly id: string;
  readonly isLineEnabled: boolean;
}

/** Queues a message to whoever owns the container, in the transaction of what it tells. */
export async function queueLine(
  ctx: Ctx,
  { id, isLineEnabled }: Owner,
  { event, text }: { readonly event: string; readonly text: string },
): Promise<void> {
  if (!isLineEnabled) return;
  const key = `${id}:${event}`;
  const { customerId } = await ctx.db
    .selectFrom('productContracts')
    .where('id', '=', id)
    .select('customerId')
    .executeTakeFirstOrThrow();
  const queued = await ctx.db
    .insertInto('lineMessages')
    .values({
      productContractId: id,
      customerId,
      event: key,
      bodyText: text,
      createdAt: ctx.clock.now(),
      doneAt: null,
    })
    .onConflict((on) => on.column('event').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (queued) await ctx.app.addJob('sendLine', { id, event: key, text }, { ctx });
}

/** Notes what became of a message, where the customer's page reads it. */
const noted = (app: App, event: string, status: 'sent' | 'refused' | 'dropped') =>
  app.db
    .updateTable('lineMessages')
    .set({ status, doneAt: app.clock.now() })
    .where('event', '=', event)
    .execute();

/** Job: sends one message. One that LINE refuses is told to those who can correct it. */
export async function sendLine(
  app: App,
  { id, event, text }: { readonly id: string; readonly event: string; readonly text: string },
): Promise<void> {
  const row = await app.db
    .selectFrom('productContracts')
    .where('id', '=', id)
    .where('isLineEnabled', '=', true)
    .select(['id', 'lineTarget', 'lineToken', 'serialNumber', 'companyId', 'saleId'])
    .executeTakeFirst();
  if (!row?.lineTarget || !row.lineToken) {
    // It was switched off meanwhile.
    await noted(app, event, 'dropped');
    return;
  }
  const token = openToken(app.sign, row.lineToken);
  const url = app.config.lineApiUrl;
  const isTaken = await pushLine({ url, token, to: row.lineTarget, text, event });
  await noted(app, event, isTaken ? 'sent' : 'refused');
  if (isTaken) return;
  await app.transaction({ actor: SYSTEM }, async (ctx) => {
    const people = await audienceOf(ctx, {
      ability: 'products:setting',
      companyId: row.companyId,
      ownerIds: [row.saleId],
    });
    await notify(ctx, [...people, row.saleId], {
      category: 'alert',
      type: 'error',
      title: {
        en: `LINE refuses messages of ${row.serialNumber}`,
        th: `ส่ง LINE ของตู้ ${row.serialNumber} ไม่สำเร็จ`,
      },
      description: {
        en: 'Check the channel’s token and the receiver.',
        th: 'ตรวจสอบโทเคนของช่องทางและผู้รับ',
      },
      ...placeOf(row.id),
      dedupeKey: `productContracts:${id}:line:${event}`,
    });
  });
}
