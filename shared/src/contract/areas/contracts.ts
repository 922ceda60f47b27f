import * as z from 'zod/mini';
import { productMachine } from '../../domain/containers/productMachine.ts';
import { statusesOf } from '../../domain/machine/machine.ts';
import {
  CONTRACT_PAYMENT_STATUSES,
  CONTRACT_STATUS_ACTIONS,
  contractMachine,
  SETTLEMENT_STATUSES,
} from '../../domain/sales/contractMachine.ts';
import { CONTRACT_COVERAGES, MAX_WITNESSES } from '../../domain/sales/contracts.ts';
import { CHANGE_TYPES } from '../../domain/sales/contractVersions.ts';
import {
  CONTRACT_TYPES,
  INTEREST_TYPES,
  PLAN_INTERVALS,
  SCHEDULE_KINDS,
  TITLE_HOLDERS,
} from '../../domain/sales/paymentPlan.ts';
import { CHARGE_KINDS, MAX_CHARGES } from '../../domain/sales/settlement.ts';
import * as field from '../../domain/values/fields.ts';
import {
  cost,
  documentDetail,
  documentFields,
  endorsement,
  maybeRef,
  nothing,
  ref,
  userRef,
  versionOnly,
  withReason,
} from '../common.ts';
import { documentCalls } from '../documentCalls.ts';
import { ability, type Done, list, lookup, mutation, one } from '../endpoint.ts';
import { siteShown } from '../site.ts';
import { ADDRESS_LOOKUPS, addressSchema } from './inventory.ts';

/**
 * Contracts by which a customer buys or leases a container (docs/domain/containers.md "Contract",
 * specification 2 and 7). The back-office client sends all of these calls.
 */
const BASE = '/back-office/purchase-management/contracts';
const client = 'backOffice' as const;

const VAT_MODES = ['exclusive', 'inclusive', 'none'] as const;

const container = z.object({ id: field.id(), serialNumber: z.string(), name: z.string() });

const contractRow = z.object({
  ...documentFields,
  type: z.enum(CONTRACT_TYPES),
  customer: ref(),
  sale: z.nullable(userRef()),
  productModel: ref(),
  product: z.nullable(container),
  grandTotal: z.string(),
  outstandingAmount: z.string(),
  nextDueDate: z.nullable(field.date()),
  paymentStatus: z.enum(CONTRACT_PAYMENT_STATUSES),
  settlementStatus: z.enum(SETTLEMENT_STATUSES),
  startDate: field.date(),
  endDate: z.nullable(field.date()),
  /** It is in force, and its container does not stand at the customer. */
  awayUnderContract: z.boolean(),
});

const site = z.object({
  address: z.string(),
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
  contactName: z.string(),
  contactPhone: z.string(),
  /** The address by codes; null: it was typed. */
  place: z.nullable(
    z.object({
      line1: z.string(),
      provinceId: z.nullable(z.int()),
      amphoeId: z.nullable(z.int()),
      districtId: z.nullable(z.int()),
      zipcode: z.nullable(z.string()),
    }),
  ),
});

const scheduleRow = z.object({
  seq: z.int(),
  kind: z.enum(SCHEDULE_KINDS),
  dueDate: field.date(),
  principal: z.string(),
  interest: z.string(),
  vat: z.string(),
  total: z.string(),
  wht: z.string(),
  net: z.string(),
  countsTowardsTotal: z.boolean(),
});

/** The same with what was billed of it. */
const billedRow = z.extend(scheduleRow, {
  invoice: z.nullable(
    z.object({
      /** null, with number and balance: an invoice that this person may not read. */
      id: z.nullable(field.id()),
      documentNo: z.nullable(z.string()),
      status: z.string(),
      balance: z.nullable(z.string()),
    }),
  ),
  /** THB paid before the contract was taken over. */
  paidBefore: z.nullable(z.string()),
});

const totals = z.object({
  subTotal: z.string(),
  discountTotal: z.string(),
  baseAmount: z.string(),
  interestTotal: z.string(),
  vatAmount: z.string(),
  grandTotal: z.string(),
  whtAmount: z.string(),
  netReceivable: z.string(),
  financedAmount: z.string(),
});

/** What is agreed, as it is entered. */
const agreed = {
  price: z.string(),
  discountType: z.nullable(z.enum(['percent', 'amount'])),
  discountValue: z.nullable(z.string()),
  discountReason: z.nullable(z.string()),
  vatMode: z.enum(VAT_MODES),
  vatRate: z.string(),
  whtRate: z.string(),
  depositAmount: z.string(),
  depositRefundable: z.boolean(),
  downPayment: z.string(),
  installmentCount: z.nullable(z.int()),
  interval: z.nullable(z.enum(PLAN_INTERVALS)),
  dueDay: z.nullable(z.string()),
  firstDueDate: z.nullable(field.date()),
  interestType: z.enum(INTEREST_TYPES),
  interestRate: z.string(),
  titleHolder: z.enum(TITLE_HOLDERS),
  warrantyMonths: z.int(),
  coverage: z.enum(CONTRACT_COVERAGES),
};

const proposal = z.object({
  /** What would be another of what is agreed; paths as in versions. */
  changes: z.array(
    z.object({
      path: z.string(),
      from: z.optional(z.unknown()),
      to: z.optional(z.unknown()),
    }),
  ),
  reason: z.string(),
  effectiveDate: field.date(),
  /** null: what is agreed changes, and the container stays. */
  exchange: z.nullable(
    z.object({
      /** What takes its place. */
      product: container,
      /** Where the one before comes back to; null: it is lost. */
      returnWarehouse: z.nullable(ref()),
    }),
  ),
  grandTotal: z.string(),
  proposedBy: z.nullable(userRef()),
  proposedAt: field.instant(),
  /** Approver of the exchange, which the installation of the other container carries out; null: not approved. */
  decidedBy: z.nullable(userRef()),
  decidedAt: z.nullable(field.instant()),
});

/** What both sides owe each other at the end: as it would be settled now, or as it was (docs/adr/0043). */
const settlement = z.object({
  lines: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['owed', ...CHARGE_KINDS]),
      /** null: not billed yet; the settlement does. */
      invoice: z.nullable(z.extend(maybeRef(), { status: z.string() })),
      dueDate: z.nullable(field.date()),
      /** Of a charge: why. */
      reason: z.nullable(z.string()),
      /** With VAT. */
      amount: z.string(),
      /** What the deposit pays of it; charges of one kind are one invoice, so that it is said on the first. */
      setOff: z.string(),
    }),
  ),
  /** Per cent, of fees. */
  vatRate: z.string(),
  owed: z.string(),
  charged: z.string(),
  /** What was paid of a deposit that is given back. */
  deposit: z.string(),
  setOff: z.string(),
  credit: z.string(),
  stillOwed: z.string(),
  /** By whom and when it was settled; null: it is not yet. */
  settled: z.nullable(
    z.object({
      on: field.date(),
      by: z.nullable(userRef()),
      remark: z.nullable(z.string()),
      /** The deposit as the payment that it became: its rest is refunded there. */
      payment: z.nullable(z.extend(maybeRef(), { status: z.string(), refunded: z.string() })),
    }),
  ),
});
export type ContractSettlement = z.infer<typeof settlement>;

const endedInvoice = z.extend(maybeRef(), {
  status: z.string(),
  dueDate: field.date(),
  amount: z.string(),
});

/** What a termination would leave: the settlement as it would be then, and what happens before it. */
const termination = z.extend(settlement, {
  /** Billed, and asked for no more: what is due from the end on, and a deposit that nobody has paid. */
  voided: z.array(endedInvoice),
  /** Due from the end on, but paid in part, taxed or late: somebody else decides on a credit note. */
  credited: z.array(endedInvoice),
  /** Warranties of it that have not begun: they come to nothing, and so does what was asked for them. */
  withdrawn: z.array(
    z.extend(maybeRef(), {
      startDate: field.date(),
      endDate: field.date(),
      invoices: z.array(
        z.extend(maybeRef(), {
          status: z.string(),
          dueDate: field.date(),
          /** What is asked for no more; of one that was paid, what its credit note would say. */
          amount: z.string(),
          /** A credit note is asked for, and somebody else decides on it. */
          becomes: z.enum(['void', 'credit']),
        }),
      ),
    }),
  ),
  /** What was paid of a deposit that is not given back. */
  keptDeposit: z.string(),
  /** Whose the container is until then; null: the contract holds none. */
  titleHolder: z.nullable(z.enum(TITLE_HOLDERS)),
  /** It stands at the customer and comes back by a receipt, whosever it was. */
  isReturned: z.boolean(),
});
export type ContractTermination = z.infer<typeof termination>;

const contractDetail = z.extend(contractRow, {
  ...documentDetail,
  ...agreed,
  /** What of it should have been paid before today. */
  overdueAmount: z.string(),
  totals,
  schedule: z.array(billedRow),
  installSite: site,
  witnesses: z.array(z.string()),
  terms: z.nullable(z.string()),
  /** The company's clauses that hold where it has no terms of its own; null: the company has none. */
  clauseSet: z.nullable(z.object({ name: z.string(), revisionNo: z.int() })),
  reservedUntil: z.nullable(field.instant()),
  /** The warehouse from which a requisition hands its container out; null: it needs none, or has one. */
  handOut: z.nullable(z.object({ warehouseId: z.nullable(field.id()) })),
  installedOn: z.nullable(field.date()),
  activatedOn: z.nullable(field.date()),
  endedOn: z.nullable(field.date()),
  /** Its number before it was taken over, and the day since which it is billed here; null: it began here. */
  formerNo: z.nullable(z.string()),
  takenOverOn: z.nullable(field.date()),
  currentVersionNo: z.int(),
  /** A change that waits for its approval. */
  proposal: z.nullable(proposal),
  previousContract: z.nullable(z.object({ id: field.id(), documentNo: z.nullable(z.string()) })),
  /** Conditions of the next step, met or not. */
  checklist: z.array(
    z.object({
      action: z.enum(['submit', 'approve', 'activate']),
      guard: z.string(),
      isMet: z.boolean(),
    }),
  ),
  endorsements: z.array(endorsement),
  /** null: it is not over yet. */
  settlement: z.nullable(settlement),
});
export type ContractDetail = z.infer<typeof contractDetail>;

const installSite = z.object({
  address: field.requiredText(500),
  /** The codes of an address that was taken from the customer; each language writes it out from them. */
  place: field.nullish(addressSchema),
  lat: field.nullish(z.number().check(z.gte(-90, { error: 'MIN' }), z.lte(90, { error: 'MAX' }))),
  lng: field.nullish(z.number().check(z.gte(-180, { error: 'MIN' }), z.lte(180, { error: 'MAX' }))),
  contactName: field.requiredText(120),
  contactPhone: field.phone(),
});

/** What a plan is made from; the preview needs no more. */
const planBody = {
  type: z.enum(CONTRACT_TYPES, { error: 'ONE_OF' }),
  documentDate: field.date(),
  price: field.money(),
  discountType: field.nullish(z.enum(['percent', 'amount'], { error: 'ONE_OF' })),
  discountValue: field.nullish(field.money()),
  vatMode: z.enum(VAT_MODES, { error: 'ONE_OF' }),
  whtRate: field.percent(),
  depositAmount: field.money(),
  depositRefundable: field.flag(),
  downPayment: field.money(),
  installmentCount: field.nullish(field.integer(2, 120)),
  interval: field.nullish(z.enum(PLAN_INTERVALS, { error: 'ONE_OF' })),
  /** 1–28, or `last`. */
  dueDay: field.nullish(
    z.string().check(z.regex(/^([1-9]|1\d|2[0-8]|last)$/, { error: 'DUE_DAY' })),
  ),
  firstDueDate: field.nullish(field.date()),
  interestType: z.enum(INTEREST_TYPES, { error: 'ONE_OF' }),
  interestRate: field.percent(),
};

const contractBody = {
  ...planBody,
  customerId: field.id(),
  /** Absent: whoever saves it. */
  saleId: field.nullish(field.id()),
  productModelId: field.id(),
  installSite,
  startDate: field.date(),
  endDate: field.nullish(field.date()),
  discountReason: field.nullish(field.text(300)),
  titleHolder: z.enum(TITLE_HOLDERS, { error: 'ONE_OF' }),
  warrantyMonths: field.integer(0, 120),
  coverage: z.enum(CONTRACT_COVERAGES, { error: 'ONE_OF' }),
  witnesses: z
    .array(field.requiredText(120))
    .check(z.maxLength(MAX_WITNESSES, { error: 'TOO_MANY' })),
  /** Clauses instead of the company's; templates with fields. */
  terms: field.nullish(field.longText(20_000)),
  remark: field.nullish(field.longText()),
};

const versionRow = z.object({
  id: field.id(),
  versionNo: z.int(),
  changeType: z.enum(CHANGE_TYPES),
  reason: z.nullable(z.string()),
  effectiveDate: field.date(),
  createdAt: field.instant(),
  createdBy: z.nullable(userRef()),
  approvedBy: z.nullable(userRef()),
  approvedAt: z.nullable(field.instant()),
  changeCount: z.int(),
  /** Of the snapshot. */
  sha256: z.string(),
});

const change = z.object({
  path: z.string(),
  from: z.optional(z.unknown()),
  to: z.optional(z.unknown()),
});

const versionDetail = z.extend(versionRow, {
  contract: z.object({ id: field.id(), documentNo: z.nullable(z.string()), status: z.string() }),
  snapshot: z.record(z.string(), z.unknown()),
  /** From the version before it. */
  diff: z.array(change),
  /** From the version that was asked for with `compareTo`. */
  comparison: z.nullable(
    z.object({
      versionNo: z.int(),
      snapshot: z.record(z.string(), z.unknown()),
      changes: z.array(change),
    }),
  ),
});
export type ContractVersionDetail = z.infer<typeof versionDetail>;

/** Where the form's choices come from. */
const lookups = ['customers.master', 'productModels.all', 'users.all', ...ADDRESS_LOOKUPS];

const calls = documentCalls(BASE, {
  family: 'contracts',
  page: 'purchase-contract',
  detail: contractDetail,
  touches: ['contracts', 'products'],
  client,
});

/** What a change of the status is called, by the action that was sent. */
const statusNotice = ({ body, data }: Done): string => {
  if (body.action === 'reject') return 'rejected';
  if (body.action !== 'approve') return 'default';
  // Above the person's limit it waits on.
  return contractMachine.actions.approve.from.some((status) => status === data.status)
    ? 'endorsed'
    : 'approved';
};

/** Above the person's limit a proposed change waits on; an agreed exchange waits for its container only. */
const changeNotice = ({ data }: Done): string => {
  const waiting = data.proposal as z.infer<typeof proposal> | null;
  return waiting === null || waiting.decidedAt !== null ? 'approved' : 'endorsed';
};

/** The verbs of the specification's steps; whoever revises submits as well. */
const statusVerbs = ['submit', 'approve', 'activate', 'terminate', 'cancel'] as const;

export const contractsArea = {
  'contracts.list': calls.list({
    summary: 'Contracts',
    statuses: statusesOf(contractMachine),
    filters: {
      type: { kind: 'enum', values: CONTRACT_TYPES },
      /** What waits for somebody; the tabs are this and All (specification 2). */
      tab: { kind: 'enum', values: ['pending', 'other'] },
      paymentStatus: { kind: 'enum', values: CONTRACT_PAYMENT_STATUSES },
      settlementStatus: { kind: 'enum', values: SETTLEMENT_STATUSES },
      saleId: { kind: 'id', lookup: 'users.all' },
      customerId: { kind: 'id', lookup: 'customers.master' },
      productId: { kind: 'id' },
      /** The zone of the customer. */
      zoneId: { kind: 'id', lookup: 'zones.all', onlyIs: true },
      awayUnderContract: { kind: 'flag' },
    },
    sorts: ['documentDate'],
    counts: 'tab',
    tabs: ['pending'],
    exportAbility: 'purchase-contract:export',
    exportColumns: [
      'documentNo',
      'documentDate',
      'type',
      'customer',
      'sale',
      'productModel',
      'product',
      'grandTotal',
      'outstandingAmount',
      'nextDueDate',
      'paymentStatus',
      'settlementStatus',
      'startDate',
      'endDate',
      'status',
    ],
    row: contractRow,
  }),
  'contracts.available': list({
    path: `${BASE}/available-products`,
    access: lookup('purchase-contract:update', 'purchase-contract:create'),
    client,
    summary: 'Containers of a contract’s model that may be reserved for it, oldest first',
    list: {
      filters: {
        productModelId: { kind: 'id', lookup: 'productModels.all' },
        /** What may take the place of its container: in a warehouse of its company. */
        insteadOf: { kind: 'id' },
        /** Containers that already stand at this contract's customer, instead of those in a warehouse. */
        atCustomerOf: { kind: 'id' },
      },
      sorts: ['documentDate'],
      defaultSort: 'documentDate',
      maxLimit: 1000,
    },
    row: z.object({
      id: field.id(),
      code: z.string(),
      name: z.string(),
      status: z.enum(statusesOf(productMachine)),
      warehouse: z.nullable(ref()),
      site: z.nullable(siteShown),
      /** Its age counts from this day. */
      documentDate: field.date(),
    }),
  }),
  'contracts.availableDrafts': list({
    path: '/withdraw_products/available_draft_contract',
    access: lookup('container-requisition:create', 'container-requisition:update'),
    summary:
      'Contracts whose container a requisition may ask for: drafts without one, and those that hold one in a warehouse',
    list: {
      filters: {
        productModelId: { kind: 'id', lookup: 'productModels.all' },
        /** Contracts of this warehouse's company; a held container stands in this warehouse. */
        warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      },
      sorts: ['documentDate'],
      defaultSort: 'documentDate',
      maxLimit: 1000,
    },
    row: z.object({
      id: field.id(),
      code: z.nullable(z.string()),
      name: z.string(),
      productModel: ref(),
    }),
  }),
  'contracts.get': calls.get('A contract'),
  'contracts.create': calls.create({
    summary: 'Opens the draft of a contract',
    body: contractBody,
    lookups,
  }),
  'contracts.update': mutation({
    method: 'PUT',
    path: `${BASE}/:id` as const,
    access: ability('purchase-contract:update'),
    client,
    summary: 'Changes a contract; once it was submitted, this makes its next version',
    body: z.object({
      version: field.version(),
      ...contractBody,
      /** Needed once the contract has versions. */
      versionReason: field.nullish(field.reason()),
    }),
    data: contractDetail,
    touches: ['contracts'],
    lookups,
  }),
  'contracts.delete': mutation({
    method: 'DELETE',
    path: `${BASE}/:id` as const,
    access: ability('purchase-contract:create'),
    client,
    summary: 'Deletes a draft; a numbered contract is cancelled instead',
    data: nothing(),
    touches: ['contracts'],
  }),
  'contracts.listPrice': one({
    path: `${BASE}/list-price` as const,
    access: ability('purchase-contract:create', 'purchase-contract:update'),
    client,
    summary: 'The list price of a model for a contract; of a lease the rent of one period',
    query: z.object({
      productModelId: field.id(),
      type: z.enum(CONTRACT_TYPES, { error: 'ONE_OF' }),
      interval: field.optional(z.enum(PLAN_INTERVALS, { error: 'ONE_OF' })),
      /** List prices are set without VAT; the answer includes it for `inclusive`. */
      vatMode: field.optional(z.enum(VAT_MODES, { error: 'ONE_OF' })),
      /** Whose company's price it is; the caller's first one while nobody is chosen. */
      customerId: field.optional(field.id()),
      /** As of this day; today unless said. */
      documentDate: field.optional(field.date()),
    }),
    data: z.object({ listPrice: z.nullable(z.string()) }),
  }),
  'contracts.decision': one({
    path: `${BASE}/:id/decision` as const,
    access: ability('purchase-contract:approve'),
    client,
    summary: 'Price, discount, margin, what the customer owes and free stock, for whoever decides',
    data: z.object({
      listPrice: z.nullable(z.string()),
      /** After all discounts. */
      price: z.string(),
      /** With the months of warranty that are given away. */
      discountPercent: z.string(),
      warranty: z.object({
        months: z.int(),
        modelMonths: z.int(),
        /** By the price list of warranties, of the months beyond the model's; null: it names no price. */
        price: z.nullable(z.string()),
      }),
      /** The largest discount of the caller, in per cent; null: any. */
      discountLimit: z.nullable(z.string()),
      cost: cost(),
      margin: cost(),
      marginPercent: cost(),
      customerBalance: z.string(),
      freeStock: z.int(),
    }),
  }),
  'contracts.preview': mutation({
    method: 'POST',
    path: `${BASE}/preview` as const,
    access: ability('purchase-contract:create', 'purchase-contract:update'),
    client,
    summary: 'Amounts and schedule of what is entered; nothing is kept',
    notice: 'none',
    body: z.object({
      ...planBody,
      /** Whose company sets the VAT rate; the caller's first one while nobody is chosen. */
      customerId: field.nullish(field.id()),
      /** The contract that would be changed, and from when: what is agreed of it stays. */
      contractId: field.nullish(field.id()),
      effectiveDate: field.nullish(field.date()),
      /** Its list price is what a discount counts from; of a lease for as long as it runs. */
      productModelId: field.nullish(field.id()),
      startDate: field.nullish(field.date()),
      endDate: field.nullish(field.date()),
    }),
    lookups: ['customers.master', 'productModels.all'],
    data: z.object({
      totals,
      schedule: z.array(scheduleRow),
      listPrice: z.nullable(z.string()),
      /** The whole discount, and the largest one that the caller may give. */
      discountPercent: z.string(),
      discountLimit: z.nullable(z.string()),
    }),
  }),
  'contracts.changeStatus': mutation({
    method: 'PUT',
    path: `${BASE}/:id/change-status` as const,
    access: ability(...statusVerbs.map((verb) => `purchase-contract:${verb}`)),
    client,
    summary: 'Takes a contract to its next status',
    notice: statusNotice,
    body: z.object({
      version: field.version(),
      action: z.enum(CONTRACT_STATUS_ACTIONS, { error: 'ONE_OF' }),
      reason: field.optional(field.reason()),
      comment: field.nullish(field.longText(500)),
      /** From when it counts; today unless said. */
      effectiveDate: field.nullish(field.date()),
      /** Termination: the warehouse that the container comes back to. */
      returnWarehouseId: field.nullish(field.id()),
    }),
    lookups: ['masterData.subWarehouses'],
    data: contractDetail,
    touches: ['contracts', 'products', 'containerReceipts'],
  }),
  'contracts.reserve': calls.action('reserve', {
    may: 'update',
    summary: 'Holds a container for the contract; the oldest of its model unless one is named',
    body: z.object({
      version: field.version(),
      /** The one that is named already stands at this customer. */
      atCustomer: field.nullish(z.boolean()),
      productId: field.nullish(field.id()),
    }),
    lookups: ['contracts.available'],
  }),
  'contracts.extend': calls.action('extend', {
    may: 'update',
    summary: 'Holds the container longer',
    body: z.object({ version: field.version(), reason: field.reason() }),
  }),
  'contracts.release': calls.action('release', {
    may: 'update',
    summary: 'Gives the container up that is held',
    body: versionOnly(),
  }),
  'contracts.amend': calls.action('amend', {
    may: 'update',
    summary: 'Proposes a change of what was agreed',
    body: z.object({
      version: field.version(),
      ...contractBody,
      reason: field.reason(),
      effectiveDate: field.date(),
    }),
  }),
  'contracts.swapProduct': calls.action('swap-product', {
    may: 'update',
    summary: 'Proposes another container in place of the one that stands at the customer',
    body: z.object({
      version: field.version(),
      productId: field.id(),
      reason: field.reason(),
      /** Where the one before comes back to. */
      returnWarehouseId: field.nullish(field.id()),
    }),
    lookups: ['contracts.available', 'masterData.subWarehouses'],
  }),
  'contracts.withdrawChange': calls.action('withdraw-change', {
    may: 'update',
    summary: 'Withdraws a proposed change; only whoever proposed it does',
    body: versionOnly(),
  }),
  'contracts.approveChange': calls.action('approve-change', {
    may: 'approve',
    summary: 'Approves a proposed change; an exchange then takes place with the installation',
    notice: changeNotice,
    body: z.object({ version: field.version(), comment: field.nullish(field.longText(500)) }),
  }),
  'contracts.rejectChange': calls.action('reject-change', {
    may: 'approve',
    summary: 'Refuses a proposed change',
    notice: 'rejected',
    body: withReason(),
  }),
  'contracts.callOffExchange': calls.action('call-off-exchange', {
    may: 'approve',
    summary: 'Calls off an approved exchange whose other container has not left its warehouse',
    body: withReason(),
  }),
  'contracts.changeSale': calls.action('change_sale', {
    may: 'change-sale',
    summary: 'Hands the contract to another salesperson',
    body: z.object({
      version: field.version(),
      saleID: field.id(),
      reason: field.reason(),
      effectiveDate: field.nullish(field.date()),
    }),
  }),
  'contracts.changeCustomer': calls.action('change_customer', {
    may: 'change-customer',
    summary: 'Hands the contract to another customer',
    body: z.object({
      version: field.version(),
      customerID: field.id(),
      reason: field.reason(),
      effectiveDate: field.nullish(field.date()),
      /** What is still owed goes over to the new customer. */
      assumeOutstanding: field.optional(field.flag()),
    }),
  }),
  'contracts.renew': calls.action('renew', {
    may: 'renew',
    summary: 'Opens the draft of the contract that follows a lease',
    body: z.object({
      version: field.version(),
      startDate: field.date(),
      endDate: field.date(),
    }),
  }),
  'contracts.termination': one({
    path: `${BASE}/:id/termination` as const,
    access: ability('purchase-contract:terminate'),
    client,
    summary: 'What a termination would void and leave to be settled; nothing is changed',
    query: z.object({
      /** From when it would count; today unless said. */
      effectiveDate: field.optional(field.date()),
    }),
    data: termination,
  }),
  'contracts.settle': calls.action('settle', {
    may: 'terminate',
    summary: 'Settles what is owed, damages, fees and the deposit of a contract that is over',
    body: z.object({
      version: field.version(),
      charges: z
        .array(
          z.object({
            kind: z.enum(CHARGE_KINDS, { error: 'ONE_OF' }),
            reason: field.requiredText(300),
            /** Before VAT. */
            amount: field.positiveMoney(),
          }),
        )
        .check(z.maxLength(MAX_CHARGES, { error: 'TOO_MANY' })),
      remark: field.nullish(field.longText()),
    }),
    touches: ['contracts', 'invoices', 'payments', 'receivables', 'taxInvoices'],
  }),
  'contracts.versions': list({
    path: `${BASE}/:id/versions` as const,
    access: ability('purchase-contract:view'),
    client,
    summary: 'What was agreed, version by version, the latest first',
    list: { filters: {}, sorts: ['versionNo'], defaultSort: '-versionNo' },
    row: versionRow,
  }),
  'contracts.version': one({
    path: `${BASE}/:id/versions/:versionId` as const,
    access: ability('purchase-contract:view'),
    client,
    summary: 'One version in full, compared with the one before it or with another',
    query: z.object({ compareTo: field.optional(field.id()) }),
    data: versionDetail,
  }),
  'contracts.versionPdf': calls.pdf('versions/:versionId/pdf', {
    may: 'print',
    summary: 'A version as PDF, as it was printed first',
  }),
  'contracts.document': calls.pdf('pdf', {
    may: 'print',
    summary: 'The contract as PDF: what is agreed now, with its clauses',
  }),
  ...calls.trail,
} as const;
