import { createTestApp, type TestApp } from '../testing/index.ts';
import { type Kind, type TypedColumn, typedTables } from './testing/typedTables.ts';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly udt: string;
  readonly nullable: boolean;
  readonly optional: boolean;
  readonly generated: boolean;
}

/** What the driver makes of PostgreSQL's types (`db/pg.ts`). */
const KINDS: Readonly<Record<string, Kind>> = {
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  uuid: 'text',
  date: 'text',
  time: 'text',
  inet: 'text',
  citext: 'text',
  tsvector: 'text',
  // Counters; see db/pool.ts.
  int8: 'number',
  int2: 'number',
  int4: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'text',
  bool: 'boolean',
  timestamptz: 'date',
  jsonb: 'json',
  json: 'json',
  bytea: 'bytes',
};

const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

let test: TestApp;
let tables: Map<string, Column[]>;
beforeAll(async () => {
  test = await createTestApp();
  const { rows } = await test.app.pg.query<Column>(
    `select c.table_name as "table", c.column_name as "column", c.udt_name as "udt",
       c.is_nullable = 'YES' as "nullable",
       c.is_nullable = 'YES' or c.column_default is not null or c.is_identity = 'YES'
         or c.is_generated = 'ALWAYS' as "optional", c.is_generated = 'ALWAYS' as "generated"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and not exists (select from pg_inherits i join pg_class p on p.oid = i.inhrelid
         where p.relname = c.table_name)
     order by c.table_name, c.ordinal_position`,
  );
  tables = Map.groupBy(rows, ({ table }) => camel(table));
});
afterAll(async () => test?.close());

const typed = typedTables();

/** Written and read by SQL that is written out, each in one file only. */
const WITHOUT_TYPES = [
  'costVariances',
  'eventStreams',
  'rateLimits',
  'reportSumChanges',
  'reportSumSources',
  'reportSums',
  'schemaMigrations',
  'stockReservations',
  'stockSnapshots',
  'stockValueSnapshots',
];

function faultOf(is: Column, says: TypedColumn | undefined): string | null {
  if (says === undefined) return `is missing: ${is.udt}${is.nullable ? ', may be null' : ''}`;
  const isArray = is.udt.startsWith('_');
  const kind = KINDS[isArray ? is.udt.slice(1) : is.udt];
  if (kind === undefined) return `has the type ${is.udt}, which this test does not know`;
  if (isArray !== says.isArray) return isArray ? 'is an array' : 'is no array';
  if (kind !== says.kind) return `is ${is.udt}, which arrives as ${kind} and not as ${says.kind}`;
  // Whether what is computed may be null, the database does not say.
  if (!is.generated && is.nullable !== says.isNullable)
    return is.nullable ? 'may be null' : 'is never null';
  if (says.isOptional && !is.optional) return 'has no default';
  return null;
}

it('knows every table of the migrations, and no other', () => {
  expect([...typed.keys(), ...WITHOUT_TYPES].sort()).toEqual([...tables.keys()].sort());
});

it.each([...typed].map(([name, table]) => [name, table.file, table] as const))(
  '%s (%s) has the columns that the migrations give it',
  (name, file, { columns }) => {
    const there = tables.get(name) ?? [];
    const known = new Set(there.map(({ column }) => camel(column)));
    const faults = [
      ...there.flatMap((is) => {
        const fault = faultOf(is, columns.get(camel(is.column)));
        return fault === null ? [] : [`${camel(is.column)} ${fault}`];
      }),
      ...[...columns.keys()].flatMap((column) =>
        known.has(column) ? [] : [`${column} is not there`],
      ),
    ];
    expect({ file, faults }).toEqual({ file, faults: [] });
  },
);
