import type { Endpoint } from '../contract/index.ts';
import {
  callRow,
  completeContract,
  completeLater,
  endpointOf,
  findEndpoint,
  findOptional,
  forgetContractFailure,
  registerContract,
} from './call.ts';
import { configureClient } from './ports.ts';

const row = (path: string): Endpoint =>
  ({ kind: 'one', method: 'GET', path, access: { kind: 'signedIn' }, data: {} }) as never;

/** What a component throws that is not ready: React waits for it. */
const thrownBy = (ask: () => unknown): unknown => {
  try {
    ask();
  } catch (thrown) {
    return thrown;
  }
  return undefined;
};

beforeAll(() => {
  configureClient({
    getToken: () => null,
    language: () => 'en',
    notify: () => undefined,
    startLoading: () => undefined,
    stopLoading: () => undefined,
    onUnauthorized: () => undefined,
    onForbidden: () => undefined,
  });
});

test('a row that nobody has registered brings the whole table, once', async () => {
  const load = jest.fn(async () => completeContract({ 'late.one': row('/late') }));
  registerContract({ 'early.one': row('/early') });
  completeLater(load);
  expect(endpointOf('early.one')).toMatchObject({ path: '/early' });
  expect(load).not.toHaveBeenCalled();

  const thrown = thrownBy(() => endpointOf('late.one'));
  expect(thrown).toBeInstanceOf(Promise);
  expect(thrownBy(() => findEndpoint('late.none'))).toBe(thrown);
  await thrown;
  expect(endpointOf('late.one')).toMatchObject({ path: '/late' });
  // What is not in the whole table is nowhere.
  expect(findEndpoint('late.none')).toBeUndefined();
  expect(() => endpointOf('late.none')).toThrow('no call "late.none"');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a call that a family lacks is not looked for in the whole table once its area is here', () => {
  const load = jest.fn(async () => undefined);
  completeLater(load);
  registerContract({ 'papers.get': row('/papers/:id') });
  expect(findOptional('papers.export')).toBeUndefined();
  expect(load).not.toHaveBeenCalled();
  expect(thrownBy(() => findOptional('letters.export'))).toBeInstanceOf(Promise);
});

test('a call that is being sent waits for its row by itself', async () => {
  completeLater(async () => completeContract({ 'sent.late': row('/sent/:id') }));
  // The row is there by then: what is missing is what the address needs.
  await expect(callRow('sent.late')).rejects.toThrow('"/sent/:id" needs "id"');
});

test('a table that did not come is asked for again only when the failure is forgotten', async () => {
  const load = jest.fn(async () => {
    throw new Error('no network');
  });
  completeLater(load);
  await expect(thrownBy(() => endpointOf('lost.one'))).rejects.toThrow('no network');
  expect(() => endpointOf('lost.one')).toThrow('no network');
  expect(load).toHaveBeenCalledTimes(1);
  forgetContractFailure();
  load.mockImplementation(async () => completeContract({ 'lost.one': row('/found') }) as never);
  await thrownBy(() => endpointOf('lost.one'));
  expect(endpointOf('lost.one')).toMatchObject({ path: '/found' });
});
