import { type App, record, SYSTEM } from '../../../kernel/index.ts';
import { anchorText, claimedAnchor, writeAnchor } from './chain.ts';
import { followChain } from './check.ts';
import { LOCK } from './seal.ts';

/**
 * Signs the newest seal with the secret that the server has now. Only of a chain that is whole and
 * that holds what the anchor before it claimed: a change of the secret must not hide an end that was
 * cut off. The log itself says that it was done.
 */
export async function anchorAnew(app: App): Promise<string> {
  return app.transaction({ actor: SYSTEM }, async (ctx) => {
    await ctx.pg.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const claimed = await claimedAnchor(ctx.pg);
    const { last, broken, met } = await followChain(ctx, claimed);
    if (broken !== null) {
      throw new Error(
        `Entry no. ${broken.seq} does not fit the chain (${broken.kind}); nothing was signed.`,
      );
    }
    if (claimed !== null && !met) {
      throw new Error(
        `The chain ends at no. ${last.seq} and does not hold the anchor of no. ${claimed.seq}; nothing was signed.`,
      );
    }
    if (last.logId === null) throw new Error('The activity log has no sealed entry yet.');
    await writeAnchor(app, ctx.pg, { seq: last.seq, hash: last.hash, at: app.clock.now() });
    await record(ctx, {
      subject: 'activityLogs',
      subjectId: last.logId,
      label: `${last.seq}`,
      action: 'sign-anchor',
      before: claimed === null ? null : { anchor: anchorText(claimed) },
      after: { anchor: anchorText(last) },
      timeline: false,
    });
    return anchorText(last);
  });
}
