import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, renderPage } from '../../testing/index.ts';
import { defineResource, MasterPage } from '../index.ts';
import { uuid } from '../testing/requests.ts';

const units = defineResource({
  list: 'units.list',
  texts: 'kit-test:units',
  page: 'categories',
  columns: (c) => [c.text('code'), c.text('name'), c.flag('isActive')],
  form: (f) => [f.text('code'), f.text('name'), f.text('nameTh'), f.flag('allowFraction')],
});
const field = { allowFraction: 'Fractions', isVatRegistered: 'VAT' };
const texts = { en: { units: { title: 'Units', one: 'Unit', new: 'New unit', field } }, th: {} };
const unit = {
  id: uuid(1),
  version: 3,
  createdAt: '2026-11-20T03:00:00.000Z',
  updatedAt: '2026-11-20T03:00:00.000Z',
  code: 'box',
  name: 'Box',
  nameTh: null,
  allowFraction: false,
  baseUnit: null,
  factor: 1,
  isActive: true,
};
const page = async (resource = units, route = '/units') => {
  const server = fakeServer();
  server.answer('units.list', { data: [unit] });
  return renderPage(<MasterPage resource={resource} initialValues={{ allowFraction: false }} />, {
    route,
    server,
    texts: { 'kit-test': texts },
  });
};

test('creates in a drawer', async () => {
  const { user, server } = await page();
  server.answer('units.create', { data: unit });
  await user.click(await screen.findByRole('button', { name: 'New unit' }));
  const drawer = await screen.findByRole('dialog');
  await user.type(within(drawer).getByRole('textbox', { name: 'Code' }), 'set');
  await user.type(within(drawer).getByRole('textbox', { name: 'Name' }), 'Set');
  await user.click(within(drawer).getByRole('button', { name: 'Create' }));
  await waitFor(() =>
    expect(server.requests('units.create')[0]?.body).toEqual({
      code: 'set',
      name: 'Set',
      nameTh: null,
      allowFraction: false,
      baseUnitId: null,
    }),
  );
});

test('opens the form by its address, and forgets it with the drawer', async () => {
  const { user, address } = await page(units, '/units?record=new');
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByRole('button', { name: 'Create' })).toBeVisible();
  await user.click(within(drawer).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/units');
});

test('edits the row it was opened from, with its version', async () => {
  const { user, server } = await page();
  server.answer('units.update', { data: unit });
  await user.click(await screen.findByRole('button', { name: 'box' }));
  const drawer = await screen.findByRole('dialog');
  const name = within(drawer).getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Big box');
  await user.click(within(drawer).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requests('units.update')[0]).toMatchObject({
      params: { id: uuid(1) },
      body: { version: 3, name: 'Big box', isActive: true },
    }),
  );
});

test('is called as its resource says', async () => {
  const { user } = await page({ ...units, nameOf: ({ code, name }) => `${name} (${code})` });
  await user.click(await screen.findByRole('button', { name: 'box' }));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('Box (box)')).toBeInTheDocument();
  await user.click(within(drawer).getByRole('button', { name: 'Delete' }));
  const question = screen.getByRole('alertdialog', { name: 'Delete Box (box)?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
});

test('what is in use is explained, and can be deactivated instead', async () => {
  const { user, server } = await page();
  server.fail('units.delete', {
    statusCode: 409,
    code: 'IN_USE',
    message: 'This is still in use.',
    details: { references: [{ family: 'parts', count: 12 }] },
  });
  server.answer('units.update', { data: { ...unit, isActive: false } });
  await user.click(await screen.findByRole('button', { name: 'box' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(
    within(screen.getByRole('alertdialog', { name: 'Delete box?' })).getByRole('button', {
      name: 'Delete',
    }),
  );
  expect(await screen.findByText(/· 12$/)).toBeInTheDocument();
  const [explanation] = screen.getAllByRole('dialog').slice(-1);
  await user.click(within(explanation as HTMLElement).getByRole('button', { name: 'Deactivate' }));
  await waitFor(() =>
    expect(server.requests('units.update')[0]?.body).toMatchObject({ version: 3, isActive: false }),
  );
});

test('a record that the address names is open, and leaves the address when it is closed', async () => {
  const supplier = { id: uuid(7), version: 1, code: 'S-7', name: 'Seven', allowedActions: [] };
  const server = fakeServer();
  server.answer('suppliers.list', { data: [] });
  server.answer('suppliers.get', supplier as never);
  const suppliers = defineResource({
    list: 'suppliers.list',
    texts: 'kit-test:units',
    page: 'suppliers',
    columns: (c) => [c.text('code')],
    form: (f) => [f.text('name')],
  });
  const { user, address } = await renderPage(<MasterPage resource={suppliers} />, {
    route: `/suppliers?search=se&record=${uuid(7)}`,
    server,
    texts: { 'kit-test': texts },
  });
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByDisplayValue('Seven')).toBeInTheDocument();
  await user.click(within(drawer).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(address()).toBe('/suppliers?search=se'));
});

test('what a page says under a form may bring the key of its record', async () => {
  const server = fakeServer();
  server.answer('units.list', { data: [unit] });
  const { user } = await renderPage(
    <MasterPage resource={units} drawerExtra={({ id }) => <p key={id}>Its parts</p>} />,
    { route: '/units', server, texts: { 'kit-test': texts } },
  );
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await user.click(await screen.findByRole('button', { name: 'box' }));
  expect(await screen.findByText('Its parts')).toBeInTheDocument();
  expect(complaints).not.toHaveBeenCalled();
  complaints.mockRestore();
});
