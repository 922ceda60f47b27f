import fc from 'fast-check';
import { signatureOf } from './kernel/index.ts';
import { approvedOrder, approvedRequest } from './modules/purchasing/testing/documents.ts';
import { plantSold } from './modules/soldContainers/testing/planted.ts';
import { TEST_GATEWAY_SECRET } from './testing/database.ts';
import { createTestApp, type Person, type TestApp } from './testing/index.ts';
import { testFamilies } from './testing/testFamilies.ts';
import { dayFrom, expectData, makeWorld, type World } from './workflow/testing/world.ts';

/**
 * Inputs made from the OpenAPI document, valid ones among them (quality
 * "Secure"): never a 5xx, never a stack trace, and what is refused names its fields.
 */
const RUNS = Number(process.env.BOXYARD_HOSTILE_RUNS ?? 2000);

/** These end the session that sends, or never end. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'auth.signOut',
  'auth.endSession',
  'auth.changePassword',
  'notifications.stream',
]);

type Schema = Readonly<Record<string, unknown>> & {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
};
interface Operation {
  readonly operationId: string;
  readonly 'x-access': string;
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
}

let test: TestApp;
let admin: Person;
let operations: { method: string; path: string; operation: Operation }[];
let ids: string[];
/** Of a container, for the calls of machines. */
let key: string;
const byTable = new Map<string, string[]>();
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.as('system-admin');
  const world = await makeWorld(test);
  await approvedRequest(world);
  await approvedOrder(world);
  await requisitions(world);
  await audits(world);
  await transfers(world);
  for (const { plant } of testFamilies) await plant(world, world);
  const sold = await plantSold(test, world);
  const made = await admin.post(`/product_contracts/${sold.id}/keys`, {
    name: 'Hostile',
    expiresOn: dayFrom(world, 30),
  });
  key = expectData(made).key;
  ids = await everyId();
  const document = (await admin.get('/openapi.json')).body;
  operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, { operationId }]) => !LEFT_OUT.has(operationId))
        .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
});
afterAll(async () => test?.close());

/** One that waits for its decision and one that is held: inputs reach what they do. */
async function requisitions(world: World): Promise<void> {
  for (const approve of [false, true]) {
    const asked = await world.asker.post('/material_dispatch', {
      purpose: 'repairJob',
      warehouseId: world.warehouseId,
      neededBy: dayFrom(world, 3),
      items: [{ partId: world.part, requestedQty: 2 }],
    });
    const { id, version } = expectData(asked);
    if (approve)
      expectData(await world.keeper.post(`/material_dispatch/${id}/approve`, { version }));
  }
}

/** One that is planned and one that is counted. */
async function audits(world: World): Promise<void> {
  for (const start of [true, false]) {
    const body = {
      warehouseId: world.warehouseId,
      type: 'zeroConfirm',
      isBlind: true,
      freeze: 'none',
    };
    const { id, version } = expectData(await world.keeper.post('/audits', body));
    if (!start) continue;
    const asked = { version, status: 'counting' };
    expectData(await world.keeper.put(`/audits/${id}/status`, asked));
  }
}

/** Two that wait for their decision. */
async function transfers(world: World): Promise<void> {
  for (const quantity of [1, 2]) {
    const asked = await world.asker.post('/material_tranfers', {
      fromWarehouseId: world.warehouseId,
      toWarehouseId: world.otherWarehouseId,
      expectedDate: dayFrom(world, 3),
      items: [{ partId: world.part, quantity }],
    });
    expectData(asked);
  }
}

/** Ids of what there is, so that inputs reach past "not found". */
async function everyId(): Promise<string[]> {
  const { rows: tables } = await test.app.pg.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await test.app.pg.query<{ id: string }>(`select id from ${name} limit 3`);
    byTable.set(
      name,
      rows.map(({ id }) => id),
    );
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

const NASTY = [
  '',
  ' ',
  'null',
  '-1',
  '0',
  '1e309',
  '{{7*7}}',
  "' or 1=1 --",
  '"; drop table users; --',
  '<script>alert(1)</script>',
  '=cmd()',
  '../../etc/passwd',
  '\u202e\u0e01\u0e33',
  '\ud800',
  'a\u0000b',
  '😀'.repeat(40),
  'x'.repeat(5000),
  '9'.repeat(40),
  '2026-02-30',
  '%00',
  '__proto__',
  'ก์์์',
];
const nasty = fc.oneof(
  fc.constantFrom<unknown>(...NASTY, null, true, -1, 1e21, 0.1 + 0.2, [], {}, [[]], {
    a: { b: 1 },
  }),
  fc.jsonValue({ maxDepth: 2 }),
);

const text = ({ minLength = 0, maxLength = 60 }: Schema) =>
  fc.string({
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 60)),
    unit: 'grapheme',
  });

function textOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.format === 'email') return fc.emailAddress();
  if (schema.pattern !== undefined) {
    try {
      return fc.stringMatching(new RegExp(schema.pattern));
    } catch {
      return text(schema);
    }
  }
  return fc.oneof(
    text(schema),
    fc.constantFrom(
      '2026-11-20',
      '2027-01-31',
      '0105552029681',
      '0812345678',
      'A-01-01',
      'น้ำมันหล่อลื่น',
    ),
  );
}

/** Tables whose records a field or a path means. */
const MEANT: readonly (readonly [RegExp, string])[] = [
  ...testFamilies.map(({ path, table }) => [new RegExp(path, 'i'), table] as const),
  [/dispatch|requisition/i, 'requisitions'],
  [/destroy|destruction/i, 'destructions'],
  [/claim/i, 'claims'],
  [/transform/i, 'transformations'],
  [/material_repair|repair/i, 'repairs'],
  [/audit/i, 'audits'],
  [/counter/i, 'users'],
  [/tran?fer/i, 'part_transfers'],
  [/acceptance|receipt/i, 'purchase_order_receipts'],
  [/receive|import/i, 'goods_imports'],
  [/requestItem/i, 'purchase_request_items'],
  [/orderItem/i, 'purchase_order_items'],
  [/request/i, 'purchase_requests'],
  [/order/i, 'purchase_orders'],
  [/warehouse/i, 'warehouses'],
  [/part/i, 'material_parts'],
  [/supplier/i, 'suppliers'],
  [/customer|into/i, 'customers'],
  [/categor/i, 'categories'],
  [/unit/i, 'units'],
  [/compan/i, 'companies'],
  [/role/i, 'roles'],
  [/user/i, 'users'],
  [/bin/i, 'bins'],
];
const idFor = (name: string): fc.Arbitrary<string> => {
  const table = MEANT.find(([pattern]) => pattern.test(name))?.[1];
  const own = (table === undefined ? undefined : byTable.get(table)) ?? ids;
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...(own.length > 0 ? own : ids)) },
    { weight: 1, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.uuid() },
  );
};

/** Fields whose rule the schema cannot tell. */
const KNOWN: readonly (readonly [RegExp, readonly string[]])[] = [
  [/date|neededBy|validUntil/i, ['2099-01-31', '2026-11-20', '2027-02-28']],
  [/^taxId$/, ['0105552029681']],
  [/phone/i, ['0812345678', '02-123-4567']],
  [/branchCode/, ['00000', '00001']],
  [/zipcode/i, ['10110']],
];

/** A value that the schema allows, as far as it says so. */
function valid(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') return idFor(name);
  const known =
    schema.type === 'string' ? KNOWN.find(([pattern]) => pattern.test(name)) : undefined;
  if (known) return fc.constantFrom(...known[1]);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valid(choice, name)));
  if (schema.allOf) return valid(Object.assign({}, ...schema.allOf) as Schema, name);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object': {
      const entries = Object.entries(schema.properties ?? {});
      const fields = Object.fromEntries(entries.map(([key, inner]) => [key, valid(inner, key)]));
      return fc.record(fields, {
        requiredKeys: [...(schema.required ?? [])].filter((key) => key in fields),
      });
    }
    case 'array':
      return fc.array(valid(schema.items ?? {}, name), {
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? 1, -5),
        max: Math.min(schema.maximum ?? 5, 500),
      });
    case 'number':
      return fc.integer({ min: 1, max: 5000 }).map((n) => n / 10);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return textOf(schema);
    default:
      return nasty;
  }
}

/** A valid value, sometimes with one place spoiled, sometimes nothing of the kind. */
const input = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 5, arbitrary: valid(schema) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(valid(schema), fc.nat(), nasty, fc.constantFrom('spoil', 'drop', 'add'))
        .map(([value, at, bad, how]) => {
          if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad;
          const keys = Object.keys(value);
          const key = keys[at % Math.max(1, keys.length)] ?? 'extra';
          if (how === 'add') return { ...value, [`extra${at}`]: bad };
          if (how === 'drop')
            return Object.fromEntries(Object.entries(value).filter(([k]) => k !== key));
          return { ...value, [key]: bad };
        }),
    },
    { weight: 1, arbitrary: nasty },
  );

interface Call {
  readonly token: string;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
}

/** Versions that records have, and what is none. */
const IF_MATCH = [
  '"1"',
  '"1"',
  '"1"',
  '"2"',
  '"3"',
  'W/"1"',
  '*',
  '"999999999999999"',
  '1',
  '"-1"',
  'x',
];

const callOf = ({ method, path, operation }: (typeof operations)[number]): fc.Arbitrary<Call> => {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const takesVersion = operation.parameters.some(({ name }) => name === 'If-Match');
  const json = operation.requestBody?.content['application/json']?.schema;
  return fc
    .record({
      path: fc.tuple(
        ...inPath.map(() =>
          fc.oneof(
            { weight: 8, arbitrary: idFor(path) },
            { weight: 1, arbitrary: fc.constantFrom('x', '%00', '1', '..%2f') },
          ),
        ),
      ),
      query: fc.record(
        Object.fromEntries(
          inQuery.map(({ name, schema }) => [
            name,
            fc.oneof(
              { weight: 3, arbitrary: valid(schema, name) },
              { weight: 1, arbitrary: nasty },
            ),
          ]),
        ),
        { requiredKeys: inQuery.filter(({ required }) => required).map(({ name }) => name) },
      ),
      body: json ? input(json) : fc.constantFrom(undefined, undefined, {}, { x: 1 }, []),
      ifMatch: takesVersion
        ? fc.constantFrom(undefined, ...IF_MATCH)
        : fc.constantFrom<string | undefined>(undefined),
    })
    .map(({ path: values, query, body, ifMatch }) => {
      const filled = inPath.reduce(
        (url, { name }, index) => url.replace(`{${name}}`, String(values[index])),
        path,
      );
      const search = new URLSearchParams(
        Object.entries(query).map(([key, value]) => [key, inAddress(value).toWellFormed()]),
      );
      const text_ = search.toString();
      const token = operation['x-access'] === 'machine' ? key : admin.token;
      const url = text_ === '' ? filled : `${filled}?${text_}`;
      return { token, method, url, body, ifMatch };
    });
};

/** A value as somebody would put it into an address, however odd it is. */
const inAddress = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inAddress).join(',');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
};

/** A provider's call is nobody's without its signature. */
function signed(body: string): Record<string, string> {
  const timestamp = String(Math.floor(test.app.clock.now().getTime() / 1000));
  return {
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': signatureOf(TEST_GATEWAY_SECRET, { timestamp, body }),
  };
}

it(`answers ${RUNS} inputs made from its own description without a fault of its own`, async () => {
  const seen = new Map<number, number>();
  const faults: string[] = [];
  const check = async (call: Call): Promise<void> => {
    const payload =
      call.method === 'GET' || call.body === undefined ? undefined : JSON.stringify(call.body);
    const response = await test.server.inject({
      method: call.method as 'GET',
      url: call.url,
      headers: {
        authorization: `Bearer ${call.token}`,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(call.ifMatch === undefined ? {} : { 'if-match': call.ifMatch }),
        ...(call.url.endsWith('/payments/webhook') ? signed(payload ?? '') : {}),
      },
      ...(payload === undefined ? {} : { payload }),
    });
    const status = response.statusCode;
    seen.set(status, (seen.get(status) ?? 0) + 1);
    const leaks = /\bat .+\.ts:\d+|node_modules|select .+ from/i.test(
      status >= 400 ? response.payload : '',
    );
    if (status >= 500 || leaks)
      faults.push(
        `${status} ${call.method} ${call.url} ${payload ?? ''} → ${response.payload.slice(0, 300)}`,
      );
    if (
      status === 422 &&
      !['INVALID_CREDENTIALS', 'ACCOUNT_WAITING'].includes(response.json().code)
    ) {
      expect(response.json().errors.length).toBeGreaterThan(0);
    }
  };
  const any = fc.constantFrom(...operations).chain(callOf);
  for (const call of fc.sample(any, { numRuns: RUNS, seed: 20_261_121 })) await check(call);
  expect(faults).toEqual([]);
  const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
  const accepted = (seen.get(200) ?? 0) + (seen.get(201) ?? 0);
  process.stdout.write(
    `hostile inputs: ${total}, accepted ${accepted}, by status ${JSON.stringify([...seen].sort())}\n`,
  );
  expect(accepted).toBeGreaterThan(total / 20);
});
