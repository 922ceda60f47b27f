import { ACCOUNT } from '@boxyard/shared/domain';
import { mayChoosePassword, PASSWORD_STATUSES } from '@boxyard/shared/domain/people/userMachine.ts';
import {
  AppError,
  type Ctx,
  type Family,
  type HandlersOf,
  hashPassword,
  invalid,
  newId,
  notFound,
  passwordFits,
  queueMail,
  record,
} from '../../kernel/index.ts';
import { noticeDevice, notifyPasswordChange } from './accountNotices.ts';
import {
  attemptKey,
  countAttempt,
  forgetAttempts,
  inEqualTime,
  logFailure,
  mayMailReset,
} from './attempts.ts';
import { knownAddressMail, resetMail } from './mails.ts';
import { profileOf } from './profile.ts';
import { createPasswordToken, passwordLink, tokenHash } from './tokens.ts';

const SESSION_SECONDS = 12 * 3600;
const nothing = { data: {} } as const;

const WRONG = { code: 'INVALID_CREDENTIALS', cause: 'password' } as const;

/** Why nobody is signed in. Whoever knows the password may know how the account stands. */
function refusalOf(user: { readonly status: string } | undefined, fits: boolean) {
  if (!user || !fits) return WRONG;
  if (user.status === ACCOUNT.active) return null;
  return REFUSED[user.status] ?? { ...WRONG, cause: 'noAccess' as const };
}

const REFUSED: Readonly<Record<string, { code: string; cause: 'waiting' | 'suspended' }>> = {
  [ACCOUNT.pendingApproval]: { code: 'ACCOUNT_WAITING', cause: 'waiting' },
  [ACCOUNT.suspended]: { code: 'ACCOUNT_SUSPENDED', cause: 'suspended' },
};

/** What sign-up and a forgotten password take at least. */
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
  user: { readonly id: string; readonly version: number; readonly passwordHash: string | null },
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
  await notifyPasswordChange(ctx, user);
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
    const { email } = body;
    const key = attemptKey(ctx, email);
    await countAttempt(ctx, key, async () =>
      logFailure(ctx, { action: 'signInLocked', email, user: await personOf(ctx, email) }),
    );
    const user = await personOf(ctx, email);
    const fits = await passwordFits(
      body.password,
      user?.passwordHash ?? null,
      ctx.app.passwordCost,
    );
    const refusal = refusalOf(user, fits);
    if (user === undefined || refusal !== null) {
      const { code, cause } = refusal ?? WRONG;
      await logFailure(ctx, { action: 'signInFailed', email, user, cause });
      throw new AppError(422, code);
    }
    await forgetAttempts(ctx, key);
    const session = await openSession(ctx, user.id);
    await noticeDevice(ctx, user.id);
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
      if (user && mayChoosePassword(user.status) && (await mayMailReset(ctx, user.id))) {
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
      .where('status', 'in', [...PASSWORD_STATUSES])
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
    await forgetAttempts(ctx, attemptKey(ctx, user.email));
    return nothing;
  },

  'auth.signOut': async (ctx) => {
    await ctx.db.deleteFrom('sessions').where('id', '=', ctx.actor.sessionId).execute();
    await record(ctx, {
      subject: 'users',
      subjectId: ctx.actor.userId,
      action: 'signOut',
      timeline: false,
    });
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
    const key = attemptKey(ctx, `password:${user.id}`);
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
      .returning(['ip', 'userAgent'])
      .executeTakeFirst();
    if (!ended) throw notFound();
    await record(ctx, {
      subject: 'users',
      subjectId: ctx.actor.userId,
      action: 'endSession',
      before: ended,
      timeline: false,
    });
    return nothing;
  },
};
