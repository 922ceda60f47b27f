import {
  QueryClient as Client,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { Contract, Endpoint } from '../contract/index.ts';
import {
  type AnswerOf,
  type CallInput,
  type CallOptions,
  callRow,
  endpointOf,
  familyOf,
  type KeyOf,
  type LooseInput,
  queryOf,
} from './call.ts';
import type { ApiError } from './errors.ts';
import { newKey } from './http.ts';

/**
 * Keys of queries: `[family, row, params, query]`. A mutation refreshes its own family and those
 * of `touches`; the event stream refreshes by family and, where it knows it, by record.
 */
export const queryKeyOf = (key: string, input: LooseInput = {}): readonly unknown[] =>
  rowKeyOf(key, endpointOf(key), input);

/** The same of a row that is at hand. */
export const rowKeyOf = (
  key: string,
  endpoint: Endpoint,
  { params, query }: LooseInput,
): readonly unknown[] => [familyOf(key), key, params ?? {}, queryOf(endpoint, query) ?? {}];

/** The application's query client: pages show a failure with a retry, so nothing retries by itself. */
export const createQueryClient = (): QueryClient =>
  new Client({
    defaultOptions: {
      queries: { retry: false, staleTime: 15_000, gcTime: 10 * 60_000 },
      // Else it would wait in silence and be sent later; what may wait is queued in sight (ADR 0051).
      mutations: { retry: false, networkMode: 'always' },
    },
  });

type QueryInput<E> = Omit<CallInput<E>, 'signal' | 'idempotencyKey' | 'body' | 'files'>;
type QueryArgs<E> = object extends QueryInput<E> ? [input?: QueryInput<E>] : [input: QueryInput<E>];

/** Options of a list's query; the previous page stays on screen while the next one loads. */
export function listOptions<K extends KeyOf<'list'>>(key: K, ...[input]: QueryArgs<Contract[K]>) {
  const loose = (input ?? {}) as LooseInput;
  return queryOptions<AnswerOf<Contract[K]>, ApiError>({
    queryKey: queryKeyOf(key, loose),
    queryFn: ({ signal }) => callRow(key, { ...loose, signal }) as Promise<AnswerOf<Contract[K]>>,
    placeholderData: keepPreviousData as never,
  });
}

/** Options of a single record's query. */
export function oneOptions<K extends KeyOf<'one'>>(key: K, ...[input]: QueryArgs<Contract[K]>) {
  const loose = (input ?? {}) as LooseInput;
  return queryOptions<AnswerOf<Contract[K]>, ApiError>({
    queryKey: queryKeyOf(key, loose),
    queryFn: ({ signal }) => callRow(key, { ...loose, signal }) as Promise<AnswerOf<Contract[K]>>,
  });
}

/** The untyped form of `listOptions` and `oneOptions`, for code that gets its keys as data. */
export function rowOptions(key: string, input: LooseInput = {}) {
  return queryOptions<unknown, ApiError>({
    queryKey: queryKeyOf(key, input),
    queryFn: ({ signal }) => callRow(key, { ...input, signal }),
  });
}

/** Refreshes every query of these families (and of one record only, where `id` is given). */
export function refresh(client: QueryClient, families: readonly string[], id?: string) {
  const wanted = new Set(families);
  return client.invalidateQueries({
    predicate: ({ queryKey: [family, , params] }) => {
      if (typeof family !== 'string' || !wanted.has(family)) return false;
      // A list may show the record too; only other records' details stay as they are.
      const of = (params as { id?: unknown } | undefined)?.id;
      return id === undefined || of === undefined || of === id;
    },
  });
}

/** Families that a success of this row refreshes. */
export const touchedBy = (key: string): readonly string[] => [
  ...new Set([familyOf(key), ...(endpointOf(key).touches ?? [])]),
];

/** A key per target, kept until it succeeds: a second click replays instead of doing it twice. */
function useIdempotencyKeys() {
  const keys = useRef(new Map<string, string>());
  const target = ({ params }: LooseInput) => JSON.stringify(params ?? {});
  return {
    of: (input: LooseInput): string => {
      const known = keys.current.get(target(input)) ?? newKey();
      keys.current.set(target(input), known);
      return known;
    },
    done: (input: LooseInput) => keys.current.delete(target(input)),
  };
}

type MutationInput<E> = Omit<CallInput<E>, 'signal'>;
type MutationExtras<D, V> = Pick<
  UseMutationOptions<D, ApiError, V>,
  'onSuccess' | 'onError' | 'onSettled' | 'meta'
> &
  Omit<CallOptions, 'signal' | 'idempotencyKey'>;

/** A mutation of the contract with its idempotency key and the refresh of what it touches. */
export function useEndpointMutation<K extends KeyOf<'mutation' | 'bare'>>(
  key: K,
  extras: MutationExtras<AnswerOf<Contract[K]>, MutationInput<Contract[K]>> = {},
): UseMutationResult<AnswerOf<Contract[K]>, ApiError, MutationInput<Contract[K]>> {
  return useRowMutation(key, extras as never) as never;
}

/** The untyped form of `useEndpointMutation`. */
export function useRowMutation(
  key: string,
  extras: MutationExtras<unknown, LooseInput> = {},
): UseMutationResult<unknown, ApiError, LooseInput> {
  const client = useQueryClient();
  const keys = useIdempotencyKeys();
  const { onSuccess, onError, onSettled, meta, ...options } = extras;
  return useMutation<unknown, ApiError, LooseInput>({
    mutationFn: async (input) => {
      const answer = await callRow(key, { idempotencyKey: keys.of(input), ...options, ...input });
      keys.done(input);
      void refresh(client, touchedBy(key));
      return answer;
    },
    ...(onSuccess ? { onSuccess } : {}),
    ...(onError ? { onError } : {}),
    ...(onSettled ? { onSettled } : {}),
    ...(meta ? { meta } : {}),
  });
}
