import type { CustomFieldProps } from '@boxyard/shared/kit';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import './contracts.resource.tsx';
import { SiteInput } from './SiteInput.tsx';

const ID = '01890000-0000-7000-8000-000000000001';
const at = (text: string) => ({
  line1: text,
  provinceId: 10,
  amphoeId: null,
  districtId: null,
  zipcode: null,
  text: `${text}, Bangkok`,
  textTh: `${text} กรุงเทพมหานคร`,
});

const heard: unknown[] = [];
function Field() {
  const [value, setValue] = useState<unknown>({ contactName: 'คุณวิภา' });
  const props = {
    id: 'installSite',
    value,
    onChange: (next: unknown) => {
      heard.push(next);
      setValue(next);
    },
    onBlur: () => {},
    patch: () => {},
    disabled: false,
    required: false,
    values: { customerId: ID },
    stored: {},
    errors: {},
  } satisfies CustomFieldProps;
  return <SiteInput {...props} />;
}

async function open(as: string) {
  const server = fakeServer();
  server.answer('customers.get', {
    registeredAddress: at('99 Sathon'),
    shippingAddress: null,
    installAddresses: [
      { name: 'Lobby', address: at('1 Silom'), contactName: null, contactPhone: '0899999999' },
    ],
  } as never);
  const texts = { 'remote-purchase-sales': { en, th } };
  return renderPage(<Field />, { route: '/x', as, server, texts });
}

test('a place of the customer fills the address, and the contact that is known there', async () => {
  const { user } = await open('sales-officer');
  await user.click(await screen.findByRole('combobox', { name: 'Take from the customer' }));
  await user.click(await screen.findByText('Lobby · 1 Silom, Bangkok'));
  await waitFor(() =>
    expect(heard.at(-1)).toEqual({
      address: '1 Silom, Bangkok',
      contactName: 'คุณวิภา',
      contactPhone: '0899999999',
      place: {
        line1: '1 Silom',
        provinceId: 10,
        amphoeId: null,
        districtId: null,
        zipcode: null,
      },
    }),
  );
  expect(screen.getByLabelText('Address')).toHaveValue('1 Silom, Bangkok');
});

test('nothing is asked for whoever may not see personal data', async () => {
  const { server } = await open('auditor');
  expect(screen.getByLabelText('Address')).toBeInTheDocument();
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(server.requests('customers.get')).toEqual([]);
});
