import { JOB_CODE_KINDS } from '@boxyard/shared/domain/service/masters.ts';
import { manualClock } from '../kernel/index.ts';
import { createTestApp, type TestApp } from '../testing/index.ts';
import { JOB_CODES } from './jobCodes.ts';
import { TYPES } from './models.ts';
import { Office } from './office.ts';
import { makeJobCodes, makeTechnicians } from './technicians.ts';

let test: TestApp;
const clock = manualClock(new Date('2026-11-20T03:00:00Z'));
beforeAll(async () => {
  test = await createTestApp({ clock });
});
afterAll(() => test?.close());

it('names each code once, in both languages', () => {
  expect(JOB_CODE_KINDS.map((kind) => JOB_CODES[kind].length)).toEqual([12, 10, 10]);
  for (const kind of JOB_CODE_KINDS) {
    expect(new Set(JOB_CODES[kind].map(({ code }) => code)).size).toBe(JOB_CODES[kind].length);
  }
  for (const { name, nameTh } of Object.values(JOB_CODES).flat()) {
    expect(name).toMatch(/^[ -~]+$/);
    expect(nameTh).toMatch(/[ก-๙]/);
  }
});

it('is told by the people whose masters these are', async () => {
  const office = new Office(test.app, clock);
  for (const [account, role] of [
    ['system-admin', 'system-admin'],
    ['engineer-manager', 'engineer-manager'],
    ['technician', 'technician'],
    ['technician.east', 'technician'],
  ] as const) {
    await office.hire(account, (await test.as(role)).userId);
  }
  const { rows: teams } = await test.app.pg.query<{ id: string }>(
    `insert into teams (company_id, name, type, created_at, updated_at)
     values ($1, 'Crew', 'engineer', now(), now()) returning id`,
    [test.companyId],
  );
  await test.app.pg.query(
    "update users set team_id = $1, team_position = 'member' where id = any($2::uuid[])",
    [teams[0]?.id, ['engineer-manager', 'technician'].map((account) => office.idOf(account))],
  );
  test.app.forgetActors();
  await office.refresh('engineer-manager');
  await makeJobCodes(office);
  for (const body of TYPES) await office.act('system-admin', 'productTypes.create', { body });
  await makeTechnicians(office);
  const count = async (table: string, where = 'true') =>
    Number(
      (await test.app.pg.query<{ n: string }>(`select count(*) as n from ${table} where ${where}`))
        .rows[0]?.n,
    );
  expect(await count('job_codes')).toBe(32);
  expect(await count('job_codes', 'product_type_id is not null')).toBe(3);
  expect(await count('technician_skills')).toBe(5);
  expect(await count('technician_absences')).toBe(2);
});
