import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import { VAT_MODES } from '../../domain/purchasing/amounts.ts';
import { partSaleMachine } from '../../domain/sales/partSaleMachine.ts';
import { CONDITIONS, TRACKING_TYPES } from '../../domain/stock/locations.ts';
import * as field from '../../domain/values/fields.ts';
import {
  documentDetail,
  documentFields,
  linesOf,
  nothing,
  ref,
  userRef,
  versionOnly,
  withReason,
} from '../common.ts';
import { documentCalls, PART_OF_LINES } from '../documentCalls.ts';
import { ability, formsOf, list, mutation, one } from '../endpoint.ts';
import { discount, pickOf, serials } from '../lines.ts';

/** Parts sales (domain-containers 1.3, 2.13). */

const partSaleRow = z.object({
  ...documentFields,
  customer: ref(),
  /** Whose customer it was when the sale was written. */
  sale: z.nullable(userRef()),
  warehouse: ref(),
  neededBy: field.date(),
  itemCount: z.int(),
  baseAmount: z.string(),
  vatAmount: z.string(),
  grandTotal: z.string(),
  deliveredDate: z.nullable(field.date()),
});

const pick = z.object({
  id: field.id(),
  bin: z.string(),
  lotNo: z.nullable(z.string()),
  expiryDate: z.nullable(field.date()),
  serialNo: z.nullable(z.string()),
  condition: z.enum(CONDITIONS),
  /** The bin is under a count that warns of moves. */
  isCounted: z.boolean(),
  /** Held; once it is delivered, what was taken from there. */
  quantity: z.number(),
  returnedQty: z.number(),
  /** Last day of the customer's warranty of this serial number. */
  warrantyUntil: z.nullable(field.date()),
});

const partSaleItem = z.object({
  id: field.id(),
  lineNo: z.int(),
  part: ref(),
  unit: ref(),
  unitAllowsFraction: z.boolean(),
  trackingType: z.enum(TRACKING_TYPES),
  barcode: z.nullable(z.string()),
  quantity: z.number(),
  /** In the warehouse and free, as long as nothing is held; null: counted by this person. */
  available: z.nullable(z.number()),
  reservedQty: z.number(),
  deliveredQty: z.number(),
  returnedQty: z.number(),
  unitPrice: z.string(),
  standardPrice: z.nullable(z.string()),
  discount: z.nullable(discount),
  lineTotal: z.string(),
  documentDiscount: z.string(),
  baseAmount: z.string(),
  vatAmount: z.string(),
  /** In the ledger, less what came back; null without `parts-warehouse:view-cost`. */
  cost: z.nullable(z.string()),
  margin: z.nullable(z.string()),
  note: z.nullable(z.string()),
  picks: z.array(pick),
});
export type PartSaleItem = z.infer<typeof partSaleItem>;

const partSaleDetail = z.extend(partSaleRow, {
  ...documentDetail,
  /** As on the day it was confirmed; personal data shortened without `customer-data:view-pii`. */
  buyer: z.object({
    name: z.string(),
    taxId: z.nullable(z.string()),
    branchCode: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    address: z.nullable(z.string()),
  }),
  vatMode: z.enum(VAT_MODES),
  vatRate: z.string(),
  discount: z.nullable(discount),
  subTotal: z.string(),
  discountTotal: z.string(),
  /** What is given away of the list prices in all, in per cent. */
  discountPercent: z.string(),
  /** Of what stayed with the customer; null without `parts-warehouse:view-cost`, or before delivery. */
  cost: z.nullable(z.string()),
  margin: z.nullable(z.string()),
  marginPercent: z.nullable(z.string()),
  deliveredAt: z.nullable(field.instant()),
  deliveredBy: z.nullable(userRef()),
  recipientName: z.nullable(z.string()),
  items: z.array(partSaleItem),
});
export type PartSaleDetail = z.infer<typeof partSaleDetail>;

const body = {
  customerId: field.id(),
  warehouseId: field.id(),
  neededBy: field.date(),
  vatMode: z.enum(VAT_MODES, { error: 'ONE_OF' }),
  discount: field.nullish(discount),
  remark: field.nullish(field.longText()),
  /** What the form has shown; another total of the server's is refused. */
  expectedGrandTotal: field.optional(field.money()),
  items: linesOf(
    z.object({
      partId: field.id(),
      quantity: field.positiveQuantity(),
      unitPrice: field.price(),
      discount: field.nullish(discount),
      note: field.nullish(field.text(300)),
    }),
  ),
};
/** Where the form's choices come from. */
const lookups = ['customers.master', 'masterData.subWarehouses'];

const TOUCHES = ['partSales', 'parts'];
const partSales = documentCalls('/part_sales', {
  family: 'partSales',
  page: 'parts-sales',
  detail: partSaleDetail,
  touches: TOUCHES,
});

export const partSalesArea = {
  'partSales.list': partSales.list({
    summary: 'Parts sales',
    statuses: statusesOf(partSaleMachine),
    filters: {
      customerId: { kind: 'id', lookup: 'customers.master' },
      warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      ...PART_OF_LINES,
    },
    sorts: ['neededBy', 'grandTotal'],
    row: partSaleRow,
    summaryOf: z.object({ grandTotal: z.string() }),
  }),
  'partSales.master': partSales.master('Choice of a parts sale'),
  'partSales.parts': list({
    path: '/part_sales/parts',
    access: ability(...formsOf('parts-sales')),
    summary: 'Parts that are for sale, with their list price',
    list: { filters: {}, sorts: ['partNo'], defaultSort: 'partNo', maxLimit: 1000 },
    row: z.object({
      id: field.id(),
      code: z.string(),
      name: z.string(),
      nameTh: z.nullable(z.string()),
      unit: ref(),
      unitAllowsFraction: z.boolean(),
      trackingType: z.enum(TRACKING_TYPES),
      standardPrice: z.nullable(z.string()),
    }),
  }),
  'partSales.terms': one({
    path: '/part_sales/terms',
    access: ability(...formsOf('parts-sales')),
    summary: 'What a sale from a warehouse begins with: the VAT of today',
    query: z.object({ warehouseId: field.optional(field.id()) }),
    data: z.object({ vatRate: z.string() }),
  }),
  'partSales.get': partSales.get('A parts sale with its lines'),
  'partSales.create': partSales.create({ summary: 'Drafts a sale of parts', body, lookups }),
  'partSales.update': partSales.update({
    may: 'create',
    summary: 'Changes a draft',
    body,
    lookups,
  }),
  'partSales.delete': mutation({
    method: 'DELETE',
    path: '/part_sales/:id',
    access: ability('parts-sales:create'),
    summary: 'Deletes a draft; a numbered sale is cancelled instead',
    data: nothing(),
    touches: ['partSales'],
  }),
  'partSales.confirm': partSales.action('confirm', {
    may: 'confirm',
    summary: 'Confirms it and holds the stock of all its lines',
    body: versionOnly(),
  }),
  'partSales.deliver': partSales.action('deliver', {
    may: 'deliver',
    summary: 'Hands all of it over; what was scanned takes the place of what was held',
    body: z.object({
      version: field.version(),
      recipientName: field.requiredText(120),
      /** Today unless said. */
      deliveredDate: field.optional(field.date()),
      /** What was taken; everything as it is held unless said. */
      items: field.optional(linesOf(pickOf())),
    }),
  }),
  'partSales.return': partSales.action('return', {
    may: 'return',
    summary: 'Takes goods back: a goods import waits for them, at what they were worth',
    body: z.object({
      version: field.version(),
      reason: field.reason(),
      items: linesOf(
        z.object({
          id: field.id(),
          quantity: field.positiveQuantity(),
          condition: z.enum(CONDITIONS, { error: 'ONE_OF' }),
          serials: field.optional(serials()),
          lotNo: field.nullish(field.text(60)),
        }),
      ),
    }),
    touches: [...TOUCHES, 'goodsImports'],
  }),
  'partSales.cancel': partSales.action('cancel', {
    may: 'cancel',
    orOwner: true,
    summary: 'Cancels it; what was held is free again',
    body: withReason(),
  }),
  'partSales.moves': partSales.moves,
  'partSales.document': partSales.pdf('document', {
    summary: 'The sale as PDF: pick list while it is held, delivery note once it is delivered',
  }),
  ...partSales.trail,
} as const;
