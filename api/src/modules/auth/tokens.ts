import { createHash, randomBytes } from 'node:crypto';
import type { Ctx } from '../../kernel/index.ts';

const MINUTE_MS = 60_000;
const LIFE_MS = { reset: 30 * MINUTE_MS, invitation: 7 * 24 * 60 * MINUTE_MS } as const;

/** What is stored of a token: whoever reads the table cannot use it. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Makes a single-use token for somebody; earlier ones of the same kind stop working. */
export async function createPasswordToken(
  ctx: Ctx,
  { userId, kind }: { userId: string; kind: 'reset' | 'invitation' },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = ctx.clock.now();
  await ctx.db
    .deleteFrom('passwordTokens')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .execute();
  await ctx.db
    .insertInto('passwordTokens')
    .values({
      userId,
      kind,
      tokenHash: tokenHash(token),
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFE_MS[kind]),
      usedAt: null,
    })
    .execute();
  return token;
}

/** Page that takes the token: `/forgot-password?token=…` (domain-conventions "Authentication"). */
export const passwordLink = (ctx: Ctx, token: string): string =>
  `${ctx.app.config.publicUrl}/forgot-password?token=${token}`;
