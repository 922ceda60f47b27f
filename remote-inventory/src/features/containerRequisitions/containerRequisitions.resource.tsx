import { registerContract } from '@boxyard/shared/client';
import { containerRequisitionsArea } from '@boxyard/shared/contract/areas/containerRequisitions.ts';
import { contractsArea } from '@boxyard/shared/contract/areas/contracts.ts';
import {
  ASKED_REQUISITION_TYPES,
  containerRequisitionMachine,
} from '@boxyard/shared/domain/containers/containerRequisitionMachine.ts';
import { defineResource, formOfCall } from '@boxyard/shared/kit';
import { addTexts } from '@boxyard/shared/runtime';
import kitEn from '../../i18n/kit.en.json';
import kitTh from '../../i18n/kit.th.json';

registerContract(containerRequisitionsArea);
// The choice of contracts is one of its calls.
registerContract({ 'contracts.availableDrafts': contractsArea['contracts.availableDrafts'] });
addTexts('kit', { en: kitEn, th: kitTh });

/** Requisitions of containers (domain-containers 2.2). */
export const containerRequisitions = defineResource({
  list: 'containerRequisitions.list',
  texts: 'remote-inventory:containerRequisitions',
  page: 'container-requisition',
  machine: containerRequisitionMachine,
  routes: {
    list: 'container-requisition',
    create: 'container-requisition-create',
    document: 'container-requisition-detail',
  },
  columns: (c) => [
    c.text('documentNo'),
    c.date('documentDate', { hidden: true }),
    c.choice('type'),
    c.ref('warehouse', { show: 'name' }),
    c.text('purpose'),
    c.text('destinationName', { hidden: true }),
    c.date('neededBy', { due: containerRequisitionMachine }),
    c.number('itemCount'),
    c.person('createdBy'),
    c.status(containerRequisitionMachine),
  ],
  form: (f) => [
    f.section('general', [
      f.choice('type', ASKED_REQUISITION_TYPES, { autoFocus: true }),
      f.record('warehouseId', 'masterData.subWarehouses', {
        query: () => ({ storage: true, containers: true }),
        habit: true,
      }),
      f.date('neededBy'),
      f.text('purpose', { span: 6 }),
      f.text('destinationName', { span: 2, help: 'help.destinationName' }),
      f.text('destinationAddress', { span: 4 }),
      f.longText('remark', { span: 6 }),
    ]),
    f.section('items', [
      f.lines('items', {
        newLine: () => ({ quantity: 1 }),
        columns: (l) => [
          l.record('productModelId', 'productModels.all', { width: 320 }),
          l.quantity('quantity', { width: 110 }),
          l.text('note', { width: 240 }),
        ],
      }),
    ]),
  ],
});

/** The same documents, asked for by the contracts that the containers are for. */
export const requisitionsForContracts: typeof containerRequisitions = {
  ...containerRequisitions,
  form: formOfCall('containerRequisitions.requestContract', (f) => [
    f.section('general', [
      f.record('warehouseId', 'masterData.subWarehouses', {
        query: () => ({ storage: true, containers: true }),
        habit: true,
        autoFocus: true,
      }),
      f.date('neededBy'),
      f.text('purpose', { span: 6 }),
      f.longText('remark', { span: 6 }),
    ]),
    f.section('contracts', [
      f.lines('contracts', {
        newLine: () => ({}),
        columns: (l) => [
          l.record('contractId', 'contracts.availableDrafts', { width: 420 }),
          l.text('note', { width: 320 }),
        ],
      }),
    ]),
  ]),
};
