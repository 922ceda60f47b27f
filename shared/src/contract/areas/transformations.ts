import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import { CONDITIONS, TRACKING_TYPES } from '../../domain/stock/locations.ts';
import * as field from '../../domain/values/fields.ts';
import {
  DISPOSITIONS,
  TRANSFORM_TYPES,
  transformationMachine,
} from '../../domain/warehouse/transformationMachine.ts';
import {
  cost,
  documentDetail,
  documentFields,
  linesOf,
  MAX_LINES,
  ref,
  userRef,
  versionOnly,
  withReason,
} from '../common.ts';
import { documentCalls, PART_OF_LINES } from '../documentCalls.ts';
import { ability, formsOf, mutation, one } from '../endpoint.ts';
import { serials } from '../lines.ts';

/** Transformation of parts, `material_transform` (domain-warehouse 1.12, 2.9). */

const transformationRow = z.object({
  ...documentFields,
  type: z.enum(TRANSFORM_TYPES),
  warehouse: ref(),
  /** What is taken apart, converted or repacked; what is put together. */
  part: ref(),
  quantity: z.number(),
  laborCost: field.money(),
  /**
   * Booked when it is carried out; before that the detail says what is expected, at average cost. null
   * without `parts-warehouse:view-cost`, as the next two.
   */
  inputValue: cost(),
  outputValue: cost(),
  /** What scrapped parts bear of the cost. */
  lossValue: cost(),
  completedAt: z.nullable(field.date()),
});

const lineFields = {
  id: field.id(),
  lineNo: z.int(),
  part: ref(),
  unit: ref(),
  unitAllowsFraction: z.boolean(),
  trackingType: z.enum(TRACKING_TYPES),
  condition: z.enum(CONDITIONS),
  lotNo: z.nullable(z.string()),
  serials: z.array(z.string()),
  quantity: z.number(),
  /** As the document's. */
  value: z.nullable(z.string()),
};
const inputItem = z.object({ ...lineFields, warehouse: ref(), bin: ref() });
const outputItem = z.object({
  ...lineFields,
  disposition: z.enum(DISPOSITIONS),
  /** What was expected; 0 of what nobody expected. */
  plannedQty: z.number(),
  /** Percent. */
  costShare: field.percent(),
  /** null: it is put away by a goods import. */
  bin: z.nullable(ref()),
});

const transformationDetail = z.extend(transformationRow, {
  ...documentDetail,
  completedBy: z.nullable(userRef()),
  inputs: z.array(inputItem),
  outputs: z.array(outputItem),
});
export type TransformationDetail = z.infer<typeof transformationDetail>;
export type TransformationInput = z.infer<typeof inputItem>;
export type TransformationOutput = z.infer<typeof outputItem>;

const outputFields = {
  partId: field.id(),
  quantity: field.positiveQuantity(),
  condition: z.enum(CONDITIONS, { error: 'ONE_OF' }),
  disposition: z.enum(DISPOSITIONS, { error: 'ONE_OF' }),
  costShare: field.percent(),
  /** Where it goes that comes into stock; absent, a goods import puts it away. */
  binId: field.nullish(field.id()),
  lotNo: field.nullish(field.text(60)),
  /** Known at the latest when it is confirmed. */
  serials: field.optional(serials()),
};

const body = {
  type: z.enum(TRANSFORM_TYPES, { error: 'ONE_OF' }),
  warehouseId: field.id(),
  laborCost: field.optional(field.money()),
  remark: field.nullish(field.longText()),
  inputs: linesOf(
    z.object({
      partId: field.id(),
      quantity: field.positiveQuantity(),
      binId: field.id(),
      condition: z.enum(CONDITIONS, { error: 'ONE_OF' }),
      lotNo: field.nullish(field.text(60)),
      serials: field.optional(serials()),
    }),
  ),
  outputs: linesOf(z.object(outputFields)),
};

const componentLine = z.object({
  part: ref(),
  unit: ref(),
  quantity: z.number(),
  recoveryRate: field.percent(),
  costShare: field.percent(),
});

const TOUCHES = ['transformations', 'parts'];

const transformations = documentCalls('/material_transform', {
  family: 'transformations',
  page: 'transformation',
  detail: transformationDetail,
  touches: TOUCHES,
});

export const transformationsArea = {
  'transformations.list': transformations.list({
    summary: 'Transformations of parts',
    statuses: statusesOf(transformationMachine),
    filters: {
      type: { kind: 'enum', values: TRANSFORM_TYPES },
      warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      ...PART_OF_LINES,
    },
    exportColumns: [
      'documentNo',
      'documentDate',
      'type',
      'part',
      'quantity',
      'warehouse',
      'inputValue',
      'laborCost',
      'outputValue',
      'lossValue',
      'completedAt',
      'status',
      'createdBy',
    ],
    row: transformationRow,
  }),
  'transformations.master': transformations.master('Choice of a transformation'),
  'transformations.proposal': one({
    path: '/material_transform/bom',
    access: ability(...formsOf('transformation')),
    summary: 'What a part consists of, as lines of a transformation',
    query: z.object({
      partId: field.id(),
      /** Of the part; 1 by default. */
      quantity: field.optional(
        z.string().check(z.regex(/^\d{1,9}(\.\d{1,3})?$/, { error: 'QUANTITY' })),
      ),
      /** Serial numbers of it, with commas: those of its parts follow where they are known. */
      serials: field.optional(field.text(2000)),
    }),
    data: z.array(
      z.object({
        part: ref(),
        trackingType: z.enum(TRACKING_TYPES),
        quantity: z.number(),
        /** What is usually broken is thrown away. */
        disposition: z.enum(DISPOSITIONS),
        costShare: field.percent(),
        serials: z.array(z.string()),
      }),
    ),
  }),
  'transformations.get': transformations.get('A transformation'),
  'transformations.create': transformations.create({
    summary: 'Asks for parts to be taken apart, put together, converted or repacked',
    body,
  }),
  'transformations.update': transformations.update({
    summary: 'Changes a transformation that waits for its decision',
    body,
  }),
  'transformations.approve': transformations.action('approve', {
    may: 'approve',
    summary: 'Approves and holds what goes in',
    notice: 'approved',
    body: versionOnly(),
  }),
  'transformations.reject': transformations.reject('Refuses the transformation'),
  'transformations.confirm': transformations.action('confirm', {
    may: 'confirm',
    summary: 'Says what really came out: it is booked at the value of what went in',
    body: z.object({
      version: field.version(),
      /** Names the planned line that it answers; planned lines that nobody names came to nothing. */
      outputs: linesOf(z.object({ id: field.optional(field.id()), ...outputFields })),
      laborCost: field.optional(field.money()),
      /** Today unless it was done before. */
      completedAt: field.optional(field.date()),
    }),
    touches: [...TOUCHES, 'goodsImports'],
  }),
  'transformations.cancel': transformations.action('cancel', {
    may: 'cancel',
    orOwner: true,
    summary: 'Cancels the transformation and frees what was held',
    body: withReason(),
  }),
  'transformations.reverse': transformations.action('reverse', {
    may: 'reverse',
    summary: 'Takes it back while everything that came out is still on hand',
    body: withReason(),
    touches: [...TOUCHES, 'goodsImports'],
  }),
  'transformations.moves': transformations.moves,
  'transformations.document': transformations.pdf('document', {
    summary: 'The order as PDF; once it is carried out, what came of it',
  }),
  ...transformations.trail,
  // What a part consists of (domain-warehouse 1.4 `bom`).
  'parts.components': one({
    path: '/material_parts/:id/components',
    access: ability('parts-warehouse:view'),
    summary: 'What a part consists of',
    data: z.array(componentLine),
  }),
  'parts.setComponents': mutation({
    method: 'PUT',
    path: '/material_parts/:id/components',
    access: ability('parts-warehouse:update'),
    summary: 'Says what a part consists of; none: it is not made of others',
    body: z.object({
      /** Of the part. */
      version: field.version(),
      items: z
        .array(
          z.object({
            partId: field.id(),
            quantity: field.positiveQuantity(),
            /** How much of it is usually sound when it is taken apart, in percent. */
            recoveryRate: field.percent(),
            costShare: field.percent(),
          }),
        )
        .check(z.maxLength(MAX_LINES, { error: 'TOO_MANY' })),
    }),
    data: z.array(componentLine),
    touches: ['parts', 'transformations'],
  }),
} as const;
