import { parseArgs } from 'node:util';
import { type Ctx, created, record, SYSTEM } from '../kernel/index.ts';
import { createPasswordToken, passwordLink } from '../modules/auth/index.ts';
import { withServer } from './withServer.ts';

const USAGE = 'Usage: npm run admin:create -- <e-mail> [--first-name NAME] [--last-name NAME]';

/** Makes a system administrator and answers the link that sets their password. */
async function createAdmin(
  ctx: Ctx,
  { email, firstName, lastName }: { email: string; firstName: string; lastName: string },
): Promise<string> {
  const role = await ctx.db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'system-admin')
    .executeTakeFirstOrThrow();
  const user = await ctx.db
    .insertInto('users')
    .values({
      ...created(ctx),
      username: email,
      email,
      firstName,
      lastName,
      phone: null,
      roleId: role.id,
      teamId: null,
      teamPosition: null,
      status: 'invited',
      passwordHash: null,
      statusReason: null,
      lastLoginAt: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!user)
    throw new Error(`${email} has an account already; use “forgot password” on the sign-in page.`);
  await record(ctx, {
    subject: 'users',
    subjectId: user.id,
    action: 'create',
    after: { email, firstName, lastName },
  });
  return passwordLink(ctx, await createPasswordToken(ctx, { userId: user.id, kind: 'invitation' }));
}

await withServer(async (app) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      'first-name': { type: 'string', default: 'System' },
      'last-name': { type: 'string', default: 'Administrator' },
    },
  });
  const [email] = positionals;
  if (email === undefined || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Error(USAGE);
  const link = await app.transaction({ actor: SYSTEM }, (ctx) =>
    createAdmin(ctx, {
      email: email.toLowerCase(),
      firstName: values['first-name'],
      lastName: values['last-name'],
    }),
  );
  process.stdout.write(`${email} may set a password here within 7 days:\n${link}\n`);
});
