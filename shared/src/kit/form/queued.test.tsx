import { act, cleanup, screen, waitFor } from '@testing-library/react';
import {
  answerQueued,
  dropAllDrafts,
  dropOutbox,
  endSession,
  outboxStore,
  refuseQueued,
} from '../../runtime/index.ts';
import { type RenderPageOptions, renderPage } from '../../testing/index.ts';
import { FormPage } from '../index.ts';
import { requestDoc, requests, texts, uuid, WAREHOUSE } from '../testing/requests.ts';

const PATH = '/purchase-management/purchase-requests';
const CREATE = 'purchaseRequests.create';
const FILLED = {
  warehouseId: WAREHOUSE.id,
  purpose: 'stock',
  neededBy: '2026-12-01',
  items: [{ partId: uuid(700), unitId: uuid(600), quantity: 2, estimatedPrice: '3750.0000' }],
};
const page = (options: Partial<RenderPageOptions> = {}) =>
  renderPage(<FormPage resource={requests} mode="create" initialValues={FILLED} />, {
    route: `${PATH}/create`,
    as: 'technician',
    texts: { 'kit-test': texts },
    ...options,
  });
const create = () => screen.getByRole('button', { name: 'Create' });
const remark = () => screen.getByRole('textbox', { name: 'Remark' });
const network = (isOn: boolean) => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOn);
const calls = () => outboxStore.getState().calls;

afterEach(() => {
  jest.restoreAllMocks();
  dropAllDrafts();
  dropOutbox();
});

/** Sends the form without a network. */
async function sendOffline() {
  const shown = await page();
  network(false);
  await shown.user.type(remark(), 'Yard');
  await shown.user.click(create());
  await waitFor(() => expect(calls()).toHaveLength(1));
  return shown;
}

test('offline it waits in sight, whole, and nothing is sent', async () => {
  const { server } = await sendOffline();
  expect(calls()[0]).toMatchObject({
    endpoint: CREATE,
    title: 'New request',
    path: `${PATH}/create`,
    body: { ...FILLED, remark: 'Yard' },
  });
  expect(server.requests(CREATE)).toHaveLength(0);
  expect(screen.getByText(/sent by itself as soon as you are online/)).toBeVisible();
  expect(remark()).toBeDisabled();
  expect(create()).toBeDisabled();
});

test('taken back, it is edited and sent again under the same key', async () => {
  const { user } = await sendOffline();
  const before = calls()[0]?.id;
  await user.click(screen.getByRole('button', { name: 'Go on editing' }));
  expect(calls()).toHaveLength(0);
  await user.type(remark(), ' 2');
  await user.click(create());
  await waitFor(() => expect(calls()).toHaveLength(1));
  expect(calls()[0]).toMatchObject({ id: before, body: { remark: 'Yard 2' } });
});

test('what the server answered leads on, as if it had been sent now', async () => {
  const { address } = await sendOffline();
  await act(async () => answerQueued(calls()[0]?.id ?? '', { data: requestDoc(4) }));
  await waitFor(() => expect(address()).toBe(`${PATH}/${uuid(4)}`));
  expect(calls()).toHaveLength(0);
});

test('a refusal stands at its field, with what was typed, and the form can be sent again', async () => {
  await sendOffline();
  const refusal = {
    code: 'VALIDATION',
    message: 'Some fields need correcting.',
    errors: [{ field: 'neededBy', code: 'PAST_DATE', message: 'This day is over.' }],
  };
  await act(async () => refuseQueued(calls()[0]?.id ?? '', refusal));
  expect(await screen.findByText('This day is over.')).toBeVisible();
  expect(remark()).toHaveValue('Yard');
  expect(remark()).toBeEnabled();
  expect(calls()).toHaveLength(0);
});

test('a refusal that came meanwhile stands there when the form is opened again', async () => {
  await sendOffline();
  cleanup();
  const refusal = { code: 'CREDIT_LIMIT', message: '966,106 used of 800,000', errors: [] };
  act(() => refuseQueued(calls()[0]?.id ?? '', refusal));
  await page();
  expect(await screen.findByText('966,106 used of 800,000')).toBeVisible();
  expect(remark()).toHaveValue('Yard');
});

test('signing out drops what waits', async () => {
  await sendOffline();
  act(() => endSession({ explicit: true }));
  expect(calls()).toHaveLength(0);
  expect(localStorage.getItem('outbox')).toBeNull();
});
