import { bangkokDate, startOfBangkokDay } from '@boxyard/shared/domain';
import { isInstalled, isLost } from '@boxyard/shared/domain/containers/statuses.ts';
import {
  type CONTRACT_STATUS_ACTIONS,
  saleStatusInForce,
} from '@boxyard/shared/domain/sales/contractMachine.ts';
import { titleInForce } from '@boxyard/shared/domain/sales/contracts.ts';
import {
  asSystem,
  type Ctx,
  conflict,
  type DocumentName,
  type Input,
  notify,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { approvedNow, type Effect, runAction } from '../../../workflow/index.ts';
import { lockProduct, lockRequisitionOf, setSaleStatus, setTitle } from '../../containers/index.ts';
import { lockAccounts } from '../../money/index.ts';
import { contractEnded, contractInForce } from '../../soldContainers/index.ts';
import { coveredCustomers } from '../warranties/locks.ts';
import { suspendWarranties, warrantyOfContract } from '../warranties/ofContract.ts';
import {
  billDeposit,
  billDue,
  endBilling,
  expectLateBilled,
  lacksDeposit,
  unbill,
} from './billing.ts';
import { expectFiles } from './customerFiles.ts';
import { effectiveOn, expectNobodys } from './effective.ts';
import { activated, standsElsewhere, terminated } from './notices.ts';
import { expectPriceAllowed } from './prices.ts';
import { dropProposal } from './proposal.ts';
import { giveUpContainer } from './reserve.ts';
import { expectReturnWarehouse, takeBack } from './takeBack.ts';
import { type ContractRow, contracts, documentOf, scheduleOf } from './type.ts';
import { approveVersion, nextVersion } from './versions.ts';

type StatusBody = Input<'contracts.changeStatus'>['body'];
type StatusAction = (typeof CONTRACT_STATUS_ACTIONS)[number];

/** What a step of the status does besides changing it. */
type Step = (
  ctx: Ctx,
  row: ContractRow,
  body: StatusBody,
) => Promise<Effect<'contracts'> | undefined>;

const dayOf = (ctx: Ctx, body: StatusBody): string => body.effectiveDate ?? today(ctx.clock);

/** Sends it for approval: the first time it takes its number, and what it says is version 1. */
const submit: Step = async (ctx, row, body) => {
  const day = today(ctx.clock);
  await expectFiles(ctx, row);
  if (row.currentVersionNo > 0) return { set: {} };
  const currentVersionNo = await nextVersion(ctx, row, {
    agreed: row,
    schedule: await scheduleOf(ctx, row.id),
    reason: body.reason ?? null,
    effectiveDate: row.documentDate,
  });
  return { set: { currentVersionNo }, numberBy: day };
};

/** Its container is promised to the customer from now on. */
const approve: Step = async (ctx, row) => {
  const givenPercent = await expectPriceAllowed(ctx, row);
  await approveVersion(ctx, row);
  const product = await lockProduct(ctx, row.productId ?? '');
  await setSaleStatus(ctx, product, { to: 'contracted', document: documentOf(row) });
  await billDeposit(ctx, row);
  // One that stood at its customer before is installed since then.
  const standsSince =
    isInstalled(product) && product.installedAt !== null
      ? { installedOn: bangkokDate(product.installedAt) }
      : {};
  return {
    set: {
      ...approvedNow(ctx),
      givenPercent,
      reservedUntil: null,
      expiryWarnedAt: null,
      ...standsSince,
    },
    touches: ['products', ...BILLING],
  };
};

/** In force: the container is the customer's, or leased to them. */
const activate: Step = async (ctx, row, body) => {
  if (await lacksDeposit(ctx, row)) throw conflict('DEPOSIT_UNPAID');
  const product = await lockProduct(ctx, row.productId ?? '');
  await setSaleStatus(ctx, product, { to: saleStatusInForce[row.type], document: documentOf(row) });
  await setTitle(ctx, { productId: product.id, to: titleInForce(row) });
  const activatedOn = dayOf(ctx, body);
  await expectNobodys(ctx, product.id, { field: 'effectiveDate', day: activatedOn });
  await contractInForce(ctx, {
    contractId: row.id,
    contractNo: row.documentNo ?? '',
    productId: product.id,
    companyId: row.companyId,
    customerId: row.customerId,
    saleId: row.saleId,
    saleStatus: saleStatusInForce[row.type],
    from: startOfBangkokDay(activatedOn),
  });
  await warrantyOfContract(ctx, row);
  await billDue(ctx, row);
  return {
    set: { activatedOn },
    notices: activated(ctx, row, activatedOn),
    touches: ['products', 'productContracts', 'warranties', 'stock', ...BILLING],
  };
};

/** Ends what was agreed; a container that stands at the customer comes back by a receipt. */
const terminate: Step = async (ctx, row, body) => {
  const endedOn = effectiveOn(ctx, row, body.effectiveDate);
  await expectLateBilled(ctx, row, endedOn);
  // Nothing may be agreed any more about a container that is taken down.
  const dropped = await dropProposal(ctx, row);
  await giveUpContainer(ctx, row);
  const receipt = row.installedOn === null ? null : await fetchHome(ctx, row, body);
  await contractEnded(ctx, { contractId: row.id, at: ctx.clock.now() });
  await suspendWarranties(ctx, row);
  const { voided, credited } = await endBilling(ctx, row, {
    from: endedOn,
    reason: body.reason ?? '',
  });
  return {
    set: { endedOn, reservedUntil: null, ...dropped.set },
    notices: [...terminated(ctx, row, body.reason ?? ''), ...dropped.notices],
    diff: {
      ...(receipt === null ? {} : { receipt }),
      ...(voided === 0 ? {} : { voided }),
      ...(credited === 0 ? {} : { credited }),
    },
    touches: ['products', 'containerReceipts', 'warranties', 'creditNotes', ...BILLING],
  };
};

/** Fetches the container from the customer; answers the name of the receipt that waits for it. */
async function fetchHome(
  ctx: Ctx,
  row: ContractRow,
  body: StatusBody,
): Promise<DocumentName | null> {
  // No receipt waits for a container that nobody can bring.
  if (isLost(await lockProduct(ctx, row.productId ?? ''))) return null;
  const warehouseId = await expectReturnWarehouse(ctx, row, body.returnWarehouseId);
  return takeBack(ctx, row, { warehouseId, reason: body.reason ?? '' });
}

/** Gives it up before anything was delivered; the container is offered again. */
const cancel: Step = async (ctx, row, body) => {
  await unbill(ctx, row, body.reason ?? '');
  const dropped = await dropProposal(ctx, row);
  return {
    set: { ...(await giveUpContainer(ctx, row)), ...dropped.set },
    notices: dropped.notices,
    touches: ['products', ...BILLING],
  };
};

/** What shows invoices and what is owed. */
const BILLING = ['invoices', 'receivables'];
/** Steps that give the container up. */
const GIVING_UP: readonly StatusAction[] = ['terminate', 'cancel'];
/** Steps that issue or void invoices: they hold the customer's account first (docs/adr/0039). */
const BILLED: readonly StatusAction[] = ['approve', 'activate', 'terminate', 'cancel'];

/**
 * With those of earlier customers, whose invoices it may ask to credit, and of whoever its container is
 * covered for: what ends their cover may void their invoices.
 */
async function lockAccountsOf(ctx: Ctx, id: string): Promise<void> {
  const rows = await ctx.db
    .selectFrom('contracts as ct')
    .leftJoin('invoices as iv', 'iv.sourceId', 'ct.id')
    .where('ct.id', '=', id)
    .select(['ct.customerId', 'ct.productId', 'iv.customerId as billedTo'])
    .execute();
  const [contract] = rows;
  if (!contract) return;
  const { customerId, productId } = contract;
  const covered = productId === null ? [] : await coveredCustomers(ctx, productId);
  const billed = rows.flatMap(({ billedTo }) => billedTo ?? []);
  await lockAccounts(ctx, [customerId, ...billed, ...covered]);
}

const STEPS: Readonly<Partial<Record<StatusAction, Step>>> = {
  submit,
  approve,
  activate,
  terminate,
  cancel,
};

/** Takes a contract to its next status by the name of an action, never of a status (3.1). */
export const changeContractStatus = contracts.action('changeStatus', {
  before: async (ctx, { params, body }) => {
    const { action, reason } = body;
    if (contracts.type.machine.actions[action]?.reason === 'required' && !reason) {
      refuseFaults([{ field: 'reason', code: 'REQUIRED' }]);
    }
    if (body.effectiveDate && body.effectiveDate > today(ctx.clock)) {
      refuseFaults([{ field: 'effectiveDate', code: 'FUTURE_DATE' }]);
    }
    // What gives its container up changes the requisition that asks for it.
    if (GIVING_UP.includes(action)) await lockRequisitionOf(ctx, params.id);
    if (BILLED.includes(action)) await lockAccountsOf(ctx, params.id);
  },
  action: ({ action }) => action,
  effect: async (ctx, row, body) => STEPS[body.action]?.(ctx, row, body),
});

/** A container that was set up stands at the customer of the contract that holds it. */
export async function noteInstallation(
  ctx: Ctx,
  { productId }: { readonly productId: string },
): Promise<void> {
  const found = await ctx.db
    .selectFrom('contracts')
    .where('productId', '=', productId)
    .where('status', 'in', [...(contracts.type.machine.actions.install?.from ?? [])])
    .where('installedOn', 'is', null)
    .select(['id', 'version'])
    .executeTakeFirst();
  if (!found) return;
  await runAction(asSystem(ctx), contracts.type, {
    action: 'install',
    ...found,
    effect: async () => ({ set: { installedOn: today(ctx.clock) } }),
  });
}

/** The salesperson hears that a container was set up at another address than its contract says. */
export async function tellOfOtherSite(
  ctx: Ctx,
  {
    productId,
    serialNumber,
    siteReason,
  }: {
    readonly productId: string;
    readonly serialNumber: string;
    readonly siteReason: string | null;
  },
): Promise<void> {
  if (siteReason === null) return;
  const found = await ctx.db
    .selectFrom('contracts as ct')
    .innerJoin('containerReservations as h', 'h.documentId', 'ct.id')
    .where('h.productId', '=', productId)
    .where('h.endedAt', 'is', null)
    .select(['ct.id', 'ct.documentNo', 'ct.saleId', 'ct.version'])
    .executeTakeFirst();
  if (!found || found.saleId === ctx.actor.userId) return;
  await notify(ctx, [found.saleId], standsElsewhere({ ...found, serialNumber, siteReason }));
}
