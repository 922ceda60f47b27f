import type { AnswerOf, ContractKey } from '../client/call.ts';
import { registerContract } from '../client/call.ts';
import { type Exchange, replaceTransport } from '../client/http.ts';
import {
  type Contract,
  contract,
  type Endpoint,
  type ErrorBody,
  type ListAnswer,
  type ListMeta,
} from '../contract/index.ts';

/** A call as the server got it. */
export interface FakeRequest {
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

type ListShape<K extends ContractKey> =
  AnswerOf<Contract[K]> extends ListAnswer<infer R>
    ? { readonly data: readonly R[]; readonly meta?: Partial<ListMeta> }
    : AnswerOf<Contract[K]>;
export type FakeAnswer<K extends ContractKey> = ListShape<K>;
type Answerer = (request: FakeRequest) => unknown;

export interface FakeServer {
  /** What a call answers: data typed by the contract, or a function of the request. */
  answer<K extends ContractKey>(
    key: K,
    answer: FakeAnswer<K> | ((request: FakeRequest) => FakeAnswer<K>),
  ): void;
  /** How a call fails. */
  fail(key: ContractKey, error: Partial<ErrorBody> & { readonly statusCode: number }): void;
  /** No answer comes until the returned function is called. */
  hold(key: ContractKey): () => void;
  /** Calls of a key, oldest first. */
  readonly requests: (key: ContractKey) => readonly FakeRequest[];
}

interface Pattern {
  readonly key: string;
  readonly endpoint: Endpoint;
  readonly path: RegExp;
  readonly names: readonly string[];
}

/** Literal segments before parameters, as the server's router matches. */
const patterns: readonly Pattern[] = Object.entries(contract as Record<string, Endpoint>)
  .map(([key, endpoint]) => {
    const names: string[] = [];
    const source = endpoint.path.replace(/:([A-Za-z]\w*)/g, (_, name: string) => {
      names.push(name);
      return '([^/]+)';
    });
    return { key, endpoint, names, path: new RegExp(`^${source}$`) };
  })
  .sort((a, b) => a.names.length - b.names.length);

function matchOf({
  method,
  path,
}: Exchange): (Pattern & { params: Record<string, string> }) | null {
  for (const pattern of patterns) {
    if (pattern.endpoint.method !== method) continue;
    const found = pattern.path.exec(path);
    if (!found) continue;
    const params = Object.fromEntries(
      pattern.names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]),
    );
    return { ...pattern, params };
  }
  return null;
}

const bodyOf = (data: unknown): unknown => {
  if (data instanceof FormData) return Object.fromEntries(data.entries());
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
};

/** The envelope of an answer (domain-conventions "Envelope"). */
function envelopeOf(endpoint: Endpoint, answer: unknown, query: FakeRequest['query']): unknown {
  if (endpoint.kind === 'one') return { data: answer };
  if (endpoint.kind !== 'list') return answer;
  const { data, meta } = answer as { data: readonly unknown[]; meta?: Partial<ListMeta> };
  const limit = Number(query.limit ?? 10);
  const totalItems = meta?.totalItems ?? data.length;
  return {
    data,
    meta: {
      page: Number(query.page ?? 1),
      limit,
      totalItems,
      totalPages: Math.ceil(totalItems / limit),
      sort: query.sort ?? endpoint.list.defaultSort,
      ...meta,
    },
  };
}

/** What is asked besides the page's own subject and need not be told in every test. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  'savedViews.list': { views: [] },
  'sharedViews.list': { views: [], sharing: [], mayShare: false, roles: [] },
  'formDrafts.list': { drafts: [] },
  'waiting.get': { text: null, isStuck: false },
  'comments.list': { comments: [], total: 0, isMuted: false, mayComment: true },
};

class Refusal {
  readonly body: Partial<ErrorBody> & { readonly statusCode: number };
  constructor(body: Partial<ErrorBody> & { readonly statusCode: number }) {
    this.body = body;
  }
}

/**
 * Stands in for the server in unit tests: answers come from the test, their shapes from the
 * contract. A call that nobody answered fails the way a broken server would, and says so.
 */
export function fakeServer(): FakeServer {
  registerContract(contract);
  const answers = new Map<string, Answerer>();
  const held = new Map<string, Promise<void>>();
  const log: FakeRequest[] = [];

  replaceTransport(async (exchange) => {
    const match = matchOf(exchange);
    if (!match) throw new Error(`no call of the contract is ${exchange.method} ${exchange.path}`);
    const { key, endpoint, params } = match;
    const { query, headers } = exchange;
    const request: FakeRequest = { key, params, query, headers, body: bodyOf(exchange.body) };
    log.push(request);
    await held.get(key);
    const isLookup = endpoint.kind === 'list' && endpoint.access.kind === 'lookup';
    const known = answers.get(key) ?? (isLookup ? () => ({ data: [] }) : undefined);
    const answer = known
      ? known(request)
      : (DEFAULTS[key] ??
        new Refusal({
          statusCode: 500,
          code: 'INTERNAL',
          message: `the test gave no answer for "${key}"`,
        }));
    if (answer instanceof Refusal) {
      const data = { code: 'UNKNOWN', message: '', requestId: 'test', ...answer.body };
      return { status: answer.body.statusCode, data };
    }
    if (endpoint.kind === 'file') return { status: 200, data: (answer as { blob: Blob }).blob };
    return { status: 200, data: envelopeOf(endpoint, answer, query) };
  });

  return {
    answer: (key, answer) =>
      void answers.set(key, typeof answer === 'function' ? (answer as Answerer) : () => answer),
    fail: (key, error) => void answers.set(key, () => new Refusal(error)),
    hold: (key) => {
      let release: () => void = () => undefined;
      held.set(
        key,
        new Promise((resolve) => {
          release = () => {
            held.delete(key);
            resolve();
          };
        }),
      );
      return () => release();
    },
    requests: (key) => log.filter((request) => request.key === key),
  };
}
