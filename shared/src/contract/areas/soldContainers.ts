import * as z from 'zod/mini';
import {
  CHANGE_KINDS,
  MAX_BATCH,
  MAX_PRICE_OPTIONS,
  SOLD_SALE_STATUSES,
  TRANSACTION_CHANNELS,
  TRANSACTION_MARKS,
  TRANSACTION_STATUSES,
} from '../../domain/sales/soldContainers.ts';
import * as field from '../../domain/values/fields.ts';
import { documentRef, historyEntry, recordFields, ref, userRef } from '../common.ts';
import { ability, list, lookup, machine, mutation, one } from '../endpoint.ts';

/** Containers sold or leased now, their settings, keys and sales (docs/domain/containers.md 1.1). */

const BASE = '/product_contracts';
const productRef = () => z.object({ id: field.id(), serialNumber: z.string() });

/** A container by its serial number. */
const soldRow = z.object({
  ...recordFields,
  productId: field.id(),
  serialNumber: z.string(),
  productModel: ref(),
  customer: ref(),
  contract: documentRef(),
  sale: userRef(),
  saleStatus: z.enum(SOLD_SALE_STATUSES),
  isActive: z.boolean(),
  isLineEnabled: z.boolean(),
  /** Active, and nothing sold for a day. */
  isSilent: z.boolean(),
  /** Of this month so far; null without `view-revenue`. */
  monthRevenue: z.nullable(z.string()),
  lastSaleAt: z.nullable(field.instant()),
  softwareVersion: z.nullable(z.string()),
  softwareOutdated: z.boolean(),
  warrantyEnd: z.nullable(field.date()),
});

const costOut = z.object({
  fixedPerMonth: z.string(),
  perUnit: z.string(),
  revenueSharePercent: z.string(),
});
const optionOut = z.object({
  key: z.string(),
  label: z.string(),
  price: z.string(),
  /** null without `view-cost`. */
  cost: z.nullable(z.string()),
  isActive: z.boolean(),
});
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const settingFields = {
  temperatureC: field.nullish(field.integer(-25, 40)),
  opensAt: field.nullish(z.string().check(z.regex(TIME, { error: 'TIME' }))),
  closesAt: field.nullish(z.string().check(z.regex(TIME, { error: 'TIME' }))),
  screenLanguage: field.nullish(field.oneOf(['th', 'en'])),
  screenText: field.nullish(field.text(160)),
  lowStockPercent: field.nullish(field.integer(0, 100)),
  acceptedChannels: field.nullish(
    z.array(field.oneOf(TRANSACTION_CHANNELS)).check(z.maxLength(5, { error: 'TOO_MANY' })),
  ),
};

const change = z.object({
  id: field.id(),
  kind: z.enum(CHANGE_KINDS),
  effectiveDate: field.date(),
  createdAt: field.instant(),
  by: z.nullable(userRef()),
  /** Whether it holds today. */
  isInForce: z.boolean(),
  revertedAt: z.nullable(field.instant()),
  revertedReason: z.nullable(z.string()),
  cost: z.nullable(costOut),
  priceOptions: z.nullable(z.array(optionOut)),
  setting: z.nullable(z.object(settingFields)),
});

const soldDetail = z.extend(soldRow, {
  inForceFrom: field.instant(),
  activeSince: z.nullable(field.instant()),
  lineTarget: z.nullable(z.string()),
  hasLineToken: z.boolean(),
  /** null: none is set, or hidden without `view-cost`. */
  cost: z.nullable(costOut),
  priceOptions: z.array(optionOut),
  setting: z.object(settingFields),
  /** How containers of its model begin in its company; null: as from the factory. */
  template: z.nullable(
    z.object({
      version: field.version(),
      setting: z.object(settingFields),
      /** Options of the model and their list prices in THB. */
      listPrices: z.array(z.object({ key: z.string(), label: z.string(), price: z.string() })),
      updatedAt: field.instant(),
      /** The container's setting of today differs from the template. */
      differs: z.boolean(),
    }),
  ),
  changes: z.array(change),
  history: z.array(historyEntry),
});
export type SoldContainer = z.infer<typeof soldDetail>;
export type SoldContainerChange = z.infer<typeof change>;

const wanted = { productId: field.id(), version: field.version() };
const from = { effectiveDate: field.date() };
const TOUCHES = ['productContracts'];
const setting = ability('products:setting');

/** Without `view-revenue` amounts are null, without `view-cost` what they cost. */
const transactionRow = z.object({
  id: field.id(),
  occurredAt: field.instant(),
  receivedAt: field.instant(),
  product: productRef(),
  /** null: it waits for a contract. */
  contract: z.nullable(documentRef()),
  customer: z.nullable(ref()),
  machineTxnId: z.string(),
  channel: z.enum(TRANSACTION_CHANNELS),
  status: z.enum(TRANSACTION_STATUSES),
  refundOf: z.nullable(z.string()),
  mark: z.nullable(z.enum(TRANSACTION_MARKS)),
  priceOptionKey: z.nullable(z.string()),
  itemName: z.nullable(z.string()),
  quantity: z.number(),
  amount: z.nullable(z.string()),
  costAmount: z.nullable(z.string()),
  margin: z.nullable(z.string()),
});

const sums = {
  count: z.int(),
  amount: z.nullable(z.string()),
  cost: z.nullable(z.string()),
  margin: z.nullable(z.string()),
};

const ONE_LINE = /^[\x21-\x7e]+$/;
const machineText = (max: number) =>
  field
    .requiredText(max)
    .check(z.refine((value: string) => ONE_LINE.test(value), { error: 'MACHINE_TEXT' }));

/** A sale as the machine reports it. */
const reported = z.object({
  machineTxnId: machineText(64),
  occurredAt: z.iso.datetime({ error: 'INSTANT', offset: true }),
  channel: field.oneOf(TRANSACTION_CHANNELS),
  status: field.optional(field.oneOf(TRANSACTION_STATUSES)),
  /** The sale that is paid back, where it was reported before. */
  refundOf: field.nullish(machineText(64)),
  priceOptionKey: field.nullish(machineText(40)),
  itemName: field.nullish(field.text(120)),
  quantity: field.optional(field.positiveQuantity()),
  amount: field.money(),
  rawRef: field.nullish(machineText(120)),
});
export type ReportedTransaction = z.output<typeof reported>;

const key = z.object({
  id: field.id(),
  version: field.version(),
  name: z.string(),
  /** Its last four characters. */
  hint: z.string(),
  createdAt: field.instant(),
  createdBy: z.nullable(userRef()),
  expiresAt: field.instant(),
  isExpired: z.boolean(),
  lastUsedAt: z.nullable(field.instant()),
  revokedAt: z.nullable(field.instant()),
  revokedReason: z.nullable(z.string()),
});
export type MachineKey = z.infer<typeof key>;

export const soldContainersArea = {
  'productContracts.list': list({
    isSearched: true,
    path: BASE,
    access: ability('products:view'),
    summary: 'Containers that are sold or leased now',
    list: {
      filters: {
        saleStatus: { kind: 'enum', values: SOLD_SALE_STATUSES },
        customerId: { kind: 'id', lookup: 'customers.master' },
        productModelId: { kind: 'id', lookup: 'productModels.all' },
        saleId: { kind: 'id', lookup: 'users.all' },
        isActive: { kind: 'flag' },
        isSilent: { kind: 'flag' },
        /** Containers whose setting differs from the template of their model. */
        hasOtherSetting: { kind: 'flag' },
      },
      sorts: ['serialNumber', 'lastSaleAt'],
      defaultSort: 'serialNumber',
      exportColumns: [
        'serialNumber',
        'productModel',
        'customer',
        'contract',
        'sale',
        'saleStatus',
        'isActive',
        'isLineEnabled',
        'monthRevenue',
        'lastSaleAt',
        'softwareVersion',
        'warrantyEnd',
      ],
    },
    row: soldRow,
  }),
  'productTransactions.list': list({
    path: `${BASE}/transactions`,
    access: ability('product-transactions:view'),
    summary: 'What containers have sold',
    list: {
      filters: {
        channel: { kind: 'enum', values: TRANSACTION_CHANNELS },
        status: { kind: 'enum', values: TRANSACTION_STATUSES },
        productId: { kind: 'id', lookup: 'productContracts.master' },
        contractId: { kind: 'id', lookup: 'productContracts.contracts' },
        isWaiting: { kind: 'flag' },
      },
      sorts: ['occurredAt'],
      defaultSort: '-occurredAt',
      searchable: false,
      dateField: 'occurredAt',
      exportAbility: 'product-transactions:export',
      exportColumns: [
        'occurredAt',
        'product',
        'contract',
        'customer',
        'machineTxnId',
        'channel',
        'status',
        'priceOptionKey',
        'itemName',
        'quantity',
        'amount',
        'costAmount',
        'margin',
        'receivedAt',
      ],
    },
    row: transactionRow,
    summaryOf: z.object(sums),
  }),
  'productTransactions.totals': one({
    path: `${BASE}/transactions/totals`,
    access: ability('product-transactions:view'),
    summary: 'What containers have sold, by day, channel and price option',
    query: z.object({
      startDate: field.optional(field.date()),
      endDate: field.optional(field.date()),
      productId: field.optional(field.id()),
      contractId: field.optional(field.id()),
      channel: field.optional(z.enum(TRANSACTION_CHANNELS, { error: 'ONE_OF' })),
      status: field.optional(z.enum(TRANSACTION_STATUSES, { error: 'ONE_OF' })),
    }),
    data: z.object({
      startDate: field.date(),
      endDate: field.date(),
      total: z.object(sums),
      /** The days are months: there are more than 92. */
      isMonthly: z.boolean(),
      byDay: z.array(z.object({ day: field.date(), ...sums })),
      byChannel: z.array(z.object({ channel: z.enum(TRANSACTION_CHANNELS), ...sums })),
      /** The twenty that sell most; a null key is what came without one. */
      byOption: z.array(z.object({ option: z.nullable(z.string()), label: z.string(), ...sums })),
      byProduct: z.array(z.object({ product: productRef(), ...sums })),
    }),
  }),
  'productTransactions.ingest': mutation({
    method: 'POST',
    path: `${BASE}/transactions/ingest`,
    access: machine('product-transactions:ingest'),
    summary: 'Takes in what a container has sold; what is known already is passed over',
    notice: 'none',
    body: z.object({
      transactions: z
        .array(reported)
        .check(
          z.minLength(1, { error: 'LINES_REQUIRED' }),
          z.maxLength(MAX_BATCH, { error: 'TOO_MANY' }),
        ),
    }),
    data: z.object({
      stored: z.int(),
      /** Known: the same number at the same moment; the first report stays. */
      repeated: z.int(),
      /** Of those, how many say something else than the first report. */
      differing: z.int(),
      /** Stored without a contract. */
      waiting: z.int(),
      /** Stored with a number of another transaction, or paying back more than was sold. */
      marked: z.int(),
    }),
  }),
  'productContracts.master': list({
    path: `${BASE}/master`,
    access: lookup('products:view', 'product-transactions:view'),
    summary: 'Choice of a container that is or was sold or leased',
    list: { filters: {}, sorts: ['code'], defaultSort: 'code', maxLimit: 1000 },
    row: z.object({ id: field.id(), code: z.string(), name: z.string() }),
  }),
  'productContracts.contracts': list({
    path: `${BASE}/contracts`,
    access: lookup('product-transactions:view'),
    summary: 'Choice of a contract under which a container sells',
    list: { filters: {}, sorts: ['code'], defaultSort: 'code', maxLimit: 1000 },
    row: z.object({ id: field.id(), code: z.string(), name: z.string() }),
  }),
  'productContracts.lineSetting': mutation({
    method: 'POST',
    path: `${BASE}/setting/toggle_line_setting`,
    access: setting,
    summary: 'Switches the messages to the owner’s LINE on or off',
    body: z.object({
      ...wanted,
      enabled: field.flag(),
      /** User or group that messages go to; absent: as before. */
      lineTarget: field.nullish(
        field.text(64).check(
          z.refine((value: string) => /^[UCR][0-9a-f]{32}$/.test(value), {
            error: 'LINE_TARGET',
          }),
        ),
      ),
      /** Channel access token of the Messaging API; absent: as before. Never answered. */
      lineToken: field.nullish(machineText(400)),
    }),
    data: soldDetail,
    touches: TOUCHES,
  }),
  'productContracts.active': mutation({
    method: 'POST',
    path: `${BASE}/setting/toggle_product_active`,
    access: setting,
    summary: 'Switches a container on or off',
    body: z.object({ ...wanted, active: field.flag(), reason: field.reason() }),
    data: soldDetail,
    touches: TOUCHES,
  }),
  'productContracts.cost': mutation({
    method: 'POST',
    path: `${BASE}/setting/cost`,
    access: setting,
    summary: 'Sets what a container costs from a day on',
    body: z.object({
      ...wanted,
      ...from,
      cost: z.object({
        fixedPerMonth: field.money(),
        perUnit: field.money(),
        revenueSharePercent: field.percent(),
      }),
    }),
    data: soldDetail,
    touches: TOUCHES,
  }),
  'productContracts.priceOption': mutation({
    method: 'POST',
    path: `${BASE}/setting/price_option`,
    access: setting,
    summary: 'Sets what a container offers from a day on; the whole list',
    body: z.object({
      ...wanted,
      ...from,
      priceOptions: z
        .array(
          z.object({
            key: machineText(40),
            label: field.requiredText(80),
            price: field.positiveMoney(),
            /** Needed with `view-cost`; without it absent, so that the cost stays that is stored. */
            cost: field.nullish(field.money()),
            isActive: field.flag(),
          }),
        )
        .check(z.maxLength(MAX_PRICE_OPTIONS, { error: 'TOO_MANY' })),
    }),
    data: soldDetail,
    touches: TOUCHES,
  }),
  'productContracts.setting': mutation({
    method: 'POST',
    path: `${BASE}/setting`,
    access: setting,
    summary: 'Sets how a container behaves from a day on',
    body: z.object({ ...wanted, ...from, setting: z.object(settingFields) }),
    data: soldDetail,
    touches: TOUCHES,
  }),
  'productContracts.template': mutation({
    method: 'POST',
    path: `${BASE}/setting/template`,
    access: setting,
    summary:
      'Sets how containers of a model begin; those that are sold or leased keep what they have',
    body: z.object({
      productId: field.id(),
      /** The template's version; absent where there was no template. */
      templateVersion: field.nullish(field.version()),
      setting: z.object(settingFields),
      /** Changed by who may override prices; absent: as they are. */
      listPrices: field.nullish(
        z
          .array(
            z.object({
              key: machineText(40),
              label: field.requiredText(80),
              price: field.positiveMoney(),
            }),
          )
          .check(z.maxLength(MAX_PRICE_OPTIONS, { error: 'TOO_MANY' })),
      ),
    }),
    data: soldDetail,
    touches: TOUCHES,
  }),
  'productContracts.revert': mutation({
    method: 'POST',
    path: `${BASE}/:id/changes/:changeId/revert`,
    access: setting,
    summary: 'Takes a dated change back: what was before it holds again',
    body: z.object({ version: field.version(), reason: field.reason() }),
    data: soldDetail,
    touches: TOUCHES,
  }),
  'productContracts.keys': one({
    path: `${BASE}/:id/keys`,
    access: ability('products:manage-key'),
    summary: 'Keys with which a container reports its sales',
    data: z.array(key),
  }),
  'productContracts.createKey': mutation({
    method: 'POST',
    path: `${BASE}/:id/keys`,
    access: ability('products:manage-key'),
    summary: 'Makes a key for a container; its text is answered this once',
    status: 201,
    answersSecret: true,
    body: z.object({ name: field.requiredText(80), expiresOn: field.date() }),
    data: z.object({ id: field.id(), key: z.string(), expiresAt: field.instant() }),
    touches: TOUCHES,
  }),
  'productContracts.revokeKey': mutation({
    method: 'POST',
    path: `${BASE}/:id/keys/:keyId/revoke`,
    access: ability('products:manage-key'),
    summary: 'Ends a key at once',
    body: z.object({ version: field.version(), reason: field.reason() }),
    data: key,
    touches: TOUCHES,
  }),
  'productContracts.get': one({
    path: `${BASE}/:id`,
    access: ability('products:view'),
    summary: 'A container that is sold or leased, with its settings',
    data: soldDetail,
  }),
} as const;
