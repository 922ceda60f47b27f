import { act, screen, waitFor, within } from '@testing-library/react';
import { commandStore } from '../../runtime/commands.ts';
import {
  fakeServer,
  type RenderPageOptions,
  renderPage,
  TEST_USER_ID,
} from '../../testing/index.ts';
import { fieldFactory } from '../form/fields.tsx';
import type { DocumentPageProps } from '../index.ts';
import { actionFields, DocumentPage } from '../index.ts';
import { requestDoc, requestRow, requests, texts, uuid } from '../testing/requests.ts';

const PATH = '/purchase-management/purchase-requests';
const GET = 'purchaseRequests.get';

type Props = Partial<DocumentPageProps<'purchaseRequests.list'>>;

const page = (
  doc: ReturnType<typeof requestDoc>,
  { props = {}, ...options }: Partial<RenderPageOptions> & { props?: Props } = {},
) => {
  const server = options.server ?? fakeServer();
  server.answer(GET, doc);
  return renderPage(
    <DocumentPage
      resource={requests}
      facts={(seen) => [{ key: 'warehouse', value: seen.warehouse.name }]}
      sections={[
        {
          key: 'items',
          count: (seen) => seen.items.length,
          render: (seen) => seen.items[0]?.part?.code,
        },
      ]}
      {...props}
    />,
    {
      route: `${PATH}/${doc.id}`,
      as: 'purchasing-manager',
      texts: { 'kit-test': texts },
      ...options,
      server,
    },
  );
};

test('shows number, state, facts, parts, course and history', async () => {
  await page(requestDoc(4));
  expect(await screen.findByRole('heading', { level: 1, name: 'PR2611-0004' })).toBeVisible();
  expect(screen.getAllByText('Pending')[0]).toBeVisible();
  expect(screen.getByText('Central warehouse')).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Items (1)' })).toBeVisible();
  expect(screen.getByText('BRG-6204')).toBeVisible();
  const course = screen.getByRole('list', { name: 'Progress' });
  expect(within(course).getByText('Pending').closest('li')).toHaveAttribute('aria-current', 'step');
  expect(within(screen.getByRole('list', { name: 'History' })).getByText(/Created/)).toBeVisible();
});

test('facts, lines and notes are told in the vocabulary of columns', async () => {
  await page(requestDoc(4, { statusReason: 'Ask again in May', remark: null }), {
    props: {
      facts: (_doc, f) => [
        f.ref('warehouse', { show: 'name' }),
        f.date('neededBy'),
        f.text('remark', { known: true }),
      ],
      banner: (_doc, n) => [false, n.reason, n.info('empty')],
      sections: (s) => [
        s.lines('items', {
          rows: (doc) => doc.items,
          columns: (c) => [c.custom('part', { render: ({ part }) => part?.code }), false],
        }),
        s.lines('estimates', { rows: () => [], columns: () => [], onlyFilled: true }),
        s.facts('general', (f) => [f.money('estimatedTotal')]),
      ],
    },
  });
  expect(await screen.findByText('Central warehouse')).toBeVisible();
  expect(screen.queryByText('Remark')).toBeNull();
  const notes = screen.getAllByRole('alert').map(({ textContent }) => textContent);
  expect(notes).toEqual(['Reason givenAsk again in May']);
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Items (1)', 'General']),
  );
  expect(screen.queryByRole('tab', { name: /Estimates/ })).toBeNull();
  expect(screen.getByText('BRG-6204')).toBeVisible();
});

test('offers exactly what the server allows, the primary action last', async () => {
  await page(requestDoc(4, { allowedActions: ['approve', 'reject'] }));
  await screen.findByRole('button', { name: 'Approve request' });
  expect(screen.getByRole('button', { name: 'Reject request' })).not.toHaveAttribute(
    'aria-disabled',
  );
  const buttons = screen.getAllByRole('button').map((button) => button.textContent);
  expect(buttons.indexOf('Approve request')).toBeGreaterThan(buttons.indexOf('Reject request'));
});

test('a way on that this state does not have leaves the emphasis to the action', async () => {
  const order = { key: 'createOrder', primary: true, to: () => '/' };
  const doc = requestDoc(4, { allowedActions: ['approve'] });
  await page(doc, { props: { links: [{ ...order, show: () => false }] } });
  const approve = await screen.findByRole('button', { name: 'Approve request' });
  expect(approve).toHaveClass('ant-btn-primary');
});

test('a barred action takes the focus and says why', async () => {
  const own = requestDoc(4, {
    createdBy: { id: TEST_USER_ID, name: 'Somchai' },
    allowedActions: ['cancel'],
  });
  const { user, server } = await page(own);
  const approve = await screen.findByRole('button', { name: 'Approve request' });
  expect(approve).toHaveAttribute('aria-disabled', 'true');
  expect(approve).not.toBeDisabled();
  await user.hover(approve);
  expect(await screen.findByText(/Nobody decides on what they made/)).toBeInTheDocument();
  await user.click(approve);
  expect(server.requests('purchaseRequests.approve')).toHaveLength(0);
});

test('what is decided leads on to the documents that came of it and still go on', async () => {
  const order = (number: number, status: string) => ({
    type: 'purchaseOrder',
    id: uuid(number),
    documentNo: `PO2611-000${number}`,
    status,
  });
  const related = [order(3, 'approved'), order(5, 'cancelled'), order(6, 'approved')];
  await page(requestDoc(4, { status: 'booking', related }), {
    props: { related: { purchaseOrder: 'purchase-order-detail' } },
  });
  const heading = await screen.findByRole('heading', { name: 'Continues in' });
  const links = within(heading.parentElement as HTMLElement).getAllByRole('link');
  // The third was there before the request, and the fifth is over.
  expect(links.map(({ textContent }) => textContent)).toEqual(['PO2611-0006']);
});

test('what waits for a decision leads on to nothing yet', async () => {
  const order = { type: 'purchaseOrder', id: uuid(6), documentNo: 'PO2611-0006', status: 'draft' };
  await page(requestDoc(4, { related: [order] }));
  await screen.findByRole('button', { name: 'Approve request' });
  expect(screen.queryByRole('heading', { name: 'Continues in' })).toBeNull();
});

describe('on a phone', () => {
  beforeEach(() => {
    const real = window.matchMedia.bind(window);
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => Object.assign(real(query), { matches: true }));
  });
  afterEach(() => jest.restoreAllMocks());

  test('what destroys waits in the menu, though nothing else can be done', async () => {
    const { user } = await page(requestDoc(4, { allowedActions: ['reject'] }));
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    const reject = await screen.findByRole('menuitem', { name: 'Reject request' });
    // The menu unfolds.
    await waitFor(() => expect(reject).toBeVisible());
    expect(screen.queryByRole('button', { name: 'Reject request' })).toBeNull();
  });

  test('what is barred is never the one button', async () => {
    const own = requestDoc(4, {
      createdBy: { id: TEST_USER_ID, name: 'Somchai' },
      allowedActions: ['cancel'],
    });
    const { user } = await page(own);
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    const barred = await screen.findByRole('menuitem', { name: /^Approve request · / });
    expect(barred).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByRole('button', { name: 'Approve request' })).toBeNull();
  });
});

test('a plain action is one call with the version, and the new state is shown', async () => {
  const { user, server } = await page(requestDoc(4, { version: 7 }));
  const approved = requestDoc(4, { version: 8, status: 'approved', allowedActions: [] });
  server.answer('purchaseRequests.approve', { data: approved });
  const button = await screen.findByRole('button', { name: 'Approve request' });
  server.answer(GET, approved);
  await user.click(button);
  await waitFor(() =>
    expect(server.requests('purchaseRequests.approve')[0]?.body).toEqual({ version: 7 }),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve request' })).toBeNull());
});

test.each([
  ['approved', 'Approved'],
  ['pending', 'Endorsed, waits for a higher approver'],
])('an approval that leaves the request %s says “%s”', async (status, said) => {
  const { user, server } = await page(requestDoc(4, { version: 7 }));
  server.answer('purchaseRequests.approve', { data: requestDoc(4, { version: 8, status }) });
  await user.click(await screen.findByRole('button', { name: 'Approve request' }));
  const notices = screen.getByRole('list', { name: 'notices' });
  expect(await within(notices).findByText(new RegExp(`^${said}`))).toBeInTheDocument();
  expect(within(notices).getAllByRole('listitem')).toHaveLength(1);
});

test('a rejection tells the consequence and wants a reason', async () => {
  const { user, server } = await page(requestDoc(4, { version: 7 }));
  server.answer('purchaseRequests.reject', { data: requestDoc(4, { version: 8 }) });
  await user.click(await screen.findByRole('button', { name: 'Reject request' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/The request ends here/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Reject request' }));
  expect(within(dialog).getByText('Please fill this in.')).toBeInTheDocument();
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Too dear');
  await user.click(within(dialog).getByRole('button', { name: 'Reject request' }));
  await waitFor(() =>
    expect(server.requests('purchaseRequests.reject')[0]?.body).toEqual({
      version: 7,
      reason: 'Too dear',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an action that asks says about what, has the focus on its button, and takes Ctrl+Enter', async () => {
  const { user, server } = await page(requestDoc(4, { version: 7 }), {
    props: { actions: { approve: { asks: true } } },
  });
  server.answer('purchaseRequests.approve', { data: requestDoc(4, { version: 8 }) });
  await user.click(await screen.findByRole('button', { name: 'Approve request' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Central warehouse')).toBeInTheDocument();
  const button = within(dialog).getByRole('button', { name: 'Approve request' });
  await waitFor(() => expect(button).toHaveFocus());
  expect(server.requests('purchaseRequests.approve')).toHaveLength(0);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.requests('purchaseRequests.approve')).toHaveLength(1);
});

test('the button has the focus as well where nothing has to be filled in', async () => {
  const optional = fieldFactory<{ remark?: string | null }>();
  const { user } = await page(requestDoc(4), {
    props: { actions: { approve: { fields: [optional.longText('remark', { span: 6 })] } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Approve request' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('textbox', { name: 'Remark' })).toBeVisible();
  const button = within(dialog).getByRole('button', { name: 'Approve request' });
  await waitFor(() => expect(button).toHaveFocus());
});

test('the palette offers what can be done now, until the page is left', async () => {
  const { server, go } = await page(requestDoc(4));
  server.answer('purchaseRequests.approve', { data: requestDoc(4, { version: 8 }) });
  await screen.findByRole('button', { name: 'Approve request' });
  const offered = () => commandStore.getState().commands;
  expect(offered().map(({ title }) => title.en)).toContain('Approve request');
  // Named by the document: two of one page offer the same actions.
  const { id: of } = requestDoc(4);
  act(() =>
    offered()
      .find(({ id }) => id === `document:purchaseRequests:${of}:reject`)
      ?.run(),
  );
  expect(await screen.findByRole('dialog', { name: /Reject request/ })).toBeVisible();
  await go('/');
  await waitFor(() => expect(offered()).toEqual([]));
});

test('what the business has against it stays in the dialog, with its amounts', async () => {
  const { user, server } = await page(requestDoc(4), {
    props: { actions: { approve: { asks: true } } },
  });
  server.fail('purchaseRequests.approve', {
    statusCode: 409,
    code: 'CREDIT_LIMIT',
    message: '฿966,106.00 used of ฿800,000.00.',
  });
  await user.click(await screen.findByRole('button', { name: 'Approve request' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Approve request' }));
  expect(await within(dialog).findByText(/966,106.00 used of/)).toBeInTheDocument();
});

test('one key does what the primary button does', async () => {
  const { user } = await page(requestDoc(4), { props: { actions: { approve: { asks: true } } } });
  await screen.findByRole('button', { name: 'Approve request' });
  await user.keyboard('a');
  expect(await screen.findByRole('dialog')).toHaveTextContent('Approve request: PR2611-0004');
});

test('the page may say which step is next; the others give up the emphasis', async () => {
  await page(requestDoc(4, { allowedActions: ['update', 'approve'] }), {
    as: 'system-admin',
    props: { actions: { update: { primary: () => true, onClick: () => undefined } } },
  });
  const edit = await screen.findByRole('button', { name: /^Edit/ });
  expect(edit).toHaveClass('ant-btn-primary');
  expect(screen.getByRole('button', { name: 'Approve request' })).not.toHaveClass(
    'ant-btn-primary',
  );
});

test('an action has fields of its own, with the rules of its call', async () => {
  const expired = requestDoc(4, { status: 'expired', allowedActions: ['renew'] });
  const { user, server } = await page(expired, {
    as: 'system-admin',
    props: {
      actions: {
        renew: { fields: actionFields('purchaseRequests.renew', (f) => [f.date('validUntil')]) },
      },
    },
  });
  server.answer('purchaseRequests.renew', { data: requestDoc(4) });
  await user.click(await screen.findByRole('button', { name: 'Renew request' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox', { name: 'Valid until' }), '31/12/2569');
  await user.click(within(dialog).getByRole('button', { name: 'Renew request' }));
  await waitFor(() =>
    expect(server.requests('purchaseRequests.renew')[0]?.body).toEqual({
      version: 1,
      validUntil: '2026-12-31',
    }),
  );
});

test('above one’s limit it is an endorsement, and says so', async () => {
  const { user } = await page(requestDoc(4), { approvalLimit: '100.00' });
  await user.click(await screen.findByRole('button', { name: 'Endorse' }));
  expect(await screen.findByText(/recorded as an endorsement/)).toBeInTheDocument();
});

test('when somebody was faster it shows what they changed', async () => {
  const { user, server } = await page(requestDoc(4));
  await screen.findByRole('button', { name: 'Approve request' });
  server.fail('purchaseRequests.approve', {
    statusCode: 409,
    code: 'VERSION_CONFLICT',
    message: '…',
  });
  const endorsement = { by: { id: uuid(7), name: 'Anan' }, at: '2026-11-20T03:00:00.000Z' };
  server.answer(
    GET,
    requestDoc(4, {
      version: 2,
      remark: 'urgent',
      status: 'approved',
      endorsements: [endorsement as never],
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Approve request' }));
  expect(await screen.findByText('Somebody else has changed this')).toBeInTheDocument();
  const row = screen.getByRole('row', { name: /Remark/ });
  expect(within(row).getByText('urgent')).toBeInTheDocument();
  const status = screen.getByRole('row', { name: /Status/ });
  expect(within(status).getByText('Approved')).toBeInTheDocument();
  expect(screen.queryByText(/endorsements/)).toBeNull();
});

test('walks the list it was opened from', async () => {
  const server = fakeServer();
  server.answer('purchaseRequests.list', {
    data: [requestRow(3), requestRow(4), requestRow(5)],
    meta: { totalItems: 9 },
  });
  const { user, address } = await page(requestDoc(4), {
    server,
    state: { fromList: { search: 'status=pending', position: 1, total: 9 } },
  });
  expect(await screen.findByText('2 of 9')).toBeVisible();
  expect(server.requests('purchaseRequests.list')[0]?.query).toEqual({ status: 'pending' });
  expect(screen.getByRole('link', { name: 'Purchase requests' })).toHaveAttribute(
    'href',
    `${PATH}/default?status=pending`,
  );
  await user.click(screen.getByRole('button', { name: 'Next record' }));
  expect(address()).toBe(`${PATH}/${uuid(5)}`);
});

test('what does not exist says so and keeps the way back', async () => {
  const server = fakeServer();
  server.fail(GET, { statusCode: 404, code: 'NOT_FOUND', message: 'Gone' });
  await renderPage(<DocumentPage resource={requests} facts={() => []} sections={[]} />, {
    route: `${PATH}/${uuid(9)}`,
    server,
    texts: { 'kit-test': texts },
  });
  expect(await screen.findByText('Not found')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Purchase requests' })).toBeVisible();
});
