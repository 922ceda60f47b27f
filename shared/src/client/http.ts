import axios, { AxiosError, type AxiosInstance, type AxiosResponse, isAxiosError } from 'axios';
import type { Method } from '../contract/endpoint.ts';
import { ApiError, NO_RESPONSE, toApiError } from './errors.ts';
import { failureNotice, type Outcome, successNotice } from './notices.ts';
import { type ClientName, ports } from './ports.ts';

/** The single fixed base address of the API (specification 9). */
export const BASE_URL = '/api/v1';
/** specification 9. */
const TIMEOUT_MS = 100_000;
/** How long after a finished call its loading mark goes: specification 4 and 9. */
const LOADING_TAIL_MS: Readonly<Record<ClientName, number>> = { main: 500, backOffice: 800 };

const createClient = (): AxiosInstance =>
  axios.create({
    baseURL: BASE_URL,
    timeout: TIMEOUT_MS,
    validateStatus: (status) => status >= 200 && status <= 299,
    // The pair that guards against cross-site request forgery (domain-conventions "Authentication").
    xsrfCookieName: 'XSRF-TOKEN',
    xsrfHeaderName: 'X-XSRF-TOKEN',
  });

const clients: Readonly<Record<ClientName, AxiosInstance>> = {
  main: createClient(),
  backOffice: createClient(),
};

/** A request on its way out, and what came back: all that a stand-in for the network needs. */
export interface Exchange {
  readonly method: string;
  /** Below the base address. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}
export type Transport = (
  exchange: Exchange,
) => Promise<{ readonly status: number; readonly data: unknown }>;

/** Puts something else in the network's place: the fake server of unit tests. */
export function replaceTransport(transport: Transport): void {
  for (const client of Object.values(clients)) {
    client.defaults.adapter = async (config) => {
      const { status, data } = await transport({
        method: (config.method ?? 'get').toUpperCase(),
        path: config.url ?? '',
        query: { ...config.params },
        body: config.data,
        headers: { ...config.headers },
      });
      const response = { status, data, statusText: '', headers: {}, config };
      if (status >= 200 && status <= 299) return response;
      throw new AxiosError('refused', AxiosError.ERR_BAD_REQUEST, config, {}, response);
    };
  }
}

export interface HttpRequest {
  readonly client: ClientName;
  readonly method: Method;
  /** Below the base address, parameters filled in. */
  readonly url: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly file?: boolean;
  /** The few calls that carry no bearer token (specification 7). */
  readonly withoutToken?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
  /** false: this call leaves the loading counter or overlay alone. */
  readonly loading?: boolean | undefined;
  /** No notice, whatever happens; redirects stay. */
  readonly silent?: boolean | undefined;
  /** false: neither notice nor redirect of a 401 or 403. */
  readonly redirect?: boolean | undefined;
  /** Key of the success's text, or how the answer's body chooses it. */
  readonly notice?: string | ((answer: unknown) => string) | undefined;
  readonly errorNotice?: Outcome['errorNotice'];
}

/** A random identifier; `crypto.randomUUID` exists only on secure origins. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A failed file download carries its JSON in a blob. */
async function readBody(data: unknown): Promise<unknown> {
  if (!(data instanceof Blob)) return data;
  try {
    return JSON.parse(await data.text());
  } catch {
    return null;
  }
}

async function toError(cause: unknown): Promise<ApiError> {
  if (!isAxiosError(cause)) throw cause;
  const { response, message } = cause;
  if (!response) return new ApiError({ statusCode: NO_RESPONSE }, message);
  return toApiError(response.status, await readBody(response.data), message);
}

/**
 * So long after a change this browser asks for figures that are counted anew: another server may not
 * have heard of the change yet (ADR 0034). As long as a server keeps figures.
 */
const FRESH_MS = 2000;
let changedAt = Number.NEGATIVE_INFINITY;

function attempt(request: HttpRequest, token: string | null): Promise<AxiosResponse<unknown>> {
  const { method, file = false } = request;
  const headers: Record<string, string> = { 'Accept-Language': ports().language() };
  if (token !== null && !request.withoutToken) headers.Authorization = `Bearer ${token}`;
  if (method !== 'GET') headers['Idempotency-Key'] = request.idempotencyKey ?? newKey();
  else if (performance.now() - changedAt < FRESH_MS) headers['Cache-Control'] = 'no-cache';
  return clients[request.client].request({
    method,
    url: request.url,
    headers,
    ...(request.query ? { params: request.query } : {}),
    ...(request.body === undefined ? {} : { data: request.body }),
    ...(request.signal ? { signal: request.signal } : {}),
    ...(file ? { responseType: 'blob' } : {}),
  });
}

/** The token whose 401 has been told already: ten parallel calls end a session once. */
let endedToken: string | null = null;

async function fail(request: HttpRequest, error: ApiError, token: string | null): Promise<never> {
  const { client } = request;
  const outcome = {
    client,
    method: request.method,
    language: ports().language(),
    errorNotice: request.errorNotice,
  };
  if (request.redirect === false && [401, 403].includes(error.statusCode)) throw error;
  if (error.statusCode === 401) {
    // A late answer to an old token must not end the session that has begun since.
    const stale = token !== ports().getToken() || (token !== null && token === endedToken);
    if (!stale) {
      endedToken = token;
      const notice = failureNotice(outcome, error);
      if (notice) ports().notify(notice);
      ports().onUnauthorized();
    }
    throw error;
  }
  const notice = request.silent ? null : failureNotice(outcome, error);
  if (notice) ports().notify(notice);
  if (error.statusCode === 403 && client === 'main') ports().onForbidden();
  throw error;
}

/**
 * Sends one request with everything that specification 7 and 8 ask of the two clients: bearer,
 * language, CSRF pair, idempotency key, loading counter, notices and redirects.
 */
export async function send(request: HttpRequest): Promise<AxiosResponse<unknown>> {
  const { client, loading = true } = request;
  const token = ports().getToken();
  // One key for all attempts of one intention: the server answers the second from the first.
  const keyed = { ...request, idempotencyKey: request.idempotencyKey ?? newKey() };
  if (loading) ports().startLoading(client);
  try {
    const response = await attempt(keyed, token).catch(async (cause: unknown) => {
      if (axios.isCancel(cause)) throw new DOMException('The call was aborted', 'AbortError');
      const error = await toError(cause);
      if (error.statusCode !== 400 || error.code !== 'CSRF') return fail(request, error, token);
      // The cookie of the pair has run out: fetch a new one and try once more.
      await clients.main.get('/auth/csrf', {
        headers: token === null ? {} : { Authorization: `Bearer ${token}` },
      });
      return attempt(keyed, token).catch(async (again: unknown) =>
        fail(request, await toError(again), token),
      );
    });
    if (request.method !== 'GET') changedAt = performance.now();
    const { message, data } = (response.data ?? {}) as { message?: unknown; data?: unknown };
    // What was done, and to which document: several may be open at once.
    const number = (data as { documentNo?: unknown } | null | undefined)?.documentNo;
    const detail = [message, number].find((one) => typeof one === 'string');
    const { notice: key } = request;
    const notice = request.silent
      ? null
      : successNotice(
          {
            client,
            method: request.method,
            language: ports().language(),
            notice: typeof key === 'function' ? key(response.data) : key,
          },
          detail as string | undefined,
        );
    if (notice) ports().notify(notice);
    return response;
  } finally {
    if (loading) setTimeout(() => ports().stopLoading(client), LOADING_TAIL_MS[client]);
  }
}
