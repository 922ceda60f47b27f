import type {
  BodyIn,
  DataOf,
  Endpoint,
  ListAnswer,
  ParamsOf,
  QueryIn,
  RowOf,
} from '../contract/endpoint.ts';
import type { Contract } from '../contract/index.ts';
import { type ExportFormat, type ListInput, serialiseListQuery } from '../contract/list.ts';
import { type HttpRequest, send } from './http.ts';
import { isNoticeKey, type Outcome } from './notices.ts';

export type ContractKey = keyof Contract & string;
/** Keys of the rows of one kind: `KeyOf<'list'>`. */
export type KeyOf<K extends Endpoint['kind']> = {
  [Key in ContractKey]: Contract[Key] extends { kind: K } ? Key : never;
}[ContractKey];

/** What a caller may say about how a call behaves, whichever row it is. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** One per opened form: the same intention sent twice is done once. */
  readonly idempotencyKey?: string;
  /** No notices; redirects stay. */
  readonly silent?: boolean;
  /** false: a 401 or 403 of this call moves nobody (permission-fetch failures are only logged). */
  readonly redirect?: boolean;
  /** false: leaves the global loading counter or overlay alone (specification 4). */
  readonly loading?: boolean;
  /** The notice of a failure where specification 8 allows one of its own; `none`: the page says it. */
  readonly errorNotice?: Outcome['errorNotice'];
}

type WithParams<E> = keyof ParamsOf<E> extends never
  ? { readonly params?: undefined }
  : { readonly params: ParamsOf<E> };
// A row without a query or a body has the widest schema, whose input is unknown.
type WithQuery<E> =
  unknown extends QueryIn<E> ? { readonly query?: undefined } : { readonly query?: QueryIn<E> };
type WithBody<E> =
  unknown extends BodyIn<E>
    ? { readonly body?: undefined }
    : [BodyIn<E>] extends [undefined]
      ? { readonly body?: undefined }
      : { readonly body: BodyIn<E> };
type WithFiles<E> = E extends { kind: 'mutation' }
  ? { readonly files?: readonly File[] }
  : { readonly files?: undefined };

export type CallInput<E> = CallOptions & WithParams<E> & WithQuery<E> & WithBody<E> & WithFiles<E>;
/** The input may be left out where nothing in it is required. */
export type CallArgs<E> =
  object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

export interface FileAnswer {
  readonly blob: Blob;
  readonly fileName: string;
}

export interface MutationAnswer<D> {
  readonly data: D;
  /** The server's sentence about what was done, in the caller's language. */
  readonly message?: string;
}

/** list → {data, meta}; one and bare → data; mutation → {data, message}; file → {blob, fileName}. */
export type AnswerOf<E> = E extends { kind: 'list' }
  ? ListAnswer<RowOf<E>>
  : E extends { kind: 'one' | 'bare' }
    ? DataOf<E>
    : E extends { kind: 'mutation' }
      ? MutationAnswer<DataOf<E>>
      : E extends { kind: 'file' }
        ? FileAnswer
        : never;

/** A call whose row is known only at run time, as in the kit. */
export interface LooseInput extends CallOptions {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly files?: readonly File[] | undefined;
}

const rows = new Map<string, Endpoint>();

/**
 * Makes rows of the contract callable by key. The entries register what they need at once, a remote
 * what its pages ask for; the whole table is made when somebody asks for another row. Its code is
 * fetched while the browser is idle. A remote deployed alone registers rows newer than the host's.
 */
export function registerContract(area: Readonly<Record<string, Endpoint>>): void {
  for (const [key, endpoint] of Object.entries(area)) rows.set(key, endpoint);
}

/** The host's own copy of the table: rows that no remote has brought itself. */
export function completeContract(contract: Readonly<Record<string, Endpoint>>): void {
  for (const [key, endpoint] of Object.entries(contract)) {
    if (!rows.has(key)) rows.set(key, endpoint);
  }
}

/** Rows that no entry and no remote has registered, on their way or yet to be asked for. */
interface Rest {
  readonly load: () => Promise<void>;
  coming?: Promise<void> | undefined;
  failure?: unknown;
}
let rest: Rest | null = null;

/** Says how the whole table comes: `load` gives it to `completeContract()`. */
export function completeLater(load: () => Promise<void>): void {
  rest = { load };
}

/** The whole table, once it is here; a failure is remembered, else rendering would ask without end. */
export function wholeContract(): Promise<void> {
  const asked = rest;
  if (asked === null) return Promise.resolve();
  asked.coming ??= asked.load().then(
    () => {
      if (rest === asked) rest = null;
    },
    (error: unknown) => {
      asked.failure = error;
      throw error;
    },
  );
  return asked.coming;
}

/** Lets a table that did not come be asked for again. */
export function forgetContractFailure(): void {
  if (rest?.failure !== undefined) rest = { load: rest.load };
}

/**
 * The contract row of a key, if there is one. While only a part of the table is here, a row that may be
 * in the rest is waited for: a page that asks while it is drawn waits in its `Suspense`.
 */
export function findEndpoint(key: string): Endpoint | undefined {
  const endpoint = rows.get(key);
  if (endpoint || rest === null) return endpoint;
  if (rest.failure !== undefined) throw rest.failure;
  throw wholeContract();
}

/**
 * The row of a call that not every family has. An area brings all calls of its families
 * (shared/build/optionalCalls.test.ts), so nothing more is waited for where one of the family is here.
 */
export const findOptional = (key: string): Endpoint | undefined =>
  rows.has(`${familyOf(key)}.get`) ? rows.get(key) : findEndpoint(key);

/** The contract row of a key; an unregistered one is a programming error. */
export function endpointOf(key: string): Endpoint {
  const endpoint = findEndpoint(key);
  if (endpoint) return endpoint;
  throw new Error(`no call "${key}": its area was not given to registerContract()`);
}

/** The same for a call that is being sent, which can wait. */
async function endpointFor(key: string): Promise<Endpoint> {
  if (!rows.has(key)) await wholeContract();
  return endpointOf(key);
}

/** The row of a key, where it is here already. */
export const registeredEndpoint = (key: string): Endpoint | undefined => rows.get(key);

/** The family of a key, which `touches` and the event stream name: `users.list` → `users`. */
export const familyOf = (key: string): string => key.split('.')[0] ?? key;

function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:([A-Za-z]\w*)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new Error(`"${path}" needs "${name}"`);
    return encodeURIComponent(value);
  });
}

/** The query string of a call, by the rules of its row. */
export function queryOf(endpoint: Endpoint, query: unknown): Record<string, string> | undefined {
  if (query === undefined || query === null) return undefined;
  if (endpoint.kind === 'list') return serialiseListQuery(endpoint.list, query as ListInput);
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    out[name] = Array.isArray(value) ? value.join(',') : String(value);
  }
  return out;
}

/** Fields go as they are when they are strings, else as JSON; files under the row's field name. */
function formOf(field: string, body: unknown, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    if (value === undefined) continue;
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  for (const file of files) form.append(field, file, file.name);
  return form;
}

function requestOf(endpoint: Endpoint, input: LooseInput): HttpRequest {
  const { signal, idempotencyKey, silent, redirect, loading, errorNotice } = input;
  const files = endpoint.kind === 'mutation' ? endpoint.files : undefined;
  return {
    client: endpoint.client ?? 'main',
    method: endpoint.method,
    url: fillPath(endpoint.path, input.params),
    query: queryOf(endpoint, input.query),
    body: files ? formOf(files.field, input.body, input.files ?? []) : input.body,
    withoutToken: endpoint.withoutToken ?? false,
    notice: noticeOf(endpoint, input.body),
    signal,
    idempotencyKey,
    silent,
    redirect,
    loading,
    errorNotice: errorNotice ?? failureNoticeOf(endpoint),
  };
}

/** The row's notice, which an outcome may choose. */
function noticeOf({ notice }: Endpoint, body: unknown): HttpRequest['notice'] {
  if (typeof notice !== 'function') return notice;
  const values = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>;
  return (answer) => notice({ body: values(body), data: values(values(answer).data) });
}

function failureNoticeOf({ failureNotice }: Endpoint): Outcome['errorNotice'] {
  return failureNotice !== undefined && isNoticeKey(failureNotice) ? failureNotice : undefined;
}

/** `attachment; filename*=UTF-8''PR2611-0001.pdf` → `PR2611-0001.pdf`. */
export function fileNameOf(disposition: unknown, fallback: string): string {
  if (typeof disposition !== 'string') return fallback;
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended) {
    try {
      return decodeURIComponent(extended.trim());
    } catch {
      return fallback;
    }
  }
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? fallback;
}

async function sendFile(key: string, input: LooseInput): Promise<FileAnswer> {
  const endpoint = await endpointFor(key);
  const { data, headers } = await send({ ...requestOf(endpoint, input), file: true });
  const blob = data as Blob;
  return { blob, fileName: fileNameOf(headers['content-disposition'], key) };
}

/** The untyped form of `call`, for code that gets its keys as data. */
export async function callRow(key: string, input: LooseInput = {}): Promise<unknown> {
  const endpoint = rows.get(key) ?? (await endpointFor(key));
  if (endpoint.kind === 'stream') throw new Error(`"${key}" is a stream: use openEvents()`);
  if (endpoint.kind === 'file') return sendFile(key, input);
  return sendRow(endpoint, input);
}

/** Sends a call by its row; what it answers is neither a file nor a stream. */
export async function sendRow(endpoint: Endpoint, input: LooseInput): Promise<unknown> {
  const { data } = await send(requestOf(endpoint, input));
  if (endpoint.kind === 'one') return (data as { data: unknown }).data;
  return data;
}

/** Sends a call of the contract, typed by its row. */
export function call<K extends ContractKey>(
  key: K,
  ...[input]: CallArgs<Contract[K]>
): Promise<AnswerOf<Contract[K]>> {
  return callRow(key, input as LooseInput | undefined) as Promise<AnswerOf<Contract[K]>>;
}

/** Exports what a list shows: its query with `format` (and `columns`), as a file. */
export function exportList<K extends KeyOf<'list'>>(
  key: K,
  input: { query: QueryIn<Contract[K]> & { format: ExportFormat } } & CallOptions &
    WithParams<Contract[K]>,
): Promise<FileAnswer> {
  return sendFile(key, input as LooseInput);
}

/** Hands a fetched file to the browser's downloads. */
export function saveFile({ blob, fileName }: FileAnswer): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers read the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
