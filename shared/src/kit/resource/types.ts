import type {
  BodyIn,
  Contract,
  DataOf,
  EndpointName,
  ListName,
  QueryIn,
  RowOf,
} from '../../contract/index.ts';

/**
 * Inference from the contract: from the name of a list follow its rows, its filters, and by the
 * family of the name (`parts.list` → `parts.get`, `parts.create`, …) everything else of a page.
 */
export type FamilyOf<L extends string> = L extends `${infer Family}.${string}` ? Family : never;

type Of<N extends string> = N extends EndpointName ? Contract[N] : never;

export type Row<L extends ListName> = RowOf<Contract[L]>;
/** Where one call creates and updates, it is `save`. */
type Saving<L extends ListName> = [Of<`${FamilyOf<L>}.create`>] extends [never]
  ? Of<`${FamilyOf<L>}.save`>
  : Of<`${FamilyOf<L>}.create`>;
/** The record as its `get` answers it; the row where the family has none. */
export type Doc<L extends ListName> = [Of<`${FamilyOf<L>}.get`>] extends [never]
  ? Row<L>
  : DataOf<Of<`${FamilyOf<L>}.get`>>;
export type CreateBody<L extends ListName> = BodyIn<Saving<L>>;
export type UpdateBody<L extends ListName> = BodyIn<Of<`${FamilyOf<L>}.update`>>;
/** What a form of the resource may hold: fields of either body. */
export type FormBody<L extends ListName> = ([CreateBody<L>] extends [never]
  ? unknown
  : CreateBody<L>) &
  ([UpdateBody<L>] extends [never] ? unknown : Partial<UpdateBody<L>>);

export type FiltersOf<L extends ListName> = Contract[L] extends { list: { filters: infer F } }
  ? keyof F & string
  : never;
export type SummaryOf<L extends ListName> = Contract[L] extends { summaryOf?: infer S }
  ? NonNullable<S> extends { _zod: { output: infer O } }
    ? O
    : never
  : never;
export type ListQueryIn<L extends ListName> = QueryIn<Contract[L]>;

/** Keys of `T` whose values fit `V`. */
export type KeysWith<T, V> = {
  [K in keyof T & string]-?: NonNullable<T[K]> extends V ? K : never;
}[keyof T & string];
