import type { BankLineDetail } from '@boxyard/shared/contract';
import { addDays, bangkokDate, decimal } from '@boxyard/shared/domain';
import { bankLineMachine } from '@boxyard/shared/domain/money/bankLineMachine.ts';
import {
  camt053,
  kbankCsv,
  type Movement,
  mt940,
  scbCsv,
} from '../../../documents/statements/testing/samples.ts';
import type { Person, TestApp } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  type TransitionTable,
  testReversals,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { companyBody } from '../../masterData/testing/office.ts';
import { plantCustomer } from '../../partners/testing/planted.ts';
import { moneyState } from '../testing/state.ts';
import {
  type Doc,
  invoiceNow,
  issued,
  makeWorld,
  onPayments,
  PAYMENTS,
  pay,
  plantAccount,
  type World,
} from '../testing/world.ts';
import {
  accountNumber,
  LINES,
  lineNow,
  linesBy,
  STATEMENTS,
  sendFile,
  take,
} from './testing/statements.ts';

/** Statements of banks: what comes in, what it is taken for, and what people make of it. */

let world: World;
let server: TestApp;
const clock = withTestServer(
  '2026-11-20T03:00:00Z',
  async (test) => {
    server = test;
    world = await makeWorld(test);
  },
  { atEnd: true },
);

/** An account of its own, so that nothing of another test is known of it. */
async function account() {
  const id = await plantAccount(server, world.companyId);
  return { id, accountNo: await accountNumber(server, id) };
}

let references = 0;
const movement = (more: Partial<Movement> = {}): Movement => {
  references += 1;
  return {
    day: bangkokDate(clock.now()),
    time: '08:30:00',
    amount: '1070.00',
    text: 'transfer',
    reference: `TRF${String(references).padStart(6, '0')}`,
    ...more,
  };
};
type Faults = { body: { code?: string; errors?: { field: string; code: string }[] } };
const faultsOf = (answer: Faults) => answer.body.errors?.map(({ field, code }) => [field, code]);
const codeOf = (answer: { status: number; body: { code?: string } }) => [
  answer.status,
  answer.body.code,
];
const act = (
  by: Person,
  { id, version }: BankLineDetail,
  { action, ...body }: { readonly action: string; readonly [field: string]: unknown },
) => by.post(`${LINES}/${id}/${action}`, { version, ...body });
/** What is proposed, as the page sends it. */
const proposed = (line: BankLineDetail) => ({
  customerId: line.customer?.id,
  allocations: line.allocations.map(({ invoice, amount }) => ({ invoiceId: invoice?.id, amount })),
});
const reasonBody = { reason: 'Interest of the bank' };

/** One line of an account of its own. */
async function lineOf(more: Partial<Movement> = {}): Promise<BankLineDetail> {
  const { id, accountNo } = await account();
  const statement = await take(world.clerk, id, scbCsv([movement(more)], { accountNo }));
  const [line] = await linesBy(world.clerk, `statementId=${statement.id}`);
  return lineNow(world.clerk, String(line?.id));
}

describe('a file', () => {
  it('is shown as it would be taken before anything is kept', async () => {
    const { id, accountNo } = await account();
    const content = scbCsv([movement(), movement({ amount: '-20.00' })], { accountNo });
    const answer = await sendFile(world.clerk, `${STATEMENTS}/inspect`, {
      content,
      bankAccountId: id,
    });
    expect(expectData(answer)).toMatchObject({
      format: 'csv',
      known: null,
      isSaved: false,
      columns: { headings: { date: 'Date', credit: 'Credit Amount', debit: 'Debit Amount' } },
      missing: [],
      lineCount: 2,
      creditTotal: '1070.00',
      debitTotal: '20.00',
      faultCount: 0,
      lines: [{ amount: '1070.00' }, { amount: '-20.00' }],
    });
    expect(await linesBy(world.clerk, `bankAccountId=${id}`)).toEqual([]);
  });

  it.each([
    ['CSV of SCB', scbCsv, 'csv'],
    ['CSV of KBank', kbankCsv, 'csv'],
    ['MT940', mt940, 'mt940'],
    ['camt.053', camt053, 'camt053'],
  ] as const)('comes in as %s, with its totals', async (_name, write, format) => {
    const { id, accountNo } = await account();
    const taken = await take(
      world.clerk,
      id,
      write([movement(), movement({ amount: '-70.00' }), movement({ amount: '5.25' })], {
        accountNo,
      }),
    );
    expect(taken).toMatchObject({
      format,
      fileName: expect.stringContaining('statement'),
      lineCount: 3,
      repeatedCount: 0,
      faultCount: 0,
      creditTotal: '1075.25',
      debitTotal: '70.00',
      openingBalance: '50000.00',
      closingBalance: '51005.25',
      balanceGap: '0.00',
    });
    const lines = await linesBy(world.clerk, `statementId=${taken.id}`);
    expect(lines.map(({ amount }) => amount).sort()).toEqual(['-70.00', '1070.00', '5.25']);
    expect(lines.find(({ amount }) => amount === '-70.00')?.status).toBe('outgoing');
  });

  it('has its columns said once for an account', async () => {
    const { id } = await account();
    const content = (no: number) =>
      `Wann;Wieviel;Was\n19/11/2026;${no}.00;A\n20/11/2026;-${no}.50;B\n`;
    const unknown = await sendFile(world.clerk, STATEMENTS, {
      content: content(1),
      bankAccountId: id,
    });
    expect([unknown.status, faultsOf(unknown)]).toEqual([
      422,
      [
        ['columns', 'STATEMENT_COLUMNS'],
        ['columns.headings.date', 'COLUMN_NEEDED'],
        ['columns.headings.credit', 'COLUMN_NEEDED'],
      ],
    ]);
    const columns = {
      dateOrder: 'dmy',
      headings: { date: 'Wann', amount: 'Wieviel', description: 'Was' },
    };
    expectData(
      await sendFile(world.clerk, STATEMENTS, { content: content(2), bankAccountId: id, columns }),
    );
    const next = await sendFile(world.clerk, `${STATEMENTS}/inspect`, {
      content: content(3),
      bankAccountId: id,
    });
    expect(expectData(next)).toMatchObject({ isSaved: true, columns, lineCount: 2 });
    const taken = await take(world.clerk, id, content(4));
    expect(taken).toMatchObject({ lineCount: 2, creditTotal: '4.00', debitTotal: '4.50' });
  });

  it('that has columns which were not there last time is guessed anew, and they are pointed out', async () => {
    const { id } = await account();
    await take(world.clerk, id, 'Date,Description,Deposit\n20/11/2026,a,5.00\n');
    const wider =
      'Date,Description,Deposit,Withdrawal,Xyz\n20/11/2026,b,6.00,,\n20/11/2026,c,,7.00,\n';
    const looked = await sendFile(world.clerk, `${STATEMENTS}/inspect`, {
      content: wider,
      bankAccountId: id,
    });
    expect(expectData(looked)).toMatchObject({
      isSaved: false,
      newHeadings: ['Withdrawal', 'Xyz'],
      columns: { headings: { credit: 'Deposit', debit: 'Withdrawal' } },
      lineCount: 2,
      debitTotal: '7.00',
    });
    expect(await take(world.clerk, id, wider)).toMatchObject({ lineCount: 2, faultCount: 0 });
    const again = await sendFile(world.clerk, `${STATEMENTS}/inspect`, {
      content: wider.replace('7.00', '8.00'),
      bankAccountId: id,
    });
    expect(expectData(again)).toMatchObject({ isSaved: true, newHeadings: [] });
  });

  it('names a row whose amount stands in a column that nobody has named', async () => {
    const { id } = await account();
    const content =
      'Date,Deposit,Wieder\n20/11/2026,5.00,\n20/11/2026,,7.00\n19/11/2026,0.00,0.00\n';
    expect(await take(world.clerk, id, content)).toMatchObject({
      lineCount: 1,
      faults: [{ row: 3, field: 'amount', code: 'AMOUNT_ELSEWHERE', value: '7.00' }],
    });
  });

  it('of another currency is refused, and a row of one is named', async () => {
    const { id } = await account();
    const whole = await sendFile(world.clerk, STATEMENTS, {
      content: 'Currency,USD\nDate,Deposit\n20/11/2026,5.00\n',
      bankAccountId: id,
    });
    expect([whole.status, faultsOf(whole)]).toEqual([422, [['file', 'STATEMENT_CURRENCY']]]);
    const some = 'Date,Deposit,Currency\n20/11/2026,5.00,THB\n20/11/2026,700.00,USD\n';
    expect(await take(world.clerk, id, some)).toMatchObject({
      creditTotal: '5.00',
      faults: [{ row: 3, field: 'currency', code: 'CURRENCY', value: 'USD' }],
    });
  });

  it('names the rows that it could not take, and tells by how much they are missed', async () => {
    const { id, accountNo } = await account();
    const content = scbCsv([movement(), movement(), movement()], { accountNo }).replace(
      /20\/11\/2026(?=,[^\n]*52,140.00)/,
      '99/11/2026',
    );
    const taken = await take(world.clerk, id, content);
    expect(taken).toMatchObject({
      lineCount: 2,
      faultCount: 1,
      balanceGap: '-1070.00',
      faults: [{ row: 7, field: 'date', code: 'DATE', value: '99/11/2026' }],
    });
    expect(taken.faults[0]?.message).not.toBe('');
  });

  it('of another account, another kind, or without lines is refused', async () => {
    const { id } = await account();
    const send = (content: string | Buffer, more: object = {}) =>
      sendFile(world.clerk, STATEMENTS, { content, bankAccountId: id, ...more });
    const other = await send(mt940([movement()], { accountNo: '9999999999' }));
    expect([other.status, faultsOf(other)]).toEqual([422, [['file', 'STATEMENT_ACCOUNT']]]);
    const pdf = await send('%PDF-1.4\n%%EOF');
    expect([pdf.status, faultsOf(pdf)]).toEqual([415, [['file[0]', 'STATEMENT_TYPE']]]);
    const picture = await send(Buffer.from('89504e470d0a1a0a0000', 'hex'));
    expect(picture.status).toBe(415);
    expect((await send(Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).status).toBe(413);
    const long = await send(`Date,Amount\n${'20/11/2026,5.00\n'.repeat(5200)}`);
    expect([long.status, faultsOf(long)]).toEqual([422, [['file', 'STATEMENT_ROWS']]]);
    const xml = await send('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>');
    expect([xml.status, faultsOf(xml)]).toEqual([422, [['file', 'STATEMENT_BROKEN']]]);
    const empty = await send('Date,Amount\n');
    expect([empty.status, faultsOf(empty)]).toEqual([422, [['file', 'STATEMENT_EMPTY']]]);
    const columns = await send('Date,Amount\n20/11/2026,5.00\n', { columns: '{"a' });
    expect(columns.status).toBe(422);
    const nowhere = await send('Date,Amount\n20/11/2026,5.00\n', { bankAccountId: world.part });
    expect([nowhere.status, faultsOf(nowhere)]).toEqual([422, [['bankAccountId', 'UNKNOWN_ID']]]);
  });

  it('is taken out again as long as nothing was decided on its lines', async () => {
    const line = await lineOf();
    const { id } = line.statement;
    expectData(await act(world.clerk, line, { action: 'ignore', ...reasonBody }));
    expect(codeOf(await world.clerk.delete(`${STATEMENTS}/${id}`))).toEqual([
      409,
      'STATEMENT_IN_USE',
    ]);
    expectData(await act(world.clerk, await lineNow(world.clerk, line.id), { action: 'reopen' }));
    expect((await world.clerk.delete(`${STATEMENTS}/${id}`)).status).toBe(200);
    expect((await world.clerk.get(`${LINES}/${line.id}`)).status).toBe(404);
  });
});

describe('what is there already', () => {
  it('a file is taken once', async () => {
    const { id, accountNo } = await account();
    const content = scbCsv([movement()], { accountNo });
    await take(world.clerk, id, content);
    const again = await sendFile(world.clerk, STATEMENTS, { content, bankAccountId: id });
    expect([...codeOf(again), faultsOf(again)]).toEqual([
      409,
      'STATEMENT_KNOWN',
      [['file', 'STATEMENT_KNOWN']],
    ]);
    const looked = await sendFile(world.clerk, `${STATEMENTS}/inspect`, {
      content,
      bankAccountId: id,
    });
    expect(expectData(looked).known).not.toBeNull();
  });

  it('a file sent twice at the same time comes in once', async () => {
    const { id, accountNo } = await account();
    const content = scbCsv([movement(), movement()], { accountNo });
    const answers = await Promise.all(
      [world.clerk, world.accountant, world.admin].map((by) =>
        sendFile(by, STATEMENTS, { content, bankAccountId: id }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await linesBy(world.clerk, `bankAccountId=${id}`)).toHaveLength(2);
  });

  it('the same account, day, amount and reference is one line, whatever file it is in', async () => {
    const { id, accountNo } = await account();
    const [first, second, third] = [movement(), movement(), movement({ amount: '9.00' })];
    await take(world.clerk, id, scbCsv([first, second], { accountNo }));
    const later = await take(
      world.clerk,
      id,
      scbCsv([second, third], { accountNo, opening: '51070.00' }),
    );
    expect(later).toMatchObject({ lineCount: 1, repeatedCount: 1, creditTotal: '9.00' });
    const swift = await take(world.clerk, id, mt940([first, second, third], { accountNo }));
    expect(swift).toMatchObject({ lineCount: 0, repeatedCount: 3 });
    const iso = await take(world.clerk, id, camt053([first, second, third], { accountNo }));
    expect(iso).toMatchObject({ lineCount: 0, repeatedCount: 3 });
    expect(await linesBy(world.clerk, `bankAccountId=${id}`)).toHaveLength(3);
  });

  it('of two transfers with one reference each comes in, marked, and is a payment of its own', async () => {
    const { id, accountNo } = await account();
    const alike = [
      movement({ reference: '0001', time: '08:00:00', text: 'A' }),
      movement({ reference: '0001', time: '09:00:00', text: 'B' }),
    ];
    const taken = await take(world.clerk, id, scbCsv(alike, { accountNo }));
    expect(taken).toMatchObject({
      lineCount: 2,
      repeatedCount: 0,
      alikeCount: 1,
      creditTotal: '2140.00',
      balanceGap: '0.00',
    });
    const [first, second] = (await linesBy(world.clerk, `statementId=${taken.id}`)).sort(
      (a, b) => a.rowNo - b.rowNo,
    );
    if (!first || !second) throw new Error('two lines came in');
    expect([first.alike, second.alike]).toEqual([
      null,
      { id: first.id, fileName: taken.fileName, rowNo: first.rowNo },
    ]);
    for (const one of [first, second]) {
      const line = await lineNow(world.clerk, one.id);
      expectData(
        await act(world.clerk, line, {
          action: 'confirm',
          customerId: world.customerId,
          allocations: [],
        }),
      );
    }
    const whole = await take(world.clerk, id, camt053(alike, { accountNo }));
    expect(whole).toMatchObject({ lineCount: 0, repeatedCount: 2 });
    expect(expectData(await world.clerk.get(`${STATEMENTS}/${taken.id}`))).toMatchObject({
      alikeCount: 0,
      recordedCount: 2,
    });
  });

  it('a line that the file itself brings twice comes in twice, and is linked by a person alone', async () => {
    const { id, accountNo } = await account();
    const one = movement();
    await take(world.clerk, id, scbCsv([one], { accountNo }));
    const paid = { method: 'card', bankAccountId: id, amount: '1070.00' };
    const [known] = await linesBy(world.clerk, `bankAccountId=${id}`);
    await pay(world, { ...paid, bankReference: one.reference });
    await pay(world, { ...paid, bankReference: 'SLIP-9' });
    const iso = await take(world.clerk, id, camt053([one, one], { accountNo }));
    expect(iso).toMatchObject({ lineCount: 1, repeatedCount: 1, alikeCount: 1 });
    const [again] = await linesBy(world.clerk, `statementId=${iso.id}`);
    expect(again).toMatchObject({ alike: { id: known?.id }, payment: null });
    expect((await lineNow(world.clerk, String(known?.id))).payment).not.toBeNull();
  });

  it('a line that the bank words anew is the same one where its balance is', async () => {
    const { id } = await account();
    const head = 'Date,Time,Deposit,Balance,Description';
    const row = (text: string) => `${head}\n20/11/2026,09:00,10.00,10.00,${text}\n`;
    await take(world.clerk, id, row('a'));
    expect(await take(world.clerk, id, row('a (settled)'))).toMatchObject({
      lineCount: 0,
      repeatedCount: 1,
    });
  });

  it('a line that nothing sure tells from another one comes in, and is marked', async () => {
    const { id } = await account();
    const row = (text: string) => `Date,Deposit,Description\n20/11/2026,10.00,${text}\n`;
    await take(world.clerk, id, row('a'));
    expect(await take(world.clerk, id, row('a (settled)'))).toMatchObject({
      lineCount: 1,
      alikeCount: 1,
    });
    const referred = (payer: string, text: string) =>
      `Date,Deposit,Ref,Payer,Description\n20/11/2026,20.00,0007,${payer},${text}\n`;
    await take(world.clerk, id, referred('Somchai', 'x'));
    expect(await take(world.clerk, id, referred('SOMCHAI J.', 'y'))).toMatchObject({
      lineCount: 0,
    });
    expect(await take(world.clerk, id, referred('Malee', 'x'))).toMatchObject({
      lineCount: 1,
      alikeCount: 1,
    });
  });

  it('two transfers without a reference are two, and stay two in any other file', async () => {
    const { id, accountNo } = await account();
    const blank = { reference: '', amount: '500.00' };
    const morning = movement({ ...blank, time: '08:00:00', payer: 'คุณ ก', text: 'A' });
    const noon = movement({ ...blank, time: '09:00:00', payer: 'คุณ ข', text: 'B' });
    await take(world.clerk, id, kbankCsv([morning], { accountNo }));
    const both = await take(world.clerk, id, kbankCsv([morning, noon], { accountNo }));
    expect(both).toMatchObject({ lineCount: 1, repeatedCount: 1 });
    const other = await take(world.clerk, id, mt940([morning, noon], { accountNo }));
    expect(other).toMatchObject({ lineCount: 0, repeatedCount: 2 });
    const lines = await linesBy(world.clerk, `bankAccountId=${id}`);
    expect(lines.map(({ description }) => description.slice(-1)).sort()).toEqual(['A', 'B']);
  });

  it.each([
    'Opening balance invoice INV2611-0001',
    'Brought forward from Somchai',
    'B/F ค่าเช่า',
    'ยอดยกมาจากเดือนก่อน',
  ])('a movement whose payer writes "%s" is a movement', async (text) => {
    const { id, accountNo } = await account();
    const paid = movement({ reference: 'R-1', amount: '1070.00', text });
    const statement = await take(world.clerk, id, scbCsv([paid], { accountNo }));
    expect(statement).toMatchObject({ lineCount: 1, balanceGap: '0.00' });
    const other = await account();
    const swift = await take(world.clerk, other.id, mt940([paid], { accountNo: other.accountNo }));
    expect(swift).toMatchObject({ lineCount: 1 });
  });

  it('a name that begins like a sum is no row of sums', async () => {
    const { id } = await account();
    const rows = ['Sumitomo,31/02/2026,20.00', 'Total,,20.00', 'Acme,20/11/2026,20.00'];
    const file = `Payer,Date,Deposit\n${rows.join('\n')}\n`;
    expect(await take(world.clerk, id, file)).toMatchObject({ lineCount: 1, faultCount: 1 });
  });

  it('three equal movements in two statements that overlap by one are three', async () => {
    const { id, accountNo } = await account();
    const equal = movement({ reference: '', amount: '500.00', payer: '', text: 'A' });
    const write = (count: number, opening: string) =>
      take(world.clerk, id, mt940(Array(count).fill(equal), { accountNo, opening }));
    expect(await write(2, '1000.00')).toMatchObject({ lineCount: 2 });
    expect(await write(2, '1500.00')).toMatchObject({
      lineCount: 1,
      repeatedCount: 1,
      alikeCount: 1,
    });
    const lines = await linesBy(world.clerk, `bankAccountId=${id}`);
    expect(lines.map(({ balance }) => balance).sort()).toEqual(['1500.00', '2000.00', '2500.00']);
  });
});

describe('statements that follow each other', () => {
  const statementNow = async (id: string) =>
    expectData(await world.clerk.get(`${STATEMENTS}/${id}`));
  const on = (day: string, amount = '100.00') => [movement({ day, amount })];

  it('tell the days that are missing between them, until their statement has come', async () => {
    const { id, accountNo } = await account();
    const write = (day: string, opening: string, amount?: string) =>
      take(world.clerk, id, mt940(on(day, amount), { accountNo, opening }));
    const first = await write('2026-11-05', '1000.00');
    expect(first).toMatchObject({ closingBalance: '1100.00', gapBefore: null });
    const later = await write('2026-11-07', '5000.00');
    expect(later).toMatchObject({
      balanceGap: '0.00',
      gapBefore: {
        fileName: first.fileName,
        closedOn: '2026-11-05',
        closingBalance: '1100.00',
        amount: '3900.00',
      },
    });
    const [listed] = expectData(await world.clerk.get(`${STATEMENTS}?bankAccountId=${id}`));
    expect(listed).toMatchObject({ id: later.id, gapBefore: { amount: '3900.00' } });
    expect(await write('2026-11-06', '1100.00', '3900.00')).toMatchObject({ gapBefore: null });
    expect(await statementNow(later.id)).toMatchObject({ gapBefore: null });
  });

  it('are held against nothing where they overlap, or are of the same day', async () => {
    const { id, accountNo } = await account();
    const [a, b, c, d] = [
      ...on('2026-11-01'),
      ...on('2026-11-02'),
      ...on('2026-11-03'),
      ...on('2026-11-03'),
    ];
    if (!a || !b || !c || !d) throw new Error('four movements');
    const write = (movements: readonly Movement[], opening: string) =>
      take(world.clerk, id, scbCsv(movements, { accountNo, opening }));
    await write([a, b], '0.00');
    expect(await write([b, c], '100.00')).toMatchObject({ repeatedCount: 1, gapBefore: null });
    expect(await write([d], '300.00')).toMatchObject({ gapBefore: null });
    const apart = await write(on('2026-11-03', '1.00'), '777.00');
    expect(apart).toMatchObject({ gapBefore: { closedOn: '2026-11-03', amount: '477.00' } });
  });
});

describe('a line that somebody entered as a payment before', () => {
  const paidInto = (bankAccountId: string, more: object) =>
    pay(world, { method: 'card', bankAccountId, ...more });

  it('is linked with it: by the reference of the bank, else by day and amount', async () => {
    const { id, accountNo } = await account();
    const known = await paidInto(id, { bankReference: 'abc-77', amount: '321.00' });
    clock.set(new Date(clock.now().getTime() - 86_400_000));
    const day = bangkokDate(clock.now());
    const sameDay = await paidInto(id, { bankReference: 'SLIP-1', amount: '654.00' });
    clock.set(new Date(clock.now().getTime() + 86_400_000));
    const taken = await take(
      world.clerk,
      id,
      scbCsv(
        [
          movement({ amount: '321.00', reference: 'ABC77', day: addDays(day, 1) }),
          movement({ amount: '654.00', day }),
          movement({ amount: '654.00', day }),
        ],
        { accountNo },
      ),
    );
    expect(taken).toMatchObject({ recordedCount: 2 });
    const lines = await linesBy(world.clerk, `statementId=${taken.id}&status=recorded`);
    expect(
      lines.map(({ payment, reasons, isPaymentMade }) => [payment?.id, reasons[0], isPaymentMade]),
    ).toEqual([
      [sameDay.id, 'sameDay', false],
      [known.id, 'bankReference', false],
    ]);
    const { rows } = await server.app.pg.query(
      'select 1 from payments where bank_account_id = $1',
      [id],
    );
    expect(rows).toHaveLength(2);
  });

  it('is not linked with the payment of another than the invoice that it names', async () => {
    const { id, accountNo } = await account();
    const invoice = await issued(world);
    const stranger = await plantCustomer(server, { ...world, name: 'Another customer' });
    await paidInto(id, { customerId: stranger, bankReference: 'SLIP-2', amount: '1070.00' });
    const taken = await take(
      world.clerk,
      id,
      scbCsv([movement({ text: String(invoice.documentNo) })], { accountNo }),
    );
    const [line] = await linesBy(world.clerk, `statementId=${taken.id}`);
    expect(line).toMatchObject({
      status: 'suggested',
      customer: { id: world.customerId },
      allocations: [{ invoice: { id: invoice.id } }],
    });
  });

  it('is not entered a second time by whoever confirms it meanwhile', async () => {
    const invoice = await issued(world);
    const line = await lineOf({ text: String(invoice.documentNo) });
    const known = await pay(world, {
      method: 'card',
      bankAccountId: line.bankAccount.id,
      bankReference: 'SLIP-3',
    });
    const refused = await act(world.clerk, line, { action: 'confirm', ...proposed(line) });
    expect([...codeOf(refused), refused.body.details?.documentNo]).toEqual([
      409,
      'PAYMENT_KNOWN',
      known.documentNo,
    ]);
    const { payments } = await lineNow(world.clerk, line.id);
    expect(payments).toMatchObject([{ id: known.id }]);
    expect(
      expectData(await act(world.clerk, line, { action: 'link', paymentId: known.id })),
    ).toMatchObject({ status: 'recorded', payment: { id: known.id }, isPaymentMade: false });
  });
});

describe('a line that is confirmed', () => {
  const confirmed = async () => {
    const invoice = await issued(world);
    const line = await lineOf({ text: `pay ${invoice.documentNo}` });
    expect(line).toMatchObject({
      status: 'suggested',
      matchLevel: 'high',
      reasons: expect.arrayContaining(['invoiceNo', 'amountEqual']),
      allocations: [{ invoice: { id: invoice.id }, amount: '1070.00', balance: '1070.00' }],
    });
    const done: BankLineDetail = expectData(
      await act(world.clerk, line, { action: 'confirm', ...proposed(line) }),
    );
    const payment: Doc & Record<string, unknown> = expectData(
      await world.clerk.get(`${PAYMENTS}/${done.payment?.id}`),
    );
    return { invoice, line: done, payment };
  };

  it('is a payment that waits for another person, who verifies it', async () => {
    const { invoice, line, payment } = await confirmed();
    expect(line).toMatchObject({ status: 'recorded', isPaymentMade: true, allowedActions: [] });
    expect(payment).toMatchObject({
      status: 'pending',
      method: 'transfer',
      amount: '1070.00',
      documentDate: line.bookedOn,
      bankReference: line.reference,
      bankAccount: { id: line.bankAccount.id },
      allocations: [{ invoice: { id: invoice.id }, amount: '1070.00' }],
    });
    expect((await invoiceNow(world, invoice.id)).balance).toBe('1070.00');
    const own = await onPayments.act(world.clerk, payment, { action: 'verify' });
    expect(own.status).toBe(403);
    await onPayments.done(world.accountant, payment, { action: 'verify' });
    expect(await invoiceNow(world, invoice.id)).toMatchObject({ status: 'paid', balance: '0.00' });
  });

  it('by whoever may verify is verified by somebody else', async () => {
    const invoice = await issued(world);
    const line = await lineOf({ text: String(invoice.documentNo) });
    const done = expectData(
      await act(world.accountant, line, { action: 'confirm', ...proposed(line) }),
    );
    const payment = expectData(await world.accountant.get(`${PAYMENTS}/${done.payment.id}`));
    const own = await onPayments.act(world.accountant, payment, { action: 'verify' });
    expect(codeOf(own)).toEqual([409, 'SELF_APPROVAL']);
  });

  it('is found by its reference before anybody has recorded it', async () => {
    const line = await lineOf({ reference: 'FOUND-77', amount: '123.45' });
    const found = expectData(await world.clerk.post('/payments/inquire', { ref: 'found-77' }));
    expect(found).toMatchObject({
      found: false,
      source: 'bankLine',
      payment: null,
      bankLine: { id: line.id, amount: '123.45', status: line.status },
    });
  });

  it('is open again where its payment is rejected or reversed', async () => {
    const first = await confirmed();
    await onPayments.done(world.accountant, first.payment, {
      action: 'reject',
      reason: 'Not of this customer',
    });
    expect(await lineNow(world.clerk, first.line.id)).toMatchObject({
      status: 'unmatched',
      payment: null,
      isPaymentMade: false,
    });
    const second = await confirmed();
    const verified = await onPayments.done(world.accountant, second.payment, { action: 'verify' });
    await onPayments.done(world.accountant, verified as unknown as Doc, {
      action: 'reverse',
      reason: 'The bank took it back',
    });
    const line = await lineNow(world.clerk, second.line.id);
    expect(line.status).toBe('unmatched');
    const found = expectData(
      await world.clerk.post(`${LINES}/match`, { bankAccountId: line.bankAccount.id }),
    );
    expect(found.suggested).toBeGreaterThan(0);
    expect(await lineNow(world.clerk, line.id)).toMatchObject({
      status: 'suggested',
      allocations: [{ invoice: { id: second.invoice.id } }],
    });
  });

  it('is so once, however many confirm it at the same time', async () => {
    const invoice = await issued(world);
    const line = await lineOf({ text: String(invoice.documentNo) });
    const answers = await Promise.all(
      [world.clerk, world.accountant, world.admin, world.clerk].map((by) =>
        act(by, line, { action: 'confirm', ...proposed(line) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    const { rows } = await server.app.pg.query(
      'select 1 from payment_allocations where invoice_id = $1',
      [invoice.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('may be of another customer and other invoices than proposed, or of none yet', async () => {
    const other = await plantCustomer(server, { ...world, name: 'Chosen by a person' });
    const invoice = await issued(world);
    const elsewhere = await issued(world, { customerId: other });
    const line = await lineOf({ text: String(invoice.documentNo) });
    const wrong = await act(world.clerk, line, {
      action: 'confirm',
      customerId: other,
      allocations: proposed(line).allocations,
    });
    expect([wrong.status, faultsOf(wrong)]).toEqual([
      422,
      [['allocations[0].invoiceId', 'UNKNOWN_ID']],
    ]);
    const more = await act(world.clerk, line, {
      action: 'confirm',
      customerId: other,
      allocations: [{ invoiceId: elsewhere.id, amount: '1070.01' }],
    });
    expect([more.status, faultsOf(more)]).toEqual([422, [['allocations', 'OVER_PAYMENT']]]);
    const done = expectData(
      await act(world.clerk, line, {
        action: 'confirm',
        customerId: other,
        allocations: [{ invoiceId: elsewhere.id, amount: '70.00' }],
        remark: 'The rest is an advance',
      }),
    );
    expect(done).toMatchObject({ customer: { id: other }, reasons: ['chosen'], confidence: null });
    const payment = expectData(await world.clerk.get(`${PAYMENTS}/${done.payment.id}`));
    expect(payment).toMatchObject({ remark: 'The rest is an advance', customer: { id: other } });
  });

  it('of this morning without an hour is paid at a time that has come', async () => {
    const invoice = await issued(world);
    const line = await lineOf({ text: String(invoice.documentNo), time: '' });
    const done = expectData(await act(world.clerk, line, { action: 'confirm', ...proposed(line) }));
    const payment = expectData(await world.clerk.get(`${PAYMENTS}/${done.payment.id}`));
    expect(Date.parse(payment.paidAt)).toBeLessThanOrEqual(clock.now().getTime());
    expect(payment.documentDate).toBe(line.bookedOn);
  });
});

describe('a line that is linked by hand', () => {
  it('is a payment of its amount, account and company, that no other line is', async () => {
    const line = await lineOf({ amount: '777.00' });
    const bankAccountId = line.bankAccount.id;
    const link = (paymentId: string) => act(world.clerk, line, { action: 'link', paymentId });
    const less = await pay(world, { amount: '7.00' });
    expect(faultsOf(await link(less.id))).toEqual([['paymentId', 'LINE_AMOUNT_DIFFERS']]);
    const elsewhere = await pay(world, {
      method: 'card',
      bankAccountId: world.bankAccountId,
      bankReference: 'E-1',
      amount: '777.00',
    });
    expect(faultsOf(await link(elsewhere.id))).toEqual([['paymentId', 'UNKNOWN_ID']]);
    expect(faultsOf(await link(world.part))).toEqual([['paymentId', 'UNKNOWN_ID']]);
    const gone = await pay(world, { amount: '777.00' });
    await onPayments.done(world.accountant, gone, { action: 'reject', reason: 'Never came' });
    expect(codeOf(await link(gone.id))).toEqual([409, 'PAYMENT_NOT_COUNTED']);
    const cash = await pay(world, { amount: '777.00' });
    expectData(await link(cash.id));
    const second = await lineOf({ amount: '777.00' });
    expect(codeOf(await act(world.clerk, second, { action: 'link', paymentId: cash.id }))).toEqual([
      409,
      'PAYMENT_OF_OTHER_LINE',
    ]);
    expect(bankAccountId).not.toBe(world.bankAccountId);
  });

  it('is not linked again by itself once somebody took the link back', async () => {
    const { id, accountNo } = await account();
    const known = await pay(world, {
      method: 'card',
      bankAccountId: id,
      bankReference: 'TB-1',
      amount: '555.00',
    });
    const taken = await take(
      world.clerk,
      id,
      scbCsv([movement({ amount: '555.00', reference: 'TB-1' })], { accountNo }),
    );
    const [line] = await linesBy(world.clerk, `statementId=${taken.id}`);
    if (!line) throw new Error('one line came in');
    expect(line.payment?.id).toBe(known.id);
    expectData(await act(world.clerk, line, { action: 'reopen' }));
    expectData(await world.clerk.post(`${LINES}/match`, { bankAccountId: id }));
    expect((await lineNow(world.clerk, line.id)).payment).toBeNull();
  });
});

it('takes 300 lines, proposes what 288 are, and lists the twelve that nobody knows', async () => {
  const { id, accountNo } = await account();
  const day = bangkokDate(clock.now());
  const invoices: Doc[] = [];
  for (let index = 0; index < 288; index += 1) {
    invoices.push(
      await issued(world, {
        items: [{ description: 'Rent', quantity: 1, unitPrice: decimal.round(2000 + index, 4) }],
      }),
    );
  }
  const strange = Array.from({ length: 12 }, (_, index) =>
    movement({ amount: decimal.round(`${90_000 + index}.11`), text: 'ฝากเงินสด', day }),
  );
  const known = invoices.map(({ documentNo, grandTotal }) =>
    movement({ amount: grandTotal, text: `ชำระ ${documentNo?.replace('-', ' ')}`, day }),
  );
  const movements = known.flatMap((one, index) =>
    index % 24 === 0 ? [one, strange[index / 24] as Movement] : [one],
  );
  expect(movements).toHaveLength(300);
  const taken = await take(world.clerk, id, scbCsv(movements, { accountNo }));
  expect(taken).toMatchObject({
    lineCount: 300,
    suggestedCount: 288,
    openCount: 300,
    recordedCount: 0,
    balanceGap: '0.00',
  });
  const { body } = await world.clerk.get(`${LINES}?statementId=${taken.id}&status=unmatched`);
  expect(body.meta).toMatchObject({
    totalItems: 12,
    counts: { unmatched: 12, suggested: 288 },
    summary: { openCount: 12, recorded: '0.00' },
  });
  const high = await world.clerk.get(`${LINES}?statementId=${taken.id}&matchLevel=high`);
  expect(high.body.meta.totalItems).toBe(288);
  const told = await server.app.pg.query<{ description_en: string }>(
    'select description_en from notifications where entity_id = $1 limit 1',
    [taken.id],
  );
  expect(told.rows[0]?.description_en).toContain('300 new lines');
});

describe('who sees a statement', () => {
  it('is whoever sees the payments of the company; a salesperson sees none', async () => {
    const line = await lineOf();
    const auditor = await server.as('auditor');
    expect((await auditor.get(`${LINES}/${line.id}`)).status).toBe(200);
    const seller = await server.as('sales-officer');
    expect((await seller.get(`${LINES}/${line.id}`)).status).toBe(404);
    expect((await seller.get(LINES)).body.data).toEqual([]);
    expect((await seller.get(STATEMENTS)).body.data).toEqual([]);
    expect((await seller.get(`${STATEMENTS}/${line.statement.id}`)).status).toBe(404);
  });

  it('is nobody of another company, who imports nothing for this one either', async () => {
    const line = await lineOf();
    const company = expectData(await world.admin.post('/companies', companyBody({ code: 'BNK' })));
    const stranger = await server.as('accounting-manager', { companyId: company.id });
    expect((await stranger.get(`${LINES}/${line.id}`)).status).toBe(404);
    const refused = await sendFile(stranger, STATEMENTS, {
      content: 'Date,Amount\n20/11/2026,5.00\n',
      bankAccountId: line.bankAccount.id,
    });
    expect(faultsOf(refused)).toEqual([['bankAccountId', 'UNKNOWN_ID']]);
    expect((await act(stranger, line, { action: 'ignore', ...reasonBody })).status).toBe(404);
    expect((await stranger.delete(`${STATEMENTS}/${line.statement.id}`)).status).toBe(404);
  });
});

describe('every state and action of a line', () => {
  let auditor: Person;
  beforeAll(async () => {
    auditor = await server.as('auditor');
  });
  const suggested = async () => {
    const invoice = await issued(world);
    return lineOf({ text: String(invoice.documentNo) });
  };
  /** Sent again, a call names the same payment. */
  const sent = new Map<string, string>();
  const paymentLike = async ({ amount }: BankLineDetail) =>
    (await pay(world, { amount: amount.replace('-', '') })).id;
  const walk: TransitionTable<BankLineDetail> = {
    path: ({ id }) => `${LINES}/${id}`,
    machine: bankLineMachine,
    make: {
      unmatched: () => lineOf({ amount: '0.37' }),
      suggested,
      recorded: async () => {
        const line = await lineOf({ amount: '0.41' });
        const payment = await pay(world, { amount: '0.41' });
        sent.set(line.id, payment.id);
        return expectData(await act(world.admin, line, { action: 'link', paymentId: payment.id }));
      },
      ignored: async () =>
        expectData(
          await act(world.admin, await lineOf({ amount: '0.43' }), {
            action: 'ignore',
            ...reasonBody,
          }),
        ),
      outgoing: () => lineOf({ amount: '-0.47' }),
    },
    perform: {
      confirm: (by, line, extra) =>
        by.post(
          `${LINES}/${line.id}/confirm`,
          { version: line.version, customerId: world.customerId, allocations: [] },
          extra,
        ),
      link: async (by, line, extra) => {
        const paymentId = sent.get(line.id) ?? (await paymentLike(line));
        sent.set(line.id, paymentId);
        return by.post(`${LINES}/${line.id}/link`, { version: line.version, paymentId }, extra);
      },
      ignore: (by, line, extra) =>
        by.post(`${LINES}/${line.id}/ignore`, { version: line.version, ...reasonBody }, extra),
      reopen: (by, line, extra) =>
        by.post(`${LINES}/${line.id}/reopen`, { version: line.version }, extra),
    },
    seen: (id) => lineNow(world.admin, id),
    admin: () => world.admin,
    auditor: () => auditor,
    withoutFiles: true,
  };
  testTransitions<BankLineDetail>(walk);
  testReversals(walk, {
    state: () => moneyState(server),
    by: () => world.accountant,
    still: [],
  });
});
