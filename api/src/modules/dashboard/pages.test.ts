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
  id: 'errand',
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
  subject: 'errands' as 'repairs',
  table: 'errands' as 'users',
  docType: 'ER',
  label: { en: 'Errand', th: 'งานทดสอบ' },
  path: ({ id }) => `/errands/${id}`,
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
      table: 'errands',
      label: type.label,
      scope: { company: 'd.company_id' },
      amount: null,
      due: null,
      title: { en: "'Errand'", th: "'งาน'" },
      path: '/requests/',
      paths: { destruction: '/wastes/' },
      steps: [{ key: 'approveErrand', action: 'approve', status: 'pending' }],
    },
  });
  forget = registerFamilies([family]);
  await sql`create table errands (
    id uuid primary key default new_id(), company_id uuid not null, document_no text, kind text not null,
    status text not null default 'pending', created_by uuid, created_at timestamptz not null default now(),
    author_ids uuid[] not null default '{}')`.execute(test.app.db);
  await sql`insert into errands (company_id, document_no, kind) values
    (${test.companyId}, 'ER1', 'request'), (${test.companyId}, 'ER2', 'waste')`.execute(
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
  expect(await waitingFor(purchaser, ...on('purchase-requests'))).toEqual([['ER1', 'requests']]);
  expect(await waitingFor(keeper, ...on('destruction'))).toEqual([['ER2', 'wastes']]);
  expect(await waitingFor(keeper, ...on('purchase-requests'), ...on('destruction'))).toEqual([
    ['ER1', 'requests'],
    ['ER2', 'wastes'],
  ]);
  expect(await waitingFor(keeper, 'destruction:view', 'purchase-requests:approve')).toEqual([]);
});
