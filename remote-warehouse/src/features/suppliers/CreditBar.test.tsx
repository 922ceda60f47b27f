import { renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { CreditBar } from './CreditBar.tsx';

const shown = (used: string, limit: string | null) =>
  renderPage(<CreditBar used={used} limit={limit} />, {
    route: '/warehouse-management/suppliers/default',
    texts: { 'remote-warehouse': { en, th } },
  });

test.each([
  { used: '100.00', limit: '1000.00', filled: 10, alarm: null },
  { used: '800.00', limit: '1000.00', filled: 80, alarm: 'Nearly used' },
  { used: '1000.00', limit: '1000.00', filled: 100, alarm: 'Nearly used' },
  { used: '1000.01', limit: '1000.00', filled: 100, alarm: 'Over the limit' },
  { used: '0.00', limit: '0.00', filled: 0, alarm: null },
])(
  '$used of $limit fills the bar to $filled and says $alarm',
  async ({ used, limit, filled, alarm }) => {
    await shown(used, limit);
    const bar = await screen.findByRole('progressbar');
    expect(bar).toHaveAttribute('value', String(filled));
    for (const word of ['Nearly used', 'Over the limit']) {
      if (word === alarm) expect(screen.getByText(word)).toBeVisible();
      else expect(screen.queryByText(word)).toBeNull();
    }
  },
);

test('without a limit there is nothing to fill', async () => {
  await shown('100.00', null);
  expect(await screen.findByText('100.00', { exact: false })).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
});
