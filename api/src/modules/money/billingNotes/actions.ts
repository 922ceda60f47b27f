import { decimal } from '@boxyard/shared/domain';
import { billingNoteMachine } from '@boxyard/shared/domain/money/billingNoteMachine.ts';
import { type Ctx, type FieldFault, json, refuseFaults, today } from '../../../kernel/index.ts';
import { headerFor, runAction } from '../../../workflow/index.ts';
import { holdingAccount, lockAccount } from '../account.ts';
import { snapshotOf } from '../customers.ts';
import { billingNotes, linesOf } from './type.ts';

/** Presents what is owed today: what was paid since it was written is left to the reader of its lines. */
export const issueBillingNote = holdingAccount(
  'billingNotes',
  billingNotes.action('issue', async (ctx, row) => {
    const day = today(ctx.clock);
    const lines = await linesOf(ctx, row.id);
    refuseFaults(
      lines.flatMap(({ balance }, index): FieldFault[] =>
        decimal.isZero(balance) ? [{ field: `lines[${index}].invoiceId`, code: 'NOT_OWED' }] : [],
      ),
    );
    for (const { id, balance } of lines) {
      await ctx.db
        .updateTable('billingNoteLines')
        .set({ amount: balance })
        .where('id', '=', id)
        .execute();
    }
    const [to, header] = await Promise.all([
      snapshotOf(ctx, row.customerId),
      headerFor(ctx, { companyId: row.companyId, type: 'contract' }),
    ]);
    return {
      set: {
        documentDate: day,
        grandTotal: decimal.round(decimal.add('0', ...lines.map(({ balance }) => balance))),
        customerSnapshot: json(to),
        header: json(header),
      },
      numberBy: day,
    };
  }),
);

/** The customer has accepted it, and says when it is paid. */
export const acknowledgeBillingNote = billingNotes.action('acknowledge', async (ctx, row, body) => {
  const day = today(ctx.clock);
  const { acknowledgedOn, collectOn } = body;
  const faults: FieldFault[] = [];
  if (acknowledgedOn > day) faults.push({ field: 'acknowledgedOn', code: 'FUTURE_DATE' });
  if (acknowledgedOn < row.documentDate) {
    faults.push({ field: 'acknowledgedOn', code: 'BEFORE_DOCUMENT' });
  }
  if (collectOn < acknowledgedOn) faults.push({ field: 'collectOn', code: 'DATE_ORDER' });
  refuseFaults(faults);
  return {
    set: { acknowledgedOn, collectOn, acknowledgedBy: body.acknowledgedBy || null },
    diff: { acknowledgedOn, collectOn },
  };
});

export const collectBillingNote = holdingAccount('billingNotes', billingNotes.action('collect'));
export const cancelBillingNote = billingNotes.action('cancel');

/** Each night: a note of which nothing is owed any more is closed. */
export async function collectPaidNotes(ctx: Ctx): Promise<void> {
  const open = await ctx.db
    .selectFrom('billingNotes as bn')
    .where('bn.status', 'in', [...billingNoteMachine.actions.collect.from])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('billingNoteLines as l')
            .innerJoin('invoices as iv', 'iv.id', 'l.invoiceId')
            .whereRef('l.billingNoteId', '=', 'bn.id')
            .where('iv.balance', '>', '0')
            .select('l.id'),
        ),
      ),
    )
    .orderBy('bn.customerId')
    .orderBy('bn.id')
    .select(['bn.id', 'bn.customerId'])
    .execute();
  for (const { id, customerId } of open) {
    await lockAccount(ctx, customerId);
    const row = await billingNotes.type.load(ctx, id, { lock: true });
    const isOver = !(billingNoteMachine.actions.collect.from as readonly string[]).includes(
      row?.status ?? '',
    );
    if (!row || isOver || !row.isSettled) continue;
    await runAction(ctx, billingNotes.type, { action: 'collect', id, version: row.version });
  }
}
