import fc from 'fast-check';
import { dayOf } from '../days.ts';
import {
  amountOf,
  csvLines,
  formatLines,
  guessColumns,
  isForeign,
  missingColumns,
} from './readLines.ts';
import { readStatement } from './readStatement.ts';
import { StatementError } from './statementFile.ts';
import { camt053, kbankCsv, type Movement, mt940, scbCsv } from './testing/samples.ts';

/** What is read of the files of banks, and what is refused of others. */
const TODAY = '2026-11-25';
const LIMITS = { rows: 5000, columns: 60 };
const ACCOUNT = { accountNo: '1112334445' };

const MOVEMENTS: readonly Movement[] = [
  {
    day: '2026-11-19',
    time: '09:15:00',
    amount: '1070.00',
    text: 'IV2611-0001',
    reference: 'TRF0001',
    payer: 'บจก. สยาม สแน็ค',
  },
  { day: '2026-11-20', time: '10:00:30', amount: '-250.50', text: 'ค่าธรรมเนียม', reference: 'FEE1' },
  {
    day: '2026-11-20',
    time: '11:45:00',
    amount: '1234567.89',
    text: 'CT2611-0004 & co',
    reference: 'TRF0002',
    payer: 'Somchai Jaidee',
  },
];

const read = (text: string | Buffer) =>
  readStatement(Buffer.isBuffer(text) ? text : Buffer.from(text), LIMITS);

/** The lines of a file, with the columns that were guessed where it is a CSV. */
async function linesOf(text: string | Buffer) {
  const { head, rows } = await read(text);
  if (head.format !== 'csv') return formatLines(rows, TODAY);
  const guess = guessColumns(rows);
  if (!guess) throw new Error('no headings were seen');
  const lines = csvLines(rows, { columns: guess.columns, today: TODAY });
  if (!lines) throw new Error('the headings were not found again');
  return lines;
}

const refusal = async (text: string | Buffer): Promise<string> => {
  try {
    await read(text);
    return 'taken';
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    return error.code;
  }
};

describe.each([
  ['the CSV of SCB', scbCsv],
  ['the CSV of KBank', kbankCsv],
  ['MT940', mt940],
  ['camt.053', camt053],
] as const)('%s', (name, write) => {
  it('tells day, amount and what the payer wrote of every movement, and nothing else', async () => {
    const { lines, faults } = await linesOf(write(MOVEMENTS, ACCOUNT));
    expect(faults).toEqual([]);
    expect(lines.map(({ bookedOn, amount }) => [bookedOn, amount])).toEqual([
      ['2026-11-19', '1070.00'],
      ['2026-11-20', '-250.50'],
      ['2026-11-20', '1234567.89'],
    ]);
    const said = lines.map((line) => `${line.payerReference} ${line.description}`);
    expect(said[0]).toContain('IV2611-0001');
    expect(said[2]).toContain('CT2611-0004');
    if (name !== 'the CSV of KBank') {
      expect(lines.map(({ reference }) => reference)).toEqual(['TRF0001', 'FEE1', 'TRF0002']);
    }
  });
});

it('tells account and balances where the format does', async () => {
  for (const write of [mt940, camt053]) {
    const { head } = await read(write(MOVEMENTS, ACCOUNT));
    expect(head).toMatchObject({
      accountNo: ACCOUNT.accountNo,
      openingBalance: '50000.00',
      closingBalance: '1285387.39',
    });
  }
});

describe('the columns of a CSV file', () => {
  it('are guessed by their headings, in either language', async () => {
    const scb = guessColumns((await read(scbCsv(MOVEMENTS, ACCOUNT))).rows);
    expect(scb?.columns).toEqual({
      dateOrder: 'dmy',
      headings: {
        date: 'Date',
        time: 'Time',
        debit: 'Debit Amount',
        credit: 'Credit Amount',
        balance: 'Balance',
        reference: 'Reference No.',
        description: 'Description',
      },
    });
    const kbank = guessColumns((await read(kbankCsv(MOVEMENTS, ACCOUNT))).rows);
    expect(kbank?.columns.headings).toEqual({
      date: 'วันที่',
      time: 'เวลา/วันที่มีผล',
      debit: 'ถอนเงิน',
      credit: 'ฝากเงิน',
      balance: 'ยอดคงเหลือ',
      description: 'รายละเอียด',
    });
  });

  it('are those of a list of bill payments as well', async () => {
    const text = [
      'Payment Date,Payment Time,Customer Name,Ref.1,Ref.2,Amount,Transaction Ref',
      '20/11/2569,08:00:01,บจก. สยาม,CUS0001,IV26110001,"1,070.00",BP1',
    ].join('\n');
    const { lines } = await linesOf(text);
    expect(lines).toEqual([
      {
        row: 2,
        bookedOn: '2026-11-20',
        bookedAt: '08:00:01',
        valueOn: null,
        amount: '1070.00',
        balance: null,
        reference: 'BP1',
        payerReference: 'CUS0001 IV26110001',
        payerName: 'บจก. สยาม',
        payerAccount: '',
        description: '',
      },
    ]);
  });

  it('are found below a title, whatever stands between the cells of the table', async () => {
    for (const title of ['Statement of account', 'Statement of account, November 2026']) {
      for (const sign of [',', ';', '\t']) {
        const amount = sign === ',' ? '"1,070.00"' : '1,070.00';
        const { lines } = await linesOf(
          [
            title,
            ['Date', 'Deposit', 'Note, memo']
              .map((cell) => (sign === ',' ? cell.slice(0, 7) : cell))
              .join(sign),
            ['20/11/2026', amount, 'a'].join(sign),
            ['20/11/2026', amount, 'b'].join(sign),
          ].join('\n'),
        );
        expect([title, sign, lines.map((line) => line.amount)]).toEqual([
          title,
          sign,
          ['1070.00', '1070.00'],
        ]);
      }
    }
  });

  it('may name the currency: a row of another one is no amount in baht', async () => {
    const { lines, faults } = await linesOf(
      [
        'Date,Currency,Deposit',
        '20/11/2026,THB,5.00',
        '20/11/2026,USD,700.00',
        '20/11/2026,,6.00',
        '20/11/2026,บาท,7.00',
      ].join('\n'),
    );
    expect(lines.map(({ amount }) => amount)).toEqual(['5.00', '6.00', '7.00']);
    expect(faults).toEqual([{ row: 3, field: 'currency', code: 'CURRENCY', value: 'USD' }]);
  });

  it.each(['Curr.', 'Cur', 'สกุล', 'Unit'])(
    'names the currency under whatever heading: %s',
    async (heading) => {
      const { lines, faults } = await linesOf(
        [
          `Date,Channel,${heading},Deposit`,
          '20/11/2026,ATM,THB,5.00',
          '20/11/2026,,USD,700.00',
          '20/11/2026,ATM,,6.00',
        ].join('\n'),
      );
      expect(lines.map(({ amount }) => amount)).toEqual(['5.00', '6.00']);
      expect(faults).toEqual([{ row: 3, field: 'currency', code: 'CURRENCY', value: 'USD' }]);
    },
  );

  it('are of baht: what stands above the table, or in a heading, may say that they are not', async () => {
    const told = async (text: string) => {
      const { rows } = await read(text);
      const guess = guessColumns(rows);
      return guess && isForeign(rows, { at: guess.at, headings: guess.columns.headings });
    };
    const table = 'Date,Deposit\n20/11/2026,5.00';
    expect(await told(`Currency,USD\n${table}`)).toBe(true);
    expect(await told(`สกุลเงิน: EUR\n${table}`)).toBe(true);
    expect(await told(`Currency : THB\n${table}`)).toBe(false);
    expect(await told(`Account,1112334445\n${table}`)).toBe(false);
    expect(await told(table.replace('Deposit', 'Deposit (USD)'))).toBe(true);
    expect(await told(table.replace('Deposit', 'Deposit (THB)'))).toBe(false);
    expect(await told(table.replace('Deposit', 'Deposit (Cr)'))).toBe(false);
  });

  it('may put the month first, which a later day tells', async () => {
    const text = 'Date,Amount,Type\n11/07/2026,100.00,CR\n11/20/2026,40.00,DR\n';
    const { lines } = await linesOf(text);
    expect(lines.map(({ bookedOn, amount }) => [bookedOn, amount])).toEqual([
      ['2026-11-07', '100.00'],
      ['2026-11-20', '-40.00'],
    ]);
  });

  it('are asked for where they are missing', () => {
    expect(missingColumns({ headings: {}, dateOrder: 'dmy' })).toEqual(['date', 'credit']);
    expect(missingColumns({ headings: { date: 'a', amount: 'b' }, dateOrder: 'dmy' })).toEqual([]);
  });

  it('are found again on each page, in whatever order and case', async () => {
    const { rows } = await read('amount , DATE\n5.00,20/11/2026\namount , DATE\n6.00,20/11/2026\n');
    const columns = { headings: { date: 'Date', amount: 'Amount' }, dateOrder: 'dmy' } as const;
    expect(csvLines(rows, { columns, today: TODAY })?.lines).toHaveLength(2);
    const others = { headings: { date: 'Datum', amount: 'Amount' }, dateOrder: 'dmy' } as const;
    expect(csvLines(rows, { columns: others, today: TODAY })).toBeNull();
  });

  it('may be written in the code page of a Thai Windows', async () => {
    // วันที่,จำนวนเงิน
    const heading = Buffer.from('c7d1b9b7d5e82ca8d3b9c7b9e0a7d4b9', 'hex');
    const { lines } = await linesOf(Buffer.concat([heading, Buffer.from('\n20/11/2569,5.00\n')]));
    expect(lines).toMatchObject([{ bookedOn: '2026-11-20', amount: '5.00' }]);
  });
});

it('takes 300 lines, and names each of the twelve that it cannot take', async () => {
  const movements = Array.from({ length: 300 }, (_, index) => ({
    day: `2026-11-${String(1 + (index % 25)).padStart(2, '0')}`,
    time: '12:00:00',
    amount: `${1000 + index}.00`,
    text: `IV2611-${String(index).padStart(4, '0')}`,
    reference: `R${index}`,
  }));
  const rows = scbCsv(movements, ACCOUNT).split('\r\n');
  const first = rows.findIndex((row) => row.startsWith('Date,')) + 1;
  const spoil = (at: number, change: (row: string) => string) => {
    rows[first + at] = change(rows[first + at] ?? '');
  };
  const setCell = (at: number, value: string) => (row: string) => {
    const cells = row.match(/("[^"]*"|[^,]*)(,|$)/g) ?? [];
    cells[at] = `${value},`;
    return cells.join('');
  };
  for (const at of [3, 40, 77]) spoil(at, setCell(0, '31/02/2026'));
  for (const at of [80, 99]) spoil(at, setCell(0, '"soon"'));
  for (const at of [120, 130]) spoil(at, setCell(0, '26/11/2026'));
  for (const at of [150, 151, 152]) spoil(at, setCell(5, '12.3456'));
  for (const at of [200, 299]) spoil(at, setCell(4, '1.00'));
  const { lines, faults } = await linesOf(rows.join('\r\n'));
  expect(lines).toHaveLength(288);
  expect(faults.map(({ row, code }) => [row - first, code])).toEqual([
    ...[3, 40, 77, 80, 99].map((at) => [at + 1, 'DATE']),
    ...[120, 130].map((at) => [at + 1, 'FUTURE_DATE']),
    ...[150, 151, 152].map((at) => [at + 1, 'MONEY']),
    ...[200, 299].map((at) => [at + 1, 'CREDIT_AND_DEBIT']),
  ]);
});

describe('days and amounts', () => {
  it.each([
    ['20/11/2026', '2026-11-20'],
    ['20/11/2569', '2026-11-20'],
    ['20-11-69', '2026-11-20'],
    ['20.11.26', '2026-11-20'],
    ['5/1/2026', '2026-01-05'],
    ['2026-11-20', '2026-11-20'],
    ['20261120', '2026-11-20'],
    ['2569/11/20', '2026-11-20'],
    ['20 พ.ย. 2569', '2026-11-20'],
    ['20 พฤศจิกายน 2569', '2026-11-20'],
    ['20 Nov 26', '2026-11-20'],
    ['20-NOV-2026', '2026-11-20'],
    ['๒๐/๑๑/๒๕๖๙', '2026-11-20'],
    ['20/11/2026 09:15:33', '2026-11-20'],
    ['2026-11-20T09:15:33', '2026-11-20'],
    ['2026-1-5', '2026-01-05'],
    ['2569/1/5', '2026-01-05'],
    ['5/ 1/ 2569', '2026-01-05'],
    ['5 sept 2026', '2026-09-05'],
    ['5/1/2569 10:30 น.', '2026-01-05'],
    ['29/2/2567', '2024-02-29'],
    ['31/02/2026', null],
    ['29/2/2568', null],
    ['13/13/2569', null],
    ['5/1/25690', null],
    ['n/a', null],
    ['-', null],
    ['ไม่มี', null],
    ['NULL', null],
    ['', null],
    ['Total', null],
    ['46000', null],
  ])('%s is %s', (text, day) => {
    expect(dayOf(text, { order: 'dmy', today: TODAY })).toBe(day);
  });

  it.each([
    ['1,070.00', '1070.00'],
    ['฿ 1070', '1070.00'],
    ['(500.00)', '-500.00'],
    ['500.00-', '-500.00'],
    ['−5', '-5.00'],
    ['+1.5', '1.50'],
    ['๑,๐๗๐.๕๐ บาท', '1070.50'],
    ['12.3400', '12.34'],
    ['12.345', null],
    ['1.070,00', null],
    ['12,34', null],
    ['1,234,567.8', '1234567.80'],
    ['NaN', null],
    ['1e5', null],
    ['', null],
  ])('%s is %s', (text, amount) => {
    expect(amountOf(text)).toBe(amount);
  });
});

describe('MT940', () => {
  const message = (...fields: readonly string[]) =>
    [':20:A', ':25:1112334445', ':60F:C261119THB0,', ...fields, ':62F:C261120THB0,', '-'].join(
      '\n',
    );

  it('takes a reversed debit as money that comes in, and its year from the value day', async () => {
    const { lines } = await linesOf(
      message(
        ':61:2512310102RD5,NTRFNONREF',
        ':61:2601021231RC7,5NTRFREF-1//B2',
        ':61:261120D3,00NCHGfee',
        'supplement',
      ),
    );
    expect(lines).toMatchObject([
      { bookedOn: '2026-01-02', valueOn: '2025-12-31', amount: '5.00', reference: '' },
      { bookedOn: '2025-12-31', amount: '-7.50', reference: 'B2', payerReference: 'REF-1' },
      { bookedOn: '2026-11-20', amount: '-3.00', reference: 'fee', description: 'supplement' },
    ]);
  });

  it('reads what is said in named parts', async () => {
    const { lines } = await linesOf(
      message(
        ':61:261120C10,00NTRFNONREF//X',
        ':86:/ORDP//NAME/SIAM SNACK CO',
        ' LTD/REMI/IV2611-0001/OCMT/THB10,/',
      ),
    );
    expect(lines).toMatchObject([
      { payerName: 'SIAM SNACK CO LTD', payerReference: 'IV2611-0001' },
    ]);
  });

  it('names a movement that it cannot read, and takes the others', async () => {
    const { lines, faults } = await linesOf(
      message(':61:2611C10,00NTRF', ':61:261120C10,00NTRFNONREF'),
    );
    expect([lines.length, faults.map(({ row, code }) => [row, code])]).toEqual([1, [[4, 'DATE']]]);
  });

  it('is of one account, in baht', async () => {
    expect(await refusal(message(':25:999'))).toBe('STATEMENT_ACCOUNTS');
    expect(await refusal(message().replace('THB', 'USD'))).toBe('STATEMENT_CURRENCY');
    expect(await refusal(message().replace(/:60F.*/, ':60F:nothing'))).toBe('STATEMENT_BROKEN');
    expect(await refusal(message(`:86:${'\nx'.repeat(9000)}`))).toBe('STATEMENT_BROKEN');
    expect(await refusal(message(...Array(5001).fill(':61:261120C1,00NTRFNONREF')))).toBe(
      'STATEMENT_ROWS',
    );
  });
});

describe('camt.053', () => {
  const whole = (entries: string, more = '') =>
    `<?xml version="1.0"?>${more}<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>1112334445</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;

  it('takes a batch apart where its payments add up to it', async () => {
    const payment = (amount: string, name: string) =>
      `<TxDtls><Refs><AcctSvcrRef>S${amount}</AcctSvcrRef></Refs><AmtDtls><TxAmt><Amt Ccy="THB">${amount}</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>IV1</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;
    const entry = (total: string) =>
      `<Ntry><Amt Ccy="THB">${total}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>B</AcctSvcrRef><NtryDtls>${payment('10.00', 'A')}${payment('20.00', 'B')}</NtryDtls></Ntry>`;
    const { lines } = await linesOf(whole(entry('30.00') + entry('31.00')));
    expect(lines.map(({ amount, reference, payerName }) => [amount, reference, payerName])).toEqual(
      [
        ['10.00', 'S10.00', 'A'],
        ['20.00', 'S20.00', 'B'],
        ['31.00', 'B', 'A'],
      ],
    );
    expect(lines[0]?.payerReference).toBe('IV1');
  });

  it('tells the payments of a batch apart that repeat its own reference', async () => {
    const payment = (name: string) =>
      `<TxDtls><Refs><AcctSvcrRef>B</AcctSvcrRef></Refs><Amt Ccy="THB">1070.00</Amt><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls>`;
    const { lines } = await linesOf(
      whole(
        `<Ntry><Amt Ccy="THB">2140.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>B</AcctSvcrRef><NtryDtls>${payment('A')}${payment('A')}</NtryDtls></Ntry>`,
      ),
    );
    expect(lines.map(({ amount, reference }) => [amount, reference])).toEqual([
      ['1070.00', 'B-1'],
      ['1070.00', 'B-2'],
    ]);
  });

  it.each(['+07:00', 'Z', '-11:00'])('takes a day with its zone %s as that day', async (zone) => {
    const { lines, faults } = await linesOf(
      whole(
        `<Ntry><Amt Ccy="THB">5</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-01${zone}</Dt></BookgDt><ValDt><Dt>2026-11-02${zone}</Dt></ValDt></Ntry>`,
      ),
    );
    expect(faults).toEqual([]);
    expect(lines).toMatchObject([{ bookedOn: '2026-11-01', valueOn: '2026-11-02' }]);
  });

  it.each(['windows-874', 'TIS-620'])(
    'is read in the code page %s that it declares',
    async (encoding) => {
      const entry =
        '<Ntry><Amt Ccy="THB">5</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-20</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>@</Nm></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry>';
      const [before = '', after = ''] = whole(entry)
        .replace('version="1.0"', `version="1.0" encoding="${encoding}"`)
        .split('@');
      // สยาม
      const name = Buffer.from('cac2d2c1', 'hex');
      const { lines } = await linesOf(
        Buffer.concat([Buffer.from(before), name, Buffer.from(after)]),
      );
      expect(lines).toMatchObject([{ payerName: 'สยาม' }]);
    },
  );

  it('refuses an encoding that is none, and text that is not in the declared one', async () => {
    const declared = (encoding: string) =>
      Buffer.concat([
        Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><Document><BkToCstmrStmt>`),
        Buffer.from('caff', 'hex'),
        Buffer.from('</BkToCstmrStmt></Document>'),
      ]);
    expect(await refusal(declared('x-none'))).toBe('STATEMENT_BROKEN');
    expect(await refusal(declared('UTF-8'))).toBe('STATEMENT_BROKEN');
  });

  it('names an amount with a comma: there no comma stands between thousands', async () => {
    const { lines, faults } = await linesOf(
      whole(
        '<Ntry><Amt Ccy="THB">1,070</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>',
      ),
    );
    expect([lines, faults]).toMatchObject([[], [{ field: 'amount', code: 'MONEY' }]]);
  });

  it('leaves out what is only announced, and tells the hour of Bangkok', async () => {
    const entry = (status: string, at: string) =>
      `<Ntry><Amt Ccy="THB">5</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>${status}</Sts><BookgDt><DtTm>${at}</DtTm></BookgDt></Ntry>`;
    const { lines } = await linesOf(
      whole(entry('PDNG', '2026-11-20T01:00:00Z') + entry('BOOK', '2026-11-20T20:30:00Z')),
    );
    expect(lines).toMatchObject([
      { bookedOn: '2026-11-21', bookedAt: '03:30:00', amount: '-5.00' },
    ]);
  });

  it.each([
    ['other XML', '<a><b/></a>', 'STATEMENT_BROKEN'],
    ['half a file', '<Document><BkToCstmrStmt>', 'STATEMENT_BROKEN'],
    ['entities', whole('&a;', '<!DOCTYPE a [<!ENTITY a "b">]>'), 'STATEMENT_BROKEN'],
    ['endless depth', whole('<a>'.repeat(50)), 'STATEMENT_BROKEN'],
    ['endless text', whole(`<Ntry><Sts>${'x'.repeat(9000)}</Sts></Ntry>`), 'STATEMENT_BROKEN'],
    [
      'another currency',
      whole('<Ntry><Amt Ccy="USD">5</Amt><CdtDbtInd>CRDT</CdtDbtInd></Ntry>'),
      'STATEMENT_CURRENCY',
    ],
    [
      'too many entries',
      whole('<Ntry><Amt>5</Amt><CdtDbtInd>CRDT</CdtDbtInd></Ntry>'.repeat(5001)),
      'STATEMENT_ROWS',
    ],
    ['two accounts', whole('<Acct><Id><IBAN>9</IBAN></Id></Acct>'), 'STATEMENT_ACCOUNTS'],
  ])('refuses %s', async (_name, text, code) => {
    expect(await refusal(text)).toBe(code);
  });
});

it('reads whatever text comes without failing in another way', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ maxLength: 400 }),
        fc
          .string({ maxLength: 200 })
          .map((text) => `:20:x\n:60F:C261119THB1,\n:61:${text}\n:86:${text}`),
        fc.string({ maxLength: 200 }).map((text) => `<Document>${text}`),
        fc
          .array(fc.array(fc.string({ maxLength: 12 }), { maxLength: 6 }), { maxLength: 8 })
          .map(
            (rows) => `Date,Amount,Description\n${rows.map((cells) => cells.join(',')).join('\n')}`,
          ),
      ),
      async (text) => {
        try {
          const { head, rows } = await read(text);
          if (head.format !== 'csv') formatLines(rows, TODAY);
          const guess = guessColumns(rows);
          if (guess) csvLines(rows, { columns: guess.columns, today: TODAY });
        } catch (error) {
          expect(error).toBeInstanceOf(StatementError);
        }
      },
    ),
    { numRuns: 400 },
  );
});
