import { completeContract } from '@boxyard/shared/client/call.ts';
import { contract } from '@boxyard/shared/contract';
import { startSession } from '@boxyard/shared/runtime/session.ts';
import { fetchPermissionGroups } from './profile.ts';

const sent: { method: string; url: string }[] = [];
let answer: { status: number; body: unknown };

// What the browser offers for requests, as far as the client uses it.
class Request {
  timeout = 0;
  responseType = '';
  status = 0;
  statusText = '';
  response: unknown = null;
  responseText = '';
  responseURL = '';
  readyState = 0;
  withCredentials = false;
  upload = { addEventListener: () => undefined };
  onloadend: (() => void) | null = null;
  onerror: (() => void) | null = null;
  #method = '';
  #url = '';
  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }
  setRequestHeader(): void {}
  getAllResponseHeaders(): string {
    return 'content-type: application/json';
  }
  addEventListener(): void {}
  removeEventListener(): void {}
  abort(): void {}
  send(): void {
    sent.push({ method: this.#method, url: this.#url });
    queueMicrotask(() => {
      this.readyState = 4;
      this.status = answer.status;
      this.responseText = JSON.stringify(answer.body);
      this.response = this.responseText;
      this.onloadend?.();
    });
  }
}

beforeAll(() => {
  completeContract(contract);
  globalThis.XMLHttpRequest = Request as unknown as typeof XMLHttpRequest;
});

beforeEach(() => {
  sent.length = 0;
  answer = { status: 200, body: { data: [] } };
  startSession({ accessToken: 'abc', expiresIn: 60 });
});

test('permission groups are not fetched: the flag is off', async () => {
  await fetchPermissionGroups('abc');
  expect(sent).toEqual([]);
});

test('with the flag on they need a token', async () => {
  await fetchPermissionGroups(null, true);
  expect(sent).toEqual([]);
  await fetchPermissionGroups('abc', true);
  expect(sent).toEqual([{ method: 'GET', url: '/api/v1/permissions/groups' }]);
});

test('a failure of the fetch is logged and goes no further', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  answer = { status: 403, body: { statusCode: 403, code: 'FORBIDDEN', message: 'No' } };
  await expect(fetchPermissionGroups('abc', true)).resolves.toBeUndefined();
  expect(logged).toHaveBeenCalledWith(
    'Permission groups could not be fetched',
    expect.objectContaining({ statusCode: 403 }),
  );
});
