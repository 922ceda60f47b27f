import * as z from 'zod/mini';
import { CHECK_RESULTS } from '../../domain/containers/inspectionMachine.ts';
import { containerReceiptMachine } from '../../domain/containers/receiptMachine.ts';
import {
  PRODUCT_CONDITIONS,
  RECEIPT_LINE_STATUSES,
  RECEIPT_SOURCES,
} from '../../domain/containers/statuses.ts';
import { statusesOf } from '../../domain/machine/machine.ts';
import * as field from '../../domain/values/fields.ts';
import { documentDetail, documentFields, linesOf, ref, userRef } from '../common.ts';
import { documentCalls } from '../documentCalls.ts';
import { ability, one } from '../endpoint.ts';

/** Items of one checklist, and photographs of one container. */
const MAX_CHECKS = 60;
const MAX_PHOTOS = 10;

/** Receipt of containers into a warehouse, `warehouse-receives` (domain-containers 1.2, 2.4, 3.4). */
export const containerReceiptRow = z.object({
  ...documentFields,
  sourceType: z.enum(RECEIPT_SOURCES),
  /** null, with its number: a contract that this person may not read. */
  sourceId: z.nullable(field.id()),
  sourceNo: z.nullable(z.string()),
  warehouse: ref(),
  /** They come back to where they were sent from. */
  isReturn: z.boolean(),
  itemCount: z.int(),
  receivedBy: z.nullable(userRef()),
  receivedAt: z.nullable(field.instant()),
});
/** An item of the model's checklist with what was found, by its place in the list. */
const check = z.object({
  lineNo: z.int(),
  name: z.string(),
  nameTh: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  minValue: z.nullable(z.string()),
  maxValue: z.nullable(z.string()),
  result: z.nullable(z.enum(CHECK_RESULTS)),
  measured: z.nullable(z.string()),
  note: z.nullable(z.string()),
});
export type ReceiptCheck = z.infer<typeof check>;

const item = z.object({
  id: field.id(),
  product: z.object({ id: field.id(), serialNumber: z.string(), name: z.string() }),
  productModel: ref(),
  lineStatus: z.enum(RECEIPT_LINE_STATUSES),
  scannedSerial: z.nullable(z.string()),
  conditionIn: z.nullable(z.enum(PRODUCT_CONDITIONS)),
  rejectReason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  checklist: z.array(check),
  /** Attachments of the receipt. */
  photoIds: z.array(field.id()),
});
const detail = z.extend(containerReceiptRow, {
  ...documentDetail,
  /** The people who sent the containers off. */
  sender: z.nullable(userRef()),
  /** The same with every hand of the transfer that brings them: they do not receive them. */
  senderIds: z.array(field.id()),
  /** The company accepts containers with every check answered and a photograph only. */
  needsChecks: z.boolean(),
  items: z.array(item),
});
export type ContainerReceiptDetail = z.infer<typeof detail>;

const receipts = documentCalls('/warehouse-receives', {
  family: 'containerReceipts',
  page: 'import-warehouse-inventory',
  detail,
  touches: ['containerReceipts', 'products', 'containerRequisitions', 'containerTransfers'],
  // The person who stands at the containers photographs them.
  attachedBy: ['update', 'approve'],
});

const line = z.object({
  itemId: field.id(),
  lineStatus: z.enum(['accepted', 'rejected', 'missing'], { error: 'ONE_OF' }),
  /** As read off the container; what is accepted was seen. */
  scannedSerial: field.nullish(field.text(30)),
  conditionIn: field.nullish(z.enum(PRODUCT_CONDITIONS, { error: 'ONE_OF' })),
  rejectReason: field.nullish(field.text(500)),
  note: field.nullish(field.text(300)),
  /** The findings of the checklist; absent: as they were kept. */
  checklist: field.optional(
    z
      .array(
        z.object({
          lineNo: field.integer(1, MAX_CHECKS),
          result: field.nullish(z.enum(CHECK_RESULTS, { error: 'ONE_OF' })),
          measured: field.nullish(field.reading()),
          note: field.nullish(field.text(500)),
        }),
      )
      .check(z.maxLength(MAX_CHECKS, { error: 'TOO_MANY' })),
  ),
  /** Absent: as they were kept. */
  photoIds: field.optional(
    z.array(field.id()).check(z.maxLength(MAX_PHOTOS, { error: 'TOO_MANY' })),
  ),
});

/** What was found so far; what nobody has looked at is still expected. */
const counted = z.extend(line, {
  lineStatus: z.enum(RECEIPT_LINE_STATUSES, { error: 'ONE_OF' }),
});

export const containerReceiptsArea = {
  'containerReceipts.list': receipts.list({
    summary: 'Receipts of containers',
    statuses: statusesOf(containerReceiptMachine),
    filters: {
      sourceType: { kind: 'enum', values: RECEIPT_SOURCES },
      warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
    },
    exportColumns: [
      'documentNo',
      'documentDate',
      'sourceType',
      'sourceNo',
      'warehouse',
      'itemCount',
      'status',
      'receivedBy',
      'receivedAt',
      'createdBy',
    ],
    row: containerReceiptRow,
  }),
  'containerReceipts.get': receipts.get('A receipt with its containers'),
  'containerReceipts.products': one({
    path: '/warehouse-receives/:id/products',
    access: ability('import-warehouse-inventory:view'),
    summary: 'The containers of a receipt',
    data: z.array(item),
  }),
  'containerReceipts.update': receipts.update({
    summary: 'Keeps what was found so far; somebody else receives it',
    body: { lines: linesOf(counted, 100) },
  }),
  'containerReceipts.approve': receipts.action('approve', {
    may: 'approve',
    summary: 'Receives what was accepted; what was refused goes back, what is missing is lost',
    notice: 'approved',
    body: z.object({ version: field.version(), lines: linesOf(line, 100) }),
  }),
  'containerReceipts.reject': receipts.action('reject', {
    may: 'reject',
    summary: 'Refuses all of it',
    notice: 'rejected',
    body: z.object({ version: field.version(), reason: field.reason() }),
  }),
  'containerReceipts.document': receipts.pdf('pdf', {
    may: 'print',
    summary: 'The receipt as PDF',
  }),
  ...receipts.trail,
} as const;
