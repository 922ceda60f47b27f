import { startsFrom } from '@boxyard/shared/domain';
import { isInstalled } from '@boxyard/shared/domain/containers/statuses.ts';
import {
  contractChecklist,
  contractMachine,
} from '@boxyard/shared/domain/sales/contractMachine.ts';
import { siteAddress } from '@boxyard/shared/domain/sales/contracts.ts';
import { diffVersions, type Json } from '@boxyard/shared/domain/sales/contractVersions.ts';
import { anyId, type Ctx, money, today } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  endorsementsOf,
  hiddenDocuments,
  loadRefs,
  loadVisible,
  toldOf,
  trailOf,
} from '../../../workflow/index.ts';
import { accountsOf } from '../../money/index.ts';
import { isInForce } from './away.ts';
import { billedRows, lacksDeposit } from './billing.ts';
import { lacksFiles } from './customerFiles.ts';
import { exchangeIn, proposed } from './proposal.ts';
import { handOutOf } from './requisitions.ts';
import { settlementFor } from './settlement.ts';
import { shownChanges, shownVersion } from './shown.ts';
import { paidBefore } from './takenOver.ts';
import { type ContractRow, contracts, scheduleOf } from './type.ts';
import { agreedOf, clauseSetOf } from './versions.ts';

type Shown = Pick<
  ContractRow,
  | DocumentFieldName
  | 'type'
  | 'customerId'
  | 'saleId'
  | 'productModelId'
  | 'productId'
  | 'grandTotal'
  | 'outstandingAmount'
  | 'nextDueDate'
  | 'paymentStatus'
  | 'settlementStatus'
  | 'startDate'
  | 'endDate'
>;

/** The site in the reader's language, and the codes that a form sends back. */
function siteShownTo(ctx: Ctx, site: ContractRow['installSite']) {
  const { installSite } = shownVersion(ctx, { installSite: site });
  const { lat, lng, contactName, contactPhone, place } = installSite;
  const address = siteAddress(installSite, ctx.locale);
  return { address, lat, lng, contactName, contactPhone, place: place ?? null };
}

/** Names of the customers, models and containers of contracts. */
async function namesOf(ctx: Ctx, rows: readonly Shown[]) {
  const [customers, models, products] = await Promise.all([
    ctx.db
      .selectFrom('customers')
      .where('id', '=', anyId(rows.map(({ customerId }) => customerId)))
      .select(['id', 'code', 'name', 'nameEn'])
      .execute(),
    ctx.db
      .selectFrom('productModels')
      .where('id', '=', anyId(rows.map(({ productModelId }) => productModelId)))
      .select(['id', 'code', 'name', 'nameTh'])
      .execute(),
    ctx.db
      .selectFrom('products')
      .where('id', '=', anyId(rows.flatMap(({ productId }) => productId ?? [])))
      .select(['id', 'serialNumber', 'name', 'status'])
      .execute(),
  ]);
  return {
    customer: new Map(
      customers.map(({ id, code, name, nameEn }) => [
        id,
        { id, code, name: nameEn ?? name, nameTh: name },
      ]),
    ),
    model: new Map(models.map((model) => [model.id, model])),
    product: new Map(products.map(({ status: _status, ...product }) => [product.id, product])),
    /** Containers that do not stand where they were installed. */
    away: new Set(products.flatMap((product) => (isInstalled(product) ? [] : product.id))),
  };
}

const found = <T>(map: ReadonlyMap<string, T>, id: string): T => {
  const hit = map.get(id);
  if (hit === undefined) throw new Error(`a linked record is missing: ${id}`);
  return hit;
};

/** Rows of the list, and the head of the detail. */
export async function presentContracts(ctx: Ctx, rows: readonly Shown[]) {
  const [refs, names] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map((row) => row.companyId),
      user: rows.flatMap((row) => [row.createdBy, row.approvedBy, row.saleId]),
    }),
    namesOf(ctx, rows),
  ]);
  return rows.map((row) => ({
    ...documentFields(row, refs),
    type: row.type,
    customer: found(names.customer, row.customerId),
    sale: refs.user(row.saleId),
    productModel: found(names.model, row.productModelId),
    product: row.productId === null ? null : found(names.product, row.productId),
    grandTotal: money(row.grandTotal),
    outstandingAmount: money(row.outstandingAmount),
    nextDueDate: row.nextDueDate,
    paymentStatus: row.paymentStatus,
    settlementStatus: row.settlementStatus,
    startDate: row.startDate,
    endDate: row.endDate,
    awayUnderContract: isInForce(row) && (row.productId === null || names.away.has(row.productId)),
  }));
}

/** Of a proposal, what would be another than it is. */
async function proposalOf(ctx: Ctx, row: ContractRow) {
  if (row.proposal === null) return null;
  const exchange = exchangeIn(row);
  const refs = await loadRefs(ctx, {
    user: [row.proposedBy, row.proposalDecidedBy],
    warehouse: [exchange?.returnWarehouseId ?? null],
  });
  const head = {
    reason: row.proposalReason ?? '',
    effectiveDate: row.proposalEffectiveDate ?? today(ctx.clock),
    proposedBy: refs.userOrNull(row.proposedBy),
    proposedAt: row.proposedAt ?? row.updatedAt,
    decidedBy: refs.userOrNull(row.proposalDecidedBy),
    decidedAt: row.proposalDecidedAt,
  };
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as Json;
  if (exchange !== null) {
    const { product: products } = await namesOf(ctx, [
      row,
      { ...row, productId: exchange.productId },
    ]);
    const product = found(products, exchange.productId);
    const before = plain({ product: found(products, row.productId ?? '') });
    return {
      ...head,
      changes: diffVersions(before, plain({ product })),
      exchange: { product, returnWarehouse: refs.refOrNull(exchange.returnWarehouseId) },
      grandTotal: row.grandTotal,
    };
  }
  const { columns, schedule } = proposed(row);
  const before = { ...agreedOf(row), schedule: await scheduleOf(ctx, row.id) };
  const after = { ...agreedOf({ ...row, ...columns }), schedule };
  return {
    ...head,
    changes: shownChanges(ctx, diffVersions(plain(before), plain(after))),
    exchange: null,
    grandTotal: columns.grandTotal,
  };
}

/** Its warranties, and fees for what was late or broken: of its settlement, or of one of its invoices. */
const chargedBeside = async (ctx: Ctx, contractId: string) => {
  const warranties = await ctx.db
    .selectFrom('warranties')
    .where('contractId', '=', contractId)
    .select(['id', 'documentNo', 'status'])
    .orderBy('startDate')
    .orderBy('id')
    .execute();
  const fees = await ctx.db
    .selectFrom('invoices as f')
    .where('f.sourceType', '=', 'penalty')
    .where((eb) =>
      eb.or([
        eb('f.sourceId', '=', contractId),
        eb(
          'f.sourceId',
          'in',
          eb.selectFrom('invoices as iv').where('iv.sourceId', '=', contractId).select('iv.id'),
        ),
      ]),
    )
    .select(['f.id', 'f.documentNo', 'f.status'])
    .orderBy('f.createdAt')
    .orderBy('f.id')
    .execute();
  return [
    ...warranties.map((one) => ({ type: 'warranty', ...one })),
    ...fees.map((one) => ({ type: 'invoice', ...one })),
  ];
};

/** The contract before this one and the one that follows it, and what hangs on it. */
const relatedOf = async (ctx: Ctx, row: ContractRow) => {
  const rows = await ctx.db
    .selectFrom('contracts')
    .where((eb) =>
      eb.or([
        eb('previousContractId', '=', row.id),
        ...(row.previousContractId === null ? [] : [eb('id', '=', row.previousContractId)]),
      ]),
    )
    .select(['id', 'documentNo', 'status'])
    .orderBy('createdAt')
    .execute();
  const requisitions = await ctx.db
    .selectFrom('containerRequisitions as wd')
    .innerJoin('containerRequisitionItems as i', 'i.documentId', 'wd.id')
    .where('i.contractId', '=', row.id)
    .select(['wd.id', 'wd.documentNo', 'wd.status'])
    .orderBy('wd.createdAt')
    .execute();
  const receipts = await ctx.db
    .selectFrom('containerReceipts')
    .where('sourceId', '=', row.id)
    .select(['id', 'documentNo', 'status'])
    .execute();
  return [
    // The contract that it goes on from may be another salesperson's, and what it charged another customer's.
    ...(await toldOf(ctx, [
      ...rows.map((one) => ({ type: contractMachine.id, ...one })),
      ...(await chargedBeside(ctx, row.id)),
      ...requisitions.map((one) => ({ type: 'containerRequisition', ...one })),
      ...receipts.map((one) => ({ type: 'containerReceipt', ...one })),
    ])),
  ];
};

/** The invoice of a row of the schedule; of one that this person may not read, that there is one. */
const invoiceOf = (invoice: Billed | undefined, withheld: ReadonlySet<string>) => {
  if (invoice === undefined) return null;
  const { id, documentNo, status } = invoice;
  return withheld.has(id)
    ? { id: null, documentNo: null, status, balance: null }
    : { id, documentNo, status, balance: money(invoice.balance) };
};
type Billed = Awaited<ReturnType<typeof billedRows>> extends Map<number, infer B> ? B : never;

/** A contract with everything that its page shows. 404 outside this person's scope. */
export async function presentContract(ctx: Ctx, id: string) {
  const row = await loadVisible(ctx, contracts.type, { id });
  const [
    trail,
    schedule,
    [head],
    related,
    endorsements,
    proposal,
    billed,
    isDepositMissing,
    settlement,
    clauses,
    accounts,
    handOut,
    before,
    isPaperMissing,
  ] = await Promise.all([
    trailOf(ctx, contracts.type.subject, id),
    scheduleOf(ctx, id),
    presentContracts(ctx, [row]),
    relatedOf(ctx, row),
    endorsementsOf(ctx, id),
    proposalOf(ctx, row),
    billedRows(ctx, id),
    lacksDeposit(ctx, row),
    settlementFor(ctx, row),
    clauseSetOf(ctx, row, row),
    accountsOf(ctx, [id]),
    handOutOf(ctx, row),
    paidBefore(ctx, id),
    startsFrom(contractMachine, 'submit', row.status) ? lacksFiles(ctx, row) : false,
  ]);
  if (!head) throw new Error('one row in, one row out');
  const withheld = await hiddenDocuments(
    ctx,
    [...billed.values()].map(({ id: invoiceId }) => ({ type: 'invoices', id: invoiceId })),
  );
  const previous = related.find((one) => one.id === row.previousContractId);
  return {
    ...head,
    ...trail,
    related,
    ...actionContext(ctx, contracts.type, row),
    overdueAmount: money(accounts.get(id)?.overdue ?? '0'),
    price: row.price,
    discountType: row.discountType,
    discountValue: row.discountValue,
    discountReason: row.discountReason,
    vatMode: row.vatMode,
    vatRate: row.vatRate,
    whtRate: row.whtRate,
    depositAmount: row.depositAmount,
    depositRefundable: row.depositRefundable,
    downPayment: row.downPayment,
    installmentCount: row.installmentCount,
    interval: row.interval,
    dueDay: row.dueDay,
    firstDueDate: row.firstDueDate,
    interestType: row.interestType,
    interestRate: row.interestRate,
    titleHolder: row.titleHolder,
    warrantyMonths: row.warrantyMonths,
    coverage: row.coverage,
    totals: row.totals,
    schedule: schedule.map((one) => ({
      ...one,
      invoice: invoiceOf(billed.get(one.seq), withheld),
      paidBefore: before.get(one.seq) ?? null,
    })),
    installSite: siteShownTo(ctx, row.installSite),
    witnesses: row.witnesses,
    terms: row.terms,
    clauseSet: clauses && { name: clauses.name, revisionNo: clauses.revisionNo },
    reservedUntil: row.reservedUntil,
    handOut,
    installedOn: row.installedOn,
    activatedOn: row.activatedOn,
    endedOn: row.endedOn,
    formerNo: row.formerNo,
    takenOverOn: row.takenOverOn,
    currentVersionNo: row.currentVersionNo,
    proposal,
    previousContract: previous ? { id: previous.id, documentNo: previous.documentNo } : null,
    checklist: [
      ...contractChecklist(row),
      ...(isDepositMissing && startsFrom(contractMachine, 'activate', row.status)
        ? [{ action: 'activate' as const, guard: 'isDepositPaid', isMet: false }]
        : []),
      ...(isPaperMissing
        ? [{ action: 'submit' as const, guard: 'hasCustomerFiles', isMet: false }]
        : []),
    ],
    endorsements,
    settlement,
  };
}
