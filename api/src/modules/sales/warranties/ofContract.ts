import { addDays, decimal, startsFrom } from '@boxyard/shared/domain';
import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { anyId, type Ctx, money, today } from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { lockProduct } from '../../containers/index.ts';
import { accountsOf, letGoOf, toLetGo } from '../../money/index.ts';
import type { ContractRow } from '../contracts/type.ts';
import { currentOf, currentSeen, makeWarranty, type Owner, step } from './make.ts';
import { billedAs } from './moved.ts';
import { closeOpenRequests, closeRequest, openRequestsOf } from './renew.ts';
import { isOfCustomer } from './standing.ts';
import { tellChange } from './tell.ts';
import type { WarrantyRow } from './type.ts';

/**
 * The warranty that a contract includes, from the day on which its container stands at the customer
 * (docs/domain/containers.md "Warranty"). What an earlier holder had of it ends the day before.
 */
export async function warrantyOfContract(ctx: Ctx, contract: ContractRow): Promise<void> {
  const { productId, warrantyMonths } = contract;
  if (productId === null) return;
  const installedOn = contract.installedOn ?? today(ctx.clock);
  // A container that stood there before its contract is covered from the contract on.
  const stoodThere = installedOn < contract.documentDate;
  const startDate = stoodThere ? contract.documentDate : installedOn;
  // What its customer has of an earlier contract goes on where this one brings nothing.
  const goesOn = warrantyMonths === 0;
  await endEarlier(ctx, contract, { productId, startDate, goesOn });
  const reason = contract.documentNo ?? '';
  await closeOpenRequests(ctx, { productId, exceptOf: contract.customerId }, reason);
  if (warrantyMonths === 0) return;
  await makeWarranty(ctx, await ownerOf(ctx, contract, productId), {
    productId,
    type: 'initial',
    startDate,
    months: warrantyMonths,
    coverage: contract.coverage,
    price: '0.00',
    previousId: null,
    requestId: null,
  });
}

/** What an earlier holder had of a container ends the day before it is this contract's. */
export async function endEarlier(
  ctx: Ctx,
  contract: ContractRow,
  {
    productId,
    startDate,
    goesOn = false,
  }: {
    readonly productId: string;
    readonly startDate: string;
    /** Not what the contract's own customer has of it. */
    readonly goesOn?: boolean;
  },
): Promise<void> {
  for (const before of await currentOf(ctx, { productId })) {
    if (goesOn && (await isOfCustomer(ctx, before, contract))) continue;
    const hasRun =
      before.startDate < startDate && startsFrom(warrantyMachine, 'expire', before.status);
    if (hasRun) {
      // One whose time was up keeps its last day.
      const set = before.endDate < startDate ? {} : { endDate: addDays(startDate, -1) };
      await step(ctx, before, { action: 'expire', reason: contract.documentNo, set });
    } else {
      await withdrawWarranty(ctx, before, contract);
    }
  }
}

/** Whose the warranties of a contract are, on one of its containers. */
export async function ownerOf(ctx: Ctx, contract: ContractRow, productId: string): Promise<Owner> {
  const [customer, product] = await Promise.all([
    ctx.db
      .selectFrom('customers')
      .where('id', '=', contract.customerId)
      .select(['code', 'name', 'nameEn'])
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('products')
      .where('id', '=', productId)
      .select('serialNumber')
      .executeTakeFirstOrThrow(),
  ]);
  return {
    companyId: contract.companyId,
    contractId: contract.id,
    contractNo: contract.documentNo,
    customerId: contract.customerId,
    saleId: contract.saleId,
    ...customer,
    ...product,
  };
}

/** What was asked for a warranty that comes to nothing; before it has begun nothing of it is kept. */
const chargedFor = async (ctx: Ctx, row: WarrantyRow) => ({
  sourceId: await billedAs(ctx, row),
  isNothingKept: startsFrom(warrantyMachine, 'start', row.status),
});

/** A warranty that comes to nothing before it has begun is not paid for: neither later, nor in advance. */
async function withdrawWarranty(
  ctx: Ctx,
  row: WarrantyRow,
  { id, documentNo }: Pick<ContractRow, 'id' | 'documentNo'>,
): Promise<void> {
  await step(ctx, row, { action: 'void', reason: documentNo });
  const own = row.documentNo ?? '';
  // Whoever reads its invoices does not read the contract of another one.
  const billed = row.contractId === id ? (documentNo ?? own) : own;
  await letGoOf(ctx, { ...(await chargedFor(ctx, row)), reason: billed });
  if (row.requestId === null) return;
  await closeRequest(ctx, row.requestId, { reason: documentNo ?? own, isByContract: true });
}

/** What the end of a contract makes of a warranty: one that has not begun comes to nothing. */
function atTheEnd({ status }: Pick<WarrantyRow, 'status'>): 'suspended' | 'withdrawn' | null {
  if (startsFrom(warrantyMachine, 'suspend', status)) return 'suspended';
  return startsFrom(warrantyMachine, 'start', status) ? 'withdrawn' : null;
}

/** What `suspendWarranties` would withdraw, and what becomes of the invoices. Nothing is written. */
export async function toWithdraw(ctx: Ctx, contract: Pick<ContractRow, 'id'>) {
  const current = await currentSeen(ctx, { contractId: contract.id });
  const rows = current.filter((row) => atTheEnd(row) === 'withdrawn');
  return Promise.all(
    rows.map(async (row) => {
      const { voided, credited } = await toLetGo(ctx, await chargedFor(ctx, row));
      return {
        id: row.id,
        documentNo: row.documentNo,
        startDate: row.startDate,
        endDate: row.endDate,
        invoices: [
          ...voided.map((one) => ({ ...one, amount: one.balance, becomes: 'void' as const })),
          ...credited.map((one) => ({ ...one, becomes: 'credit' as const })),
        ].map(({ id, documentNo, status, dueDate, amount, becomes }) => ({
          id,
          documentNo,
          status,
          dueDate,
          amount: money(amount),
          becomes,
        })),
      };
    }),
  );
}

/** A contract was ended: nothing of what it covered counts any more. */
export async function suspendWarranties(
  ctx: Ctx,
  contract: Pick<ContractRow, 'id' | 'documentNo' | 'productId' | 'activatedOn'>,
): Promise<void> {
  await closeRequestsOf(ctx, contract);
  for (const row of await currentOf(ctx, { contractId: contract.id })) {
    const fate = atTheEnd(row);
    if (fate === 'suspended') {
      await step(ctx, row, { action: 'suspend', reason: contract.documentNo });
    } else if (fate === 'withdrawn') {
      await withdrawWarranty(ctx, row, contract);
    }
  }
}

/** What was asked for the container of a contract in force, except by its customer from now on. */
async function closeRequestsOf(
  ctx: Ctx,
  contract: Pick<ContractRow, 'documentNo' | 'productId' | 'activatedOn'>,
  of: { readonly exceptOf?: string } = {},
): Promise<void> {
  // Before it is in force its container may be another one's.
  if (contract.activatedOn === null || contract.productId === null) return;
  const { productId, documentNo } = contract;
  await closeOpenRequests(ctx, { productId, ...of }, documentNo ?? '');
}

/** Whether the money for a warranty that is not in force has yet to come, though somebody may have deferred it. */
async function isOwed(ctx: Ctx, row: WarrantyRow): Promise<boolean> {
  const mayBegin = (['start', 'resume'] as const).some((action) =>
    startsFrom(warrantyMachine, action, row.status),
  );
  if (!mayBegin || !row.isSettled) return mayBegin;
  const sourceId = await billedAs(ctx, row);
  const account = (await accountsOf(ctx, [sourceId])).get(sourceId);
  return account !== undefined && !decimal.isZero(account.balance);
}

/**
 * A contract has another customer: what it covers is theirs, but for what is not in force and not paid.
 * That one was asked for, and billed to, whoever had the container before.
 */
export async function handOverWarranties(
  ctx: Ctx,
  contract: ContractRow,
  customerId: string,
): Promise<void> {
  await lockContainer(ctx, contract);
  await closeRequestsOf(ctx, contract, { exceptOf: customerId });
  const customer = await customerNames(ctx, [contract.customerId, customerId]);
  for (const row of await currentOf(ctx, { contractId: contract.id })) {
    if (await isOwed(ctx, row)) {
      await withdrawWarranty(ctx, row, contract);
      continue;
    }
    await ctx.db.updateTable('warranties').set({ customerId }).where('id', '=', row.id).execute();
    const diff = { customer: { from: customer(row.customerId), to: customer(customerId) } };
    await tellChange(ctx, { ...row, subject: 'warranties' }, { diff, reason: contract.documentNo });
  }
}

/** Names of customers, by id, as timelines tell them. */
async function customerNames(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('customers')
    .where('id', '=', anyId(ids))
    .select(['id', 'name', 'nameEn'])
    .execute();
  return (id: string) => {
    const found = rows.find((row) => row.id === id);
    return found ? { name: found.nameEn ?? found.name, nameTh: found.name } : null;
  };
}

/** A contract has another salesperson: what it covers is theirs, and what was asked for its container. */
export async function handToSalesperson(
  ctx: Ctx,
  contract: ContractRow,
  saleId: string,
): Promise<void> {
  await lockContainer(ctx, contract);
  const refs = await loadRefs(ctx, { user: [contract.saleId, saleId] });
  const change = {
    diff: {
      sale: {
        from: { name: refs.user(contract.saleId).name },
        to: { name: refs.user(saleId).name },
      },
    },
    reason: contract.documentNo,
  };
  for (const row of await currentOf(ctx, { contractId: contract.id })) {
    await ctx.db.updateTable('warranties').set({ saleId }).where('id', '=', row.id).execute();
    await tellChange(ctx, { ...row, subject: 'warranties' }, change);
  }
  if (contract.activatedOn === null || contract.productId === null) return;
  const { productId, customerId } = contract;
  for (const row of await openRequestsOf(ctx, { productId, customerId })) {
    await ctx.db.updateTable('warrantyRequests').set({ saleId }).where('id', '=', row.id).execute();
    await tellChange(ctx, { ...row, subject: 'warrantyRequests' }, change);
  }
}

async function lockContainer(ctx: Ctx, { productId }: Pick<ContractRow, 'productId'>) {
  if (productId !== null) await lockProduct(ctx, productId);
}
