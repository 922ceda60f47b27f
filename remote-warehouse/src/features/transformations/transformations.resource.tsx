import { registerContract } from '@boxyard/shared/client';
import { transformationsArea } from '@boxyard/shared/contract/areas/transformations.ts';
import {
  CONDITIONS,
  DISPOSITIONS,
  TRANSFORM_TYPES,
  transformationMachine,
} from '@boxyard/shared/domain';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import { LinePlace } from '../../places/LinePlace.tsx';
import { type Traced, TraceInput } from '../../places/TraceInput.tsx';
import { CostShares } from './CostShares.tsx';
import { Proposal } from './Proposal.tsx';

registerContract(transformationsArea);

const VIEW_COST = 'parts-warehouse:view-cost';
const NEW_OUTPUT = {
  quantity: 1,
  condition: 'used',
  disposition: 'stock',
  costShare: '0.00',
} as const;

/** What of a part that was just chosen the rest of its line goes by. */
const ofPart = (part: {
  readonly trackingType: string;
  readonly lastPurchasePrice: string | null;
  readonly standardPrice: string | null;
}) =>
  ({
    trackingType: part.trackingType,
    price: part.lastPurchasePrice ?? part.standardPrice,
    lotNo: null,
    serials: [],
  }) as object;

/** Transformation of parts: taken apart, put together, converted, repacked (domain-warehouse 2.9). */
export const transformations = defineResource({
  list: 'transformations.list',
  texts: 'remote-warehouse:transformations',
  page: 'transformation',
  machine: transformationMachine,
  routes: { list: 'transformation', document: 'transformation-detail' },
  columns: (c) => [
    c.text('documentNo'),
    c.date('documentDate', { hidden: true }),
    c.choice('type'),
    c.ref('part'),
    c.quantity('quantity'),
    c.ref('warehouse', { show: 'name' }),
    c.money('inputValue', { ability: VIEW_COST }),
    c.money('lossValue', { ability: VIEW_COST, hidden: true }),
    c.date('completedAt', { hidden: true }),
    c.person('createdBy'),
    c.status(transformationMachine),
  ],
  form: (f) => [
    f.section('general', [
      f.choice('type', TRANSFORM_TYPES),
      f.record('warehouseId', 'masterData.subWarehouses', {
        query: () => ({ storage: true }),
        autoFocus: true,
        habit: true,
      }),
      f.money('laborCost', { help: 'help.laborCost' }),
      f.longText('remark', { span: 6 }),
    ]),
    f.section('inputs', [
      f.lines('inputs', {
        newLine: () => ({ quantity: 1 }),
        columns: (l) => [
          l.record('partId', 'parts.master', {
            width: 230,
            query: ({ warehouseId }) => ({ stockIn: warehouseId ?? undefined }),
            // What lay of the part before says nothing of this one.
            onPick: (part) =>
              ({
                trackingType: part.trackingType,
                binId: null,
                condition: null,
                lotNo: null,
                serials: [],
              }) as object,
          }),
          l.custom('binId', (line, context) => <LinePlace line={line} context={context} />, {
            width: 300,
            label: 'line.place',
          }),
          l.quantity('quantity', {
            width: 100,
            disabled: (line) => (line.serials ?? []).length > 0,
          }),
        ],
      }),
    ]),
    f.section('outputs', [
      f.panel('proposal', (props) => <Proposal {...props} />, { span: 6 }),
      f.lines('outputs', {
        newLine: () => NEW_OUTPUT,
        columns: (l) => [
          l.record('partId', 'parts.price', { width: 230, onPick: ofPart }),
          l.quantity('quantity', { width: 90 }),
          l.choice('disposition', DISPOSITIONS, { width: 130 }),
          l.choice('condition', CONDITIONS, { width: 120 }),
          l.percent('costShare', { width: 100 }),
        ],
      }),
      f.panel('shares', (props) => <CostShares {...props} />, { span: 6 }),
    ]),
  ],
});

/** The same documents while somebody says what really came out. */
export const transformationResults = defineResource({
  list: 'transformations.list',
  texts: 'remote-warehouse:transforming',
  page: 'transformation',
  routes: { list: 'transformation', document: 'transformation-detail' },
  columns: () => [],
  form: () => [
    ...actionFields('transformations.confirm', (f) => [
      f.lines('outputs', {
        newLine: () => NEW_OUTPUT,
        columns: (l) => [
          l.record('partId', 'parts.price', { width: 180, onPick: ofPart }),
          l.quantity('quantity', { width: 90 }),
          l.choice('disposition', DISPOSITIONS, { width: 120 }),
          l.choice('condition', CONDITIONS, { width: 110 }),
          l.custom(
            'serials',
            (line, { change, disabled, index }) => (
              <TraceInput
                line={line as Traced}
                number={index + 1}
                onChange={(patch) => change({ ...patch })}
                disabled={disabled}
              />
            ),
            { width: 130 },
          ),
          l.record('binId', 'masterData.bins', {
            width: 120,
            query: (values) => ({ warehouseId: [values.warehouseId] }),
            disabled: (line) => line.disposition !== 'stock',
          }),
          l.percent('costShare', { width: 100 }),
        ],
      }),
      f.panel('shares', (props) => <CostShares {...props} />, { span: 6 }),
      f.money('laborCost', { help: 'help.laborCost' }),
      f.date('completedAt', { help: 'help.completedAt' }),
    ]),
  ],
});
