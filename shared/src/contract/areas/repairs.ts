import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import { CONDITIONS, TRACKING_TYPES } from '../../domain/stock/locations.ts';
import * as field from '../../domain/values/fields.ts';
import {
  REPAIR_OUTCOMES,
  REPAIR_SOURCES,
  repairMachine,
} from '../../domain/warehouse/repairMachine.ts';
import {
  cost,
  documentDetail,
  documentFields,
  linesOf,
  ref,
  userRef,
  versionOnly,
  withReason,
} from '../common.ts';
import { documentCalls, PART_OF_LINES } from '../documentCalls.ts';

/** Own repair of parts, `material_repair` (domain-warehouse 1.12, 2.11). */

export const repairRow = z.object({
  ...documentFields,
  part: ref(),
  quantity: z.number(),
  unit: ref(),
  lotNo: z.nullable(z.string()),
  serialNo: z.nullable(z.string()),
  source: z.enum(REPAIR_SOURCES),
  warehouse: ref(),
  symptom: z.string(),
  technician: z.nullable(userRef()),
  outcome: z.nullable(z.enum(REPAIR_OUTCOMES)),
  /** Used parts, labour and what was paid outside: in lists once it is completed. */
  totalCost: cost(),
  startedAt: z.nullable(field.instant()),
  completedAt: z.nullable(field.instant()),
});

const usedPart = z.object({
  id: field.id(),
  requisition: z.object({ id: field.id(), documentNo: z.string(), status: z.string() }),
  part: ref(),
  unit: ref(),
  requestedQty: z.number(),
  /** Handed out and not given back. */
  usedQty: z.number(),
  /** What that was worth. */
  value: cost(),
});

const repairDetail = z.extend(repairRow, {
  ...documentDetail,
  trackingType: z.enum(TRACKING_TYPES),
  unitAllowsFraction: z.boolean(),
  bin: ref(),
  binWarehouse: ref(),
  condition: z.enum(CONDITIONS),
  diagnosis: z.nullable(z.string()),
  team: z.nullable(ref()),
  laborHours: z.number(),
  laborCost: field.money(),
  externalCost: field.money(),
  partsCost: cost(),
  /** The cost went into the value of the part (setting `capitalizeRepair`). */
  isCapitalized: z.boolean(),
  newWarrantyMonths: z.nullable(z.int()),
  hasOpenParts: z.boolean(),
  usedParts: z.array(usedPart),
});
export type RepairDetail = z.infer<typeof repairDetail>;

const hours = () =>
  z
    .number({ error: 'NUMBER' })
    .check(
      z.gte(0, { error: 'MIN' }),
      z.lte(9999, { error: 'MAX' }),
      z.multipleOf(0.25, { error: 'QUARTERS' }),
    );

const work = {
  diagnosis: field.nullish(field.longText()),
  technicianId: field.nullish(field.id()),
  teamId: field.nullish(field.id()),
  laborHours: field.optional(hours()),
  laborCost: field.optional(field.money()),
  externalCost: field.optional(field.money()),
};

const body = {
  warehouseId: field.id(),
  partId: field.id(),
  quantity: field.positiveQuantity(),
  binId: field.id(),
  condition: z.enum(CONDITIONS, { error: 'ONE_OF' }),
  lotNo: field.nullish(field.text(60)),
  serialNo: field.nullish(field.text(60)),
  source: z.enum(REPAIR_SOURCES, { error: 'ONE_OF' }),
  symptom: field.requiredText(500),
  remark: field.nullish(field.longText()),
  ...work,
};

const TOUCHES = ['repairs', 'parts'];
const MAX_LINES = 50;

const repairs = documentCalls('/material_repair', {
  family: 'repairs',
  page: 'repair',
  detail: repairDetail,
  touches: TOUCHES,
});

export const repairsArea = {
  'repairs.list': repairs.list({
    summary: 'Own repairs of parts',
    statuses: statusesOf(repairMachine),
    filters: {
      source: { kind: 'enum', values: REPAIR_SOURCES },
      outcome: { kind: 'enum', values: REPAIR_OUTCOMES },
      warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      technicianId: { kind: 'id', lookup: 'users.all' },
      ...PART_OF_LINES,
    },
    unexported: ['unit', 'lotNo', 'startedAt'],
    row: repairRow,
  }),
  'repairs.master': repairs.master('Choice of a repair'),
  'repairs.get': repairs.get('A repair'),
  'repairs.create': repairs.create({
    summary: 'Asks for a part to be repaired',
    body,
  }),
  'repairs.update': repairs.update({
    summary: 'Changes a repair; once it is decided, what is found and done at the bench only',
    body,
  }),
  'repairs.approve': repairs.action('approve', {
    may: 'approve',
    summary: 'Approves and holds the part',
    notice: 'approved',
    body: versionOnly(),
  }),
  'repairs.reject': repairs.reject('Refuses the repair'),
  'repairs.start': repairs.action('start', {
    may: 'update',
    summary: 'Takes the part to the bench',
    body: z.extend(versionOnly(), { technicianId: field.nullish(field.id()) }),
  }),
  'repairs.parts': repairs.action('parts', {
    may: 'update',
    summary: 'Asks for parts that the repair uses, by a requisition of their own',
    body: z.extend(versionOnly(), {
      /** Taken from there; the repair's own warehouse by default. */
      warehouseId: field.nullish(field.id()),
      neededBy: field.date(),
      items: linesOf(
        z.object({
          partId: field.id(),
          requestedQty: field.positiveQuantity(),
          note: field.nullish(field.text(300)),
        }),
        MAX_LINES,
      ),
    }),
    touches: ['repairs', 'requisitions'],
  }),
  'repairs.complete': repairs.action('complete', {
    may: 'complete',
    summary: 'Says what came of it: back into stock by a goods import, or written off',
    body: z.extend(versionOnly(), {
      outcome: z.enum(REPAIR_OUTCOMES, { error: 'ONE_OF' }),
      diagnosis: field.requiredText(1000),
      laborHours: hours(),
      laborCost: field.money(),
      externalCost: field.money(),
      /** Of what goes back into stock. */
      newWarrantyMonths: field.nullish(field.integer(0, 120)),
    }),
    touches: [...TOUCHES, 'goodsImports', 'destructions'],
  }),
  'repairs.cancel': repairs.action('cancel', {
    may: 'cancel',
    orOwner: true,
    summary: 'Cancels the repair; the part goes back to the bin it came from',
    body: withReason(),
  }),
  'repairs.moves': repairs.moves,
  'repairs.document': repairs.pdf('document', {
    summary: 'The job sheet as PDF',
  }),
  ...repairs.trail,
} as const;
