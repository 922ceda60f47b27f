import { SYSTEM } from '../../kernel/index.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../testing/index.ts';
import { makeWorld, type World } from '../../workflow/testing/world.ts';
import { plantContainer } from '../containers/testing/planted.ts';
import { contractPartiesChanged } from './index.ts';
import { type PlantedSold, plantSold, putUnderContract } from './testing/planted.ts';

const BASE = '/product_contracts';
const SALES = `${BASE}/transactions`;
let test: TestApp;
let world: World;
let admin: Person;
let officer: Person;
let colleague: Person;
let manager: Person;
let outsider: Person;
let sold: PlantedSold;

beforeAll(async () => {
  test = await createTestApp({ clock: manualClock(new Date('2026-11-20T05:00:00Z')) });
  world = await makeWorld(test);
  admin = await test.as('system-admin');
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into teams (name, type, company_id, created_at, updated_at)
      values ('North', 'sales', $1, now(), now()) returning id`,
    [test.companyId],
  );
  const teamId = String(rows[0]?.id);
  officer = await test.as('sales-officer', { teamId });
  manager = await test.as('sales-manager', { teamId });
  colleague = await test.as('sales-officer', { teamId });
  outsider = await test.as('sales-manager');
  sold = await plant();
});
afterAll(() => test?.close());

const plant = (saleId = officer.userId) =>
  plantSold(test, { companyId: test.companyId, warehouseId: world.warehouseId, saleId });
const get = async (id = sold.id, who = manager) => (await who.get(`${BASE}/${id}`)).body.data;
/** A call with what the page has: the container and its present version. */
const set = async (path: string, body: object, { container = sold, who = manager } = {}) => {
  const { version } = await get(container.id, admin);
  return who.post(`${BASE}/setting${path}`, { productId: container.productId, version, ...body });
};
const WATER = { key: 'water', label: 'Water', price: '10.00', cost: '4.00', isActive: true };

describe('the template of a model', () => {
  const template = (body: object, who = manager, container = sold) =>
    who.post(`${BASE}/setting/template`, { productId: container.productId, ...body });
  /** A container of the same model that comes under a contract. */
  const plantAlike = async () => {
    const { rows } = await test.app.pg.query<{ id: string }>(
      'select product_model_id as id from products where id = $1',
      [sold.productId],
    );
    const { productId } = await plantContainer(test, {
      companyId: test.companyId,
      warehouseId: world.warehouseId,
    });
    await test.app.pg.query(
      `update products set status = 'installed', sale_status = 'sold', product_model_id = $2,
         site = '{"holder": "Siam Snacks", "address": "9 Sathon Road"}' where id = $1`,
      [productId, rows[0]?.id],
    );
    return putUnderContract(test, {
      productId,
      companyId: test.companyId,
      warehouseId: world.warehouseId,
      saleId: officer.userId,
    });
  };

  it('is how new containers begin, and is offered to those that are set otherwise', async () => {
    const COOL = { temperatureC: 4, screenLanguage: 'th' };
    expect((await get()).template).toBeNull();
    const made = await template({ setting: { ...COOL, screenText: null } });
    expect(made.status).toBe(200);
    // Nothing is set in silence: it keeps the settings of the factory.
    expect(made.body.data).toMatchObject({
      setting: {},
      template: { version: 1, setting: COOL, differs: true },
    });
    const fresh = await plantAlike();
    expect(await get(fresh.id)).toMatchObject({
      setting: COOL,
      template: { setting: COOL, differs: false },
    });

    const others = async (wanted: boolean) => {
      const { body } = await manager.get(`${BASE}?hasOtherSetting=${wanted}&limit=100`);
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect(await others(true)).toEqual([sold.id]);
    expect(await others(false)).toContain(fresh.id);
    const { rows } = await test.app.pg.query(
      `select user_id as "userId", action from notifications where dedupe_key like 'settingTemplates:%'`,
    );
    expect(rows.map(({ userId }) => userId)).not.toContain(manager.userId);
    for (const { action } of rows) expect(action).toContain('hasOtherSetting=true');

    await set('', { effectiveDate: '2026-11-20', setting: COOL });
    expect((await get()).template.differs).toBe(false);
    expect(await others(true)).toEqual([]);
  });

  it('is changed by whoever has seen it, and by nobody who may not set containers', async () => {
    const { template: before } = await get();
    const again = await template({ setting: { temperatureC: 2 } });
    expect([again.status, again.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    const { status } = await template(
      { templateVersion: before.version, setting: { temperatureC: 2 } },
      await test.as('auditor'),
    );
    expect(status).toBe(403);
    expect((await template({ setting: {} }, outsider)).status).toBe(404);
    const done = await template({ templateVersion: before.version, setting: { temperatureC: 2 } });
    expect(done.body.data.template).toMatchObject({
      version: before.version + 1,
      setting: { temperatureC: 2 },
      differs: true,
    });
  });
});

describe('list prices of what a model offers', () => {
  const water = (price: string) => ({ key: 'water', label: 'Water', price, isActive: true });
  const price = (priceOptions: readonly object[], who = officer) =>
    set('/price_option', { effectiveDate: '2026-11-20', priceOptions }, { who });
  const template = async (listPrices: readonly object[], who = manager) => {
    const { template: now } = await get();
    return who.post(`${BASE}/setting/template`, {
      productId: sold.productId,
      templateVersion: now?.version ?? null,
      setting: {},
      listPrices,
    });
  };
  beforeAll(async () => {
    await test.app.pg.query(
      `insert into role_permissions select id, 'products:setting' from roles where name = 'sales-officer'`,
    );
    await test.app.pg.query(
      `update roles set discount_limit_percent = 5 where name = 'sales-officer'`,
    );
    test.app.forgetActors();
    sold = await plant();
  });
  const LIST = [{ key: 'water', label: 'Water', price: '10.00' }];

  it('are set by whoever may override prices, and others change a template without them', async () => {
    const refused = await template(LIST, officer);
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ field: 'listPrices', code: 'NOT_ALLOWED' }],
    ]);
    const twice = await template([...LIST, ...LIST]);
    expect(twice.body.errors).toMatchObject([{ field: 'listPrices[1].key', code: 'REPEATED' }]);
    expect((await template(LIST)).body.data.template).toMatchObject({ listPrices: LIST });
    expect((await template(LIST, officer)).status).toBe(200);
  });

  it('are the measure of a discount, which has a limit by role', async () => {
    const faults = async (options: readonly object[]) => (await price(options)).body.errors;
    expect(await faults([water('9.49')])).toMatchObject([
      {
        field: 'priceOptions[0].price',
        code: 'DISCOUNT_ABOVE_LIMIT',
        params: { discount: '5.10', limit: '5.00' },
      },
    ]);
    // A new key is no way round the list.
    expect(await faults([{ ...water('1.00'), key: 'water2' }])).toMatchObject([
      { field: 'priceOptions[0].key', code: 'OPTION_NOT_LISTED' },
    ]);
    // Nor are dear goods under the key of cheap ones.
    expect(await faults([{ ...water('9.50'), label: 'Beer' }])).toMatchObject([
      { field: 'priceOptions[0].label', code: 'LABEL_OF_LIST', params: { label: 'Water' } },
    ]);
    expect((await price([water('9.50')])).status).toBe(200);
    expect((await price([{ ...water('2.00'), cost: '1.00' }], manager)).status).toBe(200);
    // A price that somebody else has allowed stays; a lower one is a discount again.
    expect((await price([water('2.00')])).status).toBe(200);
    expect(await faults([water('1.99')])).toHaveLength(1);
  });

  it('hold for prices that come back when a change is taken back', async () => {
    sold = await plant();
    await template(LIST);
    const at = (effectiveDate: string, price: string) =>
      set('/price_option', {
        effectiveDate,
        priceOptions: [{ ...water(price), cost: '1.00' }],
      });
    await at('2026-01-01', '2.00');
    await at('2026-11-01', '10.00');
    const { version, changes } = await get();
    const raise = changes.find(
      ({ isInForce, kind }: { isInForce: boolean; kind: string }) =>
        isInForce && kind === 'priceOptions',
    );
    const takenBack = (who: Person) =>
      who.post(`${BASE}/${sold.id}/changes/${raise.id}/revert`, { version, reason: 'A mistake' });
    expect((await takenBack(officer)).body.errors).toMatchObject([
      { field: 'priceOptions[0].price', code: 'DISCOUNT_ABOVE_LIMIT' },
    ]);
    expect((await takenBack(manager)).status).toBe(200);
  });
});

describe('what is set for a container', () => {
  it('holds from its day on, with the history of what held before', async () => {
    sold = await plant();
    await set('/price_option', { effectiveDate: '2026-01-01', priceOptions: [WATER] });
    await set('/price_option', {
      effectiveDate: '2026-12-01',
      priceOptions: [{ ...WATER, price: '12.00' }],
    });
    const now = await get();
    expect(now.priceOptions).toEqual([WATER]);
    expect(now.changes.map((one: { isInForce: boolean }) => one.isInForce)).toEqual([false, true]);
    await set('/price_option', {
      effectiveDate: '2026-11-20',
      priceOptions: [{ ...WATER, price: '11.00' }],
    });
    expect((await get()).priceOptions[0].price).toBe('11.00');
    expect((await get()).history.map((one: { action: string }) => one.action)).toEqual([
      'set-prices',
      'set-prices',
      'set-prices',
    ]);
  });

  it('is taken back with a reason: what was before holds again, once', async () => {
    const { changes, version } = await get();
    const change = changes.find((one: { isInForce: boolean }) => one.isInForce);
    const path = `${BASE}/${sold.id}/changes/${change.id}/revert`;
    const { status, body } = await manager.post(path, { version, reason: 'Wrong container' });
    expect([status, body.data.priceOptions[0].price]).toEqual([200, '10.00']);
    const again = await manager.post(path, { version: version + 1, reason: 'Once more' });
    expect(again.status).toBe(404);
  });

  it('leaves costs as they are that whoever sets the prices may not see, and takes none from them', async () => {
    const container = await plant();
    const TEA = { key: 'tea', label: 'Tea', price: '15.00', isActive: true };
    await set(
      '/price_option',
      { effectiveDate: '2026-11-01', priceOptions: [WATER] },
      { container },
    );
    const spent = { fixedPerMonth: '9.00', perUnit: '0.00', revenueSharePercent: '0.00' };
    await set('/cost', { effectiveDate: '2026-11-01', cost: spent }, { container });
    const seeing = `(select id from roles where name = 'sales-manager'), 'products:view-cost'`;
    await test.app.pg.query(`delete from role_permissions where (role_id, name) in ((${seeing}))`);
    test.app.forgetActors();
    try {
      const shown = await get(container.id);
      expect(shown.priceOptions).toEqual([{ ...WATER, cost: null }]);
      const prices = (priceOptions: readonly object[]) =>
        set('/price_option', { effectiveDate: '2026-11-20', priceOptions }, { container });
      const refused = await prices([{ ...WATER, price: '12.00' }]);
      expect(refused.body.errors).toMatchObject([
        { field: 'priceOptions[0].cost', code: 'NOT_ALLOWED' },
      ]);
      // As the form sends them: hidden, or not there at all.
      const [water] = shown.priceOptions;
      expect((await prices([TEA, { ...water, price: '12.00' }])).status).toBe(200);
      const cost = { fixedPerMonth: '1.00', perUnit: '0.00', revenueSharePercent: '0.00' };
      const own = await set('/cost', { effectiveDate: '2026-11-20', cost }, { container });
      expect(own.body.errors).toMatchObject([{ field: 'cost', code: 'NOT_ALLOWED' }]);
      const seen = await get(container.id);
      const ofCost = seen.changes.find(({ kind }: { kind: string }) => kind === 'cost');
      const taken = await manager.post(`${BASE}/${container.id}/changes/${ofCost.id}/revert`, {
        version: seen.version,
        reason: 'To make it cheaper',
      });
      expect(taken.body.errors).toMatchObject([{ field: 'changeId', code: 'NOT_ALLOWED' }]);
      // Left out and put in again it costs what it did.
      expect((await prices([TEA])).status).toBe(200);
      expect((await prices([TEA, { ...water, price: '12.00' }])).status).toBe(200);
    } finally {
      await test.app.pg.query(`insert into role_permissions select ${seeing}`);
      test.app.forgetActors();
    }
    expect((await get(container.id)).priceOptions).toEqual([
      { ...TEA, cost: '0.00' },
      { ...WATER, price: '12.00' },
    ]);
    const without = await set(
      '/price_option',
      { effectiveDate: '2026-11-20', priceOptions: [TEA] },
      { container },
    );
    expect(without.body.errors).toMatchObject([
      { field: 'priceOptions[0].cost', code: 'REQUIRED' },
    ]);
  });

  it.each<readonly [string, string, object, string, string]>([
    [
      '21 options',
      '/price_option',
      { priceOptions: Array.from({ length: 21 }, (_, n) => ({ ...WATER, key: `k${n}` })) },
      'priceOptions',
      'TOO_MANY',
    ],
    [
      'a key twice',
      '/price_option',
      { priceOptions: [WATER, WATER] },
      'priceOptions[1].key',
      'REPEATED',
    ],
    [
      'a price of nothing',
      '/price_option',
      { priceOptions: [{ ...WATER, price: '0.00' }] },
      'priceOptions[0].price',
      'POSITIVE',
    ],
    [
      'more than everything',
      '/cost',
      { cost: { fixedPerMonth: '1.00', perUnit: '0.00', revenueSharePercent: '100.01' } },
      'cost.revenueSharePercent',
      'PERCENT',
    ],
    ['an unknown setting', '', { setting: { colour: 'red' } }, 'setting.colour', 'UNKNOWN_KEY'],
    ['a time that is none', '', { setting: { opensAt: '25:00' } }, 'setting.opensAt', 'TIME'],
    ['heat', '', { setting: { temperatureC: 41 } }, 'setting.temperatureC', 'MAX'],
  ])('refuses %s', async (_name, ...[path, body, ...fault]) => {
    const answer = await set(path, { effectiveDate: '2026-11-20', ...body });
    const [first] = answer.body.errors ?? [];
    expect([answer.status, first?.field, first?.code]).toEqual([422, ...fault]);
  });

  it('refuses a day more than a year away, and a stale version', async () => {
    const setting = { temperatureC: 4 };
    const late = await set('', { effectiveDate: '2028-01-01', setting });
    expect(late.body.errors[0]).toMatchObject({ field: 'effectiveDate', code: 'DATE_TOO_LATE' });
    const stale = await manager.post(`${BASE}/setting`, {
      productId: sold.productId,
      version: 1,
      effectiveDate: '2026-11-20',
      setting,
    });
    expect(stale.body.code).toBe('VERSION_CONFLICT');
    expect((await set('', { effectiveDate: '2026-11-20', setting })).body.data.setting).toEqual(
      setting,
    );
  });
});

describe('a container', () => {
  it('is switched on where it stands at the customer, and a repeated wish changes nothing', async () => {
    const on = { active: true, reason: 'Filled and tested' };
    const { status, body } = await set('/toggle_product_active', on);
    expect([status, body.data.isActive]).toEqual([200, true]);
    const again = await manager.post(`${BASE}/setting/toggle_product_active`, {
      productId: sold.productId,
      version: body.data.version - 1,
      ...on,
    });
    expect([again.status, again.body.data.version]).toEqual([200, body.data.version]);
    const off = await set('/toggle_product_active', { active: false, reason: 'Door is broken' });
    expect(off.body.data).toMatchObject({ isActive: false, activeSince: null });
  });

  it.each([
    ['withdrawn', 'normal', 'CONTAINER_NOT_INSTALLED'],
    ['installed', 'outOfOrder', 'CONTAINER_OUT_OF_ORDER'],
  ])('that is %s and %s is not switched on', async (status, service, code) => {
    const other = await plant();
    await test.app.pg.query('update products set status = $2, service_status = $3 where id = $1', [
      other.productId,
      status,
      service,
    ]);
    const on = { active: true, reason: 'Filled and tested' };
    const { body } = await set('/toggle_product_active', on, { container: other });
    expect(body.code).toBe(code);
  });

  it('whose contract is over is not found', async () => {
    const other = await plant();
    await test.app.pg.query('update product_contracts set in_force_until = now() where id = $1', [
      other.id,
    ]);
    expect((await manager.get(`${BASE}/${other.id}`)).status).toBe(404);
    const { status } = await manager.post(`${BASE}/setting/toggle_product_active`, {
      productId: other.productId,
      version: 1,
      active: true,
      reason: 'Filled and tested',
    });
    expect(status).toBe(404);
  });
});

describe('the token of LINE', () => {
  const TOKEN = 'channel-access-token-of-a-test';
  const TARGET = `U${'0'.repeat(31)}1`;

  it('is needed with a receiver, kept encrypted, and never answered', async () => {
    const other = await plant();
    const enable = (body: object) =>
      set('/toggle_line_setting', { enabled: true, ...body }, { container: other });
    const none = await enable({});
    expect(none.body.errors.map((one: { field: string }) => one.field)).toEqual([
      'lineTarget',
      'lineToken',
    ]);
    const bad = await enable({ lineTarget: 'somebody', lineToken: TOKEN });
    expect(bad.body.errors[0]).toMatchObject({ field: 'lineTarget', code: 'LINE_TARGET' });
    const { body } = await enable({ lineTarget: TARGET, lineToken: TOKEN });
    expect(body.data).toMatchObject({
      isLineEnabled: true,
      hasLineToken: true,
      lineTarget: TARGET,
    });
    expect(JSON.stringify([body, await get(other.id)])).not.toContain(TOKEN);
    const { rows } = await test.app.pg.query<{ row: string }>(
      `select to_jsonb(pc)::text || coalesce((select string_agg(to_jsonb(l)::text, '') from activity_logs l), '') as row,
         encode(line_token, 'escape') as kept from product_contracts pc where id = $1`,
      [other.id],
    );
    expect(JSON.stringify(rows)).not.toContain(TOKEN);
    // Switched off and on again without typing the token anew.
    await set('/toggle_line_setting', { enabled: false }, { container: other });
    expect((await enable({})).body.data.isLineEnabled).toBe(true);
  });
});

describe('who sees what', () => {
  let own: PlantedSold;
  let others: PlantedSold;

  const sellOf = async ({ id }: PlantedSold, amount: string) => {
    const { body } = await admin.post(`${BASE}/${id}/keys`, { name: 'x', expiresOn: '2027-01-01' });
    const sent = await test.nobody.post(
      `${SALES}/ingest`,
      {
        transactions: [
          { machineTxnId: 'one', occurredAt: '2026-11-20T04:00:00Z', channel: 'cash', amount },
        ],
      },
      { headers: { authorization: `Bearer ${body.data.key}` } },
    );
    expect(sent.body.data.stored).toBe(1);
  };

  beforeAll(async () => {
    own = await plant();
    others = await plant(outsider.userId);
    await sellOf(own, '30.00');
    await sellOf(others, '70.00');
  });

  const serials = async (who: Person) =>
    (await who.get(`${BASE}?limit=100`)).body.data.map(
      (row: { serialNumber: string }) => row.serialNumber,
    );
  const reported = async (who: Person) =>
    (await who.get(`${SALES}?limit=100`)).body.data.map(
      (row: { product: { serialNumber: string } }) => row.product.serialNumber,
    );
  const exported = async (who: Person) =>
    (await who.get(`${SALES}?format=csv`)).raw.toString('utf8').split(/\r?\n/).filter(Boolean)
      .length - 1;

  it('follows the salesperson of the contract, and that person’s team', async () => {
    expect(await serials(officer)).toContain(own.serialNumber);
    expect(await serials(officer)).not.toContain(others.serialNumber);
    expect(await serials(colleague)).toEqual([]);
    expect(await serials(manager)).toContain(own.serialNumber);
    expect(await serials(outsider)).toEqual([others.serialNumber]);
    expect(await reported(officer)).toEqual([own.serialNumber]);
    expect(await reported(colleague)).toEqual([]);
    expect(await reported(outsider)).toEqual([others.serialNumber]);
    expect((await colleague.get(`${BASE}/${own.id}`)).status).toBe(404);
    expect((await outsider.get(`${BASE}/${own.id}/keys`)).status).toBe(404);
    const hidden = await set(
      '',
      { effectiveDate: '2026-11-20', setting: {} },
      { container: own, who: outsider },
    );
    expect(hidden.status).toBe(404);
  });

  it('cuts totals, choices and exports alike', async () => {
    const total = async (who: Person) => (await who.get(`${SALES}/totals`)).body.data;
    expect((await total(manager)).total).toMatchObject({ count: 1, amount: '30.00' });
    expect((await total(outsider)).total).toMatchObject({ count: 1, amount: '70.00' });
    expect((await total(outsider)).byProduct).toMatchObject([
      { product: { id: others.productId } },
    ]);
    expect((await total(colleague)).total.count).toBe(0);
    expect([await exported(manager), await exported(outsider)]).toEqual([1, 1]);
    expect((await officer.get(`${SALES}?format=csv`)).status).toBe(403);
    const choices = async (who: Person, name: string) =>
      (await who.get(`${BASE}/${name}?limit=100`)).body.data;
    expect((await choices(outsider, 'master')).map((one: { id: string }) => one.id)).toEqual([
      others.productId,
    ]);
    expect((await choices(outsider, 'contracts')).map((one: { id: string }) => one.id)).toEqual([
      others.contractId,
    ]);
  });

  it('follows a change of the salesperson at once', async () => {
    const give = (saleId: string) =>
      test.app.transaction({ actor: SYSTEM }, (ctx) =>
        contractPartiesChanged(ctx, { contractId: others.contractId, saleId }),
      );
    await give(officer.userId);
    expect(await reported(officer)).toHaveLength(2);
    expect(await reported(outsider)).toEqual([]);
    await give(outsider.userId);
  });

  it('hides revenue and costs from whoever may not see them', async () => {
    const { body } = await officer.get(SALES);
    expect(body.data[0]).toMatchObject({ amount: null, costAmount: null, margin: null });
    expect(body.meta.summary).toEqual({ count: 1, amount: null, cost: null, margin: null });
    expect((await officer.get(`${SALES}/totals`)).body.data.total.amount).toBeNull();
    expect((await get(own.id, officer)).monthRevenue).toBeNull();
    expect((await get(own.id, manager)).monthRevenue).toBe('30.00');
    const auditor = await test.as('auditor');
    expect((await auditor.get(SALES)).body.data[0].margin).not.toBeNull();
  });
});
