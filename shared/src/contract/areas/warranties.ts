import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import { CONTRACT_COVERAGES } from '../../domain/sales/contracts.ts';
import {
  WARRANTY_CHANNELS,
  WARRANTY_TYPES,
  WARRANTY_WINDOWS,
} from '../../domain/sales/warranties.ts';
import { warrantyMachine, warrantyRequestMachine } from '../../domain/sales/warrantyMachine.ts';
import * as field from '../../domain/values/fields.ts';
import {
  documentDetail,
  documentFields,
  documentRef,
  nothing,
  recordFields,
  ref,
  userRef,
  versionOnly,
  withReason,
} from '../common.ts';
import { documentCalls } from '../documentCalls.ts';
import { ability, list, lookup, mutation, one } from '../endpoint.ts';

/** Warranties of containers and how they are renewed (domain-containers 1.3, 2.9, 3.1). */
const PAGE = 'warranty';
const WARRANTIES = '/back-office/purchase-warranty';
const REQUESTS = '/back-office/purchase-warranty-req';
const PRICES = `${WARRANTIES}/prices` as const;
const client = 'backOffice' as const;
const may = (...verbs: readonly string[]) => ability(...verbs.map((verb) => `${PAGE}:${verb}`));

/** Months that one offer may cover. */
const MAX_MONTHS = 60;
const months = () => field.integer(1, MAX_MONTHS);
const coverage = () => z.enum(CONTRACT_COVERAGES, { error: 'ONE_OF' });

const container = z.object({ id: field.id(), serialNumber: z.string(), name: z.string() });

/** Without id and number where this person may not read it. */
const contractRef = () =>
  z.object({ id: z.nullable(field.id()), documentNo: z.nullable(z.string()) });

const warrantyRow = z.object({
  ...documentFields,
  product: container,
  productModel: ref(),
  customer: ref(),
  contract: z.nullable(contractRef()),
  sale: z.nullable(userRef()),
  type: z.enum(WARRANTY_TYPES),
  startDate: field.date(),
  endDate: field.date(),
  /** Until its last day, that day included; null where it is over or not valid. */
  daysLeft: z.nullable(z.int()),
  coverage: coverage(),
  price: z.string(),
});

/** A warranty of another container, by that container. */
const moved = () => z.extend(documentRef(), { product: container });

const warrantyDetail = z.extend(warrantyRow, {
  ...documentDetail,
  exclusions: z.nullable(z.string()),
  /** Nothing of it is owed. */
  isSettled: z.boolean(),
  /** What it was needed for so far: parts that were taken out of the container in its time, and their claims. */
  usage: z.object({
    parts: z.int(),
    claims: z.int(),
    /** What the parts were worth when they went in; null without `view-cost`. */
    partsCost: z.nullable(z.string()),
  }),
  invoice: z.nullable(
    z.object({ id: field.id(), documentNo: z.nullable(z.string()), status: z.string() }),
  ),
  request: z.nullable(documentRef()),
  previous: z.nullable(documentRef()),
  /** Contracts exchanged its container: the warranty of the other one that it goes on with. */
  movedFrom: z.nullable(moved()),
  /** The same the other way: what goes on with it. */
  movedTo: z.nullable(moved()),
  /** All warranties of the container, the latest first. */
  chain: z.array(
    z.object({
      id: field.id(),
      documentNo: z.nullable(z.string()),
      status: z.string(),
      type: z.enum(WARRANTY_TYPES),
      startDate: field.date(),
      endDate: field.date(),
    }),
  ),
});
export type WarrantyDetail = z.infer<typeof warrantyDetail>;

const requestRow = z.object({
  ...documentFields,
  product: container,
  productModel: ref(),
  customer: ref(),
  sale: z.nullable(userRef()),
  channel: z.enum(WARRANTY_CHANNELS),
  months: z.int(),
  coverage: coverage(),
  /** Without VAT; null until it was quoted. */
  price: z.nullable(z.string()),
  quotedBy: z.nullable(userRef()),
});

/** What a warranty of a container would be now. */
const terms = z.object({
  type: z.enum(WARRANTY_TYPES),
  startDate: field.date(),
  endDate: field.date(),
  /** By the price list, without VAT; null where it names no price. */
  price: z.nullable(z.string()),
  /** Days without a warranty before today; 0 while one runs. */
  lapsedDays: z.int(),
  /** It has lapsed for so long that somebody has to inspect the container first. */
  needsInspection: z.boolean(),
  coverage: coverage(),
});

const requestDetail = z.extend(requestRow, {
  ...documentDetail,
  terms,
  warranty: z.nullable(documentRef()),
});
export type WarrantyRequestDetail = z.infer<typeof requestDetail>;

const TOUCHES = ['warranties', 'warrantyRequests', 'products', 'invoices'];
const warranties = documentCalls(WARRANTIES, {
  family: 'warranties',
  page: PAGE,
  detail: warrantyDetail,
  touches: TOUCHES,
  attachedBy: ['renew', 'void'],
  client,
});
const requests = documentCalls(REQUESTS, {
  family: 'warrantyRequests',
  page: PAGE,
  detail: requestDetail,
  touches: TOUCHES,
  attachedBy: ['request', 'quote'],
  client,
});
const warrantyList = documentCalls(`${WARRANTIES}/list`, {
  family: 'warranties',
  page: PAGE,
  detail: warrantyDetail,
  client,
});
const requestList = documentCalls(`${REQUESTS}/list`, {
  family: 'warrantyRequests',
  page: PAGE,
  detail: requestDetail,
  client,
});

const priceRow = z.object({
  ...recordFields,
  company: ref(),
  productModel: z.nullable(ref()),
  ageFromMonths: z.int(),
  pricePerMonth: z.string(),
  validFrom: field.date(),
});
const priceBody = {
  productModelId: field.nullish(field.id()),
  ageFromMonths: field.integer(0, 600),
  pricePerMonth: field.money(),
  validFrom: field.date(),
};

export const warrantiesArea = {
  'warranties.list': {
    ...warrantyList.list({
      summary: 'Warranties of containers',
      statuses: statusesOf(warrantyMachine),
      filters: {
        type: { kind: 'enum', values: WARRANTY_TYPES },
        customerId: { kind: 'id', lookup: 'customers.master' },
        productId: { kind: 'id', lookup: 'warranties.containers' },
        /** In force, and over within so many days. */
        expiringWithinDays: { kind: 'enum', values: WARRANTY_WINDOWS.map(String), onlyIs: true },
      },
      sorts: ['startDate', 'endDate'],
      exportColumns: [
        'documentNo',
        'documentDate',
        'product',
        'productModel',
        'customer',
        'contract',
        'type',
        'startDate',
        'endDate',
        'daysLeft',
        'coverage',
        'price',
        'status',
      ],
      row: warrantyRow,
    }),
    // The chain of a container stands on its maintenance page as well.
    access: ability('warranty:view', 'container-maintenance:view'),
  },
  'warranties.containers': list({
    path: `${WARRANTIES}/containers`,
    access: lookup('warranty:request', 'warranty:renew', 'warranty:view'),
    client,
    summary: 'Containers that customers have by a contract, and may have a warranty',
    list: { filters: {}, sorts: ['serialNumber'], defaultSort: 'serialNumber', maxLimit: 1000 },
    row: z.object({ id: field.id(), code: z.string(), name: z.string() }),
  }),
  'warranties.terms': one({
    path: `${WARRANTIES}/terms`,
    access: may('request', 'quote', 'renew'),
    client,
    summary: 'What a warranty of a container would be from now on, and cost by the price list',
    query: z.object({
      productId: field.id(),
      months: z.optional(z.string().check(z.regex(/^([1-9]|[1-5]\d|60)$/, { error: 'MAX' }))),
    }),
    data: terms,
  }),
  'warranties.get': warranties.get('A warranty with those before and after it'),
  'warranties.create': mutation({
    method: 'POST',
    path: `${WARRANTIES}/create`,
    access: may('renew'),
    client,
    status: 201,
    summary: 'Makes the warranty that follows, and its invoice: of an approved request, or at once',
    body: z.object({
      productId: field.id(),
      /** Its months, coverage and price are those that were approved. */
      requestId: field.nullish(field.id()),
      months: field.nullish(months()),
      /** Later than the day after the one before. */
      startDate: field.nullish(field.date()),
      coverage: z.nullish(coverage()),
      /** Without VAT; that of the price list unless said. */
      price: field.nullish(field.money()),
      exclusions: field.nullish(field.longText()),
      /** Needed where the price is another than that of the list. */
      reason: field.nullish(field.reason()),
    }),
    data: warrantyDetail,
    touches: TOUCHES,
    lookups: ['warranties.containers'],
  }),
  'warranties.offer': mutation({
    method: 'POST',
    path: `${WARRANTIES}/:id/offer`,
    access: may('request'),
    client,
    status: 201,
    summary: 'Asks for the renewal of a warranty, for as long as it lasted, by the price list',
    body: versionOnly(),
    data: requestDetail,
    touches: ['warrantyRequests'],
  }),
  'warranties.void': warranties.action('void', {
    may: 'void',
    summary: 'Takes a warranty back, for a reason; what of it is not paid is not owed any more',
    body: withReason(),
  }),
  'warranties.document': warranties.pdf('pdf', {
    may: 'view',
    summary: 'The certificate of a warranty as PDF',
  }),
  ...warranties.trail,

  'warrantyRequests.list': requestList.list({
    summary: 'Requests for warranties',
    statuses: statusesOf(warrantyRequestMachine),
    filters: {
      channel: { kind: 'enum', values: WARRANTY_CHANNELS },
      customerId: { kind: 'id', lookup: 'customers.master' },
    },
    unexported: ['productModel', 'sale', 'quotedBy'],
    row: requestRow,
  }),
  'warrantyRequests.get': requests.get('A request with what a warranty would be today'),
  'warrantyRequests.create': mutation({
    method: 'POST',
    path: `${REQUESTS}/create`,
    access: may('request'),
    client,
    status: 201,
    summary: 'Asks for a warranty of a container',
    body: z.object({
      productId: field.id(),
      months: months(),
      coverage: coverage(),
      channel: z.enum(WARRANTY_CHANNELS, { error: 'ONE_OF' }),
      remark: field.nullish(field.longText()),
    }),
    data: requestDetail,
    touches: ['warrantyRequests'],
    lookups: ['warranties.containers'],
  }),
  'warrantyRequests.quote': requests.action('quote', {
    may: 'quote',
    summary: 'Names months, coverage and price; that of the list unless said',
    body: z.object({
      version: field.version(),
      months: months(),
      coverage: coverage(),
      price: field.money(),
    }),
  }),
  'warrantyRequests.approve': requests.action('approve', {
    may: 'approve',
    summary: 'Approves what was quoted; the customer may accept it',
    notice: 'approved',
    body: versionOnly(),
  }),
  'warrantyRequests.reject': requests.action('reject', {
    may: 'approve',
    summary: 'Refuses a request',
    notice: 'rejected',
    body: withReason(),
  }),
  'warrantyRequests.accept': requests.action('accept', {
    may: 'renew',
    summary: 'The customer has accepted: makes the warranty and its invoice',
    body: versionOnly(),
  }),
  'warrantyRequests.cancel': {
    ...requests.action('cancel', {
      may: 'approve',
      summary: 'Gives a request up; a warranty and an invoice that nobody has paid go with it',
      body: withReason(),
    }),
    // Whoever asked may as well, until it is approved: the machine says so.
    access: may('approve', 'request'),
  },
  ...requests.trail,

  'warrantyPrices.list': list({
    path: PRICES,
    access: may('view'),
    client,
    summary: 'Prices of warranties by the age of the container',
    list: {
      filters: { productModelId: { kind: 'id', lookup: 'productModels.all' } },
      sorts: ['ageFromMonths', 'validFrom'],
      defaultSort: 'ageFromMonths',
      exportAbility: 'warranty:export',
      exportColumns: ['productModel', 'ageFromMonths', 'pricePerMonth', 'validFrom', 'company'],
    },
    row: priceRow,
  }),
  'warrantyPrices.create': mutation({
    method: 'POST',
    path: PRICES,
    access: may('update-prices'),
    client,
    status: 201,
    summary: 'Adds a price',
    body: z.object({ companyId: field.id(), ...priceBody }),
    data: priceRow,
    lookups: ['companies.all', 'productModels.all'],
  }),
  'warrantyPrices.update': mutation({
    method: 'PATCH',
    path: `${PRICES}/:id`,
    access: may('update-prices'),
    client,
    summary: 'Changes a price',
    body: z.object({ version: field.version(), ...priceBody }),
    data: priceRow,
    lookups: ['productModels.all'],
  }),
  'warrantyPrices.delete': mutation({
    method: 'DELETE',
    path: `${PRICES}/:id`,
    access: may('update-prices'),
    client,
    summary: 'Takes a price from the list; warranties keep what they cost',
    data: nothing(),
  }),
} as const;
