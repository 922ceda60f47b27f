import * as z from 'zod/mini';
import {
  containerTransferMachine,
  LOST_CONTAINER_OUTCOMES,
  TRANSFER_LINE_STATUSES,
} from '../../domain/containers/containerTransferMachine.ts';
import { PRODUCT_CONDITIONS } from '../../domain/containers/statuses.ts';
import { statusesOf } from '../../domain/machine/machine.ts';
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
import { documentCalls } from '../documentCalls.ts';
import { ability, list, lookup, mutation, one } from '../endpoint.ts';

/** Transfers of containers, `warehouse-transfers` (domain-containers 1.2, 2.3, 3.4). */

/** Containers of one transfer. */
const MAX_CONTAINERS = 100;

const containerTransferRow = z.object({
  ...documentFields,
  fromWarehouse: ref(),
  toWarehouse: ref(),
  toCompany: ref(),
  isInterCompany: z.boolean(),
  /** Refused at the other end, on its way back. */
  isReturn: z.boolean(),
  transferDate: field.date(),
  expectedArrival: z.nullable(field.date()),
  isLate: z.boolean(),
  itemCount: z.int(),
});

const item = z.object({
  id: field.id(),
  lineNo: z.int(),
  product: z.object({ id: field.id(), serialNumber: z.string(), name: z.string() }),
  productModel: ref(),
  lineStatus: z.enum(TRANSFER_LINE_STATUSES),
  conditionOut: z.nullable(z.enum(PRODUCT_CONDITIONS)),
  conditionIn: z.nullable(z.enum(PRODUCT_CONDITIONS)),
  note: z.nullable(z.string()),
});

const containerTransferDetail = z.extend(containerTransferRow, {
  ...documentDetail,
  reason: z.nullable(z.string()),
  carrierName: z.nullable(z.string()),
  carrierPlate: z.nullable(z.string()),
  carrierPhone: z.nullable(z.string()),
  trackingNo: z.nullable(z.string()),
  sourceApprovedBy: z.nullable(userRef()),
  sourceApprovedAt: z.nullable(field.instant()),
  destinationApprovedBy: z.nullable(userRef()),
  destinationApprovedAt: z.nullable(field.instant()),
  mayDecide: z.boolean(),
  isMine: z.boolean(),
  untouched: z.boolean(),
  hasLost: z.boolean(),
  /** The people who found containers of it missing: they do not say what became of them. */
  foundMissingByIds: z.array(field.id()),
  items: z.array(item),
});
export type ContainerTransferDetail = z.infer<typeof containerTransferDetail>;

const body = {
  fromWarehouseId: field.id(),
  toWarehouseId: field.id(),
  transferDate: field.date(),
  expectedArrival: field.nullish(field.date()),
  carrierName: field.nullish(field.text(150)),
  carrierPlate: field.nullish(field.text(30)),
  carrierPhone: field.nullish(field.text(30)),
  trackingNo: field.nullish(field.text(60)),
  reason: field.nullish(field.text(500)),
  items: linesOf(
    z.object({ productId: field.id(), note: field.nullish(field.text(300)) }),
    MAX_CONTAINERS,
  ),
};
/** Where the form's choices come from. */
const lookups = [
  'masterData.subWarehouses',
  'containerTransfers.warehouses',
  'containerTransfers.available',
];

const TOUCHES = ['containerTransfers', 'containerReceipts', 'products', 'parts'];
const calls = documentCalls('/warehouse-transfers', {
  family: 'containerTransfers',
  page: 'container-transfer',
  detail: containerTransferDetail,
  touches: TOUCHES,
});

const forms = ['container-transfer:create', 'container-transfer:update'] as const;

export const containerTransfersArea = {
  'containerTransfers.list': calls.list({
    summary: 'Transfers of containers',
    statuses: statusesOf(containerTransferMachine),
    filters: {
      fromWarehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      toWarehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
    },
    sorts: ['transferDate'],
    unexported: ['toCompany', 'isInterCompany', 'isReturn', 'isLate'],
    row: containerTransferRow,
  }),
  'containerTransfers.companies': list({
    path: '/warehouse-transfers/master/companies',
    access: lookup(...forms),
    summary: 'Companies that containers may be sent to',
    list: { filters: {}, sorts: ['code'], defaultSort: 'code', maxLimit: 1000 },
    row: ref(),
  }),
  'containerTransfers.warehouses': list({
    path: '/warehouse-transfers/master/warehouses',
    access: lookup(...forms),
    summary: 'Warehouses that containers may be sent to, of any company',
    list: {
      filters: { companyId: { kind: 'id', lookup: 'containerTransfers.companies' } },
      sorts: ['code'],
      defaultSort: 'code',
      maxLimit: 1000,
    },
    row: z.extend(ref(), { company: ref() }),
  }),
  'containerTransfers.available': list({
    path: '/warehouse-transfers/available-products',
    access: lookup(...forms),
    summary: 'Containers that may be sent, oldest first',
    list: {
      filters: {
        productModelId: { kind: 'id', lookup: 'productModels.all' },
        warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      },
      sorts: ['documentDate'],
      defaultSort: 'documentDate',
      maxLimit: 1000,
    },
    row: z.object({
      id: field.id(),
      code: z.string(),
      name: z.string(),
      productModel: ref(),
      warehouse: z.nullable(ref()),
    }),
  }),
  'containerTransfers.get': calls.get('A transfer with its containers'),
  'containerTransfers.products': one({
    path: '/warehouse-transfers/:id/products',
    access: ability('container-transfer:view'),
    summary: 'The containers of a transfer',
    data: z.array(item),
  }),
  'containerTransfers.create': mutation({
    method: 'POST',
    path: '/warehouse-transfers/transfer-products',
    access: ability('container-transfer:create'),
    status: 201,
    summary: 'Asks for containers to be sent, or keeps the draft of it',
    body: z.object({ ...body, isDraft: field.optional(field.flag()) }),
    data: containerTransferDetail,
    touches: ['containerTransfers'],
    lookups,
  }),
  'containerTransfers.update': mutation({
    method: 'PATCH',
    path: '/warehouse-transfers/transfer-products/:id',
    access: ability('container-transfer:update'),
    summary: 'Changes a transfer that nobody has decided on',
    body: z.object({ version: field.version(), ...body }),
    data: containerTransferDetail,
    touches: ['containerTransfers'],
    lookups,
  }),
  'containerTransfers.delete': mutation({
    method: 'DELETE',
    path: '/warehouse-transfers/:id',
    access: ability('container-transfer:create'),
    summary: 'Deletes a draft; a numbered transfer is cancelled instead',
    data: nothing(),
    touches: ['containerTransfers'],
  }),
  'containerTransfers.submit': calls.action('submit', {
    may: 'create',
    summary: 'Sends a draft for approval',
    body: versionOnly(),
  }),
  'containerTransfers.approve': calls.action('approve', {
    may: 'approve',
    summary: 'Agrees for the viewer’s side; once both sides have, the containers are on their way',
    notice: 'approved',
    body: versionOnly(),
  }),
  'containerTransfers.reject': calls.action('reject', {
    may: 'reject',
    summary: 'Refuses a transfer that waits',
    notice: 'rejected',
    body: withReason(),
  }),
  'containerTransfers.cancel': calls.action('cancel', {
    may: 'cancel',
    orOwner: true,
    summary: 'Cancels a transfer; what is on its way is recalled, while nothing of it was accepted',
    body: withReason(),
  }),
  'containerTransfers.resolveLoss': calls.action('resolve-loss', {
    may: 'write-off',
    summary: 'Says what became of a container that did not arrive',
    body: z.object({
      version: field.version(),
      itemId: field.id(),
      outcome: z.enum(LOST_CONTAINER_OUTCOMES, { error: 'ONE_OF' }),
      reason: field.reason(),
    }),
  }),
  'containerTransfers.document': calls.pdf('pdf', {
    may: 'print',
    summary: 'The transfer as PDF, with serial numbers and their codes',
  }),
  ...calls.trail,
} as const;
