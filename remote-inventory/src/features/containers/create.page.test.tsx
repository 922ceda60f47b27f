import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page } from './create.page.tsx';

const KNOWN = {
  'VDA2611-0001': [
    { id: '01a1fdb3-fd91-7ffd-b5fc-2c5f21130001', code: 'VDA2611-0001', name: 'Lobby' },
  ],
  // Of a company that this person does not see.
  'VDA2611-0002': [],
} as const;

// What was typed before is a draft, which the next form would begin with.
beforeEach(() => localStorage.clear());

function open(locale: 'en' | 'th' = 'en') {
  const server = fakeServer();
  server.answer('products.exist', ({ body }) => {
    const { serialNumber } = body as { readonly serialNumber: string };
    const matches = KNOWN[serialNumber as keyof typeof KNOWN] as (typeof KNOWN)['VDA2611-0001'];
    return { data: { exists: matches !== undefined, matches: [...(matches ?? [])] } };
  });
  server.answer('productModels.all', { data: [], meta: { totalItems: 0 } });
  server.answer('products.disassembled', { data: [], meta: { totalItems: 0 } });
  server.answer('masterData.subWarehouses', { data: [], meta: { totalItems: 0 } });
  return renderPage(<Page />, {
    route: '/warehouse-inventory/container-warehouse/detail-product/create',
    path: '/warehouse-inventory/container-warehouse/detail-product/create',
    as: 'warehouse-manager',
    locale,
    server,
    texts: { 'remote-inventory': { en, th } },
  });
}

test.each([
  ['en', 'Serial number', 'This serial number is taken.'],
  ['th', 'หมายเลขเครื่อง', 'หมายเลขเครื่องนี้ถูกใช้แล้ว'],
] as const)(
  'says that a serial number is taken when it is left, in %s',
  async (locale, label, said) => {
    const { user, server } = await open(locale);
    const field = await screen.findByRole('textbox', { name: new RegExp(label) });
    await user.type(field, 'vda2611-0001');
    expect(server.requests('products.exist')).toHaveLength(0);
    await user.tab();
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Lobby' })).toBeVisible();
    expect(server.requests('products.exist')[0]?.body).toEqual({ serialNumber: 'VDA2611-0001' });
    // What is typed next is not what was asked about.
    await user.type(field, '9');
    expect(screen.queryByText(said)).toBeNull();
    await user.tab();
    await waitFor(() => expect(server.requests('products.exist')).toHaveLength(2));
    expect(screen.queryByText(said)).toBeNull();
  },
);

test('names nobody whom this person does not see', async () => {
  const { user } = await open();
  await user.type(await screen.findByRole('textbox', { name: /Serial number/ }), 'VDA2611-0002');
  await user.tab();
  expect(await screen.findByText('This serial number is taken.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Lobby' })).toBeNull();
});
