import { contract, type Endpoint } from '@boxyard/shared/contract';
import { can } from '@boxyard/shared/domain';
import * as z from 'zod/mini';
import type { Actor } from './actor.ts';

const rows = Object.entries(contract) as [string, Endpoint][];

/** Look-ups that a call chooses from: the filters of a list, the form of a mutation. */
function chosenFrom(endpoint: Endpoint): readonly string[] {
  if (endpoint.kind === 'mutation') return endpoint.lookups ?? [];
  if (endpoint.kind !== 'list') return [];
  return Object.values(endpoint.list.filters).flatMap((filter) =>
    filter.kind === 'id' && filter.lookup !== undefined ? [filter.lookup] : [],
  );
}

/** Abilities of the calls that choose from each look-up. */
const byCalls = new Map<string, string[]>();
for (const [, endpoint] of rows) {
  if (endpoint.access.kind !== 'ability') continue;
  for (const lookup of chosenFrom(endpoint))
    byCalls.set(lookup, [...(byCalls.get(lookup) ?? []), ...endpoint.access.anyOf]);
}

/**
 * The abilities that each look-up is for: those that it names, and those of the calls that choose from
 * it, as filters of a list or in a form. Any one of them is enough.
 */
export const LOOKUP_ABILITIES: ReadonlyMap<string, readonly string[]> = new Map(
  rows.flatMap(([name, { access }]) =>
    access.kind === 'lookup'
      ? [[name, [...new Set([...access.serves, ...(byCalls.get(name) ?? [])])]]]
      : [],
  ),
);

/** Whether a call answers this person with what it holds; only a look-up may answer with nothing. */
export function isServed(name: string, actor: Actor): boolean {
  const abilities = LOOKUP_ABILITIES.get(name);
  return abilities === undefined || abilities.some((ability) => can(actor.grants, ability));
}

/** What look-ups answer that found nothing: choices, or records that are alike. */
const NOTHING_FOUND: readonly unknown[] = [[], { exists: false, matches: [] }];

/** A look-up's answer to somebody whom it does not serve: found nothing (domain-conventions "Classes of calls"). */
export function emptyAnswer(endpoint: Endpoint, query: unknown): Readonly<Record<string, unknown>> {
  switch (endpoint.kind) {
    case 'list': {
      const { page, limit } = query as { readonly page: number; readonly limit: number };
      return { rows: [], meta: { page, limit, totalItems: 0, totalPages: 0 } };
    }
    case 'one':
    case 'mutation': {
      const data = NOTHING_FOUND.find((one) => z.safeParse(endpoint.data, one).success);
      if (data !== undefined) return { data };
    }
  }
  throw new Error(`${endpoint.path}: a look-up answers a list`);
}
