import { contract, type Endpoint } from '@boxyard/shared/contract';
import { createTestApp, type Person, type TestApp } from './testing/index.ts';

/** Lists that nobody takes away, and why. */
const WITHOUT_EXPORT: Readonly<Record<string, string>> = {
  'activityLogs.all': 'the columns of a choice; the log itself exports',
  'contractClauses.list': 'long texts in versions, each printed with its contract',
  'contracts.versions': 'has an export of its own, with what differs',
  'documentHeaders.list': 'settings with pictures, shown by their preview',
  'invoices.owed': 'a choice of the form of payments; invoices export',
  'jobs.backlog': 'a part of the list of jobs, which exports',
  'mailOutbox.list': 'letters of an installation without mail',
  'notifications.list': "one's own, read and cleared",
  'partSales.parts': 'a choice of a form',
  'parts.price': 'a choice of a form',
  'purchaseRequests.all': 'a choice of a form',
  'receipts.receivable': 'a choice of a form',
  'supplierParts.list': 'a tab of suppliers and of parts, each of which exports',
  'taxPeriods.list': 'months and whether they are closed; their registers export',
};

const lists = (Object.entries(contract) as [string, Endpoint][]).flatMap(([name, endpoint]) =>
  endpoint.kind === 'list' ? [{ name, endpoint }] : [],
);

it('every list of a page exports, or says why not', () => {
  const silent = lists
    .filter(({ endpoint }) => endpoint.access.kind !== 'lookup' && !endpoint.list.exportColumns)
    .map(({ name }) => name);
  expect(silent.sort()).toEqual(Object.keys(WITHOUT_EXPORT).sort());
});

describe('a file', () => {
  let test: TestApp;
  let admin: Person;
  beforeAll(async () => {
    test = await createTestApp();
    admin = await test.as('system-admin');
  });
  afterAll(async () => test?.close());

  const exporting = lists.filter(
    ({ endpoint }) => endpoint.list.exportColumns !== undefined && !endpoint.path.includes(':'),
  );
  it.each(exporting)('of $name comes with all its columns', async ({ endpoint }) => {
    const { exportColumns = [] } = endpoint.list;
    const path = endpoint.path.replace(/^\/api\/v1/, '');
    const answer = await admin.get(`${path}?format=csv&columns=${exportColumns.join(',')}`);
    expect(answer.status).toBe(200);
    const [head = ''] = answer.raw.toString('utf8').split('\n');
    expect(head.split(',')).toHaveLength(exportColumns.length);
  });

  it.each(exporting)('of $name is printed in both languages', async ({ endpoint }) => {
    const path = endpoint.path.replace(/^\/api\/v1/, '');
    for (const language of ['en', 'th']) {
      const answer = await admin.get(`${path}?format=pdf`, {
        headers: { 'accept-language': language },
      });
      expect([answer.status, answer.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    }
  });

  it.each(['xlsx', 'csv', 'pdf'])(
    'as %s of nothing but columns that a person may not see is refused by its field',
    async (format) => {
      await test.app.pg.query(
        `insert into role_permissions (role_id, name)
         select r.id, p from roles r, unnest(array['claim-report:view', 'claim-report:export']) as p
         where r.name = 'technician' on conflict do nothing`,
      );
      const reader = await test.as('technician');
      const path = `/reports/claim-report?format=${format}`;
      const refused = await reader.get(`${path}&columns=claimedValue,refundAmount`);
      expect([refused.status, refused.body.errors]).toMatchObject([
        422,
        [{ field: 'columns', code: 'COLUMNS_HIDDEN' }],
      ]);
      // The file has the columns that are left.
      const left = await reader.get(
        `/reports/claim-report?format=csv&columns=documentDate,claimedValue`,
      );
      const [head = ''] = left.raw.toString('utf8').split('\r\n');
      expect([left.status, head.split(',')]).toEqual([200, [expect.any(String)]]);
    },
  );
});
