import { screen } from '@testing-library/react';
import {
  completeContract,
  completeLater,
  findEndpoint,
  forgetContractFailure,
} from '../../client/call.ts';
import type { ListDef, ListQuery } from '../../contract/list.ts';
import { forgetWithParts } from '../../runtime/retryingLazy.tsx';
import { fakeServer, renderPage } from '../../testing/index.ts';
import { FilterBar } from './FilterBar.tsx';
import { FilterChips } from './FilterChips.tsx';

/** A filter whose look-up comes with the rest of the contract. */
const def = {
  filters: {
    isActive: { kind: 'flag' },
    thingId: { kind: 'id', lookup: 'things.all' },
  },
  sorts: [],
} as unknown as ListDef;

const bar = (query: ListQuery) => ({
  resource: { machine: undefined, filters: undefined } as never,
  def,
  query,
  text: (key: string | readonly string[]) => (String(key).includes('thingId') ? 'Thing' : 'Status'),
  onChange: () => undefined,
  without: new Set<string>(),
});

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());
beforeAll(() => forgetWithParts(forgetContractFailure));

test('a look-up that does not come fails alone, and is tried again', async () => {
  let comes = false;
  completeLater(async () => {
    if (!comes) throw new Error('Loading chunk failed');
    const companies = findEndpoint('companies.all');
    completeContract({ 'things.all': { ...companies, path: '/things/all' } as never });
  });
  const server = fakeServer();
  server.answer('companies.all', { data: [], meta: { totalItems: 0, totalPages: 0 } });
  const query = { filters: { thingId: ['0190a000-0000-7000-8000-000000000001'] } };
  const props = bar(query as never) as never as Parameters<typeof FilterBar>[0];
  const { user } = await renderPage(
    <>
      <h1>Orders</h1>
      <FilterBar {...props} />
      <FilterChips {...props} />
    </>,
    { server, route: '/' },
  );
  const failed = await screen.findAllByRole('button', {
    name: 'Thing: This could not be loaded. Try again',
  });
  expect(failed).toHaveLength(2);
  expect(screen.getByRole('heading', { name: 'Orders' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Status' })).toBeEnabled();
  comes = true;
  await user.click(failed[0] as HTMLElement);
  expect(await screen.findByRole('combobox', { name: 'Thing' })).toBeEnabled();
});
