import { SETTING_KEYS, settingOfKey } from '@boxyard/shared/domain/settings/settings.ts';
import { type Ctx, SYSTEM, settingOfModel, settingOfUser } from '../../../kernel/index.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../../testing/index.ts';
import { expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import { companyBody } from '../../masterData/testing/office.ts';
import { orderBody } from '../../purchasing/testing/documents.ts';

const clock = manualClock(new Date('2026-11-20T03:00:00Z'));
let test: TestApp;
let world: World;
let boss: Person;
let elsewhere: string;

beforeAll(async () => {
  test = await createTestApp({ clock });
  world = await makeWorld(test);
  elsewhere = expectData(await world.admin.post('/companies', companyBody())).id;
  boss = await test.as('company-admin', { companyId: world.companyId });
});
afterAll(() => test?.close());

const day = (text: string) => clock.set(new Date(`${text}T03:00:00Z`));
const put = (...[key, value, effectiveFrom, more]: [string, unknown, string, object?]) =>
  boss.post(`/settings/${world.companyId}/${key}`, { value, effectiveFrom, ...more });
const all = async () => expectData(await boss.get(`/settings/${world.companyId}`));
const inside = <T>(work: (ctx: Ctx) => Promise<T>) => test.app.transaction({ actor: SYSTEM }, work);
const faultsOf = (answer: {
  status: number;
  body: { errors?: readonly { field: string; code: string }[] };
}) => [answer.status, ...(answer.body.errors ?? []).map(({ field, code }) => `${field} ${code}`)];

it('a company begins with every setting as it is declared', async () => {
  const { values } = await all();
  const plain = SETTING_KEYS.filter((key) => settingOfKey(key).subject === undefined);
  expect(values.map(({ key, value }: { key: string; value: unknown }) => [key, value])).toEqual(
    plain.map((key) => [key, settingOfKey(key).initial]),
  );
});

describe('a value', () => {
  it('counts from its day on, and documents keep the one of their own date', async () => {
    day('2026-11-20');
    expectData(await put('vatRate', '10.00', '2026-12-01', { reason: 'Royal decree' }));
    const planned = (await all()).values.find(({ key }: { key: string }) => key === 'vatRate');
    expect(planned).toMatchObject({
      value: '7.00',
      effectiveFrom: null,
      next: { value: '10.00', effectiveFrom: '2026-12-01' },
    });
    const order = expectData(await world.officer.post('/purchase_orders', orderBody(world)));
    expect(order.vatRate).toBe('7.00');

    day('2026-12-01');
    const next = expectData(await world.officer.post('/purchase_orders', orderBody(world)));
    expect(next.vatRate).toBe('10.00');
    // An order of November that is changed in December stays one of November.
    const changed = expectData(
      await world.officer.patch(`/purchase_orders/${order.id}`, {
        ...orderBody(world),
        version: order.version,
      }),
    );
    expect(changed.vatRate).toBe('7.00');
  });

  it('is taken back by another one, and the history keeps both', async () => {
    day('2026-12-02');
    expectData(await put('overReceiptTolerancePct', '5', '2026-12-02'));
    const undone = expectData(
      await put('overReceiptTolerancePct', '0.00', '2026-12-02', { reason: 'Wrong company' }),
    );
    expect(undone.value).toBe('0.00');
    expect(
      undone.history.map(({ value, reason, createdBy }: Record<string, unknown>) => [
        value,
        reason,
        (createdBy as { id: string }).id,
      ]),
    ).toEqual([
      ['0.00', 'Wrong company', boss.userId],
      ['5.00', null, boss.userId],
    ]);
  });

  it('never changes what was in force before', async () => {
    day('2026-12-02');
    expect(faultsOf(await put('vatRate', '8.00', '2026-12-01'))).toEqual([
      422,
      'effectiveFrom NOT_BEFORE',
    ]);
    await expect(test.app.pg.query("update setting_values set value = '1'")).rejects.toThrow(
      'added, not changed',
    );
  });

  it.each([
    ['vatRate', '100.01', 'value PERCENT'],
    ['vatRate', 7, 'value TYPE'],
    ['vatRate', null, 'value REQUIRED'],
    ['vatRate', undefined, 'value REQUIRED'],
    ['requisition.holdDays', 0, 'value MIN'],
    ['requisition.holdDays', 1.5, 'value INTEGER'],
    ['capitalizeRepair', 'true', 'value BOOLEAN'],
    ['service.labourRate', '-1.00', 'value MONEY'],
    [
      'service.calendar',
      { days: [1, 1], from: '08:00', to: '17:00', holidays: [] },
      'value.days REPEATED',
    ],
    [
      'service.calendar',
      { days: [1], from: '18:00', to: '17:00', holidays: [] },
      'value.to DATE_ORDER',
    ],
    [
      'service.calendar',
      { days: [1], from: '8', to: '17:00', holidays: ['2026-02-30'] },
      'value.from TIME',
    ],
    [
      'service.calendar',
      { days: [1], from: '08:00', to: '17:00', holidays: [], hours: 3 },
      'value.hours UNKNOWN_KEY',
    ],
  ])('%s is not %j', async (key, value, fault) => {
    day('2026-12-02');
    const [status, ...faults] = faultsOf(await put(key, value, '2026-12-02'));
    expect([status, faults]).toEqual([422, expect.arrayContaining([fault])]);
  });
});

describe('a setting of each person or model', () => {
  it('has a value for whom it is for, by month where it counts so', async () => {
    day('2026-12-10');
    const seller = await test.as('sales-officer', { companyId: world.companyId });
    const target = (amount: string, from: string, more: object = { userId: seller.userId }) =>
      put('sales.target', amount, from, more);
    expect(faultsOf(await target('1.00', '2026-12-10'))).toEqual([
      422,
      'effectiveFrom MONTH_START',
    ]);
    expect(faultsOf(await target('1.00', '2026-12-01', {}))).toEqual([422, 'userId REQUIRED']);
    expectData(await target('500000.00', '2026-12-01'));
    expectData(await target('600000.00', '2027-01-01'));
    const { values } = await all();
    expect(values.filter(({ key }: { key: string }) => key === 'sales.target')).toMatchObject([
      { user: { id: seller.userId }, value: '500000.00', next: { value: '600000.00' } },
    ]);
    const of = (on: string, userId = seller.userId) =>
      inside((ctx) =>
        settingOfUser(ctx, { companyId: world.companyId, key: 'sales.target', on, userId }),
      );
    expect([
      await of('2026-11-30'),
      await of('2026-12-31'),
      await of('2027-05-05'),
      await of('2027-05-05', boss.userId),
    ]).toEqual(['0.00', '500000.00', '600000.00', '0.00']);
  });

  it('knows nobody of another company, and no subject where it has none', async () => {
    day('2026-12-10');
    const stranger = await test.as('sales-officer', { companyId: elsewhere });
    expect(
      faultsOf(await put('sales.target', '1.00', '2026-12-01', { userId: stranger.userId })),
    ).toEqual([422, 'userId UNKNOWN_ID']);
    expect(faultsOf(await put('vatRate', '7.00', '2026-12-10', { userId: boss.userId }))).toEqual([
      422,
      'userId UNKNOWN_KEY',
    ]);
  });

  it('begins without a price floor', async () => {
    const productModelId = '01890000-0000-7000-8000-00000000ffff';
    const floor = {
      companyId: world.companyId,
      key: 'contract.priceFloor',
      productModelId,
    } as const;
    expect(await inside((ctx) => settingOfModel(ctx, floor))).toBeNull();
    day('2026-12-10');
    expect(
      faultsOf(await put('contract.priceFloor', '1.00', '2026-12-10', { productModelId })),
    ).toEqual([422, 'productModelId UNKNOWN_ID']);
  });
});

it('settings of another company do not exist', async () => {
  day('2026-12-10');
  const answers = [
    await boss.get(`/settings/${elsewhere}`),
    await boss.get(`/settings/${elsewhere}/vatRate`),
    await boss.post(`/settings/${elsewhere}/vatRate`, {
      value: '7.00',
      effectiveFrom: '2026-12-10',
    }),
    await put('noSuchSetting', '7.00', '2026-12-10'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

it('a change is named in the activity log, in words', async () => {
  day('2026-12-11');
  expectData(
    await put('biddingNoticeHours', 48, '2026-12-11', { reason: 'Suppliers asked for it' }),
  );
  const { body } = await world.admin.get('/activity-logs?subject=settings&limit=10');
  const entry = expectData(await world.admin.get(`/activity-logs/${body.data[0].id}`));
  expect(entry).toMatchObject({
    action: 'update',
    subject: 'settings',
    before: { value: 24 },
    after: { value: 48, effectiveFrom: '2026-12-11' },
    current: { kind: 'biddingNoticeHours', name: 'Notice before a bidding closes' },
  });
});
