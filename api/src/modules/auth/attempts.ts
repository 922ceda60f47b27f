import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type Ctx, networkOf, type Pg, record } from '../../kernel/index.ts';

const FREE_ATTEMPTS = 5;
const WINDOW_MS = 15 * 60_000;
/** Longer than an entry takes to write, so that the time taken does not tell whether one was. */
const LOG_MS = 50;

/**
 * The same answer in the same time, whether the account exists or not: whatever is done, the answer
 * leaves when the time is over (domain-conventions "Authentication").
 */
export async function inEqualTime<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), sleep(milliseconds)]);
  return result;
}

const keyOf = (...parts: readonly (string | null)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url');

/** One key for account and network: a guesser locks themselves out, not the account's owner. */
export const attemptKey = (ctx: Ctx, account: string): string => keyOf(account, networkOf(ctx.ip));

interface Count {
  readonly failures: number;
  readonly firstAt: Date;
}

/** Counts once more in the window that is open, or opens the next one. */
async function count(pg: Pg, key: string, now: Date): Promise<Count> {
  const { rows } = await pg.query<Count>(
    `insert into sign_in_failures as f (key, failures, first_at) values ($1, 1, $2)
      on conflict (key) do update set
        failures = case when f.first_at < $3 then 1 else f.failures + 1 end,
        first_at = case when f.first_at < $3 then $2 else f.first_at end
      returning failures, first_at as "firstAt"`,
    [key, now, new Date(now.getTime() - WINDOW_MS)],
  );
  return rows[0] ?? { failures: 1, firstAt: now };
}

/**
 * Counts an attempt before the password is looked at, so that parallel guesses count too, and aside
 * of the call's transaction, which a refusal rolls back. 429 once the free ones are used up;
 * `onLock` hears of the first that is.
 */
export async function countAttempt(
  ctx: Ctx,
  key: string,
  onLock: () => Promise<void> = async () => undefined,
): Promise<void> {
  const now = ctx.clock.now();
  const { failures, firstAt } = await ctx.app.aside(ctx, ({ pg }) => count(pg, key, now));
  if (failures <= FREE_ATTEMPTS) return;
  if (failures === FREE_ATTEMPTS + 1) await onLock();
  const left = firstAt.getTime() + WINDOW_MS - now.getTime();
  throw new AppError(429, 'LOCKED', {
    details: { minutes: Math.max(1, Math.ceil(left / 60_000)) },
    retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)),
  });
}

/** Links to a new password that an account is sent in one window, from whichever addresses. */
const RESETS = 3;

/**
 * Whether another link may be mailed to the account: who knows an address fills nobody's mailbox. The
 * answer to the caller is the same either way.
 */
export async function mayMailReset(ctx: Ctx, userId: string): Promise<boolean> {
  const { failures } = await count(ctx.pg, keyOf('reset', userId), ctx.clock.now());
  return failures <= RESETS;
}

/** With the call's own transaction: what it did wrong before counts no longer once it is done. */
export const forgetAttempts = (ctx: Ctx, key: string) =>
  ctx.pg.query('delete from sign_in_failures where key = $1', [key]);

interface Failure {
  readonly action: 'signInFailed' | 'signInLocked';
  readonly email: string;
  readonly user: { readonly id: string } | undefined;
  readonly cause?: 'password' | 'waiting' | 'suspended' | 'noAccess';
}

/**
 * A failed sign-in in the activity log, aside of the call's transaction, which the refusal rolls
 * back. The log is append-only and never thinned out, so a flood must not get in: one entry for each
 * account and window of the lock, from whichever addresses the guesses come. Guesses at accounts
 * that do not exist share one for each address, since names can be made up without end; of these the
 * domain is kept, for a guess is somebody's address or even a password in the wrong field.
 */
export const logFailure = (ctx: Ctx, { action, email, user, cause }: Failure): Promise<void> =>
  inEqualTime(LOG_MS, () =>
    ctx.app.aside(ctx, async (inner) => {
      const key = keyOf('log', action, user ? user.id : networkOf(ctx.ip));
      const { failures } = await count(inner.pg, key, ctx.clock.now());
      if (failures > 1) return;
      await record(inner, {
        subject: 'users',
        subjectId: user?.id ?? null,
        label: user ? email : `…${email.slice(email.lastIndexOf('@'))}`,
        action,
        after: user ? cause && { cause } : { cause: 'unknownAccount' },
        timeline: false,
      });
    }),
  );
