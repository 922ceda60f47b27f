import {
  contract,
  type Endpoint,
  type ListEndpoint,
  type ListName,
} from '@boxyard/shared/contract';
import { can } from '@boxyard/shared/domain';
import {
  type Ctx,
  definedLists,
  type Family,
  type HandlersOf,
  present,
} from '../../kernel/index.ts';

/** Of each kind, where the caller says nothing. */
const HITS = 5;
/** Lists that one search reads at a time, so that a few people who type leave connections to others. */
const AT_ONCE = 4;

type Searched = ListEndpoint & { readonly name: ListName };

const searched: readonly Searched[] = Object.entries<Endpoint>(contract).flatMap(
  ([name, endpoint]) =>
    endpoint.kind === 'list' && endpoint.isSearched
      ? [{ ...endpoint, name: name as ListName }]
      : [],
);

const mayRead = ({ actor }: Ctx, { access }: Searched): boolean =>
  access.kind === 'ability' && access.anyOf.some((ability) => can(actor.grants, ability));

interface Group {
  readonly list: string;
  readonly hits: readonly {
    readonly row: Record<string, unknown>;
    readonly status: string | null;
  }[];
  readonly hasFailed: boolean;
}

/** The list's own search: its scope, its columns, its rows as its call answers them. */
async function look(
  ctx: Ctx,
  { name, row: schema }: Searched,
  wanted: { readonly search: string; readonly limit: number },
): Promise<Group> {
  try {
    const found = (await definedLists.get(name)?.find(ctx, wanted)) ?? [];
    const hits = found.map(({ row, status }) => ({
      row: present(schema, row) as Record<string, unknown>,
      status,
    }));
    return { list: name, hits, hasFailed: false };
  } catch (error) {
    ctx.app.log.error({ err: error, list: name }, 'a list could not be searched');
    return { list: name, hits: [], hasFailed: true };
  }
}

/** Records of every area that this person may see, by number or name, in one call. */
export const searchHandlers: HandlersOf<Family<'search'>> = {
  'search.records': async (ctx, { query }) => {
    const wanted = { search: query.search, limit: query.limit ?? HITS };
    const lists = searched.filter((list) => mayRead(ctx, list));
    const groups: Group[] = [];
    for (let at = 0; at < lists.length; at += AT_ONCE) {
      const some = lists.slice(at, at + AT_ONCE);
      groups.push(...(await Promise.all(some.map((list) => look(ctx, list, wanted)))));
    }
    return { data: { groups } };
  },
};
