import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeServer, renderPage } from '../../testing/index.ts';
import { ListPage } from '../index.ts';
import { requestDoc, requestRow, requests, texts, uuid } from '../testing/requests.ts';

const ROUTE = '/purchase-management/purchase-requests/default';
const LIST = 'purchaseRequests.list';

const page = (
  route = ROUTE,
  { as = 'purchasing-manager', ...options }: { as?: string; bulk?: (object | string)[] } = {},
) => {
  const server = fakeServer();
  server.answer(LIST, {
    data: [requestRow(1), requestRow(2), requestRow(3)],
    meta: { totalItems: 212, totalPages: 22, counts: { pending: 4, approved: 9, expired: 0 } },
  });
  return renderPage(<ListPage resource={requests} {...(options as object)} />, {
    route,
    server,
    as,
    texts: { 'kit-test': texts },
  });
};

describe('a list', () => {
  test('shows rows, total, and a tab with its count for each status that occurs', async () => {
    await page();
    expect(await screen.findByRole('link', { name: 'PR2611-0001' })).toBeVisible();
    expect(screen.getByText('Total is 212 items.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pending 4' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Expired/ })).toBeNull();
    expect(screen.getAllByText('24 Nov 2026')[0]).toBeVisible();
    expect(screen.getAllByText('48,150.00')[0]).toBeVisible();
  });

  test('begins with what still goes on; All stays chosen, a search goes through everything', async () => {
    const { user, server, address } = await page();
    server.answer(LIST, {
      data: [requestRow(1)],
      meta: { totalItems: 14, totalPages: 2, counts: { pending: 4, approved: 9, cancelled: 1 } },
    });
    await screen.findByRole('link', { name: 'PR2611-0001' });
    const asked = () => server.requests(LIST).at(-1)?.query ?? {};
    expect(asked().status).toContain('pending');
    expect(asked().status).not.toContain('cancelled');
    await user.click(screen.getByRole('button', { name: 'Needed' }));
    expect(address()).toBe(`${ROUTE}?sort=neededBy`);
    const active = await screen.findByRole('button', { name: 'Active 13' });
    expect(within(active.parentElement as HTMLElement).getAllByRole('button')[0]).toBe(active);
    expect(active).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'All 14' }));
    expect(address()).toBe(`${ROUTE}?sort=neededBy&show=all`);
    expect(asked().status).toBeUndefined();
    await user.click(active);
    expect(address()).toContain('status=');
    await user.click(screen.getByRole('button', { name: 'All 14' }));
    await user.type(screen.getByRole('searchbox'), 'bolt');
    await waitFor(() => expect(asked()).toMatchObject({ search: 'bolt' }));
    expect(asked().status).toBeUndefined();
  });

  test('a list is busy from the first letter until it shows what was searched for', async () => {
    const server = fakeServer();
    server.answer(LIST, { data: [], meta: { totalItems: 0, totalPages: 0 } });
    await renderPage(<ListPage resource={requests} />, {
      route: ROUTE,
      server,
      as: 'purchasing-manager',
      texts: { 'kit-test': texts },
    });
    const list = (await screen.findByRole('table')).parentElement;
    await waitFor(() => expect(list).toHaveAttribute('aria-busy', 'false'));
    // In one moment: the pause before the search is not over when the list is looked at.
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'b' } });
    expect(list).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(list).toHaveAttribute('aria-busy', 'false'));
    expect(server.requests(LIST).at(-1)?.query).toMatchObject({ search: 'b' });
    // Nothing that would push the rows down came with it.
    expect(screen.queryByRole('button', { name: /^Remove filter/ })).not.toBeInTheDocument();
    fireEvent.click(screen.getByRole('img', { name: 'Clear the search' }));
    expect(list).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(list).toHaveAttribute('aria-busy', 'false'));
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  test('a list that begins with what goes on says so when there is none, and leads to the others', async () => {
    const server = fakeServer();
    server.answer(LIST, { data: [], meta: { totalItems: 0, totalPages: 0, counts: { done: 3 } } });
    const { user, address } = await renderPage(<ListPage resource={requests} />, {
      route: ROUTE,
      server,
      as: 'purchasing-manager',
      texts: { 'kit-test': texts },
    });
    await user.click(await screen.findByRole('button', { name: 'Show all' }));
    expect(address()).toBe(`${ROUTE}?show=all`);
  });

  test('a condition is added with its operator, shown in words, and dropped', async () => {
    const { user, server, address } = await page(`${ROUTE}?status=pending`);
    await screen.findByRole('link', { name: 'PR2611-0001' });
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    const editor = within(await screen.findByRole('group', { name: 'Condition' }));
    const pick = async (name: string, option: string) => {
      await user.click(editor.getByRole('combobox', { name }));
      const [shown] = (await screen.findAllByTitle(option)).slice(-1);
      await user.click(shown as HTMLElement);
    };
    await pick('Field', 'Est. total');
    await pick('Comparison', 'more than');
    await user.click(editor.getByRole('textbox', { name: 'Value' }));
    await user.paste('1000');
    await user.click(editor.getByRole('button', { name: 'Add condition' }));
    expect(address()).toBe(`${ROUTE}?status=pending&estimatedTotal.greater=1000.00`);
    await waitFor(() =>
      expect(server.requests(LIST).at(-1)?.query).toEqual({
        status: 'pending',
        'estimatedTotal.greater': '1000.00',
      }),
    );
    expect(screen.getByText('Est. total more than 1000.00')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove filter Est. total more than' }));
    expect(address()).toBe(`${ROUTE}?status=pending`);
  });

  test('marks what is late while it still goes on', async () => {
    const server = fakeServer();
    server.answer(LIST, {
      data: [
        requestRow(1, { neededBy: '2020-01-01' }),
        requestRow(2, { neededBy: '2020-01-01', status: 'cancelled' }),
        requestRow(3, { neededBy: '2999-01-01' }),
      ],
      meta: { totalItems: 3, totalPages: 1, counts: { pending: 2, cancelled: 1 } },
    });
    await renderPage(<ListPage resource={requests} />, {
      route: `${ROUTE}?show=all`,
      server,
      as: 'purchasing-manager',
      texts: { 'kit-test': texts },
    });
    expect(await screen.findAllByText('Late')).toHaveLength(1);
  });

  test('a first visit has as many rows as fit the window, later ones what was chosen', async () => {
    const height = window.innerHeight;
    window.innerHeight = 1400;
    const { server } = await page();
    await screen.findByRole('link', { name: 'PR2611-0001' });
    expect(server.requests(LIST)[0]?.query).toMatchObject({ limit: '20' });
    window.innerHeight = height;
  });

  test('gives its heading the focus', async () => {
    await page();
    expect(screen.getByRole('heading', { name: 'Purchase requests' })).toHaveFocus();
  });

  test('asks the server for what the address says', async () => {
    const { server } = await page(
      `${ROUTE}?status=pending&sort=-neededBy&page=3&limit=20&search=bolt`,
    );
    await screen.findByRole('link', { name: 'PR2611-0001' });
    expect(server.requests(LIST)[0]?.query).toEqual({
      status: 'pending',
      sort: '-neededBy',
      page: '3',
      limit: '20',
      search: 'bolt',
    });
  });

  test('a tab writes the address and goes back to the first page', async () => {
    const { user, address, server } = await page(`${ROUTE}?page=3&show=all`);
    await user.click(await screen.findByRole('button', { name: 'Approved 9' }));
    expect(address()).toBe(`${ROUTE}?status=approved`);
    await waitFor(() =>
      expect(server.requests(LIST).at(-1)?.query).toEqual({ status: 'approved' }),
    );
  });

  test('a heading sorts up, then down, then not at all', async () => {
    const { user, address } = await page();
    const heading = await screen.findByRole('button', { name: 'Needed' });
    await user.click(heading);
    expect(address()).toBe(`${ROUTE}?sort=neededBy`);
    expect(screen.getByRole('columnheader', { name: 'Needed' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await user.click(heading);
    expect(address()).toBe(`${ROUTE}?sort=-neededBy`);
    await user.click(heading);
    expect(address()).toBe(ROUTE);
  });

  test('"/" goes to the search, typing searches after a pause', async () => {
    const { user, address } = await page();
    await screen.findByRole('link', { name: 'PR2611-0001' });
    await user.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    await user.keyboard('bearing');
    await waitFor(() => expect(address()).toBe(`${ROUTE}?search=bearing`));
  });

  test('arrows walk the rows and Enter opens one', async () => {
    const { user, address } = await page();
    await screen.findByRole('link', { name: 'PR2611-0001' });
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: 'PR2611-0001' })).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(screen.getByRole('link', { name: 'PR2611-0002' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(address()).toBe(`/purchase-management/purchase-requests/${uuid(2)}`);
  });

  test('coming back finds the same query and the same row', async () => {
    const { user, address, go } = await page(`${ROUTE}?status=pending`);
    await user.click(await screen.findByRole('link', { name: 'PR2611-0003' }));
    await screen.findByText('elsewhere');
    await go(-1);
    expect(address()).toBe(`${ROUTE}?status=pending`);
    await waitFor(() => expect(screen.getByRole('link', { name: 'PR2611-0003' })).toHaveFocus());
  });

  test('"?" shows the keys', async () => {
    const { user } = await page();
    await screen.findByRole('link', { name: 'PR2611-0001' });
    await user.keyboard('?');
    expect(
      within(await screen.findByRole('dialog')).getByText('Search this list'),
    ).toBeInTheDocument();
  });

  test('the create button is for those who may', async () => {
    await page(ROUTE, { as: 'auditor' });
    await screen.findByRole('link', { name: 'PR2611-0001' });
    expect(screen.queryByRole('link', { name: /New request/ })).toBeNull();
  });

  test('an empty list says so and offers the first step', async () => {
    const server = fakeServer();
    server.answer(LIST, { data: [] });
    await renderPage(<ListPage resource={requests} />, {
      route: ROUTE,
      server,
      as: 'technician',
      texts: { 'kit-test': texts },
    });
    expect(await screen.findByText('Empty Data')).toBeVisible();
    expect(screen.getByText(/Start with the first one/)).toBeVisible();
    expect(screen.getAllByRole('link', { name: /New request/ })).toHaveLength(2);
  });

  test('no match is not emptiness: it offers to clear', async () => {
    const server = fakeServer();
    server.answer(LIST, { data: [] });
    const { user, address } = await renderPage(<ListPage resource={requests} />, {
      route: `${ROUTE}?search=zzz&purpose=job`,
      server,
      texts: { 'kit-test': texts },
    });
    expect(await screen.findByText('Empty Data')).toBeVisible();
    expect(screen.getByText('Purpose: Job')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(address()).toBe(ROUTE);
  });

  test('a failure offers to try again', async () => {
    const server = fakeServer();
    server.fail(LIST, { statusCode: 503, code: 'UNAVAILABLE', message: 'The server is busy.' });
    const { user } = await renderPage(<ListPage resource={requests} />, {
      route: ROUTE,
      server,
      texts: { 'kit-test': texts },
    });
    expect(await screen.findByText('The server is busy.')).toBeVisible();
    server.answer(LIST, { data: [requestRow(7)] });
    await user.click(screen.getByRole('button', { name: /Try again/ }));
    expect(await screen.findByRole('link', { name: 'PR2611-0007' })).toBeVisible();
  });

  test('above ten thousand the total is a lower bound', async () => {
    const server = fakeServer();
    server.answer(LIST, {
      data: [requestRow(1)],
      meta: { totalItems: 10_000, totalIsLowerBound: true },
    });
    await renderPage(<ListPage resource={requests} />, {
      route: ROUTE,
      server,
      texts: { 'kit-test': texts },
    });
    expect(await screen.findByText('Total is 10,000+ items.')).toBeVisible();
  });

  test('tabs count to a thousand, the open one as far as the total', async () => {
    const server = fakeServer();
    server.answer(LIST, {
      data: [requestRow(1)],
      meta: { totalItems: 4214, counts: { pending: 1000, approved: 214, cancelled: 3000 } },
    });
    const { user } = await renderPage(<ListPage resource={requests} />, {
      route: `${ROUTE}?show=all`,
      server,
      texts: { 'kit-test': texts },
    });
    expect(await screen.findByRole('button', { name: 'All 4,214' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pending 1,000+' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Approved 214' })).toBeVisible();
    server.answer(LIST, {
      data: [requestRow(1)],
      meta: { totalItems: 1000, counts: { pending: 1000, approved: 214, cancelled: 1000 } },
    });
    await user.click(screen.getByRole('button', { name: 'Pending 1,000+' }));
    // Its total says that there are no more.
    expect(await screen.findByRole('button', { name: 'Pending 1,000' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'All 2,214+' })).toBeVisible();
  });

  test('of more than ten thousand rows total and sums come when they are asked for', async () => {
    const server = fakeServer();
    server.answer(LIST, ({ query }) => ({
      data: [requestRow(1)],
      meta: query.exact
        ? { totalItems: 85_714, summary: { estimatedTotal: '1234567.00' } }
        : { totalItems: 10_000, totalIsLowerBound: true, totalPages: 1000 },
    }));
    const { user } = await renderPage(
      <ListPage resource={requests} summary={(sums) => <p>{sums.estimatedTotal}</p>} />,
      { route: ROUTE, server, texts: { 'kit-test': texts } },
    );
    expect(await screen.findByText('Total is 10,000+ items.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add up all' }));
    expect(await screen.findByText('Total is 85,714 items.')).toBeVisible();
    expect(screen.getByText('1234567.00')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add up all' })).toBeNull();
    // What is filtered otherwise has other figures.
    await user.type(screen.getByRole('searchbox'), 'bolt');
    expect(await screen.findByText('Total is 10,000+ items.')).toBeVisible();
    expect(screen.queryByText('1234567.00')).toBeNull();
  });

  test('hidden columns come by the chooser and stay in the address', async () => {
    const { user, address } = await page();
    await screen.findByRole('link', { name: 'PR2611-0001' });
    expect(screen.queryByRole('columnheader', { name: 'Purpose' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Table settings' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Purpose' }));
    expect(screen.getByRole('columnheader', { name: 'Purpose' })).toBeVisible();
    expect(address()).toContain('cols=documentNo');
    await user.click(screen.getByRole('button', { name: 'Reset columns' }));
    expect(address()).toBe(ROUTE);
  });

  test('a bulk action of the machine takes verb, weight and reason from it', async () => {
    const { user, server } = await page(ROUTE, { bulk: ['approve', 'reject'] });
    server.answer('purchaseRequests.reject', { data: requestDoc(1) });
    await user.click(await screen.findByRole('checkbox', { name: 'Select PR2611-0001' }));
    await user.click(await screen.findByRole('button', { name: 'Reject' }));
    const question = screen.getByRole('alertdialog');
    await user.type(within(question).getByRole('textbox'), 'Not this year');
    await user.click(within(question).getByRole('button', { name: 'Reject' }));
    await screen.findByText('1 done, 0 not');
    expect(server.requests('purchaseRequests.reject').map(({ body }) => body)).toEqual([
      { version: 1, reason: 'Not this year' },
    ]);
  });

  test('a bulk action reports each row', async () => {
    const { user, server } = await page(ROUTE, {
      bulk: [{ key: 'submit', endpoint: 'purchaseRequests.submit' }],
    });
    server.fail('purchaseRequests.submit', {
      statusCode: 409,
      code: 'INVALID_STATE',
      message: 'This cannot be done now.',
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select PR2611-0001' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select PR2611-0002' }));
    expect(await screen.findByText('2 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Submit' }),
    );
    await screen.findByText('0 done, 2 not');
    const report = screen.getByRole('dialog');
    expect(within(report).getAllByText(/This cannot be done now/)).toHaveLength(2);
    expect(server.requests('purchaseRequests.submit').map(({ body }) => body)).toEqual([
      { version: 1 },
      { version: 1 },
    ]);
  });

  test('reads Thai in Thai: names, Buddhist years, the total', async () => {
    const server = fakeServer();
    server.answer(LIST, { data: [requestRow(1)], meta: { totalItems: 1 } });
    await renderPage(<ListPage resource={requests} />, {
      route: ROUTE,
      server,
      locale: 'th',
      texts: { 'kit-test': texts },
    });
    expect(await screen.findByText('24 พ.ย. 2569')).toBeVisible();
    expect(screen.getByText('คลังกลาง')).toBeVisible();
    expect(screen.getByText('ทั้งหมด 1 รายการ')).toBeVisible();
    expect(screen.getByText('รออนุมัติ')).toBeVisible();
  });
});

describe('on a phone', () => {
  beforeEach(() => {
    const real = window.matchMedia.bind(window);
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => Object.assign(real(query), { matches: true }));
  });
  afterEach(() => jest.restoreAllMocks());

  test('a card shows what is due and the amount, and unfolds the rest', async () => {
    const { user } = await page();
    const link = await screen.findByRole('link', { name: 'PR2611-0001' });
    const card = within(link.closest('li') as HTMLElement);
    const labels = () => card.getAllByRole('term').map(({ textContent }) => textContent);
    expect(labels()).toEqual(['Requested by', 'Needed', 'Est. total']);
    await user.click(card.getByRole('button', { name: 'More' }));
    expect(labels()).toEqual(['Requested by', 'Warehouse', 'Needed', 'Items', 'Est. total']);
  });
});
