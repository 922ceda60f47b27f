import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeServer, renderPage } from '../../testing/index.ts';
import { RecordSelect } from './RecordSelect.tsx';

const company = (n: number, name: string) => ({
  id: `0190a000-0000-7000-8000-00000000000${n}`,
  code: `BX${n}`,
  name,
  nameTh: null,
});
const CENTRAL = company(1, 'Central Company');
const EAST = company(2, 'Eastern Company');

/** What shows of the list, without what it holds for screen readers. */
const shown = () =>
  [...document.querySelectorAll('.ant-select-item-option-content')].map((one) => one.textContent);

/** The list of both companies, open; a search answers `found`. */
async function openList(found: readonly (typeof EAST)[]) {
  const server = fakeServer();
  server.answer('companies.all', ({ query }) => ({
    data: query.search === undefined ? [CENTRAL, EAST] : found,
    meta: { totalItems: 2, totalPages: 1 },
  }));
  const { user } = await renderPage(
    <RecordSelect lookup="companies.all" aria-label="Company" onChange={() => undefined} />,
    { server, route: '/' },
  );
  const box = screen.getByRole('combobox', { name: 'Company' });
  await user.click(box);
  await waitFor(() => expect(shown()).toEqual(['BX1Central Company', 'BX2Eastern Company']));
  return { user, box, server };
}

/** In one moment, so that the pause after which the server is asked is not over in the middle. */
const typeAtOnce = (box: HTMLElement, value: string) =>
  fireEvent.change(box, { target: { value } });

test('the list follows what is typed at once, and does not wait for the server', async () => {
  const { box, server } = await openList([EAST]);
  typeAtOnce(box, 'east');
  expect(shown()).toEqual(['BX2Eastern Company']);
  expect(server.requests('companies.all')).toHaveLength(1);
  await waitFor(() =>
    expect(server.requests('companies.all').at(-1)?.query).toMatchObject({ search: 'east' }),
  );
  expect(shown()).toEqual(['BX2Eastern Company']);
});

test('what the server finds by more than the name comes when it answers', async () => {
  const { box } = await openList([CENTRAL]);
  typeAtOnce(box, '0105561000000');
  expect(shown()).toEqual([]);
  expect(screen.getByText('Searching…')).toBeInTheDocument();
  await waitFor(() => expect(shown()).toEqual(['BX1Central Company']));
});

test('what is chosen gives way to what is looked for: Enter takes the best match', async () => {
  const chosen = jest.fn();
  const server = fakeServer();
  server.answer('companies.all', ({ query }) => ({
    data: query.search === undefined ? [CENTRAL, EAST] : [EAST],
    meta: { totalItems: 2, totalPages: 1 },
  }));
  const { user } = await renderPage(
    <RecordSelect
      lookup="companies.all"
      aria-label="Company"
      value={CENTRAL.id}
      onChange={(next) => chosen(next)}
    />,
    { server, route: '/' },
  );
  const box = screen.getByRole('combobox', { name: 'Company' });
  await user.click(box);
  await waitFor(() => expect(shown()).toHaveLength(2));
  await user.keyboard('eastern');
  expect(shown()).toEqual(['BX2Eastern Company']);
  // The list asks for the key's old number, which user-event leaves out.
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 });
  expect(chosen).toHaveBeenCalledWith(EAST.id);
});

test('an option of a part says what there is and where; once it is chosen, its name is enough', async () => {
  const server = fakeServer();
  const part = (n: number, more: object) => ({ ...company(n, `Fan ${n}`), ...more });
  server.answer('parts.master', {
    data: [
      part(1, { available: 1200, place: 'CENTRAL / A-01' }),
      part(2, { available: 0, place: null }),
      part(3, { available: null, place: null }),
    ],
    meta: { totalItems: 3, totalPages: 1 },
  } as never);
  const { user } = await renderPage(
    <RecordSelect lookup="parts.master" aria-label="Part" value={company(1, '').id} />,
    { server, route: '/' },
  );
  await user.click(screen.getByRole('combobox', { name: 'Part' }));
  await waitFor(() =>
    expect(shown()).toEqual([
      'BX1Fan 11,200 available · CENTRAL / A-01',
      'BX2Fan 20 available',
      'BX3Fan 3Being counted',
    ]),
  );
  expect(
    document.querySelector('.ant-select-selection-item, .ant-select-content'),
  ).toHaveTextContent(/^BX1Fan 1$/);
});

test('without a network the list says so, and not that there is nothing', async () => {
  const { user, box } = await openList([]);
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  await user.type(box, 'zzz');
  expect(await screen.findByText(/^Offline: search again/)).toBeInTheDocument();
  jest.restoreAllMocks();
  act(() => void window.dispatchEvent(new Event('online')));
});
