import { screen } from '@testing-library/react';
import { startsFrom } from '../../domain/machine/machine.ts';
import { invoiceMachine } from '../../domain/money/invoiceMachine.ts';
import { purchaseRequestMachine } from '../../domain/purchasing/machines.ts';
import { renderPage } from '../../testing/index.ts';
import { type ColumnOptions, columnFactory } from '../resource/columns.tsx';
import { Cell } from './cells.tsx';

interface Row {
  readonly id: string;
  readonly status: string;
  readonly dueDate: string;
}

const draw = (status: string, dueDate: string, due: NonNullable<ColumnOptions<Row>['due']>) =>
  renderPage(
    <Cell
      column={columnFactory<Row>().date('dueDate', { due })}
      row={{ id: '1', status, dueDate }}
      text={(key) => String(key)}
    />,
    { route: '/' },
  );

const remindable = ({ status }: Row) => startsFrom(invoiceMachine, 'notify', status);

interface Case {
  readonly what: string;
  readonly row: readonly [status: string, dueDate: string];
  readonly due: NonNullable<ColumnOptions<Row>['due']>;
  readonly late: boolean;
}

const PAST = '2020-01-31';
const cases: readonly Case[] = [
  { what: 'what is waited for', row: ['pending', PAST], due: purchaseRequestMachine, late: true },
  { what: 'what is over', row: ['completed', PAST], due: purchaseRequestMachine, late: false },
  { what: 'a later day', row: ['pending', '2999-01-31'], due: purchaseRequestMachine, late: false },
  {
    what: 'an invoice of which some is owed',
    row: ['partiallyPaid', PAST],
    due: remindable,
    late: true,
  },
  { what: 'a paid one, which may change yet', row: ['paid', PAST], due: remindable, late: false },
  { what: 'a draft', row: ['draft', PAST], due: remindable, late: false },
];

test.each(cases)('marks lateness: $what', async ({ row: [status, dueDate], due, late }) => {
  await draw(status, dueDate, due);
  expect(screen.queryAllByText('Late')).toHaveLength(late ? 1 : 0);
});
