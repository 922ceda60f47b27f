import { addDays, startOfBangkokDay } from '@boxyard/shared/domain';
import { asSystem, type Ctx, notify, SYSTEM, today } from '../../../kernel/index.ts';
import { runAction } from '../../../workflow/index.ts';
import { contractEnded } from '../../soldContainers/index.ts';
import { tellOfAllAway } from './away.ts';
import { expired, noticeOf, remindOfInstallations } from './notices.ts';
import { dropProposal } from './proposal.ts';
import { containerOfPrevious, giveUpContainer, holdForContract } from './reserve.ts';
import { contracts, isRenewed } from './type.ts';

/** How long before a reservation ends its salesperson is told (domain-containers 5). */
const WARN_MS = 86_400_000;

/** Windows before the end of a lease in which somebody is reminded of its renewal, in days. */
const ENDS_IN_DAYS = [60, 30, 7] as const;

const { machine } = contracts.type;

/** States of a contract that is held for but not decided yet. */
const LAPSING = machine.actions.lapse?.from ?? [];
const ALLOCATING = machine.actions.allocate?.from ?? [];
const EXPIRING = machine.actions.expire?.from ?? [];

/** Tells the salesperson of a container that is given up within a day. */
async function warnOfLapse(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const due = await ctx.db
    .selectFrom('contracts')
    .where('reservedUntil', '<=', new Date(now.getTime() + WARN_MS))
    .where('reservedUntil', '>', now)
    .where('status', 'in', [...LAPSING])
    .where('expiryWarnedAt', 'is', null)
    .select(['id', 'documentNo', 'saleId', 'version'])
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  for (const row of due) {
    const name = row.documentNo ?? '';
    const notice = noticeOf(row.id, {
      category: 'reminder',
      type: 'warning',
      title: {
        en: `The container held for a contract is given up tomorrow ${name}`.trim(),
        th: `ตู้ที่จองไว้สำหรับสัญญาจะถูกปล่อยในวันพรุ่งนี้ ${name}`.trim(),
      },
      description: {
        en: 'Submit the contract, or extend the reservation.',
        th: 'กรุณาส่งสัญญาขออนุมัติ หรือขยายเวลาการจอง',
      },
      key: `lapses:${row.version}`,
    });
    await notify(ctx, [row.saleId], notice);
    await ctx.db
      .updateTable('contracts')
      .set({ expiryWarnedAt: now })
      .where('id', '=', row.id)
      .execute();
  }
}

/**
 * Each in its own transaction: one that fails is told of, and keeps no other from its turn. Whatever
 * somebody has changed meanwhile waits for the next night. Answers what failed.
 */
async function each(
  ctx: Ctx,
  due: readonly { readonly id: string; readonly version: number }[],
  work: (own: Ctx, one: { readonly id: string; readonly version: number }) => Promise<void>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const { id, version } of due) {
    await ctx.app
      .transaction({ actor: SYSTEM }, async (own) => {
        const row = await contracts.type.load(own, id, { lock: true });
        if (row?.version === version) await work(own, { id, version });
      })
      .catch((error: unknown) => {
        ctx.app.log.error({ err: error, contract: id }, 'a contract could not be ended');
        failures.push(error);
      });
  }
  return failures;
}

/** Gives up containers that were held too long; the contract is a draft again. */
async function lapseReservations(ctx: Ctx): Promise<unknown[]> {
  const due = await ctx.db
    .selectFrom('contracts')
    .where('reservedUntil', '<=', ctx.clock.now())
    .where('status', 'in', [...LAPSING])
    .select(['id', 'version'])
    .orderBy('id')
    .execute();
  return each(ctx, due, async (own, one) => {
    await runAction(own, contracts.type, {
      action: 'lapse',
      ...one,
      effect: async (row) => ({
        set: await giveUpContainer(own, row),
        touches: ['products'],
        notices: [
          {
            to: [row.saleId],
            notice: noticeOf(row.id, {
              category: 'alert',
              type: 'warning',
              title: {
                en: `The reservation of a container has ended ${row.documentNo ?? ''}`.trim(),
                th: `การจองตู้สิ้นสุดแล้ว ${row.documentNo ?? ''}`.trim(),
              },
              description: {
                en: 'The contract is a draft again.',
                th: 'สัญญากลับเป็นฉบับร่าง',
              },
              key: `lapsed:${row.version}`,
            }),
          },
        ],
      }),
    });
  });
}

/** The container of a lease that is over is held for the draft that renews it, before it is offered. */
async function holdForRenewal(ctx: Ctx, previousContractId: string): Promise<void> {
  const draft = await ctx.db
    .selectFrom('contracts')
    .where('previousContractId', '=', previousContractId)
    .where('status', 'in', [...ALLOCATING])
    .select(['id', 'version'])
    .orderBy('id')
    .forUpdate()
    .executeTakeFirst();
  if (!draft) return;
  const renewal = await contracts.type.load(ctx, draft.id, { lock: true });
  const productId = renewal ? await containerOfPrevious(ctx, renewal) : null;
  if (productId === null) return;
  await runAction(asSystem(ctx), contracts.type, {
    action: 'allocate',
    ...draft,
    effect: (row) => holdForContract(ctx, row, { productId }),
  });
}

/** Ends leases whose last day has passed, on that day, however long nobody looked. */
async function expireLeases(ctx: Ctx): Promise<unknown[]> {
  const due = await ctx.db
    .selectFrom('contracts')
    .where('status', 'in', [...EXPIRING])
    .where('type', '=', 'lease')
    .where('endDate', '<', today(ctx.clock))
    .select(['id', 'version'])
    .orderBy('id')
    .execute();
  return each(ctx, due, async (own, one) => {
    await runAction(own, contracts.type, {
      action: 'expire',
      ...one,
      effect: async (row) => {
        // It was in force to the end of its last day.
        const at = startOfBangkokDay(addDays(row.endDate ?? today(own.clock), 1));
        await contractEnded(own, { contractId: row.id, at });
        const dropped = await dropProposal(own, row);
        await giveUpContainer(own, row);
        return {
          set: { endedOn: row.endDate, nextDueDate: null, ...dropped.set },
          touches: ['productContracts', 'products'],
          notices: [expired(row), ...dropped.notices],
        };
      },
    });
    await holdForRenewal(own, one.id);
  });
}

/** Reminds the salesperson once within each window before a lease ends, while nothing follows it. */
async function remindOfEnds(ctx: Ctx): Promise<void> {
  const day = today(ctx.clock);
  for (const [index, days] of ENDS_IN_DAYS.entries()) {
    const after = ENDS_IN_DAYS[index + 1] ?? -1;
    const ends = await ctx.db
      .selectFrom('contracts as ct')
      .where('ct.status', 'in', [...EXPIRING])
      .where('ct.type', '=', 'lease')
      .where('ct.endDate', '<=', addDays(day, days))
      .where('ct.endDate', '>', addDays(day, after))
      .where(isRenewed, 'is', false)
      .select(['ct.id', 'ct.documentNo', 'ct.saleId', 'ct.endDate'])
      .orderBy('ct.id')
      .execute();
    for (const { id, documentNo, saleId, endDate } of ends) {
      const notice = noticeOf(id, {
        category: 'reminder',
        type: 'info',
        title: {
          en: `Contract ${documentNo} ends within ${days} days`,
          th: `สัญญา ${documentNo} จะสิ้นสุดภายใน ${days} วัน`,
        },
        description: { en: 'Offer its renewal.', th: 'เสนอต่ออายุสัญญา' },
        // A lease that was prolonged ends anew.
        key: `ends:${endDate}:${days}`,
      });
      await notify(ctx, [saleId], notice);
    }
  }
}

/** Each night; run twice, or after a long rest, it leaves the same. */
export async function watchContracts(ctx: Ctx): Promise<void> {
  const failures = [...(await lapseReservations(ctx)), ...(await expireLeases(ctx))];
  await ctx.app.transaction({ actor: ctx.actor }, async (own) => {
    await warnOfLapse(own);
    await remindOfInstallations(own);
    await tellOfAllAway(own);
    await remindOfEnds(own);
  });
  if (failures.length > 0) throw new AggregateError(failures, 'contracts could not be ended');
}
