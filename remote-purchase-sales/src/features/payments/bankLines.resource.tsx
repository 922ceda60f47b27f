import { registerContract } from '@boxyard/shared/client';
import type { BankLine, Contract, RowOf } from '@boxyard/shared/contract';
import { bankStatementsArea } from '@boxyard/shared/contract/areas/bankStatements.ts';
import { bankLineMachine } from '@boxyard/shared/domain/money/bankLineMachine.ts';
import { LINE_METHODS } from '@boxyard/shared/domain/money/statements.ts';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import { allocationLines, clearedFor } from './allocations.ts';
import { BankLineMatch, BankLineSaid, MissingDays } from './BankLineWords.tsx';

registerContract(bankStatementsArea);

const PAGE = 'payment-data';
/** Lines of bank statements, and what each of them is (docs/domain/containers.md "Money"). */
export const bankLines = defineResource({
  list: 'bankLines.list',
  texts: 'remote-purchase-sales:bankLines',
  page: PAGE,
  machine: bankLineMachine,
  filters: { statementId: { hidden: true } },
  columns: (c) => [
    c.date('bookedOn', { card: 'title' }),
    c.custom('said', { render: (row: BankLine) => <BankLineSaid line={row} />, width: '32%' }),
    c.money('amount'),
    c.custom('match', { render: (row: BankLine) => <BankLineMatch line={row} />, width: '30%' }),
    c.ref('bankAccount', { hidden: true }),
    c.text('reference', { hidden: true }),
    c.money('balance', { hidden: true }),
    c.status(bankLineMachine),
  ],
});

/** What a line is confirmed as; it begins with what is proposed. */
export const confirmFields = actionFields('bankLines.confirm', (f) => [
  f.record('customerId', 'customers.master', {
    span: 4,
    autoFocus: true,
    query: () => ({ paying: true }),
    onPick: clearedFor,
  }),
  f.choice('method', LINE_METHODS, { span: 2 }),
  f.lines('allocations', allocationLines),
  f.longText('remark', { span: 6 }),
]);

export const ignoreFields = actionFields('bankLines.ignore', (f) => [
  f.longText('reason', { span: 6, autoFocus: true }),
]);

type Statement = RowOf<Contract['bankStatements.list']>;

/** Files that were taken. */
export const bankStatements = defineResource({
  list: 'bankStatements.list',
  texts: 'remote-purchase-sales:bankStatements',
  page: PAGE,
  columns: (c) => [
    c.text('fileName', { card: 'title' }),
    c.ref('bankAccount'),
    c.date('fromDate'),
    c.date('toDate'),
    c.choice('format', { hidden: true }),
    c.number('lineCount'),
    c.number('repeatedCount', { hidden: true }),
    c.number('faultCount', { hidden: true }),
    c.number('alikeCount', { hidden: true }),
    c.custom('gapBefore', {
      render: ({ gapBefore }: Statement) => (gapBefore ? <MissingDays gap={gapBefore} /> : null),
      width: '24%',
    }),
    c.number('recordedCount'),
    c.number('openCount'),
    c.money('creditTotal'),
    c.money('debitTotal', { hidden: true }),
    c.dateTime('createdAt', { hidden: true }),
    c.person('createdBy', { hidden: true }),
  ],
});

export const matchFields = actionFields('bankLines.match', (f) => [
  f.record('bankAccountId', 'bankAccounts.master', { span: 6, habit: true }),
]);
