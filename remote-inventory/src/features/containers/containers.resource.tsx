import { registerContract } from '@boxyard/shared/client';
import { productsArea } from '@boxyard/shared/contract/areas/products.ts';
import { CONDITIONS } from '@boxyard/shared/domain';
import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import {
  PRODUCT_CONDITIONS,
  REMOVAL_DISPOSITIONS,
} from '@boxyard/shared/domain/containers/statuses.ts';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import { addTexts } from '@boxyard/shared/runtime';
import { None, Thumbnail } from '@boxyard/shared/ui';
import kitEn from '../../i18n/kit.en.json';
import kitTh from '../../i18n/kit.th.json';
import { AxisTag } from './AxisTag.tsx';
import { BuiltIn } from './BuiltIn.tsx';
import { ReservedFor } from './documentPages.tsx';
import { InPlaceOf } from './InPlaceOf.tsx';
import { PartPlace } from './PartPlace.tsx';
import { PartScan } from './PartScan.tsx';
import { PartsProposal } from './PartsProposal.tsx';
import { Place } from './Place.tsx';
import { SerialInput } from './SerialInput.tsx';
import { RunsNow, SoftwareTag } from './SoftwareTag.tsx';

registerContract(productsArea);
// Names of the statuses and actions of containers, for the kit's buttons and tags.
addTexts('kit', { en: kitEn, th: kitTh });

const COMMON = {
  list: 'products.list',
  page: 'container-warehouse',
  machine: productMachine,
  routes: {
    list: 'container-warehouse',
    create: 'container-create',
    document: 'container-warehouse-tracking-info',
    edit: 'container-update',
  },
  nameOf: (row: { readonly serialNumber: string }) => row.serialNumber,
} as const;

/** Containers on their three axes (domain-containers 1.1, 2.1). */
export const containers = defineResource({
  ...COMMON,
  texts: 'remote-inventory:containers',
  columns: (c) => [
    c.text('serialNumber', { card: 'title' }),
    c.custom('thumbnail', {
      width: 48,
      card: 'corner',
      render: (row) => <Thumbnail picture={row.thumbnail} />,
    }),
    c.text('documentNo', { hidden: true }),
    c.text('name'),
    c.ref('productModel', { card: 'body', value: (row) => row.productModel }),
    c.ref('productType', { hidden: true }),
    c.custom('warehouse', {
      card: 'body',
      render: (row) => <Place row={row} />,
    }),
    c.custom('saleStatus', {
      card: 'body',
      render: ({ saleStatus: status }) => <AxisTag axis="saleStatus" status={status} />,
    }),
    c.custom('reservedFor', {
      hidden: true,
      render: ({ reservation }) =>
        reservation ? <ReservedFor reservation={reservation} /> : <None />,
    }),
    c.dateTime('reservedUntil', { hidden: true, value: ({ reservation }) => reservation?.until }),
    c.custom('serviceStatus', {
      hidden: true,
      render: ({ serviceStatus: status }) => <AxisTag axis="serviceStatus" status={status} />,
    }),
    c.choice('condition', { hidden: true }),
    c.custom('software', { render: (row) => <SoftwareTag row={row} /> }),
    c.date('manufacturedAt', { hidden: true }),
    c.date('warrantyEnd', { hidden: true }),
    c.ref('customer', { show: 'name', hidden: true }),
    c.text('contract', { hidden: true, value: ({ contract }) => contract?.documentNo }),
    c.money('costAmount', { ability: 'container-warehouse:view-cost' }),
    c.money('listPrice', { hidden: true }),
    c.date('documentDate', { hidden: true }),
    c.person('createdBy', { hidden: true }),
    c.status(productMachine),
  ],
  form: (f) => [
    f.section('identity', [
      f.record('productModelId', 'productModels.all', {
        only: 'create',
        autoFocus: true,
        // What was chosen for the model before says nothing of this one.
        onPick: (model, values) => ({
          serialNumber: '',
          parts: [],
          ...(values.name ? {} : { name: model.name }),
        }),
      }),
      f.custom('serialNumber', (props) => <SerialInput {...props} />, { only: 'create' }),
      f.record('warehouseId', 'masterData.subWarehouses', {
        only: 'create',
        query: () => ({ storage: true, containers: true }),
        help: 'help.warehouseId',
      }),
      f.text('name', { span: 4 }),
      f.choice('condition', PRODUCT_CONDITIONS),
      f.date('manufacturedAt', { help: 'help.manufacturedAt' }),
      f.record('rebuiltFromId', 'products.disassembled', {
        only: 'create',
        help: 'help.rebuiltFromId',
      }),
    ]),
    f.section('money', [
      f.money('listPrice', { help: 'help.listPrice' }),
      f.money('labourCost', { ability: 'container-warehouse:view-cost', help: 'help.labourCost' }),
      f.text('deviationReason', { span: 6, only: 'edit', help: 'help.deviationReason' }),
      f.longText('remark', { span: 6 }),
    ]),
  ],
});

/** The second page of a new container: the parts that go in at once. */
export const newParts = defineResource({
  ...COMMON,
  texts: 'remote-inventory:containers',
  columns: () => [],
  form: (f) => [
    f.section('parts', [
      f.panel('proposal', (props) => <PartsProposal {...props} />, { span: 6 }),
      f.panel('scan', (props) => <PartScan {...props} lines="parts" />, { span: 6 }),
      f.lines('parts', {
        columns: (l) => [
          l.record('partId', 'parts.master', {
            width: 240,
            onPick: (part) =>
              ({
                trackingType: part.trackingType,
                binId: null,
                condition: null,
                lotNo: null,
                serials: [],
              }) as object,
          }),
          l.custom('binId', (line, context) => <PartPlace line={line} context={context} />, {
            width: 320,
          }),
          l.quantity('quantity', {
            width: 110,
            disabled: (line) => (line.serials ?? []).length > 0,
          }),
          l.text('note', { width: 200 }),
        ],
      }),
    ]),
  ],
});

/** It goes to stock, as parts do unless something else is said of them. */
const isRestocked = ({ disposition }: { readonly disposition?: unknown }): boolean =>
  (disposition ?? 'restock') === 'restock';

/** Parts built in and taken out later (`material_parts`). */
export const changedParts = defineResource({
  ...COMMON,
  texts: 'remote-inventory:containers',
  columns: () => [],
  form: () =>
    actionFields('products.materialParts', (f) => [
      f.record('warehouseId', 'masterData.subWarehouses', {
        span: 3,
        query: () => ({ storage: true }),
        help: 'help.partsWarehouse',
      }),
      f.panel('scan', (props) => <PartScan {...props} lines="add" />, { span: 6 }),
      f.lines(
        'add',
        {
          columns: (l) => [
            l.record('partId', 'parts.master', {
              width: 240,
              query: ({ warehouseId }) => ({ stockIn: warehouseId ?? undefined }),
              onPick: (part) =>
                ({
                  trackingType: part.trackingType,
                  binId: null,
                  condition: null,
                  lotNo: null,
                  serials: [],
                }) as object,
            }),
            l.custom('binId', (line, context) => <PartPlace line={line} context={context} />, {
              width: 320,
            }),
            l.quantity('quantity', {
              width: 110,
              disabled: (line) => (line.serials ?? []).length > 0,
            }),
            l.custom('replacesId', (line, context) => <InPlaceOf line={line} context={context} />, {
              width: 240,
            }),
            l.text('note', { width: 200 }),
          ],
        },
        { label: 'section.add' },
      ),
      f.lines(
        'remove',
        {
          columns: (l) => [
            l.custom('id', (line, context) => <BuiltIn line={line} context={context} />, {
              width: 300,
            }),
            l.quantity('quantity', { width: 110 }),
            l.choice('disposition', REMOVAL_DISPOSITIONS, { width: 150 }),
            l.record('binId', 'masterData.bins', {
              width: 200,
              query: (values) => (values.warehouseId ? { warehouseId: values.warehouseId } : {}),
              disabled: (line) => !isRestocked(line),
            }),
            l.choice('condition', CONDITIONS, {
              width: 150,
              disabled: (line) => !isRestocked(line),
            }),
            l.record('supplierId', 'suppliers.master', {
              width: 200,
              disabled: (line) => line.disposition !== 'claim',
            }),
          ],
        },
        { label: 'section.remove' },
      ),
      f.longText('reason', { span: 6, help: 'help.reason' }),
    ]),
});

/** The sale axis, which alone people set by hand. */
export const saleStatus = defineResource({
  ...COMMON,
  texts: 'remote-inventory:containers',
  columns: () => [],
  form: () =>
    actionFields('products.statuses', (f) => [
      f.choice('saleStatus', ['notForSale', 'available']),
      f.longText('reason', { span: 6 }),
    ]),
});

/** The release that a container gets. */
export const containerSoftware = defineResource({
  ...COMMON,
  texts: 'remote-inventory:containers',
  columns: () => [],
  form: () =>
    actionFields('products.software', (f) => [
      f.panel('runs', (props) => <RunsNow {...props} />, { span: 6 }),
      f.record('softwareId', 'productSoftwares.all', {
        span: 3,
        help: 'help.softwareId',
        query: ({ productModelId }) => ({
          ...(productModelId ? { productModelId: [productModelId] } : {}),
          status: ['beta', 'stable', 'superseded'],
        }),
      }),
      f.longText('reason', { span: 6, help: 'help.downgrade' }),
    ]),
});
