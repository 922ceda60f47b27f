import { send } from './http.ts';
import { configureClient, type Notice } from './ports.ts';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
}
type Answer = { status: number; body?: unknown };

const sent: Sent[] = [];
let answers: (request: Sent) => Answer | Promise<Answer>;

// What the browser offers for requests, as far as axios uses it.
class FakeRequest {
  status = 0;
  statusText = '';
  response: unknown = null;
  responseText = '';
  responseURL = '';
  readyState = 0;
  timeout = 0;
  upload = { addEventListener: () => undefined };
  onloadend: (() => void) | null = null;
  readonly #sent: { method: string; url: string; headers: Record<string, string> } = {
    method: '',
    url: '',
    headers: {},
  };
  open(method: string, url: string): void {
    this.#sent.method = method;
    this.#sent.url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.#sent.headers[name.toLowerCase()] = value;
  }
  getAllResponseHeaders(): string {
    return 'content-type: application/json';
  }
  addEventListener(): void {}
  removeEventListener(): void {}
  abort(): void {}
  async send(): Promise<void> {
    sent.push(this.#sent);
    const { status, body = {} } = await answers(this.#sent);
    this.readyState = 4;
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.response = this.responseText;
    this.onloadend?.();
  }
}

const notices: Notice[] = [];
const onUnauthorized = jest.fn();
const onForbidden = jest.fn();
let token: string | null;

beforeAll(() => {
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
});

beforeEach(() => {
  sent.length = 0;
  notices.length = 0;
  token = 'one';
  answers = () => ({ status: 200, body: { data: {} } });
  configureClient({
    getToken: () => token,
    language: () => 'th',
    notify: (notice) => notices.push(notice),
    onUnauthorized,
    onForbidden,
  });
});

const get = { client: 'main', method: 'GET', url: '/x', loading: false } as const;
const post = { ...get, method: 'POST', body: { a: 1 } } as const;
const failing =
  (status: number, code = 'X') =>
  () => ({
    status,
    body: { statusCode: status, code, message: 'said' },
  });

test('a call carries bearer and language; a mutation its idempotency key too', async () => {
  await send(get);
  await send(post);
  await send({ ...post, idempotencyKey: 'form-1' });
  await send({ ...post, withoutToken: true });
  const [read, first, second, open] = sent.map(({ headers }) => headers);
  expect(read).toMatchObject({ authorization: 'Bearer one', 'accept-language': 'th' });
  expect(read?.['idempotency-key']).toBeUndefined();
  expect(first?.['idempotency-key']).toMatch(/^.{32,}$/);
  expect(second?.['idempotency-key']).toBe('form-1');
  expect(open?.authorization).toBeUndefined();
});

test('a worn-out CSRF pair is renewed and the call repeated under the same key', async () => {
  answers = ({ method }) =>
    method === 'POST' && sent.filter((one) => one.method === 'POST').length === 1
      ? failing(400, 'CSRF')()
      : { status: 200, body: { data: {} } };
  await send(post);
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/v1/x',
    'GET /api/v1/auth/csrf',
    'POST /api/v1/x',
  ]);
  expect(sent[0]?.headers['idempotency-key']).toBe(sent[2]?.headers['idempotency-key']);
});

test('ten parallel 401 end the session once', async () => {
  token = 'ended';
  answers = failing(401);
  const calls = await Promise.allSettled(Array.from({ length: 10 }, () => send(get)));
  expect(calls.every(({ status }) => status === 'rejected')).toBe(true);
  expect(onUnauthorized).toHaveBeenCalledTimes(1);
  expect(notices).toHaveLength(1);
});

test('a late 401 to an old token leaves the new session alone', async () => {
  token = 'old';
  answers = () => {
    token = 'new';
    return failing(401)();
  };
  await expect(send(get)).rejects.toMatchObject({ statusCode: 401 });
  expect(onUnauthorized).not.toHaveBeenCalled();
  expect(notices).toEqual([]);
});

test('403 moves the main client only, and nobody where the call says so', async () => {
  answers = failing(403);
  await expect(send(get)).rejects.toMatchObject({ statusCode: 403 });
  expect(onForbidden).toHaveBeenCalledTimes(1);
  await expect(send({ ...get, client: 'backOffice' })).rejects.toMatchObject({ statusCode: 403 });
  await expect(send({ ...get, redirect: false })).rejects.toMatchObject({ statusCode: 403 });
  expect(onForbidden).toHaveBeenCalledTimes(1);
  expect(notices).toHaveLength(1);
});

test('a call that was given up says nothing', async () => {
  const given = new AbortController();
  answers = () => new Promise(() => undefined);
  const call = send({ ...get, signal: given.signal });
  given.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  expect(notices).toEqual([]);
});

test('silent says nothing of success and failure', async () => {
  await send({ ...post, silent: true });
  answers = failing(409);
  await expect(send({ ...post, silent: true })).rejects.toMatchObject({ code: 'X' });
  expect(notices).toEqual([]);
});
