import { registerContract } from '@boxyard/shared/client';
import { containerReceiptsArea } from '@boxyard/shared/contract/areas/containerReceipts.ts';
import { containerReceiptMachine } from '@boxyard/shared/domain/containers/receiptMachine.ts';
import { defineResource } from '@boxyard/shared/kit';
import { addTexts } from '@boxyard/shared/runtime';
import kitEn from '../../i18n/kit.en.json';
import kitTh from '../../i18n/kit.th.json';

registerContract(containerReceiptsArea);
addTexts('kit', { en: kitEn, th: kitTh });

/** Receipts of containers into a warehouse (domain-containers 2.4). */
export const receipts = defineResource({
  list: 'containerReceipts.list',
  texts: 'remote-inventory:receipts',
  page: 'import-warehouse-inventory',
  machine: containerReceiptMachine,
  routes: { list: 'import-warehouse-inventory', document: 'import-warehouse-inventory-detail' },
  columns: (c) => [
    c.text('documentNo'),
    c.date('documentDate'),
    c.choice('sourceType'),
    c.text('sourceNo'),
    c.ref('warehouse', { show: 'name' }),
    c.number('itemCount'),
    c.person('createdBy'),
    c.person('receivedBy', { hidden: true }),
    c.dateTime('receivedAt', { hidden: true }),
    c.status(containerReceiptMachine),
  ],
});
