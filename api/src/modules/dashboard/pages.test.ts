import { defineMachine } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { createTestApp, type Person, type TestApp } from '../../testing/index.ts';
import {
  type DocumentRow,
  type DocumentType,
  documentFamily,
  registerFamilies,
} from '../../workflow/index.ts';
import { myWork } from './work.ts';

/** A kind of document of this test's own, which stands on one of two pages. */
const machine = defineMachine({
  id: 'job',
  page: 'purchase-requests',
  pages: { by: 'kind', of: { request: 'purchase-requests', waste: 'destruction' } },
  states: { pending: { tone: 'processing' }, done: { tone: 'success' } },
  actions: {
    approve: {
      from: ['pending'],
      to: ['done'],
      verb: 'approve',
      notOwn: true,
      undo: { irreversible: 'test' },
    },
  },
});

const type: DocumentType<DocumentRow> = {
  machine,
  subject: 'jobs' as 'repairs',
  table: 'jobs' as 'users',
  docType: 'JB',
  label: { en: 'Job', th: 'งานทดสอบ' },
  path: ({ id }) => `/jobs/${id}`,
  load: async () => undefined,
  scope: ({ companyId }) => ({ companyId }),
};

let test: TestApp;
let purchaser: Person;
let keeper: Person;
let forget: () => void;
beforeAll(async () => {
  test = await createTestApp();
  const family = documentFamily(type, {
    workItems: {
      machine,
      subject: type.subject,
      table: 'jobs',
      label: type.label,
      scope: { company: 'd.company_id' },
      amount: null,
      due: null,
      title: { en: "'Job'", th: "'งาน'" },
      path: '/requests/',
      paths: { destruction: '/wastes/' },
      steps: [{ key: 'approveJob', action: 'approve', status: 'pending' }],
    },
  });
  forget = registerFamilies([family]);
  await sql`create table jobs (
    id uuid primary key default new_id(), company_id uuid not null, document_no text, kind text not null,
    status text not null default 'pending', created_by uuid, created_at timestamptz not null default now(),
    author_ids uuid[] not null default '{}')`.execute(test.app.db);
  await sql`insert into jobs (company_id, document_no, kind) values
    (${test.companyId}, 'JB1', 'request'), (${test.companyId}, 'JB2', 'waste')`.execute(
    test.app.db,
  );
  [purchaser, keeper] = await Promise.all([
    test.as('purchasing-manager'),
    test.as('warehouse-manager'),
  ]);
});
afterAll(async () => {
  forget?.();
  await test?.close();
});

const waitingFor = async (who: Person, ...grants: readonly string[]) => {
  const actor = { ...(await who.actor()), grants: new Set(grants) };
  const { items } = await test.app.transaction({ actor }, (ctx) => myWork(ctx));
  return items
    .filter(({ type: one }) => one === machine.id)
    .map((item) => [item.documentNo, item.path.split('/')[1]]);
};

it('waits for whoever decides on its page, and opens there', async () => {
  const on = (page: string) => [`${page}:view`, `${page}:approve`];
  expect(await waitingFor(purchaser, ...on('purchase-requests'))).toEqual([['JB1', 'requests']]);
  expect(await waitingFor(keeper, ...on('destruction'))).toEqual([['JB2', 'wastes']]);
  expect(await waitingFor(keeper, ...on('purchase-requests'), ...on('destruction'))).toEqual([
    ['JB1', 'requests'],
    ['JB2', 'wastes'],
  ]);
  expect(await waitingFor(keeper, 'destruction:view', 'purchase-requests:approve')).toEqual([]);
});
