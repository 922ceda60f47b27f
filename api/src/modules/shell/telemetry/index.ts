import { withoutPersonalData } from '@boxyard/shared/domain';
import type { Ctx, Family, HandlersOf } from '../../../kernel/index.ts';
import { violationsOf } from './csp.ts';
import { remotesReport } from './report.ts';

const nothing = { data: {} } as const;

/** Rows about remotes that the registry knows; anybody who is signed in may send any name. */
function ofRemotes<R extends { readonly remote: string }>(
  ctx: Ctx,
  rows: readonly R[] | undefined,
): R[] {
  const known = new Set(ctx.app.liveRemotes().map(({ name }) => name));
  return (rows ?? []).filter(({ remote }) => known.has(remote));
}

/** How remotes were loaded, and what failed in them (architecture 4). */
export const telemetryHandlers: HandlersOf<Family<'telemetry'> | Family<'csp'>> = {
  'telemetry.report': async (ctx, { body }) => {
    const at = ctx.clock.now();
    const loads = ofRemotes(ctx, body.loads).map((load) => ({
      ...load,
      at,
      manifestMs: load.manifestMs ?? null,
      entryMs: load.entryMs ?? null,
      pageMs: load.pageMs ?? null,
    }));
    if (loads.length > 0) await ctx.db.insertInto('remoteLoads').values(loads).execute();
    const errors = ofRemotes(ctx, body.errors).map((error) => ({
      ...error,
      at,
      message: withoutPersonalData(error.message),
    }));
    if (errors.length > 0) await ctx.db.insertInto('remoteErrors').values(errors).execute();
    // The same remote twice would be two changes of one row in one statement.
    const running = new Map(ofRemotes(ctx, body.running).map((row) => [row.remote, row]));
    if (running.size > 0) {
      await ctx.db
        .insertInto('remoteTabs')
        .values([...running.values()].map((row) => ({ ...row, tab: body.tab, seenAt: at })))
        .onConflict((conflict) =>
          conflict.columns(['tab', 'remote']).doUpdateSet((eb) => ({
            release: eb.ref('excluded.release'),
            seenAt: eb.ref('excluded.seenAt'),
          })),
        )
        .execute();
    }
    return nothing;
  },

  'telemetry.remotes': async (ctx) => ({ data: await ctx.snapshot(remotesReport) }),

  'csp.report': async (ctx, { body }) => {
    const now = ctx.clock.now();
    const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
    for (const { remote, ...violation } of violationsOf(body, ctx.app.liveRemotes())) {
      await ctx.db
        .insertInto('cspViolations')
        .values({ ...violation, remote: remote ?? '', hour, count: 1, lastAt: now })
        .onConflict((conflict) =>
          conflict
            .columns(['hour', 'remote', 'directive', 'blocked', 'source'])
            .doUpdateSet((eb) => ({ count: eb('cspViolations.count', '+', 1), lastAt: now })),
        )
        .execute();
    }
    return nothing;
  },
};
