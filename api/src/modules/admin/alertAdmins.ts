import { sql } from 'kysely';
import { notify } from '../../kernel/notify.ts';
import type { Localised } from '../../kernel/record.ts';
import type { Ctx } from '../../kernel/types.ts';
import { isAdmin } from './users/userRows.ts';

interface Alert {
  readonly title: Localised;
  readonly description: Localised;
  readonly action: string;
  readonly actionTitle: Localised;
  /** The same alert is told once. */
  readonly dedupeKey: string;
}

/** Tells those who manage everything that something is wrong with what the product keeps. */
export async function alertAdmins(ctx: Ctx, alert: Alert): Promise<void> {
  const admins = await ctx.db
    .selectFrom('users as u')
    .select('u.id')
    .where(isAdmin('u'))
    .where(sql<boolean>`u.status = 'active'`)
    .execute();
  const ids = admins.map(({ id }) => id);
  await notify(ctx, ids, { category: 'alert', type: 'error', ...alert });
}
