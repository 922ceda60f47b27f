import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { queueMail } from '../../jobs/mail.ts';
import { AppError, invalid, notFound } from '../../kernel/errors.ts';
import { record } from '../../kernel/record.ts';
import { newId } from '../../kernel/sql.ts';
import type { Ctx, Family, HandlersOf } from '../../kernel/types.ts';
import { knownAddressMail, resetMail } from './mails.ts';
import { hashPassword, passwordFits } from './passwords.ts';
import { profileOf } from './profile.ts';
import { createPasswordToken, passwordLink, tokenHash } from './tokens.ts';

const SESSION_SECONDS = 12 * 3600;
const FREE_ATTEMPTS = 5;
const WINDOW_MS = 15 * 60_000;
const nothing = { data: {} } as const;

/** One key for account and address: a guesser locks themselves out, not the account's owner. */
const failureKey = (ctx: Ctx, email: string): string =>
  createHash('sha256')
    .update(`${email}\n${ctx.ip ?? ''}`)
    .digest('base64url');

/**
 * Counts an attempt before the password is looked at, so that parallel guesses count too. It is
 * written outside the call's transaction, which a refusal rolls back.
 */
async function countAttempt(ctx: Ctx, key: string): Promise<void> {
  const now = ctx.clock.now();
  const { rows } = await ctx.app.pg.query<{ failures: number; first_at: Date }>(
    `insert into sign_in_failures as f (key, failures, first_at) values ($1, 1, $2)
      on conflict (key) do update set
        failures = case when f.first_at < $3 then 1 else f.failures + 1 end,
        first_at = case when f.first_at < $3 then $2 else f.first_at end
      returning failures, first_at`,
    [key, now, new Date(now.getTime() - WINDOW_MS)],
  );
  const [row] = rows;
  if (!row || row.failures <= FREE_ATTEMPTS) return;
  const left = row.first_at.getTime() + WINDOW_MS - now.getTime();
  throw new AppError(429, 'LOCKED', {
    details: { minutes: Math.max(1, Math.ceil(left / 60_000)) },
    retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)),
  });
}

const forgetAttempts = (ctx: Ctx, key: string) =>
  ctx.app.pg.query('delete from sign_in_failures where key = $1', [key]);

const refusedSignIn = (code = 'INVALID_CREDENTIALS') => new AppError(422, code);

/**
 * The same answer in the same time, whether the account exists or not: whatever is done, the answer
 * leaves when the time is over (handbook "Authentication").
 */
async function inEqualTime<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), sleep(milliseconds)]);
  return result;
}
const EQUAL_MS = 400;

async function openSession(ctx: Ctx, userId: string) {
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
  const sessionId = newId();
  await ctx.db
    .insertInto('sessions')
    .values({
      id: sessionId,
      userId,
      createdAt: now,
      lastSeenAt: now,
      expiresAt,
      ip: ctx.ip,
      userAgent: ctx.userAgent,
    })
    .execute();
  await ctx.db.updateTable('users').set({ lastLoginAt: now }).where('id', '=', userId).execute();
  return {
    accessToken: ctx.app.tokenOf({ sessionId, issuedAt: now, expiresAt }),
    expiresIn: SESSION_SECONDS,
  };
}

const personOf = (ctx: Ctx, email: string) =>
  ctx.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

/** Sets a password and ends sessions: all of them, or all but one. */
async function setPassword(
  ctx: Ctx,
  user: { readonly id: string; readonly version: number },
  { password, keepSession }: { password: string; keepSession?: string | null },
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('users')
    .set({
      passwordHash: await hashPassword(password, ctx.app.passwordCost),
      mustChangePassword: false,
      version: user.version + 1,
      updatedAt: now,
    })
    .where('id', '=', user.id)
    .execute();
  const sessions = ctx.db.deleteFrom('sessions').where('userId', '=', user.id);
  await (keepSession ? sessions.where('id', '!=', keepSession) : sessions).execute();
  await ctx.db.deleteFrom('passwordTokens').where('userId', '=', user.id).execute();
  await record(ctx, {
    subject: 'users',
    subjectId: user.id,
    by: user.id,
    action: 'changePassword',
    timeline: false,
  });
}

async function me(ctx: Ctx) {
  const user = await ctx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', ctx.actor.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw notFound();
  return user;
}

/** Sign-in, sign-up, passwords, sessions and one's own profile (specification 2, 4, 7). */
export const authHandlers: HandlersOf<Family<'auth'>> = {
  'auth.csrf': async () => nothing,

  'auth.signIn': async (ctx, { body }) => {
    const key = failureKey(ctx, body.email);
    await countAttempt(ctx, key);
    const user = await personOf(ctx, body.email);
    const fits = await passwordFits(
      body.password,
      user?.passwordHash ?? null,
      ctx.app.passwordCost,
    );
    if (!user || !fits) throw refusedSignIn();
    // Whoever knows the password may know how the account stands.
    if (user.status === 'pendingApproval') throw refusedSignIn('ACCOUNT_WAITING');
    if (user.status === 'suspended') throw refusedSignIn('ACCOUNT_SUSPENDED');
    if (user.status !== 'active') throw refusedSignIn();
    await forgetAttempts(ctx, key);
    const session = await openSession(ctx, user.id);
    await record(ctx, {
      subject: 'users',
      subjectId: user.id,
      by: user.id,
      action: 'signIn',
      timeline: false,
    });
    return { data: session };
  },

  'auth.signUp': (ctx, { body }) =>
    inEqualTime(EQUAL_MS, async () => {
      const passwordHash = await hashPassword(body.password, ctx.app.passwordCost);
      const locale = body.locale ?? ctx.locale;
      const now = ctx.clock.now();
      const inserted = await ctx.db
        .insertInto('users')
        .values({
          username: body.email,
          email: body.email,
          firstName: body.firstName,
          lastName: body.lastName,
          phone: body.phone ?? null,
          roleId: null,
          teamId: null,
          teamPosition: null,
          status: 'pendingApproval',
          passwordHash,
          locale,
          statusReason: null,
          lastLoginAt: null,
          createdAt: now,
          createdBy: null,
          updatedAt: now,
          updatedBy: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (inserted) {
        await record(ctx, {
          subject: 'users',
          subjectId: inserted.id,
          // Nobody's yet: a refused sign-up is forgotten, which an author of entries could not be.
          action: 'signUp',
          after: { email: body.email, firstName: body.firstName, lastName: body.lastName },
        });
      } else {
        const known = await personOf(ctx, body.email);
        if (known) {
          const link = `${ctx.app.config.publicUrl}/forgot-password`;
          const name = `${known.firstName} ${known.lastName}`;
          await queueMail(
            ctx,
            knownAddressMail({ email: known.email, name, locale: known.locale }, link),
          );
        }
      }
      return nothing;
    }),

  'auth.forgotPassword': (ctx, { body }) =>
    inEqualTime(EQUAL_MS, async () => {
      const user = await personOf(ctx, body.email);
      if (user && (user.status === 'active' || user.status === 'invited')) {
        const token = await createPasswordToken(ctx, { userId: user.id, kind: 'reset' });
        const name = `${user.firstName} ${user.lastName}`;
        const mail = resetMail(
          { email: user.email, name, locale: user.locale },
          passwordLink(ctx, token),
        );
        await queueMail(ctx, mail);
      }
      return nothing;
    }),

  'auth.resetPassword': async (ctx, { body }) => {
    const now = ctx.clock.now();
    // Deleting it is using it: of two at once, one finds nothing.
    const used = await ctx.db
      .deleteFrom('passwordTokens')
      .where('tokenHash', '=', tokenHash(body.token))
      .returning(['userId', 'expiresAt'])
      .executeTakeFirst();
    const fault = () => invalid([{ field: 'token', code: 'TOKEN_INVALID' }]);
    if (!used || used.expiresAt <= now) throw fault();
    const user = await ctx.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', used.userId)
      .where('status', 'in', ['active', 'invited'])
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw fault();
    await setPassword(ctx, user, { password: body.password });
    if (user.status === 'invited') {
      await ctx.db
        .updateTable('users')
        .set({ status: 'active' })
        .where('id', '=', user.id)
        .execute();
    }
    // The way out of a lock: whoever reads the account's mail may try again.
    await forgetAttempts(ctx, failureKey(ctx, user.email));
    return nothing;
  },

  'auth.signOut': async (ctx) => {
    await ctx.db.deleteFrom('sessions').where('id', '=', ctx.actor.sessionId).execute();
    return nothing;
  },

  'auth.profile': async (ctx) => ({ data: await profileOf(ctx) }),

  'auth.updateProfile': async (ctx, { body }) => {
    const user = await me(ctx);
    const changes = Object.fromEntries(
      Object.entries(body).filter(([, value]) => value !== undefined),
    );
    await ctx.db
      .updateTable('users')
      .set({
        ...changes,
        version: user.version + 1,
        updatedAt: ctx.clock.now(),
        updatedBy: user.id,
      })
      .where('id', '=', user.id)
      .execute();
    await record(ctx, {
      subject: 'users',
      subjectId: user.id,
      action: 'updateProfile',
      before: Object.fromEntries(
        Object.keys(changes).map((name) => [name, user[name as keyof typeof user]]),
      ),
      after: changes,
      timeline: false,
    });
    return { data: await profileOf(ctx) };
  },

  'auth.changePassword': async (ctx, { body }) => {
    const user = await me(ctx);
    const key = failureKey(ctx, `password:${user.id}`);
    await countAttempt(ctx, key);
    if (!(await passwordFits(body.current, user.passwordHash, ctx.app.passwordCost))) {
      throw invalid([{ field: 'current', code: 'WRONG_PASSWORD' }]);
    }
    await forgetAttempts(ctx, key);
    if (body.current === body.password)
      throw invalid([{ field: 'password', code: 'PASSWORD_SAME' }]);
    await setPassword(ctx, user, { password: body.password, keepSession: ctx.actor.sessionId });
    return nothing;
  },

  'auth.sessions': async (ctx) => {
    const rows = await ctx.db
      .selectFrom('sessions')
      .where('userId', '=', ctx.actor.userId)
      .where('expiresAt', '>', ctx.clock.now())
      .orderBy('lastSeenAt', 'desc')
      .select(['id', 'userAgent', 'ip', 'createdAt', 'lastSeenAt'])
      .execute();
    const sessions = rows.map((row) => ({ ...row, current: row.id === ctx.actor.sessionId }));
    return { data: { sessions } };
  },

  'auth.endSession': async (ctx, { params }) => {
    const ended = await ctx.db
      .deleteFrom('sessions')
      .where('id', '=', params.id)
      .where('userId', '=', ctx.actor.userId)
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw notFound();
    return nothing;
  },
};
