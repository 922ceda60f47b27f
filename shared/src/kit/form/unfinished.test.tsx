import { screen, waitFor } from '@testing-library/react';
import { DRAFT_FORMS } from '../../contract/draftForms.ts';
import { contract } from '../../contract/index.ts';
import { dropAllDrafts } from '../../runtime/index.ts';
import { fakeServer, type RenderPageOptions, renderPage } from '../../testing/index.ts';
import { FormPage, ListPage } from '../index.ts';
import { requestDoc, requests, texts, uuid, WAREHOUSE } from '../testing/requests.ts';
import { issuesOf } from './bodyRules.ts';

const PATH = '/purchase-management/purchase-requests';
const CREATE = 'purchaseRequests.create';
const DRAFT = uuid(900);
const COMPLETE = {
  warehouseId: WAREHOUSE.id,
  purpose: 'stock',
  neededBy: '2026-12-01',
  items: [{ partId: uuid(700), unitId: uuid(600), quantity: 2, estimatedPrice: '3750.0000' }],
};
const kept = (values: Readonly<Record<string, unknown>>, version = 1) =>
  ({
    id: DRAFT,
    version,
    form: CREATE,
    path: `${PATH}/create`,
    updatedAt: '2026-11-20T03:00:00.000Z',
    values,
  }) as const;

const show = (route: string, options: Partial<RenderPageOptions> = {}, initial: object = {}) =>
  renderPage(
    <FormPage
      resource={requests}
      mode="create"
      initialValues={{ items: [{}], ...initial }}
      alternatives={[{ key: 'draft', body: { isDraft: true } }]}
    />,
    { route, as: 'technician', texts: { 'kit-test': texts }, ...options },
  );
const saveDraft = () => screen.getByRole('button', { name: 'Save as draft' });

afterEach(() => dropAllDrafts());

test.each(DRAFT_FORMS)('%s asks for something that an almost empty draft has not', (form) => {
  const { body } = contract[form];
  expect(body && issuesOf(body, { items: [{}] })).toEqual(
    expect.arrayContaining([expect.objectContaining({ code: 'REQUIRED' })]),
  );
});

test('an almost empty form is kept as it was typed, and no document is made of it', async () => {
  const { user, server } = await show(`${PATH}/create?copy=x`);
  server.answer('formDrafts.create', { data: { id: DRAFT, version: 1 } });
  await user.type(screen.getByRole('textbox', { name: 'Remark' }), 'For the line');
  await user.click(saveDraft());
  await waitFor(() => expect(server.requests('formDrafts.create')).toHaveLength(1));
  expect(server.requests('formDrafts.create')[0]?.body).toEqual({
    form: CREATE,
    path: `${PATH}/create?copy=x`,
    values: { items: [{}], remark: 'For the line' },
  });
  expect(server.requests(CREATE)).toHaveLength(0);
});

test('a complete form that is saved as a draft is a document', async () => {
  const { user, server } = await show(`${PATH}/create`, {}, COMPLETE);
  server.answer(CREATE, { data: requestDoc(4) });
  await user.click(saveDraft());
  await waitFor(() => expect(server.requests(CREATE)[0]?.body).toMatchObject({ isDraft: true }));
  expect(server.requests('formDrafts.create')).toHaveLength(0);
});

test('it opens as it was left, is kept again, and is refused until it is complete', async () => {
  const server = fakeServer();
  server.answer('formDrafts.get', kept({ ...COMPLETE, warehouseId: null, remark: 'Half' }, 3));
  server.answer('formDrafts.update', { data: { id: DRAFT, version: 4 } });
  const { user } = await show(`${PATH}/create?draft=${DRAFT}`, { server });
  const remark = await screen.findByRole('textbox', { name: 'Remark' });
  expect(remark).toHaveValue('Half');

  await user.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Warehouse' })).toHaveFocus());
  expect(server.requests(CREATE)).toHaveLength(0);

  await user.type(remark, ' done');
  await user.click(saveDraft());
  await waitFor(() =>
    expect(server.requests('formDrafts.update')[0]?.body).toMatchObject({
      version: 3,
      values: { remark: 'Half done', warehouseId: null },
    }),
  );
});

test('complete, it is sent once under its own key and forgotten', async () => {
  const server = fakeServer();
  server.answer('formDrafts.get', kept(COMPLETE));
  server.answer('formDrafts.delete', { data: {} });
  server.answer(CREATE, { data: requestDoc(4) });
  const { user, address } = await show(`${PATH}/create?draft=${DRAFT}`, { server });
  await user.click(await screen.findByRole('button', { name: 'Create' }));
  await waitFor(() => expect(address()).toBe(`${PATH}/${uuid(4)}`));
  expect(server.requests(CREATE)[0]?.headers['Idempotency-Key']).toBe(DRAFT);
  expect(server.requests('formDrafts.delete')[0]?.params).toEqual({ id: DRAFT });
});

test('the list shows one’s unfinished forms of its family, to go on with or to delete', async () => {
  const server = fakeServer();
  const { values: _typed, ...row } = kept({});
  server.answer('purchaseRequests.list', { data: [], meta: { totalItems: 0 } });
  server.answer('formDrafts.list', {
    drafts: [row, { ...row, id: uuid(901), form: 'contracts.create' }],
  });
  server.answer('formDrafts.delete', { data: {} });
  const { user } = await renderPage(<ListPage resource={requests} />, {
    route: `${PATH}/default`,
    as: 'technician',
    texts: { 'kit-test': texts },
    server,
  });
  const strip = await screen.findByText('You have a draft that is not complete yet.');
  expect(strip).toBeVisible();
  const link = screen.getByRole('link', { name: /^Draft of/ });
  expect(link).toHaveAttribute('href', `${PATH}/create?draft=${DRAFT}`);
  await user.click(screen.getByRole('button', { name: /^Delete the draft/ }));
  await waitFor(() => expect(server.requests('formDrafts.delete')).toHaveLength(1));
});
