import type { PartDetail } from '@boxyard/shared/contract';
import { renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { SendOn } from './SendOn.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const part = (onHand: number | null) =>
  ({
    id: ID,
    isRepairable: true,
    isDisassemblable: false,
    stock: { onHand, quarantine: 0 },
  }) as PartDetail;

const offered = async (onHand: number | null, as = 'system-admin') => {
  await renderPage(<SendOn part={part(onHand)} />, {
    route: '/dashboard',
    as,
    texts: { 'remote-warehouse': { en, th } },
  });
  return screen.queryAllByRole('link').map(({ textContent }) => textContent);
};

const OF_STOCK = ['Transfer', 'Claim', 'Repair', 'Destroy'];

test('a part that ran out is still asked for and bought', async () => {
  expect(await offered(0)).toEqual(['Request', 'New purchase request']);
  expect(screen.getByRole('link', { name: 'New purchase request' })).toHaveAttribute(
    'href',
    `/purchase-management/purchase-requests/create?part=${ID}`,
  );
});

test.each([2, null])('with stock, or while it is counted, it is sent on: %s', async (onHand) => {
  expect(await offered(onHand)).toEqual(['Request', 'New purchase request', ...OF_STOCK]);
});

test('each way is for whoever may go it', async () => {
  expect(await offered(0, 'auditor')).toEqual([]);
});
