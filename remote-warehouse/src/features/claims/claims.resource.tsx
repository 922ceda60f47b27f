import { registerContract } from '@boxyard/shared/client';
import { claimsArea } from '@boxyard/shared/contract/areas/claims.ts';
import { claimMachine } from '@boxyard/shared/domain';
import { defineResource } from '@boxyard/shared/kit';
import { Days, Due } from '../../Due.tsx';
import { ClaimedPlace } from './ClaimedPlace.tsx';

registerContract(claimsArea);

/** Claims to suppliers: put aside, sent, answered by goods or money (domain-warehouse 2.10). */
export const claims = defineResource({
  list: 'claims.list',
  texts: 'remote-warehouse:claims',
  page: 'claim',
  machine: claimMachine,
  routes: { list: 'claim', document: 'claim-detail' },
  columns: (c) => [
    c.text('documentNo'),
    c.date('documentDate', { hidden: true }),
    c.ref('supplier', { show: 'name' }),
    c.ref('warehouse', { show: 'name' }),
    c.number('itemCount'),
    c.text('rmaNo'),
    c.date('sentDate', { hidden: true }),
    c.custom('dueDate', { render: (row) => <Due claim={row} />, sort: 'dueDate' }),
    c.custom('daysOpen', { render: (row) => <Days count={row.daysOpen} /> }),
    c.money('refundTotal', { hidden: true }),
    c.dateTime('answeredAt', { hidden: true }),
    c.person('createdBy', { hidden: true }),
    c.status(claimMachine),
  ],
  form: (f) => [
    f.section('general', [
      f.record('supplierId', 'suppliers.master', { autoFocus: true }),
      f.record('warehouseId', 'masterData.subWarehouses', {
        query: () => ({ storage: true }),
        habit: true,
      }),
      f.text('rmaNo', { help: 'help.rmaNo' }),
      f.longText('overrideReason', {
        span: 6,
        help: 'help.overrideReason',
        ability: 'claim:override-warranty',
      }),
      f.longText('remark', { span: 6 }),
    ]),
    f.section('items', [
      f.lines('items', {
        newLine: () => ({ quantity: 1 }),
        columns: (l) => [
          l.record('partId', 'parts.master', {
            width: 170,
            query: ({ warehouseId }) => ({ stockIn: warehouseId ?? undefined }),
            // What lay of the part before says nothing of this one.
            onPick: () =>
              ({
                binId: null,
                condition: null,
                lotNo: null,
                serialNo: null,
                quantity: 1,
              }) as object,
          }),
          l.custom('binId', (line, context) => <ClaimedPlace line={line} context={context} />, {
            width: 220,
          }),
          l.quantity('quantity', { width: 70, disabled: (line) => Boolean(line.serialNo) }),
          l.text('defect', { width: 160 }),
        ],
      }),
    ]),
  ],
});
