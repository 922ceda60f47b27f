import { registerContract } from '@boxyard/shared/client';
import { containerTransfersArea } from '@boxyard/shared/contract/areas/containerTransfers.ts';
import { containerTransferMachine } from '@boxyard/shared/domain/containers/containerTransferMachine.ts';
import { defineResource } from '@boxyard/shared/kit';
import { addTexts } from '@boxyard/shared/runtime';
import kitEn from '../../i18n/kit.en.json';
import kitTh from '../../i18n/kit.th.json';
import { Arrival } from './Arrival.tsx';
import { SentContainers } from './SentContainers.tsx';

registerContract(containerTransfersArea);
addTexts('kit', { en: kitEn, th: kitTh });

/** Transfers of containers (docs/domain/containers.md "Transfer"). */
export const containerTransfers = defineResource({
  list: 'containerTransfers.list',
  texts: 'remote-inventory:containerTransfers',
  page: 'container-transfer',
  machine: containerTransferMachine,
  routes: {
    list: 'container-transfer',
    create: 'container-transfer-create',
    document: 'container-transfer-detail',
  },
  columns: (c) => [
    c.text('documentNo'),
    c.date('documentDate', { hidden: true }),
    c.ref('fromWarehouse', { show: 'name' }),
    c.ref('toWarehouse', { show: 'name' }),
    c.ref('toCompany', { show: 'name', hidden: true }),
    c.number('itemCount'),
    c.date('transferDate'),
    c.custom('expectedArrival', { render: (row) => <Arrival transfer={row} /> }),
    c.person('createdBy'),
    c.status(containerTransferMachine),
  ],
  form: (f) => [
    f.section('general', [
      f.record('fromWarehouseId', 'masterData.subWarehouses', {
        query: () => ({ storage: true, containers: true }),
        habit: true,
        autoFocus: true,
        span: 3,
      }),
      f.record('toWarehouseId', 'containerTransfers.warehouses', { span: 3 }),
      f.date('transferDate'),
      f.date('expectedArrival'),
      f.text('reason', { span: 6 }),
    ]),
    f.section('items', [f.custom('items', (props) => <SentContainers {...props} />, { span: 6 })]),
    f.section('carrier', [
      f.text('carrierName'),
      f.text('carrierPlate'),
      f.text('carrierPhone'),
      f.text('trackingNo'),
    ]),
  ],
});
