import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type Transporter } from 'nodemailer';
import { SYSTEM } from './actor.ts';
import type { App } from './app.ts';
import type { Ctx } from './types.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** It holds a link that signs its reader in: the text is for nobody else. */
  readonly hasSecret: boolean;
  readonly cc?: readonly string[];
  readonly attachment?: {
    readonly fileName: string;
    readonly file: Buffer;
    /** It is kept only until it is sent. */
    readonly isForgotten?: true;
  };
}

/**
 * Puts a mail into the outbox in the caller's transaction. With SMTP a job sends it after the
 * commit; without, it stays where an administrator can read it (architecture 5, E-mail). A mail with
 * a key is sent once. Answers its id; null where that key was queued before.
 */
export async function queueMail(ctx: Ctx, mail: Mail, dedupeKey?: string): Promise<string | null> {
  const { smtpUrl, demo } = ctx.app.config;
  const row = await ctx.db
    .insertInto('mails')
    .values({
      toAddress: mail.to,
      subject: mail.subject,
      bodyText: mail.text,
      hasSecret: mail.hasSecret,
      status: 'queued',
      createdAt: ctx.clock.now(),
      error: null,
      sentAt: null,
      ...(mail.cc === undefined ? {} : { cc: mail.cc }),
      ...(mail.attachment === undefined
        ? {}
        : {
            attachmentName: mail.attachment.fileName,
            attachment: mail.attachment.file,
            forgetsAttachment: mail.attachment.isForgotten === true,
          }),
      ...(dedupeKey === undefined ? {} : { dedupeKey }),
    })
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return null;
  if (smtpUrl !== null) {
    await ctx.app.addJob('sendMail', { id: row.id }, { ctx });
    return row.id;
  }
  ctx.afterCommit(async () => {
    const { log, config } = ctx.app;
    // A log is copied to many places, and the text may hold a link that signs its reader in.
    log.warn({ id: row.id, subject: mail.subject }, 'mail not sent: SMTP_URL is not set');
    if (!demo) return;
    await keepMail(config.dataDir, mail).catch((error: unknown) => {
      log.warn({ id: row.id, error: (error as Error).message }, 'mail not kept');
    });
  });
  return row.id;
}

/** File in DATA_DIR in which a demonstration without SMTP keeps what it would have sent. */
const KEPT_MAILS = 'mails.txt';

/** Writes a mail down for the developer who runs the server, and for no other user of the machine. */
async function keepMail(dataDir: string, { to, subject, text }: Mail): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const said = `To: ${to}\nSubject: ${subject}\n\n${text}\n\n---\n`;
  await appendFile(join(dataDir, KEPT_MAILS), said, { mode: 0o600 });
}

/** How often Graphile Worker tries a job, over some days, before it gives it up. */
const MOST_ATTEMPTS = 25;

type GivenUp = (ctx: Ctx, mail: { readonly id: string }) => Promise<void>;
const givenUpHooks: GivenUp[] = [];

/** Is called when a mail is given up: its receiver does not exist, or it was tried for the last time. */
export function onMailGivenUp(hook: GivenUp): void {
  givenUpHooks.push(hook);
}

/** What a mail server says of an address that does not exist (RFC 3463, 5.1.x). */
const NO_SUCH_ADDRESS = /\b5\.1\.\d/;

/**
 * The server knows no such mailbox: it will say so the next time, too. What it has against the sender or
 * by its policy may be mended while the mail waits.
 */
const isUnknownMailbox = (error: unknown): boolean => {
  const { command, response = '' } = error as { command?: string; response?: string };
  return command === 'RCPT TO' && NO_SUCH_ADDRESS.test(response);
};

const transports = new Map<string, Transporter>();

function transportOf(url: string): Transporter {
  const known = transports.get(url);
  if (known) return known;
  const transport = createTransport(url);
  transports.set(url, transport);
  return transport;
}

/**
 * Job: sends one mail of the outbox. Throws on failure, so that the queue tries again later; not where
 * there is no such mailbox.
 */
export async function sendMail(app: App, { id }: { id: string }): Promise<void> {
  const { smtpUrl, mailFrom } = app.config;
  const mail = await app.db
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .where('status', '!=', 'sent')
    .executeTakeFirst();
  if (!mail || smtpUrl === null) return;
  const now = app.clock.now();
  try {
    await transportOf(smtpUrl).sendMail({
      from: mailFrom,
      to: mail.toAddress,
      subject: mail.subject,
      text: mail.bodyText,
      ...(mail.cc.length > 0 ? { cc: [...mail.cc] } : {}),
      ...(mail.attachment === null || mail.attachmentName === null
        ? {}
        : { attachments: [{ filename: mail.attachmentName, content: mail.attachment }] }),
    });
  } catch (error) {
    const attempts = mail.attempts + 1;
    const isPointless = isUnknownMailbox(error);
    await app.transaction({ actor: SYSTEM }, async (ctx) => {
      await ctx.db
        .updateTable('mails')
        .set({ status: 'failed', attempts, error: (error as Error).message })
        .where('id', '=', id)
        .execute();
      if (!isPointless && attempts < MOST_ATTEMPTS) return;
      for (const hook of givenUpHooks) await hook(ctx, { id });
    });
    if (isPointless) return;
    throw error;
  }
  await app.db
    .updateTable('mails')
    .set({
      status: 'sent',
      attempts: mail.attempts + 1,
      error: null,
      sentAt: now,
      // A link that was delivered is kept nowhere but in its mailbox.
      ...(mail.hasSecret ? { bodyText: '' } : {}),
      ...(mail.forgetsAttachment ? { attachment: null, attachmentName: null } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** Closes kept connections at shutdown. */
export function closeTransports(): void {
  for (const transport of transports.values()) transport.close();
  transports.clear();
}
