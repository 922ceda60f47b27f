import type { BankLineDetail, BankStatement } from '@boxyard/shared/contract';
import type { Person, TestApp } from '../../../../testing/index.ts';
import { expectData } from '../../../../workflow/testing/world.ts';

export const STATEMENTS = '/bank_statements';
export const LINES = '/bank_lines';

interface SentFile {
  readonly content: string | Buffer;
  readonly fileName?: string;
  readonly [name: string]: unknown;
}

/** The headers of what `fileBody` makes. */
export const FILE_HEADERS = { 'content-type': 'multipart/form-data; boundary=bank' };

/** A file and the fields beside it, as a browser sends them. */
export function fileBody({ content, fileName = 'statement.csv', ...fields }: SentFile): Buffer {
  const text = Object.entries(fields)
    .map(
      ([name, value]) =>
        `--bank\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${
          typeof value === 'string' ? value : JSON.stringify(value)
        }\r\n`,
    )
    .join('');
  return Buffer.concat([
    Buffer.from(
      `${text}--bank\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`,
    ),
    Buffer.isBuffer(content) ? content : Buffer.from(content),
    Buffer.from('\r\n--bank--\r\n'),
  ]);
}

export const sendFile = (by: Person, path: string, file: SentFile) =>
  by.post(path, fileBody(file), { headers: FILE_HEADERS });

export const take = async (
  by: Person,
  bankAccountId: string,
  content: string,
): Promise<BankStatement> => expectData(await sendFile(by, STATEMENTS, { content, bankAccountId }));

export const linesBy = async (by: Person, query: string): Promise<BankLineDetail[]> =>
  expectData(await by.get(`${LINES}?limit=100&sort=bookedOn&${query}`));

export const lineNow = async (by: Person, id: string): Promise<BankLineDetail> =>
  expectData(await by.get(`${LINES}/${id}`));

/** An account with a number that banks' files may name. */
export async function accountNumber({ app }: TestApp, id: string): Promise<string> {
  const { rows } = await app.pg.query<{ accountNo: string }>(
    'select account_no as "accountNo" from bank_accounts where id = $1',
    [id],
  );
  return String(rows[0]?.accountNo);
}

/** A statement of the company's first account with one line, as rows. */
export async function plantStatement(
  { app }: TestApp,
  companyId: string,
): Promise<{ readonly id: string; readonly lineId: string }> {
  const { rows } = await app.pg.query<{ id: string; accountId: string }>(
    `insert into bank_statements (company_id, bank_account_id, format, file_name, file_sha256, from_date, to_date,
      line_count, repeated_count, fault_count, credit_total, debit_total, created_at, updated_at)
    select $1, id, 'csv', 'a.csv', 'x', '2026-11-20', '2026-11-20', 1, 0, 0, 5, 0, now(), now()
    from bank_accounts where company_id = $1 limit 1
    returning id, bank_account_id as "accountId"`,
    [companyId],
  );
  const [statement] = rows;
  const lines = await app.pg.query<{ id: string }>(
    `insert into bank_lines (company_id, bank_account_id, statement_id, row_no, booked_on, amount, status, created_at, updated_at)
    values ($1, $2, $3, 1, '2026-11-20', 5, 'unmatched', now(), now()) returning id`,
    [companyId, statement?.accountId, statement?.id],
  );
  return { id: String(statement?.id), lineId: String(lines.rows[0]?.id) };
}

/** As many statements and lines as the query plans need. */
export async function fillBankLines(
  { app }: TestApp,
  { companyId, rows }: { readonly companyId: string; readonly rows: number },
): Promise<void> {
  await app.pg.query(
    `insert into bank_statements (company_id, bank_account_id, format, file_name, file_sha256, from_date, to_date, line_count,
      repeated_count, fault_count, credit_total, debit_total, created_at, updated_at)
    select $1, b[1 + n % cardinality(b)], 'csv', n || '.csv', n::text, date '2025-05-01' + n % 540, date '2025-05-01' + n % 540,
      1, 0, 0, 1, 0, timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now()
    from generate_series(1, ${rows}) n, (select array_agg(id) as b from bank_accounts where company_id = $1) x`,
    [companyId],
  );
  await app.pg.query(
    `insert into bank_lines (company_id, bank_account_id, statement_id, row_no, booked_on, amount, reference, status, match_level,
      confidence, payment_id, created_at, updated_at)
    select $1, a, case when n % 2 = 0 then f else i end, n, date '2025-05-01' + n % 540,
      case when st = 'outgoing' then -1 else 1 end * (100 + n), 'R' || n, st,
      case when st = 'suggested' then (array['high','high','medium','low'])[1 + n / 7 % 4] end,
      case when st = 'suggested' then 90 end, case when st = 'recorded' then p[1 + n % cardinality(p)] end,
      timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now()
    from (select row_number() over (order by s.created_at)::int as n, s.id as i, s.bank_account_id as a,
          (array['suggested','suggested','suggested','ignored','outgoing','outgoing','unmatched'])[1 + row_number() over (order by s.created_at)::int % 7] as st
        from bank_statements s where s.company_id = $1) g,
      (select id as f from bank_statements where company_id = $1 order by created_at limit 1) y,
      (select array_agg(id) as p from (select id from payments limit 10) z) w`,
    [companyId],
  );
  await app.pg.query(
    `update bank_lines l set status = 'recorded', match_level = null, confidence = null, payment_id = p.id
    from (select id, row_number() over (order by id) as n from payments) p,
      (select id, row_number() over (order by id) as n from bank_lines where status = 'suggested') s
    where l.id = s.id and p.n = s.n and s.n % 2 = 0`,
  );
}
