import { ACTIVITY_ACTIONS, ACTIVITY_SUBJECTS } from '@boxyard/shared/contract';
import type { TestApp } from '../../../../testing/index.ts';

export interface FilledLog {
  /** People by how much they did, the busiest first. */
  readonly people: readonly string[];
  readonly records: readonly string[];
  /** The one that has half of it, and another. */
  readonly companies: readonly string[];
}

const PEOPLE = 200;
/** Who have an account, most of whom did nothing yet. */
const ACCOUNTS = 2000;
/** Entries of one record. */
const PER_RECORD = 8;

const list = (values: readonly string[]) => `array[${values.map((value) => `'${value}'`).join()}]`;

/**
 * A log of many rows as years of work would leave it, written in bulk: some people, kinds and
 * actions are common and some rare, half of it is of one company, a part of all.
 */
export async function fillActivity({ app, companyId }: TestApp, rows: number): Promise<FilledLog> {
  const run = <R extends object>(text: string, values: readonly unknown[] = []) =>
    app.pg.query<R>(text, values);
  const ids = async (text: string, values: readonly unknown[] = []) =>
    (await run<{ id: string }>(text, values)).rows.map(({ id }) => id);
  await run(
    `insert into users (username, email, first_name, last_name, status, created_at, updated_at)
     select 'log' || n, 'log' || n || '@log.example', 'First' || n, 'Last' || n, 'active', now(), now()
     from generate_series(1, ${ACCOUNTS}) n`,
  );
  const people = await ids(
    `select id from users where email like 'log%@log.example' order by substring(username from 4)::int limit ${PEOPLE}`,
  );
  await run(
    `insert into user_companies (user_id, company_id)
     select p, $2 from unnest($1::uuid[]) with ordinality as x(p, n) where n % 2 = 0`,
    [people, companyId],
  );
  // The others work elsewhere.
  await run(
    `with elsewhere as (
       insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
       values ('ELSEWHERE', 'ที่อื่น', 'Elsewhere', '0105561000001', 'headOffice', '00000', now(), now()) returning id)
     insert into user_companies (user_id, company_id)
     select u.id, e.id from users u, elsewhere e where u.email like 'log%@log.example' and u.id <> all($1::uuid[])`,
    [people],
  );
  const [other = ''] = await ids('select new_id() as id');
  const records = await ids(
    `select new_id() as id from generate_series(1, ${Math.ceil(rows / PER_RECORD)})`,
  );
  // Squared, so that what stands first in a list is met most often.
  const skewed = (values: string, salt: number) =>
    `(${values})[1 + floor(array_length(${values}, 1) * power((hashint4(n * 31 + ${salt}) & 1048575) / 1048576.0, 2))::int]`;
  await run(
    `insert into activity_logs (at, user_id, company_id, action, subject, subject_id, subject_label,
       before, after, ip, user_agent, request_id)
     select timestamptz '2025-05-01 02:00Z' + n * interval '${Math.floor((540 * 86_400) / rows)} seconds',
       ${skewed('$1::uuid[]', 1)},
       case when n % 10 < 5 then $3::uuid when n % 10 < 8 then $4::uuid end,
       ${skewed(list(ACTIVITY_ACTIONS), 2)}, ${skewed(list(ACTIVITY_SUBJECTS), 3)},
       ($2::uuid[])[1 + n % array_length($2::uuid[], 1)],
       'PR2511-' || lpad((n % array_length($2::uuid[], 1))::text, 5, '0'),
       jsonb_build_object('status', 'pending', 'grandTotal', n || '.00'),
       jsonb_build_object('status', 'approved', 'grandTotal', n + 1 || '.00', 'remark', 'As agreed'),
       '10.0.0.' || n % 250, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0 Safari/537.36',
       gen_random_uuid()::text
     from generate_series(1, ${rows}) n`,
    [people, records, companyId, other],
  );
  await run(
    'insert into activity_unsealed (log_id) select id from activity_logs on conflict do nothing',
  );
  await run('vacuum analyze activity_logs');
  await run('analyze');
  return { people, records, companies: [companyId, other] };
}
