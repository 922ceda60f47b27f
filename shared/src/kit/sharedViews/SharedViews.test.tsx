import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, renderPage } from '../../testing/index.ts';
import { SavedViews } from '../list/SavedViews.tsx';

const LIST = 'units.list';
const OWN = '01890000-0000-7000-8000-000000000001';
const THEIRS = '01890000-0000-7000-8000-000000000002';
const LEFT = '01890000-0000-7000-8000-000000000003';
const CLERKS = '01890000-0000-7000-8000-000000000004';
const view = {
  id: OWN,
  version: 3,
  name: 'Mine',
  resource: LIST,
  query: 'search=box',
  isDefault: false,
};

async function open({ mayShare = true } = {}) {
  const server = fakeServer();
  const applied: string[] = [];
  for (const call of ['savedViews.create', 'savedViews.update', 'sharedViews.share'] as const)
    server.answer(call, { data: { id: OWN, version: 4 } } as never);
  server.answer('savedViews.list', { views: [view] } as never);
  server.answer('sharedViews.list', {
    views: [
      {
        id: THEIRS,
        name: 'Mine',
        query: 'search=bag',
        owner: { id: THEIRS, name: 'Anan' },
        isAbandoned: false,
      },
      { id: LEFT, name: 'Old', query: '', owner: { id: LEFT, name: 'Boon' }, isAbandoned: true },
    ],
    sharing: [{ id: OWN, roleIds: [] }],
    mayShare,
    roles: mayShare ? [{ id: CLERKS, labelEn: 'Clerks', labelTh: 'เสมียน' }] : [],
  } as never);
  const page = await renderPage(
    <SavedViews list={LIST} search="search=new" onApply={(query) => applied.push(query)} />,
    { route: '/', as: 'warehouse-manager', server },
  );
  await page.user.click(screen.getByRole('button', { name: /Views/ }));
  await screen.findByText('Shared with me');
  return { ...page, server, applied };
}

test('views of others are used and copied, under a name that is free', async () => {
  const { user, server, applied } = await open();
  expect(screen.queryByRole('button', { name: /Delete view Old/ })).toBeNull();
  expect(screen.getByText('from Boon, whose account is suspended')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy view Mine to my own' }));
  await waitFor(() =>
    expect(server.requests('savedViews.create')).toMatchObject([
      { body: { resource: LIST, name: 'Mine (2)', query: 'search=bag' } },
    ]),
  );
  await user.click(screen.getAllByRole('button', { name: 'Mine' }).at(-1) as HTMLElement);
  expect(applied).toEqual(['search=bag']);
});

test('the owner renames a view, replaces it and shares it with roles', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('button', { name: 'Change or share view Mine' }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Bags');
  await user.click(screen.getByRole('checkbox', { name: 'Replace it by what is shown now' }));
  await user.click(screen.getByRole('combobox', { name: 'Shared with these roles' }));
  await user.click(await screen.findByTitle('Clerks'));
  await user.click(screen.getByRole('button', { name: 'Save view' }));
  await waitFor(() =>
    expect(server.requests('sharedViews.share')).toMatchObject([
      { params: { id: OWN }, body: { version: 4, roleIds: [CLERKS] } },
    ]),
  );
  expect(server.requests('savedViews.update')).toMatchObject([
    { body: { version: 3, name: 'Bags', query: 'search=new' } },
  ]);
});

test('whoever may not export the list shares nothing and takes nothing over', async () => {
  const { user } = await open({ mayShare: false });
  expect(screen.queryByRole('button', { name: /Take over/ })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Change or share view Mine' }));
  const save = await screen.findByRole('button', { name: 'Save view' });
  expect(
    within(save.parentElement?.parentElement as HTMLElement).queryByRole('combobox'),
  ).toBeNull();
});
