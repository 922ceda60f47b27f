import * as z from 'zod/mini';
import {
  ASKED_REQUISITION_TYPES,
  containerRequisitionMachine,
  REQUISITION_LINE_STATUSES,
  REQUISITION_TYPES,
} from '../../domain/containers/containerRequisitionMachine.ts';
import { LIFECYCLE_STATUSES } from '../../domain/containers/statuses.ts';
import { statusesOf } from '../../domain/machine/machine.ts';
import { contractMachine } from '../../domain/sales/contractMachine.ts';
import * as field from '../../domain/values/fields.ts';
import {
  decisionNotice,
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
import { ability, list, lookup, mutation } from '../endpoint.ts';
import { siteShown } from '../site.ts';

/** Requisitions of containers, `withdraw_products` (domain-containers 1.2, 2.2, 3.4). */

/** Containers of one requisition. */
const MAX_CONTAINERS = 50;

const containerRequisitionRow = z.object({
  ...documentFields,
  type: z.enum(REQUISITION_TYPES),
  warehouse: ref(),
  neededBy: field.date(),
  purpose: z.string(),
  destinationName: z.nullable(z.string()),
  itemCount: z.int(),
});

const container = z.object({ id: field.id(), serialNumber: z.string(), name: z.string() });

const containerRequisitionItem = z.object({
  id: field.id(),
  lineNo: z.int(),
  productModel: ref(),
  product: z.nullable(container),
  /** The container that has waited longest, for whoever is about to approve. */
  proposal: z.nullable(container),
  lineStatus: z.enum(REQUISITION_LINE_STATUSES),
  /** Where the container is now. */
  lifecycleStatus: z.nullable(z.enum(LIFECYCLE_STATUSES)),
  note: z.nullable(z.string()),
  /** Whose container it will be; of a contract that this person may not read only that there is one. */
  contract: z.nullable(
    z.object({
      /** null, with number and customer: a contract that this person may not read. */
      id: z.nullable(field.id()),
      documentNo: z.nullable(z.string()),
      status: z.enum(statusesOf(contractMachine)),
      customer: z.nullable(ref()),
    }),
  ),
  /** Where the contract's container goes, once one was chosen. */
  site: z.nullable(siteShown),
});

const containerRequisitionDetail = z.extend(containerRequisitionRow, {
  ...documentDetail,
  destinationAddress: z.nullable(z.string()),
  releasedAt: z.nullable(field.instant()),
  releasedBy: z.nullable(userRef()),
  /** Something of it is out of the warehouse. */
  hasOut: z.boolean(),
  items: z.array(containerRequisitionItem),
});
export type ContainerRequisitionDetail = z.infer<typeof containerRequisitionDetail>;

const body = {
  type: z.enum(ASKED_REQUISITION_TYPES, { error: 'ONE_OF' }),
  warehouseId: field.id(),
  neededBy: field.date(),
  purpose: field.requiredText(500),
  destinationName: field.nullish(field.text(150)),
  destinationAddress: field.nullish(field.text(500)),
  remark: field.nullish(field.longText()),
  items: linesOf(
    z.object({
      productModelId: field.id(),
      quantity: field.integer(1, MAX_CONTAINERS),
      note: field.nullish(field.text(300)),
    }),
    MAX_CONTAINERS,
  ),
};
/** What is asked for by contracts. */
const forContracts = {
  warehouseId: field.id(),
  neededBy: field.date(),
  purpose: field.requiredText(500),
  remark: field.nullish(field.longText()),
  contracts: linesOf(
    z.object({ contractId: field.id(), note: field.nullish(field.text(300)) }),
    MAX_CONTAINERS,
  ),
};
const contractLookups = ['masterData.subWarehouses', 'contracts.availableDrafts'];
/** Where the form's choices come from. */
const lookups = ['masterData.subWarehouses', 'productModels.all'];

const TOUCHES = ['containerRequisitions', 'products'];
const calls = documentCalls('/withdraw_products', {
  family: 'containerRequisitions',
  page: 'container-requisition',
  detail: containerRequisitionDetail,
  touches: TOUCHES,
});

export const containerRequisitionsArea = {
  'containerRequisitions.list': calls.list({
    summary: 'Requisitions of containers',
    statuses: statusesOf(containerRequisitionMachine),
    filters: {
      type: { kind: 'enum', values: REQUISITION_TYPES },
      warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
    },
    sorts: ['neededBy'],
    row: containerRequisitionRow,
  }),
  'containerRequisitions.availableProduct': list({
    path: '/withdraw_products/available_product',
    access: lookup('container-requisition:create', 'container-requisition:approve'),
    summary: 'Containers that a requisition may be given, oldest first',
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
  'containerRequisitions.get': calls.get('A requisition with its containers'),
  'containerRequisitions.create': mutation({
    method: 'POST',
    path: '/withdraw_products/request',
    access: ability('container-requisition:create'),
    status: 201,
    summary: 'Asks for containers of some models, or keeps the draft of it',
    body: z.object({ ...body, isDraft: field.optional(field.flag()) }),
    data: containerRequisitionDetail,
    touches: ['containerRequisitions'],
    lookups,
  }),
  'containerRequisitions.requestContract': mutation({
    method: 'POST',
    path: '/withdraw_products/request_contract',
    access: ability('container-requisition:create'),
    status: 201,
    summary: 'Asks for the containers of contracts that are drafts',
    body: z.object(forContracts),
    data: containerRequisitionDetail,
    touches: ['containerRequisitions', 'contracts'],
    lookups: contractLookups,
  }),
  'containerRequisitions.updateContracts': mutation({
    method: 'PATCH',
    path: '/withdraw_products/:id/contracts',
    access: ability('container-requisition:update'),
    summary: 'Changes a requisition for contracts that nobody has decided on',
    body: z.object({ version: field.version(), ...forContracts }),
    data: containerRequisitionDetail,
    touches: ['containerRequisitions', 'contracts'],
    lookups: contractLookups,
  }),
  'containerRequisitions.update': calls.update({
    summary: 'Changes a requisition that nobody has decided on',
    body,
    lookups,
  }),
  'containerRequisitions.delete': mutation({
    method: 'DELETE',
    path: '/withdraw_products/:id',
    access: ability('container-requisition:create'),
    summary: 'Deletes a draft; a numbered requisition is cancelled instead',
    data: nothing(),
    touches: ['containerRequisitions'],
  }),
  'containerRequisitions.submit': calls.action('submit', {
    may: 'create',
    summary: 'Sends a draft for approval',
    body: versionOnly(),
  }),
  'containerRequisitions.approve': calls.action('approve', {
    path: 'approval',
    may: 'approve',
    summary: 'Approves with a container for each line, the oldest where none is named, or rejects',
    notice: decisionNotice(containerRequisitionMachine, 'approve'),
    body: z.object({
      version: field.version(),
      decision: z.enum(['approve', 'reject'], { error: 'ONE_OF' }),
      items: field.optional(
        linesOf(z.object({ id: field.id(), productId: field.nullish(field.id()) }), MAX_CONTAINERS),
      ),
      reason: field.optional(field.reason()),
    }),
  }),
  'containerRequisitions.release': calls.action('release', {
    may: 'release',
    summary: 'Hands the containers out; each was scanned',
    body: z.object({
      version: field.version(),
      lines: linesOf(
        z.object({ itemId: field.id(), scannedSerial: field.requiredText(30) }),
        MAX_CONTAINERS,
      ),
    }),
  }),
  'containerRequisitions.cancel': calls.action('cancel', {
    may: 'cancel',
    orOwner: true,
    summary: 'Cancels a requisition that was not released and frees its containers',
    body: withReason(),
  }),
  'containerRequisitions.return': calls.action('return', {
    may: 'return',
    summary: 'Sends released containers back; a receipt waits for them',
    body: z.object({
      version: field.version(),
      reason: field.reason(),
      /** Where they come back to; where they were taken from unless said. */
      warehouseId: field.nullish(field.id()),
      itemIds: z
        .array(field.id())
        .check(z.minLength(1, { error: 'LINES_REQUIRED' }), z.maxLength(MAX_CONTAINERS)),
    }),
    touches: [...TOUCHES, 'containerReceipts'],
  }),
  'containerRequisitions.document': calls.pdf('pdf', {
    may: 'print',
    summary: 'The requisition as PDF; once released, the delivery note',
  }),
  ...calls.trail,
} as const;
