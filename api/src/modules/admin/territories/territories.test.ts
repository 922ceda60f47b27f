import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { geography } from '../../masterData/index.ts';
import { makeOffice, type Office, tag } from '../../masterData/testing/office.ts';

let test: TestApp;
let office: Office;
let admin: Person;

beforeAll(async () => {
  test = await createTestApp();
  office = await makeOffice(test);
  admin = office.admin;
});
afterAll(() => test?.close());

/** Every test has districts of its own, since a district is in one zone only. */
beforeEach(async () => {
  await test.app.db.deleteFrom('zoneAmphoes').execute();
});

const PATHUM_WAN = 1007;
const BANG_RAK = 1004;
const CHIANG_MAI = 50;

const named = (word: string, more: object) => {
  const mark = tag();
  return { code: `${word[0]}-${mark}`, name: `${word} ${mark}`, nameTh: `ทดสอบ ${mark}`, ...more };
};
const regionBody = (more: object = {}) => named('Region', more);
const zoneBody = (more: object = {}) => named('Zone', { amphoeIds: [], ...more });

const made = async (path: string, body: object) => {
  const answer = await admin.post(path, body);
  expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
  return answer.body.data;
};
const addRegion = (more: object = {}) => made('/regions', regionBody(more));
const addZone = (more: object = {}) => made('/zones', zoneBody(more));
const zone = async (id: string) => (await admin.get(`/zones/${id}`)).body.data;

interface Zone {
  readonly id: string;
  readonly version: number;
  readonly code: string;
  readonly name: string;
  readonly nameTh: string;
  readonly amphoeIds: readonly number[];
}
const change = (
  { id, version, code, name, nameTh, amphoeIds }: Zone,
  more: object = {},
  by: Person = admin,
) =>
  by.patch(`/zones/${id}`, {
    version,
    code,
    name,
    nameTh,
    amphoeIds,
    isActive: true,
    ...more,
  });

const fieldsOf = (body: { errors?: { field: string; code: string }[] }) =>
  (body.errors ?? []).map(({ field, code }) => `${field} ${code}`).sort();

const team = async (type: 'sales' | 'engineer', more: object = {}): Promise<string> => {
  const now = new Date();
  const { id } = await test.app.db
    .insertInto('teams')
    .values({
      name: `Team ${tag()}`,
      type,
      companyId: office.companyA,
      createdAt: now,
      updatedAt: now,
      ...more,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** What happened to a record, latest first, from its timeline. */
const timeline = (id: string) =>
  test.app.db
    .selectFrom('history')
    .select(['action', 'diff'])
    .where('subjectId', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();

describe('a region', () => {
  it('shows its zones and how many districts they cover', async () => {
    const region = await addRegion();
    const north = await addZone({ regionId: region.id, amphoeIds: [PATHUM_WAN, BANG_RAK] });
    const { body } = await admin.get(`/regions/${region.id}`);
    expect(body.data).toMatchObject({ amphoeCount: 2, isActive: true });
    expect(body.data.zones).toEqual([
      { id: north.id, code: north.code, name: north.name, nameTh: north.nameTh },
    ]);
  });

  it.each([
    ['code', 'code'],
    ['name', 'name'],
    ['nameTh', 'nameTh'],
  ])('has a %s that no other region has', async (key, field) => {
    const first = await addRegion();
    const duplicate = await admin.post('/regions', regionBody({ [key]: first[key] }));
    expect([duplicate.status, fieldsOf(duplicate.body)]).toEqual([409, [`${field} DUPLICATE`]]);
  });

  it('needs a name in both languages', async () => {
    const answer = await admin.post('/regions', { code: 'R 1', name: ' ', nameTh: '' });
    expect([answer.status, fieldsOf(answer.body)]).toEqual([
      422,
      ['code CODE', 'name REQUIRED', 'nameTh REQUIRED'],
    ]);
  });

  it('is changed by whoever saw its present version', async () => {
    const { id, version, code, nameTh } = await addRegion();
    const body = { version, code, nameTh, name: `Renamed ${tag()}`, isActive: false };
    const changed = await admin.patch(`/regions/${id}`, body);
    expect(changed.body.data).toMatchObject({ name: body.name, isActive: false, version: 2 });
    const late = await admin.patch(`/regions/${id}`, { ...body, isActive: true });
    expect([late.status, late.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect((await admin.get(`/regions/${id}`)).body.data.isActive).toBe(false);
    const offered = (await admin.get('/regions/all?limit=1000')).body.data;
    expect(offered.map((row: Zone) => row.id)).not.toContain(id);
    expect((await admin.get(`/regions/all?ids=${id}`)).body.data).toHaveLength(1);
  });

  it('is deleted when it has no zones, and says which keep it', async () => {
    const region = await addRegion();
    const inside = await addZone({ regionId: region.id });
    const refused = await admin.delete(`/regions/${region.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect(refused.body.details.references).toEqual([{ family: 'zones', count: 1 }]);
    await admin.post(`/regions/${region.id}/remove-zone`, { zoneId: inside.id, version: 1 });
    expect((await admin.delete(`/regions/${region.id}`)).status).toBe(200);
    expect((await admin.get(`/regions/${region.id}`)).status).toBe(404);
  });
});

describe('moving a zone', () => {
  it('puts it into another region, and out of all', async () => {
    const [from, to] = [await addRegion(), await addRegion()];
    const moving = await addZone({ regionId: from.id });
    const moved = await admin.post(`/regions/${from.id}/move-zone`, {
      zoneId: moving.id,
      toRegionId: to.id,
      version: 1,
    });
    expect(moved.body.data).toMatchObject({ version: 2, region: { id: to.id } });
    const removed = await admin.post(`/regions/${to.id}/remove-zone`, {
      zoneId: moving.id,
      version: 2,
    });
    expect(removed.body.data).toMatchObject({ version: 3, region: null });
    expect((await timeline(moving.id)).slice(0, 2)).toMatchObject([
      { action: 'remove-zone', diff: { regionId: { from: to.id, to: null } } },
      { action: 'move-zone', diff: { regionId: { from: from.id, to: to.id } } },
    ]);
  });

  it('refuses what does not fit', async () => {
    const [from, to] = [await addRegion(), await addRegion()];
    const moving = await addZone({ regionId: from.id });
    const move = (region: { id: string }, body: object) =>
      admin.post(`/regions/${region.id}/move-zone`, {
        zoneId: moving.id,
        toRegionId: to.id,
        version: 1,
        ...body,
      });
    expect(fieldsOf((await move(to, {})).body)).toEqual(['zoneId NOT_IN_REGION']);
    expect(fieldsOf((await move(from, { toRegionId: from.id })).body)).toEqual([
      'toRegionId ALREADY_THERE',
    ]);
    expect(fieldsOf((await move(from, { toRegionId: moving.id })).body)).toEqual([
      'toRegionId UNKNOWN_ID',
    ]);
    expect(fieldsOf((await move(from, { zoneId: to.id })).body)).toEqual(['zoneId UNKNOWN_ID']);
    const closed = await addRegion();
    const { code, name, nameTh } = closed;
    await admin.patch(`/regions/${closed.id}`, { version: 1, code, name, nameTh, isActive: false });
    expect(fieldsOf((await move(from, { toRegionId: closed.id })).body)).toEqual([
      'toRegionId INACTIVE',
    ]);
    expect((await move(from, { version: 7 })).body.code).toBe('VERSION_CONFLICT');
    expect((await move({ id: moving.id }, {})).status).toBe(404);
    expect(await zone(moving.id)).toMatchObject({ version: 1, region: { id: from.id } });
  });

  it('is not done by editing the zone, which may only enter its first region', async () => {
    const [first, second] = [await addRegion(), await addRegion()];
    const entering = await addZone();
    const entered = await change(entering, { regionId: first.id });
    expect(entered.body.data.region.id).toBe(first.id);
    const moved = await change(entered.body.data, { regionId: second.id });
    expect([moved.status, fieldsOf(moved.body)]).toEqual([422, ['regionId REGION_BY_MOVE']]);
    // Left out: it stays.
    const edited = await change(entered.body.data, { name: 'Edited' });
    expect(edited.body.data.region.id).toBe(first.id);
  });
});

describe('what a zone covers', () => {
  it('is districts, whole provinces standing for theirs', async () => {
    const { amphoesOf } = await geography();
    const all = (amphoesOf.get(CHIANG_MAI) ?? []).map(({ id }) => id);
    expect(all).toHaveLength(25);
    const covering = await addZone({ amphoeIds: [PATHUM_WAN], provinceIds: [CHIANG_MAI] });
    expect(covering.amphoeIds).toEqual([PATHUM_WAN, ...all].sort((a, b) => a - b));
    const less = await change(covering, { amphoeIds: [PATHUM_WAN] });
    expect(less.body.data).toMatchObject({ version: 2, amphoeIds: [PATHUM_WAN] });
    expect((await timeline(covering.id))[0]).toMatchObject({
      action: 'update',
      diff: { amphoeIds: { to: [PATHUM_WAN] } },
    });
  });

  it('is real', async () => {
    const answer = await admin.post(
      '/zones',
      zoneBody({ amphoeIds: [PATHUM_WAN, 999_999], provinceIds: [7] }),
    );
    expect([answer.status, fieldsOf(answer.body)]).toEqual([
      422,
      ['amphoeIds[1] UNKNOWN_ID', 'provinceIds[0] UNKNOWN_ID'],
    ]);
  });

  it('is in no other zone: the refusal names the district and the zone that has it', async () => {
    const holder = await addZone({ amphoeIds: [PATHUM_WAN] });
    const greedy = zoneBody({ amphoeIds: [BANG_RAK, PATHUM_WAN] });
    const refused = await admin.post('/zones', greedy);
    expect([refused.status, refused.body.code]).toEqual([409, 'AMPHOE_TAKEN']);
    expect(refused.body.errors).toEqual([
      {
        field: 'amphoeIds[1]',
        code: 'AMPHOE_TAKEN',
        message: `Pathum Wan already belongs to the zone ${holder.code} ${holder.name}.`,
        params: { amphoe: 'Pathum Wan', zone: `${holder.code} ${holder.name}` },
      },
    ]);
    expect(refused.body.details.taken).toEqual([
      {
        amphoe: { id: PATHUM_WAN, nameTh: 'ปทุมวัน', nameEn: 'Pathum Wan', provinceId: 10 },
        zone: { id: holder.id, code: holder.code, name: holder.name, nameTh: holder.nameTh },
      },
    ]);
    const thai = await admin.post('/zones', greedy, { headers: { 'accept-language': 'th' } });
    expect(thai.body.errors[0].message).toBe(`ปทุมวัน อยู่ในโซน ${holder.code} ${holder.nameTh} แล้ว`);
    expect((await zone(holder.id)).amphoeIds).toEqual([PATHUM_WAN]);
    const listed = (await admin.get(`/zones?search=${greedy.code}`)).body.data;
    expect(listed).toEqual([]);
  });

  it('names the province by which a taken district was asked for', async () => {
    await addZone({ amphoeIds: [PATHUM_WAN] });
    const refused = await admin.post('/zones', zoneBody({ provinceIds: [10] }));
    expect(fieldsOf(refused.body)).toEqual(['provinceIds[0] AMPHOE_TAKEN']);
  });

  it('moves with consent, district by district; the zone that gives up is changed too', async () => {
    const holder = await addZone({ amphoeIds: [PATHUM_WAN, BANG_RAK] });
    const taker = await addZone();
    const both = [BANG_RAK, PATHUM_WAN];
    const half = await change(taker, { amphoeIds: both, moveAmphoeIds: [PATHUM_WAN] });
    expect([half.status, fieldsOf(half.body)]).toEqual([409, ['amphoeIds[0] AMPHOE_TAKEN']]);
    expect((await zone(holder.id)).amphoeIds).toEqual(both);
    const moved = await change(taker, { amphoeIds: [PATHUM_WAN], moveAmphoeIds: [PATHUM_WAN] });
    expect(moved.body.data.amphoeIds).toEqual([PATHUM_WAN]);
    expect(await zone(holder.id)).toMatchObject({ version: 2, amphoeIds: [BANG_RAK] });
    expect((await timeline(holder.id))[0]).toMatchObject({
      action: 'give-up-districts',
      diff: { amphoeIds: { from: both, to: [BANG_RAK] } },
    });
    const stale = await change(holder);
    expect(stale.body.code).toBe('VERSION_CONFLICT');
  });

  it('stays exclusive when many ask for it at once', async () => {
    const asked = await Promise.all(
      Array.from({ length: 6 }, () =>
        admin.post('/zones', zoneBody({ amphoeIds: [BANG_RAK, PATHUM_WAN] })),
      ),
    );
    const [made, ...refused] = asked.toSorted((a, b) => a.status - b.status);
    expect(made?.status).toBe(201);
    // Each is told which district and which zone, not only that something is a duplicate.
    expect(refused.map(({ body }) => body.code)).toEqual(Array(5).fill('AMPHOE_TAKEN'));
  });

  it('lets zones take from each other at once without a deadlock', async () => {
    const a = await addZone({ amphoeIds: [BANG_RAK] });
    const b = await addZone({ amphoeIds: [PATHUM_WAN] });
    const asked = await Promise.all([
      change(a, { amphoeIds: [PATHUM_WAN], moveAmphoeIds: [PATHUM_WAN] }),
      change(b, { amphoeIds: [BANG_RAK], moveAmphoeIds: [BANG_RAK] }),
    ]);
    // Whoever comes second has lost a district meanwhile and is told so.
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is exclusive in the database as well', async () => {
    const one = await addZone({ amphoeIds: [PATHUM_WAN] });
    const other = await addZone();
    await expect(
      test.app.db
        .insertInto('zoneAmphoes')
        .values({ amphoeId: PATHUM_WAN, zoneId: other.id })
        .execute(),
    ).rejects.toThrow(/zone_amphoes_pk/);
    expect((await zone(one.id)).amphoeIds).toEqual([PATHUM_WAN]);
  });
});

describe('a zone', () => {
  it('is looked after by a sales team and an engineer team', async () => {
    const [sales, engineers] = [await team('sales'), await team('engineer')];
    const served = await addZone({
      saleTeamId: sales,
      engineerTeamId: engineers,
      amphoeIds: [PATHUM_WAN],
    });
    expect(served).toMatchObject({ saleTeam: { id: sales }, engineerTeam: { id: engineers } });
    const swapped = await admin.post(
      '/zones',
      zoneBody({ saleTeamId: engineers, engineerTeamId: sales }),
    );
    expect([swapped.status, fieldsOf(swapped.body)]).toEqual([
      422,
      ['engineerTeamId TEAM_TYPE', 'saleTeamId TEAM_TYPE'],
    ]);
    const foreign = await test.as('company-admin', { companyId: office.companyB });
    const elsewhere = await foreign.post('/zones', zoneBody({ saleTeamId: sales }));
    expect(fieldsOf(elsewhere.body)).toEqual(['saleTeamId UNKNOWN_ID']);
    // Nor are they told which teams those are, wherever a zone is shown.
    const label = (await admin.get(`/zones/${served.id}`)).body.data.saleTeam.name;
    for (const path of [
      `/zones/${served.id}`,
      '/zones?limit=100',
      '/zones?format=csv',
      '/zones/coverage/export?format=csv',
    ]) {
      const [ours, theirs] = [await admin.get(path), await foreign.get(path)];
      expect([path, ours.status, theirs.status]).toEqual([path, 200, 200]);
      expect([path, ours.raw.includes(label)]).toEqual([path, true]);
      expect([path, theirs.raw.includes(label)]).toEqual([path, false]);
    }
    const log = `/activity-logs?limit=100&subjectId=${served.id}`;
    const [entry] = (await foreign.get(log)).body.data;
    for (const path of [`/activity-logs/${entry.id}`, `${log}&format=csv`]) {
      const [ours, theirs] = [await admin.get(path), await foreign.get(path)];
      expect([path, ours.raw.includes(label)]).toEqual([path, true]);
      expect([path, theirs.status, theirs.raw.includes(label)]).toEqual([path, 200, false]);
    }
    // A change of the zone that leaves them where they are goes through.
    const same = { saleTeamId: sales, engineerTeamId: engineers };
    const renamed = await change(
      await zone(served.id),
      { ...same, name: `Zone ${tag()}` },
      foreign,
    );
    expect([renamed.status, renamed.body.data?.saleTeam]).toEqual([
      200,
      { id: sales, code: null, name: 'Team of another company', nameTh: 'ทีมของบริษัทอื่น' },
    ]);
    // Nor does another company's administrator take the teams away.
    const moved = await zone(served.id);
    const taken = await change(moved, { saleTeamId: null, engineerTeamId: engineers }, foreign);
    expect(fieldsOf(taken.body)).toEqual(['saleTeamId TEAM_OF_OTHER_COMPANY']);
    await test.app.db
      .updateTable('teams')
      .set({ isActive: false })
      .where('id', '=', sales)
      .execute();
    expect((await change(moved, { saleTeamId: sales })).status).toBe(200);
    const anew = await admin.post('/zones', zoneBody({ saleTeamId: sales }));
    expect(fieldsOf(anew.body)).toEqual(['saleTeamId INACTIVE']);
  });

  it('has a code that no other zone has', async () => {
    const first = await addZone();
    const duplicate = await admin.post('/zones', zoneBody({ code: first.code.toLowerCase() }));
    expect([duplicate.status, fieldsOf(duplicate.body)]).toEqual([409, ['code DUPLICATE']]);
  });

  it('is deleted when nobody works in it, and its districts are free again', async () => {
    const used = await addZone({ saleTeamId: await team('sales'), amphoeIds: [PATHUM_WAN] });
    await test.app.db
      .insertInto('userZones')
      .values({ userId: admin.userId, zoneId: used.id })
      .execute();
    const refused = await admin.delete(`/zones/${used.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect(refused.body.details.references).toEqual([
      { family: 'users', count: 1 },
      { family: 'teams', count: 1 },
    ]);
    await test.app.db.deleteFrom('userZones').where('zoneId', '=', used.id).execute();
    const freed = await change(used, { saleTeamId: null });
    expect(freed.status).toBe(200);
    expect((await admin.delete(`/zones/${used.id}`)).status).toBe(200);
    expect((await addZone({ amphoeIds: [PATHUM_WAN] })).amphoeIds).toEqual([PATHUM_WAN]);
  });

  it('is listed by region, found in Thai and exported as shown', async () => {
    const region = await addRegion();
    const covering = await addZone({
      regionId: region.id,
      nameTh: 'ภาคเหนือตอนบน',
      amphoeIds: [PATHUM_WAN, BANG_RAK],
    });
    const listed = await admin.get(`/zones?regionId=${region.id}`);
    expect(listed.body.data.map((row: Zone) => row.id)).toEqual([covering.id]);
    const found = await admin.get(`/zones/all?search=${encodeURIComponent('เหนือตอนบน')}`);
    expect(found.body.data.map((row: Zone) => row.id)).toContain(covering.id);
    const csv = await admin.get(`/zones?regionId=${region.id}&format=csv`);
    const [, line] = csv.raw.toString('utf8').split('\r\n');
    expect(line).toBe(
      `${covering.code},${covering.name},ภาคเหนือตอนบน,${region.code} ${region.name},2,,,0,Yes`,
    );
    const regions = await admin.get(`/regions?search=${region.code}&format=csv`);
    expect(regions.raw.toString('utf8')).toContain(`,${covering.code},2,Yes`);
  });
});

describe('the coverage', () => {
  it('tells who covers what, with the people that the viewer may see', async () => {
    const region = await addRegion();
    const covering = await addZone({ regionId: region.id, amphoeIds: [PATHUM_WAN, BANG_RAK] });
    const near = await test.as('sales-officer', { companyId: office.companyA });
    const far = await test.as('sales-officer', { companyId: office.companyB });
    for (const { userId } of [near, far]) {
      await test.app.db.insertInto('userZones').values({ userId, zoneId: covering.id }).execute();
    }
    const seenBy = async (who: Person) => {
      const { body } = await who.get('/zones/coverage');
      return body.data.zones.find(({ id }: Zone) => id === covering.id);
    };
    expect(await seenBy(admin)).toEqual({
      id: covering.id,
      code: covering.code,
      name: covering.name,
      nameTh: covering.nameTh,
      regionId: region.id,
      isActive: true,
      peopleCount: 2,
      amphoeIds: [BANG_RAK, PATHUM_WAN],
    });
    const manager = await test.as('company-admin', { companyId: office.companyA });
    expect((await seenBy(manager)).peopleCount).toBe(1);
    const { regions } = (await admin.get('/zones/coverage')).body.data;
    expect(regions.map(({ id }: Zone) => id)).toContain(region.id);
  });

  it('is exported district by district, covered or not, in the language of the reader', async () => {
    const region = await addRegion();
    const zone = await addZone({ regionId: region.id, amphoeIds: [PATHUM_WAN, BANG_RAK] });
    const csv = async (language: string) => {
      const answer = await admin.get('/zones/coverage/export?format=csv', {
        headers: { 'accept-language': language },
      });
      expect(answer.status).toBe(200);
      return answer.raw.toString('utf8').trim().split(/\r?\n/);
    };
    const lines = await csv('en');
    expect(lines).toHaveLength(1 + 928);
    expect(lines[0]).toMatch(/Province,District,Coverage,Region,Zone,Sales team,Engineer team$/);
    const where = `${region.code} ${region.name},${zone.code} ${zone.name}`;
    expect(lines).toContain(`Bangkok,Pathum Wan,Covered,${where},,`);
    expect(lines.filter((line) => line.includes(',Not covered,,,,')).length).toBeGreaterThan(0);
    const thai = await csv('th');
    expect(thai.find((line) => line.includes('ปทุมวัน'))).toMatch(/^กรุงเทพมหานคร,ปทุมวัน,มีผู้ดูแล,/);
    const sheet = await admin.get('/zones/coverage/export');
    expect(String(sheet.headers['content-disposition'])).toContain('.xlsx');
  });

  it('is for those who may open the page; look-ups are for everybody', async () => {
    const staff = await test.as('warehouse-staff');
    expect((await staff.get('/zones/coverage/export')).status).toBe(403);
    expect((await staff.get('/zones/coverage')).status).toBe(403);
    expect((await staff.get('/zones')).status).toBe(403);
    expect((await staff.get('/zones/all')).status).toBe(200);
    expect((await staff.get('/regions/all')).status).toBe(200);
    const auditor = await test.as('auditor');
    expect((await auditor.get('/zones/coverage')).status).toBe(200);
    expect((await auditor.post('/zones', zoneBody())).status).toBe(403);
  });
});
