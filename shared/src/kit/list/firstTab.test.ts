import { contract } from '../../contract/index.ts';
import { containerTransferMachine } from '../../domain/containers/containerTransferMachine.ts';
import { invoiceMachine } from '../../domain/money/invoiceMachine.ts';
import { paymentMachine } from '../../domain/money/paymentMachine.ts';
import { transferMachine } from '../../domain/warehouse/transferMachine.ts';
import { firstTabOf } from './firstTab.ts';

test.each([
  ['invoices.list', invoiceMachine, ['draft', 'issued', 'partiallyPaid', 'overdue']],
  ['payments.list', paymentMachine, ['pending', 'refundRequested']],
  [
    'transfers.list',
    transferMachine,
    ['pending', 'approved', 'inTransit', 'partlyReceived', 'recalled'],
  ],
  [
    'containerTransfers.list',
    containerTransferMachine,
    ['draft', 'pending', 'approved', 'partiallyReceived'],
  ],
] as const)(
  '%s begins with what somebody has to act on, late or not',
  (list, machine, expected) => {
    expect(firstTabOf(contract[list].list, { machine })).toEqual(expected);
    expect(firstTabOf(contract[list].list, { machine, firstTab: 'all' })).toBeUndefined();
  },
);
