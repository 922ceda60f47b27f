import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { AgeingTab } from './AgeingTab.tsx';

const ROUTE = '/sales-management/payment-data';

test.each([
  ['en', 'As of', 'Today', '31/10/2026'],
  ['th', 'ณ วันที่', 'วันนี้', '31/10/2569'],
] as const)('the day of an ageing is picked as a date, in %s', async (...given) => {
  const [locale, label, today, typed] = given;
  const server = fakeServer();
  server.answer('receivables.ageing', { data: [], meta: { totalItems: 0 } });
  const { address } = await renderPage(<AgeingTab />, {
    route: ROUTE,
    path: ROUTE,
    as: 'accounting-manager',
    locale,
    server,
    texts: { 'remote-purchase-sales': { en, th } },
  });
  const day = await screen.findByLabelText(label);
  expect(day).toHaveAttribute('placeholder', today);
  fireEvent.change(day, { target: { value: typed } });
  fireEvent.blur(day);
  const asked = () => server.requests('receivables.ageing').map(({ query }) => query.asOf);
  await waitFor(() => expect(asked()).toContain('2026-10-31'));
  expect(asked()[0]).toBeUndefined();
  expect(address()).toContain('asOf=2026-10-31');
});
