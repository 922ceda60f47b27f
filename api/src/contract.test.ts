import { gzipSync } from 'node:zlib';
import { API_BASE, contract, type Endpoint, type MutationEndpoint } from '@boxyard/shared/contract';
import { PAGE_VERBS } from '@boxyard/shared/domain';
import type { ContractName } from './kernel/index.ts';
import { plantContainer, plantUpdate } from './modules/containers/testing/planted.ts';
import { handlers } from './modules/index.ts';
import { companyBody } from './modules/masterData/testing/office.ts';
import { plantStatement } from './modules/money/statements/testing/statements.ts';
import { plantCustomer } from './modules/partners/testing/planted.ts';
import { approvedOrder, approvedRequest, receive } from './modules/purchasing/testing/documents.ts';
import { plantReport } from './modules/service/faultReports/testing/planted.ts';
import { plantSold } from './modules/soldContainers/testing/planted.ts';
import { createTestApp, type Person, type TestApp } from './testing/index.ts';
import { expectedOf, SEEDED, tableHolds } from './testing/permissionTable.ts';
import { sampleOf } from './testing/sample.ts';
import { testFamilies } from './testing/testFamilies.ts';
import { dayFrom, expectData, makeWorld } from './workflow/testing/world.ts';

/**
 * Every endpoint by its class, every seeded role by the permission table, records out of scope
 * (quality "Secure").
 */

let test: TestApp;
let people: Map<string, Person>;
let roleless: Person;
beforeAll(async () => {
  test = await createTestApp();
  people = new Map();
  for (const { name } of SEEDED) people.set(name, await test.as(name));
  roleless = await test.as('auditor');
  await test.app.db
    .updateTable('users')
    .set({ roleId: null })
    .where('id', '=', roleless.userId)
    .execute();
  test.app.forgetActors();
});
afterAll(async () => test?.close());

const rows = (Object.entries(contract) as [ContractName, Endpoint][]).filter(
  ([, { kind }]) => kind !== 'stream',
);
// Signing out would end this person's part.
const staying = rows.filter(([name]) => name !== 'auth.signOut');
const NOWHERE = '01890000-0000-7000-8000-00000000ffff';

const personOf = (role: string): Person => {
  const person = people.get(role);
  if (!person) throw new Error(role);
  return person;
};

/** A small file, as the calls with files ask for one, with fields beside it. */
function upload({ field, accepts }: NonNullable<MutationEndpoint['files']>, fields: object) {
  const boundary = 'contract';
  const [name, content] = {
    tables: ['a.csv', 'email\na@b.test'],
    statements: ['a.csv', 'Date,Amount\n20/11/2026,5.00'],
    software: ['a.gz', gzipSync('software')],
    attachments: ['a.pdf', '%PDF-1.4\n%%EOF'],
    photos: ['a.txt', 'no photograph'],
  }[accepts ?? 'attachments'] as [string, string | Buffer];
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`;
  const texts = Object.entries(fields).map(
    ([key, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`,
  );
  return {
    body: Buffer.concat([
      Buffer.from(texts.join('') + head),
      Buffer.from(content),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    extra: { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } },
  };
}

/** A call of the contract, about no record unless `idOf` names one. */
const send = (
  who: Person,
  endpoint: Endpoint,
  { idOf = () => NOWHERE, body = {} }: { idOf?: (param: string) => string; body?: unknown } = {},
) => {
  const path = endpoint.path.replace(/:(\w+)/g, (_all, param: string) => idOf(param));
  switch (endpoint.method) {
    case 'GET':
      return who.get(path);
    case 'DELETE':
      return who.delete(path);
    case 'POST': {
      const files = endpoint.kind === 'mutation' ? endpoint.files : undefined;
      if (files === undefined) return who.post(path, body);
      const form = upload(files, body as object);
      return who.post(path, form.body, form.extra);
    }
    case 'PATCH':
      return who.patch(path, body);
    case 'PUT':
      return who.put(path, body);
  }
};

/** An answer that is neither a refusal of the person nor a failure of the server. */
const LET_IN = [200, 201, 202, 404, 409, 422];

describe('the contract', () => {
  it('has a handler for every row', () => {
    expect(Object.keys(contract).filter((name) => !(name in handlers))).toEqual([]);
  });

  it('has no row that neither endpoints.json nor the list of own calls knows', () => {
    const unknown = rows.filter(([, { method, path }]) => expectedOf(method, path) === undefined);
    expect(unknown.map(([name, { method, path }]) => `${name}: ${method} ${path}`)).toEqual([]);
  });

  it('asks only for abilities that exist', () => {
    for (const [name, { method, path }] of rows) {
      const expected = expectedOf(method, path) ?? [];
      if (typeof expected === 'string') continue;
      for (const ability of expected) {
        const [page = '', verb = ''] = ability.split(':');
        const isKnown =
          ability === 'all:manage' || verb === 'view' || PAGE_VERBS[page]?.includes(verb);
        expect([name, isKnown]).toEqual([name, true]);
      }
    }
  });

  const isOfNobody = (expected: unknown) =>
    expected === 'machine' || expected === 'provider' || expected === 'link';
  /** A caller without the link asks for a record that does not exist. */
  const isOfLink = ({ method, path }: Endpoint) => expectedOf(method, path) === 'link';

  it.each(rows)('%s answers 401 without a token, unless it is public', async (_name, endpoint) => {
    const { status } = await send(test.nobody, endpoint);
    if (expectedOf(endpoint.method, endpoint.path) === 'public') {
      expect([200, 201, 422]).toContain(status);
    } else expect(status).toBe(isOfLink(endpoint) ? 404 : 401);
  });

  it.each(staying)('%s answers 403 only where an ability is needed', async (_name, endpoint) => {
    const { status } = await send(roleless, endpoint);
    const expected = expectedOf(endpoint.method, endpoint.path);
    // The call of a machine or a provider knows no person, whatever they hold.
    if (isOfLink(endpoint)) expect(status).toBe(404);
    else if (isOfNobody(expected)) expect(status).toBe(401);
    else if (typeof expected === 'string') {
      expect(LET_IN).toContain(status);
    } else expect(status).toBe(403);
  });

  it.each(SEEDED.map((role) => [role.name, role] as const))(
    'lets %s do what the table says',
    async (name, role) => {
      const person = personOf(name);
      for (const [call, endpoint] of rows) {
        const expected = expectedOf(endpoint.method, endpoint.path) ?? [];
        if (isOfNobody(expected)) {
          const refusal = isOfLink(endpoint) ? 404 : 401;
          expect([call, name, (await send(person, endpoint)).status]).toEqual([
            call,
            name,
            refusal,
          ]);
          continue;
        }
        if (typeof expected === 'string') continue;
        const { status } = await send(person, endpoint);
        if (expected.some((ability) => tableHolds(role, ability))) {
          expect([call, name, LET_IN.includes(status) ? 'let in' : status]).toEqual([
            call,
            name,
            'let in',
          ]);
        } else expect([call, name, status]).toEqual([call, name, 403]);
      }
    },
  );

  /**
   * One's own profile, notifications, saved views, files of what one may export anyhow, and whether one is sent
   * reports; load times say nothing about the business.
   */
  const OWN_MATTERS =
    /^\/(auth|notifications|saved-views|dashboard\/layout|exports|telemetry)(\/|$)|^\/report-schedules\/:id\/stop$/;

  it('lets the auditor change nothing', async () => {
    const auditor = personOf('auditor');
    const changing = rows.filter(([, { method, path }]) => {
      const expected = expectedOf(method, path);
      // A look-up only reads, whatever its verb; so does what viewing alone allows.
      const reads =
        method === 'GET' || expected === 'look-up' || expected === 'public' || isOfNobody(expected);
      const views = Array.isArray(expected) && expected.every((one) => one.endsWith(':view'));
      return !reads && !views && !OWN_MATTERS.test(path);
    });
    expect(changing.length).toBeGreaterThan(50);
    for (const [name, endpoint] of changing) {
      const answer = await send(auditor, endpoint, { body: bodyFor(endpoint) });
      expect([name, answer.status]).toEqual([name, 403]);
    }
  });

  it('answers 405 for verbs that a path does not have', async () => {
    const admin = people.get('system-admin');
    const known = new Set(rows.map(([, { method, path }]) => `${method} ${path}`));
    const path = Object.values(contract)
      .map((endpoint) => endpoint.path)
      .find((candidate) => !candidate.includes(':') && !known.has(`PUT ${candidate}`));
    const answer = await admin?.put(String(path).replace(API_BASE, ''), {});
    expect(answer?.status).toBe(405);
  });
});

const bodyFor = (endpoint: Endpoint): unknown =>
  endpoint.kind === 'mutation' && endpoint.body ? sampleOf(endpoint.body) : {};

/**
 * Families whose records belong to no company: whoever holds the ability sees all of them. A month
 * does; its call names the company in the body (reorder.test).
 */
const EVERYBODYS =
  /^\/(units|categories|suppliers|supplier_parts|material_parts|menus|roles|role_groups|regions|zones|stock\/periods|product_types|product_models|product_statuses|product_softwares|job_codes)\//;
describe('a record out of scope', () => {
  /** Records of the first company, by the beginning of the calls' paths. */
  const records = new Map<string, string>();
  const strangers = new Map<string, Person>();

  beforeAll(async () => {
    const world = await makeWorld(test);
    const { app, companyId } = test;
    const order = await approvedOrder(world);
    const receipt = await receive(world, order);
    const [goods] = (await world.keeper.get('/material-receives')).body.data;
    const one = async (text: string) =>
      String((await app.pg.query<{ id: string }>(text)).rows[0]?.id);
    const { rows: teams } = await app.pg.query<{ id: string }>(
      `insert into teams (name, type, company_id, created_at, updated_at)
        values ('Crew A', 'engineer', $1, now(), now()), ('Crew B', 'engineer', $1, now(), now())
        returning id`,
      [companyId],
    );
    const [crewA, crewB] = teams.map(({ id }) => id);
    const mover = await test.as('technician', { teamId: String(crewA) });
    const move = await personOf('system-admin').post('/team-assignee-approval/request', {
      userId: mover.userId,
      toTeamId: crewB,
      position: 'member',
      effectiveDate: dayFrom(world, 0),
      reason: 'Covers the north from now on',
    });
    records.set('/team-assignee-approval/', expectData(move).id);
    records.set('/users/', personOf('technician').userId);
    records.set(
      '/imports/',
      await one(
        `insert into imports (resource, file_name, columns, rows, faults, total_rows, created_at, created_by)
          values ('users', 'a.csv', '[]', '[]', '[]', 0, now(), '${personOf('company-admin').userId}') returning id`,
      ),
    );
    records.set('/companies/', companyId);
    records.set('/back-office/customers/', await plantCustomer(test, { companyId }));
    records.set('/sub-warehouses/', world.warehouseId);
    records.set('/purchase_requests/', (await approvedRequest(world)).id);
    records.set('/purchase_orders/', order.id);
    records.set('/purchase_order_acceptances/', receipt.body.data.id);
    records.set('/material-receives/', goods.id);
    const asked = await personOf('technician').post('/material_dispatch', {
      purpose: 'repairJob',
      warehouseId: world.warehouseId,
      neededBy: dayFrom(world, 1),
      items: [{ partId: world.part, requestedQty: 1 }],
    });
    records.set('/material_dispatch/', expectData(asked).id);
    records.set(
      '/material_destroy/',
      await one(
        `insert into destructions (company_id, document_no, status, document_date, reason, method, warehouse_id,
           scheduled_at, item_count, book_value, created_at, updated_at)
         values ('${companyId}', 'DS2611-0001', 'pending', now(), 'damaged', 'crush', '${world.warehouseId}',
           now(), 0, 0, now(), now()) returning id`,
      ),
    );
    records.set(
      '/material_repair_claims/',
      await one(
        `insert into claims (company_id, document_no, status, document_date, supplier_id, warehouse_id, item_count,
           created_at, updated_at)
         values ('${companyId}', 'CL2611-0001', 'pending', now(), '${world.supplier}', '${world.warehouseId}', 0,
           now(), now()) returning id`,
      ),
    );
    records.set(
      '/material_repair/',
      await one(
        `insert into repairs (company_id, document_no, status, document_date, warehouse_id, part_id, quantity,
           bin_id, condition, source, symptom, created_at, updated_at)
         select '${companyId}', 'RP2611-0001', 'pending', now(), '${world.warehouseId}', '${world.part}', 1,
           b.id, 'new', 'warehouse', 'x', now(), now() from bins b limit 1 returning id`,
      ),
    );
    records.set(
      '/material_transform/',
      await one(
        `insert into transformations (company_id, document_no, status, document_date, type, warehouse_id, part_id,
           quantity, created_at, updated_at)
         values ('${companyId}', 'TM2611-0001', 'pending', now(), 'disassemble', '${world.warehouseId}',
           '${world.part}', 1, now(), now()) returning id`,
      ),
    );
    const planned = await world.keeper.post('/audits', {
      warehouseId: world.warehouseId,
      type: 'cycle',
      isBlind: true,
      freeze: 'none',
    });
    records.set('/audits/', expectData(planned).id);
    const moved = await personOf('warehouse-staff').post('/material_tranfers', {
      fromWarehouseId: world.warehouseId,
      toWarehouseId: world.otherWarehouseId,
      expectedDate: dayFrom(world, 1),
      items: [{ partId: world.part, quantity: 1 }],
    });
    records.set('/material_tranfers/', expectData(moved).id);
    for (const { path, plant } of testFamilies) records.set(`${path}/`, await plant(world, world));
    const { userId: technicianId } = personOf('technician');
    records.set(
      '/technician_skills/',
      await one(
        `with types as (insert into product_types (code, name, created_at, updated_at)
           values ('SNACK', 'Snacks', now(), now()) returning id)
         insert into technician_skills (user_id, product_type_id, level, created_at, updated_at)
         select '${technicianId}', id, 2, now(), now() from types returning id`,
      ),
    );
    records.set(
      '/technician_absences/',
      await one(
        `insert into technician_absences (user_id, starts_at, ends_at, reason, created_at, updated_at)
         values ('${technicianId}', '2026-11-20 01:00Z', '2026-11-21 01:00Z', 'leave', now(), now())
         returning id`,
      ),
    );
    const schedule = await one(
      `insert into pm_schedules (company_id, name, product_model_id, starts_on, every, unit, based_on, lead_days,
         grace_days, plans_from, created_at, updated_at)
       select '${companyId}', 'Service', id, '2026-12-01', 1, 'month', 'scheduledDate', 7, 3, '2026-11-20', now(), now()
       from product_models limit 1 returning id`,
    );
    records.set('/container_maintenance/', await one('select id from products limit 1'));
    records.set('/pm_schedules/', schedule);
    records.set(
      '/pm_occurrences/',
      await one(
        `insert into pm_occurrences (schedule_id, product_id, status, due_on, day, created_at, updated_at)
         select '${schedule}', id, 'planned', '2026-12-01', '2026-12-01', now(), now() from products limit 1
         returning id`,
      ),
    );
    records.set(
      '/meter_readings/',
      await one(
        `insert into meter_readings (product_id, kind, value, read_at, created_at, updated_at)
         select id, 'hours', 5, now(), now(), now() from products limit 1 returning id`,
      ),
    );
    records.set('/fault_reports/', await plantReport(test));
    records.set('/settings/', companyId);
    records.set('/tax_invoices/', await one('select id from tax_entries limit 1'));
    records.set('/receivables/', await one('select customer_id as id from invoices limit 1'));
    records.set('/bank_accounts/', await one('select id from bank_accounts limit 1'));
    records.set(
      '/invoice_runs/',
      await one(
        `insert into invoice_runs (company_id, until, status, total, created_at, updated_at)
         values ('${companyId}', '2026-11-30', 'waiting', 1, now(), now()) returning id`,
      ),
    );
    const statement = await plantStatement(test, companyId);
    records.set('/bank_statements/', statement.id);
    records.set('/bank_lines/', statement.lineId);
    records.set('/teams/', String(crewA));
    records.set(
      '/document_headers/',
      await one(
        `insert into document_headers (company_id, type, name, company_name_th, company_name_en, tax_id,
           branch_code, address, is_default, created_at, updated_at)
         values ('${companyId}', 'purchaseOrder', 'Orders', 'บริษัท', 'Company', '0105552029681', '00000',
           'Bangkok', true, now(), now()) returning id`,
      ),
    );
    records.set(
      '/supplier_payments/',
      await one(
        `insert into supplier_payments (company_id, document_no, status, document_date, supplier_id, method,
           amount, created_at, updated_at)
         values ('${companyId}', 'PV-1', 'posted', '2026-11-20', '${world.supplier}', 'cash', 1, now(), now())
         returning id`,
      ),
    );
    const { productId } = await plantContainer(test, {
      companyId,
      warehouseId: world.warehouseId,
    });
    const sold = await plantSold(test, { companyId, warehouseId: world.warehouseId });
    records.set('/product_contracts/', sold.id);
    const clauses = await one(
      `insert into contract_clauses (company_id, name, created_at, updated_at)
       values ('${companyId}', 'Standard', now(), now()) returning id`,
    );
    await one(
      `insert into contract_clause_revisions (clause_id, revision_no, effective_from, text_th, text_en, created_at)
       values ('${clauses}', 1, '2026-11-20', 'ข้อ 1', 'One', now()) returning id`,
    );
    records.set('/contract_clauses/', clauses);
    const planted = await plantUpdate(test, { companyId, productId });
    records.set('/product_software_updates/', planted.updateId);
    records.set('/software_rollouts/', planted.rolloutId);
    records.set(
      '/activity-logs/',
      await one(`select id from activity_logs where subject = 'purchaseOrders' limit 1`),
    );
    const admin = personOf('system-admin');
    const elsewhere = (await admin.post('/companies', companyBody())).body.data.id;
    for (const { name } of SEEDED) {
      strangers.set(name, await test.as(name, { companyId: elsewhere }));
    }
  });

  const recordOf = (path: string): string | undefined =>
    [...records].find(([prefix]) => path.startsWith(prefix))?.[1];

  const about = rows.filter(
    ([, { path, method }]) =>
      path.includes(':') && Array.isArray(expectedOf(method, path)) && !EVERYBODYS.test(path),
  );

  it('is known for every family that belongs to a company', () => {
    const missing = about.filter(([, { path }]) => recordOf(path) === undefined);
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it.each(about)('%s answers 404, whoever else may ask', async (name, endpoint) => {
    const { method, path } = endpoint;
    const expected = expectedOf(method, path);
    const holders = SEEDED.filter(
      (role) =>
        role.dataScope !== 'all' &&
        typeof expected !== 'string' &&
        expected?.some((ability) => tableHolds(role, ability)),
    );
    for (const { name: role } of holders) {
      const stranger = strangers.get(role);
      if (!stranger) throw new Error(role);
      const { status } = await send(stranger, endpoint, {
        idOf: (param) => (param === 'id' ? (recordOf(path) ?? NOWHERE) : NOWHERE),
        body: bodyFor(endpoint),
      });
      expect([name, role, status]).toEqual([name, role, 404]);
    }
  });
});
