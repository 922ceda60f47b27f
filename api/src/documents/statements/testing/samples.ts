import { addDays, decimal } from '@boxyard/shared/domain';

/** A movement as a test or the demonstration thinks of it. */
export interface Movement {
  readonly day: string;
  readonly time?: string;
  /** Signed. */
  readonly amount: string;
  readonly text: string;
  readonly reference?: string;
  readonly payer?: string;
}

const quoted = (cells: readonly string[]): string =>
  cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');

/** `1,070.00`, as the banks' exports write it. */
const grouped = (amount: string): string => amount.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');
const size = (amount: string): string => amount.replace(/^-/, '');
const isIn = (amount: string): boolean => !amount.startsWith('-');
const slashed = (day: string): string => day.split('-').reverse().join('/');

function withBalances(movements: readonly Movement[], opening: string) {
  let balance = opening;
  return movements.map((one) => {
    balance = decimal.round(decimal.add(balance, one.amount));
    return { ...one, balance };
  });
}

interface Account {
  readonly accountNo: string;
  readonly opening?: string;
}

/** The export of SCB Business Net: a heading of the account, days first, debit and credit apart. */
export function scbCsv(
  movements: readonly Movement[],
  { accountNo, opening = '50000.00' }: Account,
): string {
  const rows = withBalances(movements, opening).map((one) =>
    quoted([
      slashed(one.day),
      one.time ?? '',
      'X1',
      'ENET',
      isIn(one.amount) ? '' : grouped(size(one.amount)),
      isIn(one.amount) ? grouped(one.amount) : '',
      grouped(one.balance),
      one.reference ?? '',
      one.text,
    ]),
  );
  const total = (wanted: boolean) =>
    grouped(
      decimal.round(
        decimal.add(
          '0',
          ...movements.filter((one) => isIn(one.amount) === wanted).map((one) => size(one.amount)),
        ),
      ),
    );
  return `${[
    'SCB Business Net - Account Statement',
    `Account Number,${accountNo}`,
    `Period,${slashed(movements[0]?.day ?? '')} - ${slashed(movements.at(-1)?.day ?? '')}`,
    '',
    'Date,Time,Transaction Code,Channel,Debit Amount,Credit Amount,Balance,Reference No.,Description',
    ...rows,
    quoted(['Total', '', '', '', total(false), total(true), '', '', '']),
  ].join('\r\n')}\r\n`;
}

/** The export of K BIZ: Thai headings, the Buddhist year in two figures, no reference of the bank. */
export function kbankCsv(
  movements: readonly Movement[],
  { accountNo, opening = '50000.00' }: Account,
): string {
  const short = (day: string) => {
    const [year = '', month, date] = day.split('-');
    return `${date}-${month}-${String(Number(year) + 543).slice(2)}`;
  };
  const rows = withBalances(movements, opening).map((one) =>
    quoted([
      short(one.day),
      (one.time ?? '').slice(0, 5),
      isIn(one.amount) ? 'รับโอนเงิน' : 'โอนเงิน',
      isIn(one.amount) ? '' : grouped(size(one.amount)),
      isIn(one.amount) ? grouped(one.amount) : '',
      grouped(one.balance),
      'K PLUS',
      one.payer ? `จาก X1234 ${one.payer}++ ${one.text}` : one.text,
    ]),
  );
  return `\uFEFF${[
    'รายการเดินบัญชี',
    `เลขที่บัญชีเงินฝาก,${accountNo}`,
    'วันที่,เวลา/วันที่มีผล,รายการ,ถอนเงิน,ฝากเงิน,ยอดคงเหลือ,ช่องทาง,รายละเอียด',
    quoted([
      short(movements[0]?.day ?? '2026-01-01'),
      '',
      'ยอดยกมา',
      '',
      '',
      grouped(opening),
      '',
      '',
    ]),
    ...rows,
  ].join('\n')}\n`;
}

const comma = (amount: string): string => size(amount).replace('.', ',');
const swiftDay = (day: string): string => day.slice(2).replaceAll('-', '');

/** MT940 as SWIFT carries it, one message. */
export function mt940(
  movements: readonly Movement[],
  { accountNo, opening = '50000.00' }: Account,
): string {
  const first = movements[0]?.day ?? '2026-01-01';
  const last = movements.at(-1)?.day ?? first;
  const closing = withBalances(movements, opening).at(-1)?.balance ?? opening;
  const rows = movements.flatMap((one) => [
    `:61:${swiftDay(one.day)}${one.day.slice(5).replace('-', '')}${isIn(one.amount) ? 'C' : 'D'}${comma(
      one.amount,
    )}NTRF${one.payer ? 'NONREF' : ''}${one.reference ? `//${one.reference}` : ''}`,
    `:86:${one.payer ? `?00TRANSFER?20${one.text}?32${one.payer}` : one.text}`,
  ]);
  return `${[
    '{1:F01SICOTHBKAXXX0000000000}{2:O9400000000000N}{4:',
    ':20:STMT261120',
    `:25:${accountNo}`,
    ':28C:00214/001',
    `:60F:C${swiftDay(addDays(first, -1))}THB${comma(opening)}`,
    ...rows,
    `:62F:C${swiftDay(last)}THB${comma(closing)}`,
    '-}',
  ].join('\r\n')}\r\n`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** camt.053.001.02, one statement. */
export function camt053(
  movements: readonly Movement[],
  { accountNo, opening = '50000.00' }: Account,
): string {
  const closing = withBalances(movements, opening).at(-1)?.balance ?? opening;
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="THB">${size(amount)}</Amt>` +
    `<CdtDbtInd>${isIn(amount) ? 'CRDT' : 'DBIT'}</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>`;
  const entries = movements.map(
    (one) =>
      `<Ntry><Amt Ccy="THB">${size(one.amount)}</Amt><CdtDbtInd>${
        isIn(one.amount) ? 'CRDT' : 'DBIT'
      }</CdtDbtInd><Sts>BOOK</Sts><BookgDt>${
        one.time ? `<DtTm>${one.day}T${one.time}+07:00</DtTm>` : `<Dt>${one.day}</Dt>`
      }</BookgDt><ValDt><Dt>${one.day}</Dt></ValDt>${
        one.reference ? `<AcctSvcrRef>${escaped(one.reference)}</AcctSvcrRef>` : ''
      }<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${
        one.payer ? `<RltdPties><Dbtr><Nm>${escaped(one.payer)}</Nm></Dbtr></RltdPties>` : ''
      }<RmtInf><Ustrd>${escaped(one.text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>1</Id><Acct><Id><Othr><Id>${accountNo}</Id></Othr></Id><Ccy>THB</Ccy></Acct>
${balance('OPBD', opening)}${balance('CLBD', closing)}
${entries.join('\n')}
</Stmt></BkToCstmrStmt></Document>
`;
}
