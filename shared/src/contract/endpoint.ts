import type * as z from 'zod/mini';
import type { MachineAbility } from '../domain/access/machineAbilities.ts';
import { withCompared } from './compared.ts';
import type { FilterDefs, ListDef, ListInput, ListQuery } from './list.ts';

/**
 * One row of the contract table. Routes, OpenAPI, the typed client, form rules, URL codecs, the
 * fake server of tests and the role × endpoint test all come from these rows (architecture 3).
 */
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** The classes of calls (domain-conventions "Classes of calls"). */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'signedIn' }
  /**
   * Choices for forms and filters. `serves`: the abilities whose forms need them; the filters of lists
   * that name the look-up add theirs. A caller with none of these gets an empty answer, never a 403.
   */
  | { readonly kind: 'lookup'; readonly serves: readonly string[] }
  /**
   * A machine that sends a key of its own (ADR 0033), which has to be for this. People's tokens do not
   * count here, and the key counts nowhere else.
   */
  | { readonly kind: 'machine'; readonly ability: MachineAbility }
  /**
   * A bank or gateway that reports by itself: it signs what it sends, and nothing but its signature
   * counts (ADR 0072).
   */
  | { readonly kind: 'provider' }
  /**
   * The holder of the signed link in the path, of a container or of a report (docs/adr/0120). Any other link
   * is answered as one that leads nowhere.
   */
  | { readonly kind: 'link'; readonly to: LinkTarget }
  /**
   * Any one of these abilities. `orOwner`: the record's creator passes as well, and the machine
   * says in which states (an owner may cancel their own document while it is pending).
   */
  | { readonly kind: 'ability'; readonly anyOf: readonly string[]; readonly orOwner?: true };

/** Records to which signed links lead. */
export type LinkTarget = 'container' | 'report' | 'estimate';

export const PUBLIC: Access = { kind: 'public' };
export const SIGNED_IN: Access = { kind: 'signedIn' };
export const lookup = (...serves: readonly string[]): Access => ({ kind: 'lookup', serves });
/** The abilities that open the forms of these pages. */
export const formsOf = (...pages: readonly string[]): readonly string[] =>
  pages.flatMap((page) => [`${page}:create`, `${page}:update`]);
export const machine = (ability: MachineAbility): Access => ({ kind: 'machine', ability });
export const PROVIDER: Access = { kind: 'provider' };
export const linkTo = (to: LinkTarget): Access => ({ kind: 'link', to });
export const ability = (...anyOf: readonly string[]): Access => ({ kind: 'ability', anyOf });

export const abilityOrOwner = (...anyOf: readonly string[]): Access => ({
  kind: 'ability',
  anyOf,
  orOwner: true,
});

type Schema = z.core.$ZodType;

/** A success whose notice is to be chosen: what was sent, and what the server answered. */
export interface Done {
  readonly body: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Common {
  readonly method: Method;
  /** Literal path below `/api/v1`, parameters as `:id`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  /** Which of the two clients sends it (specification 7). */
  readonly client?: 'main' | 'backOffice';
  /**
   * What the client says after a success that is not a GET: the table's text, nothing, or a text
   * of its own by key (a POST that only reads must not say "data saved"). A function where one call
   * has several outcomes: what was rejected must not be called approved.
   */
  readonly notice?: 'default' | 'none' | (string & {}) | ((done: Done) => string);
  /** Key of the client's text for a refusal, where specification 8 gives this call one of its own. */
  readonly failureNotice?: string;
  /** Sent without the bearer token, even by somebody who has one (specification 7). */
  readonly withoutToken?: true;
  /** Query families refreshed by a success. */
  readonly touches?: readonly string[];
}

export interface ListEndpoint<
  F extends FilterDefs = FilterDefs,
  R extends Schema = Schema,
  P extends string = string,
  S extends Schema = Schema,
> extends Common {
  readonly kind: 'list';
  readonly method: 'GET';
  readonly path: P;
  readonly list: ListDef<F>;
  readonly row: R;
  /** A second path that answers the export, where there is one (`/reports/…/export`). */
  readonly exportPath?: string;
  /** `meta.summary` over the whole query. */
  readonly summaryOf?: S;
  /** The search over every area (`GET /search`) looks through this list for whoever may read it. */
  readonly isSearched?: true;
}

export interface OneEndpoint<
  D extends Schema = Schema,
  Q extends Schema = Schema,
  P extends string = string,
> extends Common {
  readonly kind: 'one';
  readonly method: 'GET';
  readonly path: P;
  readonly query?: Q;
  readonly data: D;
  /** What does not change while a release runs: how long a browser may keep it, with an ETag. */
  readonly cacheSeconds?: number;
}

export interface MutationEndpoint<
  B extends Schema = Schema,
  D extends Schema = Schema,
  P extends string = string,
> extends Common {
  readonly kind: 'mutation';
  readonly path: P;
  /** Absent: the call has no body. */
  readonly body?: B;
  readonly data: D;
  /**
   * The browser itself sends it, with these types besides JSON: it knows no CSRF pair, and nobody is
   * behind it.
   */
  readonly sentByBrowser?: { readonly types: readonly string[]; readonly maxBytes: number };
  /** 201 for creations. */
  readonly status?: 200 | 201;
  /** Look-ups that its form chooses from: they serve whoever may send it (ADR 0016). */
  readonly lookups?: readonly string[];
  /** The answer holds a secret that is shown once: it is not kept for repeated requests. */
  readonly answersSecret?: true;
  /**
   * It may wait on a phone for days: its key, a UUID, is kept for good with the record that the path names.
   * A repetition that comes when the answer is forgotten is answered by this call.
   */
  readonly remembersBy?: string;
  /** Files arrive in these fields; `body` describes the other fields. */
  readonly files?: {
    readonly field: string;
    readonly max: number;
    /** It may come without any. */
    readonly optional?: true;
    /**
     * Spreadsheets and CSV to import, packages of software, statements of a bank, photographs alone; else
     * what may be attached to a document.
     */
    readonly accepts?: 'tables' | 'software' | 'statements' | 'photos';
  };
}

/** Answers its data without the envelope; sign-in alone (domain-conventions "Envelope"). */
export interface BareEndpoint<
  B extends Schema = Schema,
  D extends Schema = Schema,
  P extends string = string,
> extends Common {
  readonly kind: 'bare';
  readonly path: P;
  readonly body?: B;
  readonly data: D;
}

export interface FileEndpoint<
  Q extends Schema = Schema,
  P extends string = string,
  B extends Schema = Schema,
> extends Common {
  readonly kind: 'file';
  /** POST: made from the body, without changing anything. */
  readonly method: 'GET' | 'POST';
  readonly path: P;
  readonly mime: string;
  readonly query?: Q;
  readonly body?: B;
}

export interface StreamEndpoint<P extends string = string> extends Common {
  readonly kind: 'stream';
  readonly method: 'GET';
  readonly path: P;
}

export type Endpoint =
  | ListEndpoint
  | OneEndpoint
  | MutationEndpoint
  | BareEndpoint
  | FileEndpoint
  | StreamEndpoint;

type Input<E, K extends string> = Omit<E, 'kind' | K>;

export const list = <
  F extends FilterDefs,
  R extends Schema,
  const P extends string,
  S extends Schema = never,
>(
  endpoint: Input<ListEndpoint<F, R, P, S>, 'method'>,
): ListEndpoint<F, R, P, S> => ({
  kind: 'list',
  method: 'GET',
  ...endpoint,
  list: withCompared(endpoint.list, endpoint.row),
});

export const one = <D extends Schema, const P extends string, Q extends Schema = Schema>(
  endpoint: Input<OneEndpoint<D, Q, P>, 'method'>,
): OneEndpoint<D, Q, P> => ({ kind: 'one', method: 'GET', ...endpoint });

export const mutation = <B extends Schema, D extends Schema, const P extends string>(
  endpoint: Input<MutationEndpoint<B, D, P>, never>,
): MutationEndpoint<B, D, P> => ({ kind: 'mutation', ...endpoint });

export const bare = <B extends Schema, D extends Schema, const P extends string>(
  endpoint: Input<BareEndpoint<B, D, P>, never>,
): BareEndpoint<B, D, P> => ({ kind: 'bare', ...endpoint });

export const file = <const P extends string, Q extends Schema = Schema>(
  endpoint: Input<FileEndpoint<Q, P>, 'method' | 'body'>,
): FileEndpoint<Q, P> => ({ kind: 'file', method: 'GET', ...endpoint });

/** A file made from a body too large for a query: a preview of what is not saved. */
export const rendered = <B extends Schema, const P extends string>(
  endpoint: Input<FileEndpoint<Schema, P, B>, 'method' | 'query'>,
): FileEndpoint<Schema, P, B> => ({ kind: 'file', method: 'POST', ...endpoint });

export const stream = <const P extends string>(
  endpoint: Input<StreamEndpoint<P>, 'method'>,
): StreamEndpoint<P> => ({ kind: 'stream', method: 'GET', ...endpoint });

/** `/a/:id/b/:binId` → `{id: string; binId: string}`. */
export type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name | keyof PathParams<`/${Rest}`>]: string }
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, string>;

export type ParamsOf<E> = E extends { path: infer P extends string } ? PathParams<P> : never;

/** What the caller writes. */
export type BodyIn<E> = E extends { body?: infer B }
  ? B extends Schema
    ? z.input<B>
    : undefined
  : undefined;
/** What the handler reads, after transforms. */
export type BodyOut<E> = E extends { body?: infer B }
  ? B extends Schema
    ? z.output<B>
    : undefined
  : undefined;

export type QueryIn<E> =
  E extends ListEndpoint<infer F, Schema, string>
    ? ListInput<F>
    : E extends { query?: infer Q }
      ? Q extends Schema
        ? z.input<Q>
        : undefined
      : undefined;
export type QueryOut<E> =
  E extends ListEndpoint<infer F, Schema, string>
    ? ListQuery<F>
    : E extends { query?: infer Q }
      ? Q extends Schema
        ? z.output<Q>
        : undefined
      : undefined;

export type RowOf<E> = E extends { kind: 'list'; row: infer R extends Schema }
  ? z.output<R>
  : never;
export type DataOf<E> = E extends { data: infer D extends Schema } ? z.output<D> : never;

export interface ListMeta {
  readonly page: number;
  readonly limit: number;
  /** Exact to 10,000 (domain-conventions "Totals"). */
  readonly totalItems: number;
  readonly totalIsLowerBound?: boolean;
  readonly totalPages: number;
  readonly sort: string;
  /** Each at most 1,000, which means so many or more; of the one value asked for as the total. */
  readonly counts?: Readonly<Record<string, number>>;
  /** The same of each filter that may be the tabs instead. */
  readonly axes?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Where it is sums of amounts: absent when the total is a lower bound. `exact` brings both. */
  readonly summary?: Readonly<Record<string, unknown>>;
  /** Key of the next page for `after`. */
  readonly next?: string;
}

export interface ListAnswer<R> {
  readonly data: readonly R[];
  readonly meta: ListMeta;
}

export type WithActions<D> = D & { readonly allowedActions: readonly string[] };

/** The body of every error answer (domain-conventions "Errors"). */
export interface ErrorBody {
  readonly statusCode: number;
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly FieldError[];
  /** How many faults there are, where `errors` names only the first of them. */
  readonly errorCount?: number;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

export interface FieldError {
  /** Path into the body: `items[2].quantity`. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
  readonly params?: Readonly<Record<string, unknown>>;
}
