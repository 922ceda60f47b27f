import * as z from 'zod/mini';
import * as field from '../../domain/values/fields.ts';
import { CLAIM_RESOLUTIONS } from '../../domain/warehouse/claimMachine.ts';
import { WARRANTY_STARTS } from '../../domain/warehouse/warranty.ts';
import { ref, userRef } from '../common.ts';
import { ability, list, mutation, one } from '../endpoint.ts';
import { repairRow } from './repairs.ts';

/** What is on record of one part: what goes on with it, its repairs, claims and warranty (domain-warehouse 4.1). */

/** A line of a claim as the part's own page lists it. */
const partClaim = z.object({
  id: field.id(),
  claimId: field.id(),
  createdAt: field.instant(),
  documentNo: z.nullable(z.string()),
  status: z.string(),
  documentDate: field.date(),
  supplier: ref(),
  quantity: z.number(),
  serialNo: z.nullable(z.string()),
  replacementSerialNo: z.nullable(z.string()),
  defect: z.string(),
  inWarranty: z.boolean(),
  resolution: z.nullable(z.enum(CLAIM_RESOLUTIONS)),
  dueDate: z.nullable(field.date()),
  isLate: z.boolean(),
});

/** What goes on with a part, of whatever kind. */
const followUp = z.object({
  /** The machine of the document. */
  type: z.string(),
  id: field.id(),
  documentNo: z.nullable(z.string()),
  status: z.string(),
  documentDate: field.date(),
  warehouse: ref(),
  quantity: z.number(),
  createdBy: z.nullable(userRef()),
});

const warranty = z.object({
  version: z.int(),
  months: z.int(),
  startsFrom: z.enum(WARRANTY_STARTS),
  terms: z.nullable(z.string()),
});

const PER_PART = { searchable: false, sorts: ['createdAt'], defaultSort: '-createdAt' } as const;

export const partRecordsArea = {
  'parts.followUps': one({
    path: '/material_parts/:id/follow_ups',
    access: ability('parts-warehouse:view'),
    summary: 'What goes on with a part: documents that are not over, the newest first',
    data: z.array(followUp),
  }),
  'parts.repairs': list({
    path: '/material_parts/:id/repairs',
    access: ability('parts-warehouse:view'),
    summary: 'Repairs of a part',
    list: {
      filters: {},
      ...PER_PART,
      exportColumns: [
        'documentNo',
        'documentDate',
        'serialNo',
        'quantity',
        'symptom',
        'technician',
        'outcome',
        'totalCost',
        'completedAt',
        'status',
      ],
    },
    row: repairRow,
  }),
  'parts.claims': list({
    path: '/material_parts/:id/claims',
    access: ability('parts-warehouse:view'),
    summary: 'Claims of a part, with serial numbers old and new',
    list: {
      filters: {},
      ...PER_PART,
      exportColumns: [
        'documentNo',
        'documentDate',
        'supplier',
        'quantity',
        'serialNo',
        'replacementSerialNo',
        'defect',
        'resolution',
        'dueDate',
        'status',
      ],
    },
    row: partClaim,
  }),
  'parts.warranty': one({
    path: '/material_parts/:id/warranty',
    access: ability('parts-warehouse:view'),
    summary: 'The warranty that goes with a part',
    data: warranty,
  }),
  'parts.setWarranty': mutation({
    method: 'PUT',
    path: '/material_parts/:id/warranty',
    access: ability('parts-warehouse:update'),
    summary: 'Changes the warranty of what is received from now on',
    body: z.object({
      version: field.version(),
      months: field.integer(0, 120),
      startsFrom: z.enum(WARRANTY_STARTS, { error: 'ONE_OF' }),
      terms: field.nullish(field.longText(1000)),
    }),
    data: warranty,
    touches: ['parts'],
  }),
} as const;
