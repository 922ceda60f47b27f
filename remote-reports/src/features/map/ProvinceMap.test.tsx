import { renderPage } from '@boxyard/shared/testing';
import { screen, within } from '@testing-library/react';
import { ProvinceMap } from './ProvinceMap.tsx';

const open = () =>
  renderPage(
    <ProvinceMap
      title="Customers by province"
      kind="map"
      unit="quantity"
      series={['Customers']}
      points={[
        { label: 'Bangkok', key: '10', values: ['6'] },
        { label: '–', values: ['3'] },
        { label: 'Chiang Mai', key: '50', values: ['1'] },
      ]}
      linkOf={(at) => (at === 1 ? null : { search: `province=${at}` })}
    />,
    { route: '/report-management/customer-report' },
  );

test('each province is reached by keyboard with its name, figure and share, and leads to its rows', async () => {
  const { user, address } = await open();
  const map = screen.getByRole('group', { name: 'Customers by province' });
  expect(map.querySelectorAll('path')).toHaveLength(77);
  await user.tab();
  const bangkok = within(map).getByRole('link', { name: 'Bangkok: 6 (60.0%)' });
  expect(bangkok).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  // Customers without a province have no place on the map.
  expect(within(map).getByRole('link', { name: 'Chiang Mai: 1 (10.0%)' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(bangkok).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(address()).toBe('/report-management/customer-report?province=0');
});

test('the figures stand beside it as text, and so does its author', async () => {
  await open();
  // The other list is that of notices.
  const [list] = screen.getAllByRole('list');
  const rows = within(list as HTMLElement).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Bangkok6', '–3', 'Chiang Mai1']);
  expect(screen.getByText(/CC BY 4\.0/)).toBeInTheDocument();
});
