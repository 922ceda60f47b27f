import { startsFrom } from '@boxyard/shared/domain';
import { contractMachine } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { titleInForce } from '@boxyard/shared/domain/sales/contracts.ts';
import { sql } from 'kysely';
import {
  authorId,
  type Ctx,
  conflict,
  type FieldFault,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { type Effect, endReminders } from '../../../workflow/index.ts';
import { lockRequisitionOf, setTitle } from '../../containers/index.ts';
import { lockAccounts } from '../../money/index.ts';
import { contractPartiesChanged, exchangedSerials } from '../../soldContainers/index.ts';
import { coveredCustomers } from '../warranties/locks.ts';
import { handOverWarranties, handToSalesperson } from '../warranties/ofContract.ts';
import { agreedRows, billNewCustomer, expectBilledKept } from './billing.ts';
import { expectFiles } from './customerFiles.ts';
import {
  type ContractBody,
  checkedContract,
  customerFor,
  saleFaults,
  searchTextFor,
  serialOf,
  stored,
  writeDraft,
  writeSchedule,
} from './draft.ts';
import { effectiveOn } from './effective.ts';
import { noticeOf } from './notices.ts';
import { expectPriceAllowed } from './prices.ts';
import { dropProposal, exchangeIn, NO_PROPOSAL, openProposal, proposed } from './proposal.ts';
import { agreeExchange } from './swap.ts';
import { type ContractRow, contracts, isReady, scheduleOf } from './type.ts';
import { nextVersion } from './versions.ts';

/** Proposes a change of what was agreed; it changes nothing until somebody else approves it. */
export const amendContract = contracts.action('amend', async (ctx, row, body) => {
  const { version: _version, reason, effectiveDate, ...entered } = body;
  const from = effectiveOn(ctx, row, effectiveDate);
  const faults: FieldFault[] = [];
  if (entered.customerId !== row.customerId) {
    faults.push({ field: 'customerId', code: 'OWN_ACTION' });
  }
  if ((entered.saleId ?? row.saleId) !== row.saleId) {
    faults.push({ field: 'saleId', code: 'OWN_ACTION' });
  }
  if (entered.productModelId !== row.productModelId) {
    faults.push({ field: 'productModelId', code: 'CONTAINER_RESERVED' });
  }
  for (const field of ['type', 'documentDate'] as const) {
    if (entered[field] !== row[field]) faults.push({ field, code: 'NOT_CHANGEABLE' });
  }
  // A lease does not end before the container that it has now was set up.
  const since = row.activatedOn === null ? null : row.installedOn;
  if (entered.endDate && since !== null && entered.endDate < since) {
    faults.push({ field: 'endDate', code: 'DATE_TOO_EARLY', params: { first: since } });
  }
  refuseFaults(faults);
  const { columns, plan } = await checkedContract(ctx, entered, {
    ...row,
    agreedVatRate: row.vatRate,
    agreedRows: await agreedRows(ctx, row, from),
  });
  await expectBilledKept(ctx, row.id, plan.rows);
  return {
    to: row.status,
    set: await openProposal(ctx, row, {
      proposal: { columns, schedule: plan.rows },
      reason,
      effectiveDate: from,
      total: columns.grandTotal,
    }),
    diff: { grandTotal: { from: row.grandTotal, to: columns.grandTotal }, effectiveDate },
  };
});

/**
 * Approves a proposed change within the limits of a contract: what is agreed becomes the next version; an
 * exchange takes place later, once the other container stands at the customer.
 */
export const approveContractChange = contracts.action('approveChange', {
  before: async (ctx, { params }) => {
    // An exchange changes the requisition that asks for the container of before.
    await lockRequisitionOf(ctx, params.id);
  },
  effect: async (ctx, row) => {
    await endReminders(ctx, contracts.type, row.id);
    const exchange = exchangeIn(row);
    return exchange === null ? amendAsProposed(ctx, row) : agreeExchange(ctx, row, exchange);
  },
});

async function amendAsProposed(ctx: Ctx, row: ContractRow): Promise<Effect<'contracts'>> {
  const { columns, schedule } = proposed(row);
  const { companyId, documentDate } = row;
  const givenPercent = await expectPriceAllowed(ctx, {
    ...columns,
    companyId,
    documentDate,
    productId: row.productId,
  });
  await expectBilledKept(ctx, row.id, schedule);
  await writeSchedule(ctx, row.id, schedule);
  const currentVersionNo = await nextVersion(ctx, row, {
    agreed: { ...columns, productId: row.productId },
    schedule,
    reason: row.proposalReason,
    effectiveDate: row.proposalEffectiveDate ?? today(ctx.clock),
    approvedBy: authorId(ctx.actor),
  });
  // Hire purchase may say anew whose the container is until it is paid.
  if (row.productId !== null && startsFrom(contractMachine, 'complete', row.status)) {
    await setTitle(ctx, {
      productId: row.productId,
      to: titleInForce({ ...columns, status: row.status }),
    });
  }
  const { documentDate: _kept, remark: _remark, ...agreed } = stored(columns);
  return {
    to: row.status,
    set: { ...agreed, ...NO_PROPOSAL, givenPercent, currentVersionNo },
    diff: { grandTotal: { from: row.grandTotal, to: columns.grandTotal } },
  };
}

/** Refuses a proposed change; nothing was changed. */
export const rejectContractChange = contracts.action('rejectChange', async (ctx, row) => ({
  to: row.status,
  ...(await dropProposal(ctx, row)),
  touches: ['products'],
}));

/** Takes a proposed change back before anybody has decided; nothing was changed, and its reason goes with it. */
export const withdrawContractChange = contracts.action('withdrawChange', async (ctx, row) => {
  const { set, notices } = await dropProposal(ctx, row);
  return {
    to: row.status,
    set: { ...set, statusReason: null },
    notices,
    touches: ['products'],
  };
});

/** The next version of a contract that has versions; its number stays 0 before the first submission. */
const versionAfter = async (
  ctx: Ctx,
  row: ContractRow,
  change: {
    readonly agreed: Partial<ContractRow>;
    readonly reason: string;
    readonly effectiveDate: string;
    readonly changeType: 'saleChange' | 'customerChange';
  },
): Promise<number> =>
  row.currentVersionNo === 0
    ? 0
    : nextVersion(ctx, row, {
        ...change,
        agreed: { ...row, ...change.agreed },
        schedule: await scheduleOf(ctx, row.id),
        // Before the contract is approved nothing is agreed: the version waits with it.
        approvedBy: row.approvedAt === null ? null : authorId(ctx.actor),
      });

/** Hands a contract to another salesperson; both are told, and the past stays with the one before. */
export const changeContractSale = contracts.action('changeSale', async (ctx, row, body) => {
  const effectiveDate = effectiveOn(ctx, row, body.effectiveDate);
  refuseFaults(
    body.saleID === row.saleId
      ? [{ field: 'saleID', code: 'SAME' }]
      : await saleFaults(ctx, {
          saleId: body.saleID,
          companyId: row.companyId,
          field: 'saleID',
        }),
  );
  const currentVersionNo = await versionAfter(ctx, row, {
    agreed: { saleId: body.saleID },
    reason: body.reason,
    effectiveDate,
    changeType: 'saleChange',
  });
  await contractPartiesChanged(ctx, { contractId: row.id, saleId: body.saleID });
  await handToSalesperson(ctx, row, body.saleID);
  return {
    to: row.status,
    set: { saleId: body.saleID, currentVersionNo },
    diff: { saleId: { from: row.saleId, to: body.saleID } },
    notices: [handedOver(row, [row.saleId, body.saleID], 'sale')],
    touches: ['warranties', 'warrantyRequests', 'productContracts'],
  };
});

/**
 * A later customer must meet what submission requires: 409 CUSTOMER_INCOMPLETE, or the paper that is missing.
 * Papers in the former books are those of the customer before.
 */
async function expectReady(ctx: Ctx, row: ContractRow, customerId: string): Promise<void> {
  if (startsFrom(contractMachine, 'submit', row.status)) return;
  const { rows } = await sql<{ isKnown: boolean }>`
    select ${isReady(sql`${customerId}::uuid`)} as "isKnown"`.execute(ctx.db);
  if (!rows[0]?.isKnown) throw conflict('CUSTOMER_INCOMPLETE');
  await expectFiles(ctx, { companyId: row.companyId, customerId, formerNo: null });
}

/** Hands a contract to another customer. What is owed goes with it only where somebody says so. */
export const changeContractCustomer = contracts.action('changeCustomer', {
  before: async (ctx, { params, body }) => {
    const before = await ctx.db
      .selectFrom('contracts')
      .where('id', '=', params.id)
      .select(['customerId', 'productId'])
      .executeTakeFirst();
    if (!before) return;
    const { customerId, productId } = before;
    const covered = productId === null ? [] : await coveredCustomers(ctx, productId);
    await lockAccounts(ctx, [customerId, body.customerID, ...covered]);
  },
  effect: async (ctx, row, body) => {
    const effectiveDate = effectiveOn(ctx, row, body.effectiveDate);
    if (body.customerID === row.customerId) {
      refuseFaults([{ field: 'customerID', code: 'SAME' }]);
    }
    const { customer, faults } = await customerFor(ctx, {
      id: body.customerID,
      field: 'customerID',
    });
    if (customer && customer.companyId !== row.companyId) {
      faults.push({ field: 'customerID', code: 'CUSTOMER_OF_OTHER_COMPANY' });
    }
    refuseFaults(faults);
    await expectReady(ctx, row, body.customerID);
    // In force something is owed until the last payment, whoever is asked for it.
    if (row.activatedOn !== null && body.assumeOutstanding !== true) {
      throw conflict('OUTSTANDING', { amount: row.outstandingAmount });
    }
    const currentVersionNo = await versionAfter(ctx, row, {
      agreed: { customerId: body.customerID },
      reason: body.reason,
      effectiveDate,
      changeType: 'customerChange',
    });
    const model = await ctx.db
      .selectFrom('productModels')
      .where('id', '=', row.productModelId)
      .select(['code', 'name'])
      .executeTakeFirstOrThrow();
    await contractPartiesChanged(ctx, { contractId: row.id, customerId: body.customerID });
    await handOverWarranties(ctx, row, body.customerID);
    await billNewCustomer(ctx, row, { customerId: body.customerID, reason: body.reason });
    const words = [customer?.name ?? null, customer?.nameEn ?? null, model.code, model.name];
    // Whoever looks for a container that another one took the place of finds its contract.
    const before = await exchangedSerials(ctx, row.id);
    return {
      to: row.status,
      set: {
        customerId: body.customerID,
        currentVersionNo,
        searchText: searchTextFor(row, {
          words: [...words, ...before],
          serialNumber: await serialOf(ctx, row.productId),
        }),
      },
      diff: { customerId: { from: row.customerId, to: body.customerID } },
      notices: [
        handedOver(row, [row.saleId], 'customer'),
        ...(await toldOfCustomers(ctx, row, body.customerID)),
      ],
      touches: ['warranties', 'productContracts'],
    };
  },
});

/**
 * Tells whoever looks after the customer before and after. The contract may not be theirs to read: they
 * hear of their own customer alone.
 */
async function toldOfCustomers(
  ctx: Ctx,
  { id, saleId, customerId, version }: ContractRow,
  after: string,
) {
  const customers = await ctx.db
    .selectFrom('customers')
    .where('id', 'in', [customerId, after])
    .where('saleId', 'not in', [saleId, ctx.actor.userId])
    .select(['id', 'saleId', 'name', 'nameEn'])
    .execute();
  return customers.map((customer) => {
    const name = { en: customer.nameEn ?? customer.name, th: customer.name };
    return {
      to: [customer.saleId],
      notice: {
        category: 'message' as const,
        type: 'info' as const,
        title:
          customer.id === after
            ? { en: `${name.en} took a contract over`, th: `${name.th} รับโอนสัญญา` }
            : { en: `${name.en} handed a contract over`, th: `${name.th} โอนสัญญาออก` },
        description: { en: 'Open the customer to see it.', th: 'เปิดข้อมูลลูกค้าเพื่อดูรายละเอียด' },
        action: `/sales-management/customer-data?record=${customer.id}`,
        actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
        entity: { type: 'customers', id: customer.id },
        dedupeKey: `contracts:${id}:customer:${version}:${customer.id}`,
      },
    };
  });
}

/** A message to the people concerned that a contract has another party. */
function handedOver(row: ContractRow, to: readonly string[], what: 'sale' | 'customer') {
  const no = row.documentNo ?? '';
  return {
    to,
    notice: noticeOf(row.id, {
      category: 'message',
      type: 'info',
      title:
        what === 'sale'
          ? {
              en: `Contract ${no} has another salesperson`,
              th: `สัญญา ${no} เปลี่ยนพนักงานขายแล้ว`,
            }
          : { en: `Contract ${no} has another customer`, th: `สัญญา ${no} เปลี่ยนคู่สัญญาแล้ว` },
      description: { en: 'Open it to see from when.', th: 'เปิดดูวันที่มีผล' },
      key: `${what}:${row.version}`,
    }),
  };
}

/** Opens the contract that follows a lease; the one that ends stays as it is. */
export const renewContract = contracts.action('renew', async (ctx, row, body) => {
  if (row.endDate !== null && body.startDate <= row.endDate) {
    refuseFaults([{ field: 'startDate', code: 'BEFORE_END' }]);
  }
  const checked = await checkedContract(ctx, followingBody(ctx, row, body), row);
  const made = await writeDraft(ctx, checked, { previousContractId: row.id });
  return { to: row.status, diff: { renewedBy: made.id } };
});

const siteBodyOf = ({
  addressEn: _written,
  ...site
}: ContractRow['installSite']): ContractBody['installSite'] => site;

/** The same agreement for the time that follows. */
const followingBody = (
  ctx: Ctx,
  row: ContractRow,
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
): ContractBody => ({
  type: row.type,
  documentDate: today(ctx.clock),
  customerId: row.customerId,
  saleId: row.saleId,
  productModelId: row.productModelId,
  installSite: siteBodyOf(row.installSite),
  startDate,
  endDate,
  price: row.price,
  discountType: row.discountType,
  discountValue: row.discountValue,
  discountReason: row.discountReason,
  vatMode: row.vatMode,
  whtRate: row.whtRate,
  // The deposit of the contract before stays where it is.
  depositAmount: '0.00',
  depositRefundable: row.depositRefundable,
  downPayment: row.downPayment,
  installmentCount: row.installmentCount,
  interval: row.interval,
  dueDay: row.dueDay,
  firstDueDate: startDate,
  interestType: row.interestType,
  interestRate: row.interestRate,
  titleHolder: row.titleHolder,
  warrantyMonths: row.warrantyMonths,
  coverage: row.coverage,
  witnesses: row.witnesses,
  terms: row.terms,
  remark: row.remark,
});
