import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { companyBody } from '../../masterData/testing/office.ts';

/** Codes of jobs, skills of technicians and their absences (domain-containers 1.4). */

let test: TestApp;
let boss: Person;
let technician: Person;
let mate: Person;
let outsider: Person;
let foreigner: Person;
let auditor: Person;
let snacks: string;
let drinks: string;

beforeAll(async () => {
  test = await createTestApp();
  const { pg } = test.app;
  const { rows } = await pg.query<{ id: string }>(
    `insert into teams (company_id, name, type, created_at, updated_at)
     values ($1, 'Crew A', 'engineer', now(), now()), ($1, 'Crew B', 'engineer', now(), now()) returning id`,
    [test.companyId],
  );
  const [crewA, crewB] = rows.map(({ id }) => id);
  const of = (teamId: string | undefined) => ({ teamId: String(teamId) });
  boss = await test.as('engineer-manager', of(crewA));
  technician = await test.as('technician', of(crewA));
  mate = await test.as('technician', of(crewA));
  outsider = await test.as('technician', of(crewB));
  auditor = await test.as('auditor');
  const admin = await test.as('system-admin');
  const elsewhere = await admin.post('/companies', companyBody({ code: 'FAR' }));
  foreigner = await test.as('engineer-manager', { companyId: elsewhere.body.data.id });
  const type = async (code: string) =>
    (await admin.post('/product_types', { code, name: code })).body.data.id;
  snacks = await type('SNACK');
  drinks = await type('DRINK');
});
afterAll(async () => test?.close());

const faultsOf = (answer: { readonly body: { readonly errors?: readonly object[] } }) =>
  answer.body.errors?.map((fault) => {
    const { field, code } = fault as { readonly field: string; readonly code: string };
    return [field, code];
  });
const idsOf = (answer: { readonly body: { readonly data: readonly { readonly id: string }[] } }) =>
  answer.body.data.map(({ id }) => id);

describe('codes of jobs', () => {
  const body = { kind: 'symptom', code: 'coin', name: 'Coins stick', nameTh: 'เหรียญติด' };
  let sequence = 0;
  const made = async (more: object = {}) => {
    sequence += 1;
    const answer = await boss.post('/job_codes', { ...body, code: `c-${sequence}`, ...more });
    expect(answer.status).toBe(201);
    return answer.body.data;
  };

  it('are written by whoever keeps them and read by whoever sees jobs', async () => {
    const answer = await boss.post('/job_codes', body);
    expect(answer.body.data).toMatchObject({ ...body, code: 'COIN', productType: null });
    const { id, version } = answer.body.data;
    for (const person of [technician, auditor]) {
      expect(idsOf(await person.get('/job_codes?search=coins'))).toEqual([id]);
      expect((await person.post('/job_codes', body)).status).toBe(403);
    }
    const changed = { code: 'COIN', name: 'Coins get stuck', productTypeId: snacks };
    const update = { ...changed, version, isActive: true };
    expect((await technician.patch(`/job_codes/${id}`, update)).status).toBe(403);
    const after = await boss.patch(`/job_codes/${id}`, update);
    expect(after.body.data).toMatchObject({ name: 'Coins get stuck', productType: { id: snacks } });
    const late = await boss.patch(`/job_codes/${id}`, update);
    expect([late.status, late.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  });

  it('are unique within their kind, whatever the case', async () => {
    await made({ code: 'once' });
    const again = await boss.post('/job_codes', { ...body, code: 'ONCE' });
    expect([again.status, again.body.code]).toEqual([409, 'DUPLICATE']);
    expect(again.body.details).toMatchObject({ field: 'code' });
    expect((await boss.post('/job_codes', { ...body, kind: 'cause', code: 'ONCE' })).status).toBe(
      201,
    );
  });

  it.each([
    [{ kind: 'mood' }, 'kind', 'ONE_OF'],
    [{ code: 'not a code' }, 'code', 'CODE'],
    [{ name: '' }, 'name', 'REQUIRED'],
    [{ productTypeId: '01890000-0000-7000-8000-00000000ffff' }, 'productTypeId', 'UNKNOWN_ID'],
  ])('name what is wrong: %j', async (wrong, ...fault) => {
    const answer = await boss.post('/job_codes', { ...body, code: 'WRONG', ...wrong });
    expect([answer.status, faultsOf(answer)]).toEqual([422, [fault]]);
  });

  it('are offered by kind and type of container, as long as they are active', async () => {
    const ofAll = await made({ kind: 'action' });
    const ofSnacks = await made({ kind: 'action', productTypeId: snacks });
    const ofDrinks = await made({ kind: 'action', productTypeId: drinks });
    const gone = await made({ kind: 'action' });
    const { code, name, version } = gone;
    await boss.patch(`/job_codes/${gone.id}`, { code, name, version, isActive: false });
    const offered = async (query: string) =>
      idsOf(await technician.get(`/job_codes/master${query}`));
    expect(await offered('?kind=action')).toEqual([ofAll.id, ofSnacks.id, ofDrinks.id]);
    expect(await offered(`?kind=action&productTypeId=${snacks}&limit=1000`)).toEqual([
      ofAll.id,
      ofSnacks.id,
    ]);
    // A chosen person keeps the label.
    expect(await offered(`?ids=${gone.id}`)).toEqual([gone.id]);
    expect(idsOf(await auditor.get('/job_codes?isActive=false'))).toEqual([gone.id]);
  });

  it('go while nothing refers to them', async () => {
    const { id } = await made();
    expect((await technician.delete(`/job_codes/${id}`)).status).toBe(403);
    await test.app.pg.query(
      'create table of_codes (code_id uuid constraint of_codes_fk references job_codes)',
    );
    await test.app.pg.query('insert into of_codes values ($1)', [id]);
    const refused = await boss.delete(`/job_codes/${id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    await test.app.pg.query('drop table of_codes');
    expect((await boss.delete(`/job_codes/${id}`)).status).toBe(200);
    expect((await boss.delete(`/job_codes/${id}`)).status).toBe(404);
  });
});

describe('skills of technicians', () => {
  it('are entered for technicians of the own team, once for each type', async () => {
    const body = { userId: technician.userId, productTypeId: snacks, level: 2 };
    const skill = await boss.post('/technician_skills', { ...body, note: 'since 2024' });
    expect(skill.body.data).toMatchObject({
      user: { id: technician.userId },
      productType: { id: snacks },
      level: 2,
      note: 'since 2024',
    });
    const again = await boss.post('/technician_skills', { ...body, level: 3 });
    expect([again.status, again.body.code]).toEqual([409, 'DUPLICATE']);
    const { id, version } = skill.body.data;
    const after = await boss.patch(`/technician_skills/${id}`, { version, level: 3 });
    expect(after.body.data).toMatchObject({ level: 3, note: null });
    expect(
      (await technician.patch(`/technician_skills/${id}`, { version: 2, level: 1 })).status,
    ).toBe(403);
  });

  it.each([
    ['somebody of another team', () => outsider.userId, 'UNKNOWN_ID'],
    ['somebody of another company', () => foreigner.userId, 'UNKNOWN_ID'],
  ])('are not entered for %s', async (_who, userId, code) => {
    const answer = await boss.post('/technician_skills', {
      userId: userId(),
      productTypeId: snacks,
      level: 1,
    });
    expect([answer.status, faultsOf(answer)]).toEqual([422, [['userId', code]]]);
  });

  it('are not entered for somebody who does no jobs, who was suspended, or beyond the levels', async () => {
    const admin = await test.as('system-admin');
    const attempt = (userId: string, level = 1) =>
      admin.post('/technician_skills', { userId, productTypeId: drinks, level });
    expect(faultsOf(await attempt(auditor.userId))).toEqual([['userId', 'NO_TECHNICIAN']]);
    const gone = await test.as('technician');
    await test.app.pg.query("update users set status = 'suspended' where id = $1", [gone.userId]);
    expect(faultsOf(await attempt(gone.userId))).toEqual([['userId', 'INACTIVE']]);
    expect(faultsOf(await attempt(mate.userId, 4))?.map(([field]) => field)).toEqual(['level']);
  });

  it('are seen by the person, the team and the company, and by nobody else', async () => {
    const { id } = (
      await boss.post('/technician_skills', {
        userId: mate.userId,
        productTypeId: snacks,
        level: 1,
      })
    ).body.data;
    const path = `/technician_skills?userId=${mate.userId}`;
    for (const person of [mate, boss, auditor]) {
      expect(idsOf(await person.get(path))).toEqual([id]);
    }
    for (const person of [technician, outsider, foreigner]) {
      expect(idsOf(await person.get(path))).toEqual([]);
    }
    expect(
      (await foreigner.patch(`/technician_skills/${id}`, { version: 1, level: 2 })).status,
    ).toBe(404);
    expect((await foreigner.delete(`/technician_skills/${id}`)).status).toBe(404);
    expect((await boss.delete(`/technician_skills/${id}`)).status).toBe(200);
  });

  it('tell who can be chosen for a type of container', async () => {
    const asked = async (who: Person, query = '') =>
      idsOf(await who.get(`/technician_skills/technicians${query}`)).sort();
    const crew = [boss, technician, mate].map(({ userId }) => userId).sort();
    expect(await asked(boss)).toEqual(crew);
    expect(await asked(boss, `?productTypeId=${snacks}`)).toEqual([technician.userId]);
    expect(await asked(technician)).toEqual([technician.userId]);
    expect(await asked(foreigner)).toEqual([foreigner.userId]);
  });
});

describe('absences of technicians', () => {
  const day = (from: number, to: number) => ({
    startsAt: new Date(Date.UTC(2026, 11, from, 1)).toISOString(),
    endsAt: new Date(Date.UTC(2026, 11, to, 1)).toISOString(),
    reason: 'leave',
  });

  it('are entered by the person, and by whoever keeps the masters for the team', async () => {
    const own = await technician.post('/technician_absences', day(1, 2));
    expect(own.body.data).toMatchObject({ ...day(1, 2), user: { id: technician.userId } });
    const of = (userId: string) => ({ ...day(3, 4), userId });
    expect((await technician.post('/technician_absences', of(mate.userId))).status).toBe(403);
    expect((await boss.post('/technician_absences', of(mate.userId))).status).toBe(201);
    const outside = await boss.post('/technician_absences', of(outsider.userId));
    expect([outside.status, faultsOf(outside)]).toEqual([422, [['userId', 'UNKNOWN_ID']]]);
    const { id, version } = own.body.data;
    const longer = { ...day(1, 3), version, reason: 'sick', note: 'fever' };
    expect((await mate.patch(`/technician_absences/${id}`, longer)).status).toBe(404);
    const after = await technician.patch(`/technician_absences/${id}`, longer);
    expect(after.body.data).toMatchObject({ reason: 'sick', note: 'fever' });
    expect((await foreigner.delete(`/technician_absences/${id}`)).status).toBe(404);
    expect((await technician.delete(`/technician_absences/${id}`)).status).toBe(200);
  });

  it('do not overlap for one person', async () => {
    const first = (await mate.post('/technician_absences', day(10, 12))).body.data;
    for (const [from, to] of [
      [9, 11],
      [10, 12],
      [11, 13],
      [9, 13],
    ] as const) {
      const answer = await mate.post('/technician_absences', day(from, to));
      expect([answer.status, faultsOf(answer)]).toEqual([422, [['startsAt', 'ABSENCE_OVERLAP']]]);
    }
    // One that begins when the other ends, and one of somebody else.
    const next = (await mate.post('/technician_absences', day(12, 13))).body.data;
    expect((await technician.post('/technician_absences', day(10, 12))).status).toBe(201);
    const { version } = next;
    const moved = await mate.patch(`/technician_absences/${next.id}`, { ...day(11, 13), version });
    expect(faultsOf(moved)).toEqual([['startsAt', 'ABSENCE_OVERLAP']]);
    const shorter = { ...day(10, 11), version: first.version };
    expect((await mate.patch(`/technician_absences/${first.id}`, shorter)).status).toBe(200);
  });

  it('do not overlap when two are entered at once, nor past the server', async () => {
    const answers = await Promise.all(
      [20, 21, 22].map((from) => mate.post('/technician_absences', day(from, 25))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    await expect(
      test.app.pg.query(
        `insert into technician_absences (user_id, starts_at, ends_at, reason, created_at, updated_at)
         select user_id, starts_at, ends_at, reason, now(), now() from technician_absences limit 1`,
      ),
    ).rejects.toThrow('technician_absences_overlap_ex');
  });

  it.each([
    ['an end before its beginning', day(6, 5), 'DATE_ORDER'],
    ['no time at all', day(6, 6), 'DATE_ORDER'],
    ['more than a leap year', day(1, 368), 'RANGE_TOO_LONG'],
  ])('are refused with %s', async (_case, body, code) => {
    const answer = await outsider.post('/technician_absences', body);
    expect([answer.status, faultsOf(answer)]).toEqual([422, [['endsAt', code]]]);
  });

  it('may last a leap year', async () => {
    expect((await outsider.post('/technician_absences', day(1, 367))).status).toBe(201);
  });

  it('are found by person, reason and day', async () => {
    const count = async (query: string) =>
      (await boss.get(`/technician_absences?userId=${mate.userId}${query}`)).body.meta.totalItems;
    expect(await count('')).toBe(4);
    expect(await count('&reason=sick')).toBe(0);
    expect(await count('&startDate=2026-12-10&endDate=2026-12-12')).toBe(2);
  });
});
