import type { ReactNode } from 'react';
import type { Machine, Tone } from '../../domain/index.ts';

/** A column as data. How it is drawn and written follows from its kind. */
export interface Column<R> {
  readonly key: string;
  readonly kind:
    | 'text'
    | 'ref'
    | 'refs'
    | 'person'
    | 'date'
    | 'dateTime'
    | 'money'
    | 'quantity'
    | 'number'
    | 'percent'
    | 'flag'
    | 'choice'
    | 'status'
    | 'custom';
  readonly value: (row: R) => unknown;
  readonly options: ColumnOptions<R>;
  readonly render?: (row: R) => ReactNode;
  readonly machine?: Machine;
  readonly places?: 2 | 4;
  readonly show?: 'both' | 'name';
  readonly unit?: (row: R) => ReactNode;
  readonly tone?: (row: R) => Tone;
}

export interface ColumnOptions<R> {
  /** Where the value is, when it is not under the column's key. */
  readonly value?: (row: R) => unknown;
  /** i18n key below the resource's texts; `field.<key>` by default. */
  readonly title?: string;
  /** Field of the sort when it is not the key; false where the endpoint sorts by it but the page must not. */
  readonly sort?: string | false;
  /** Out of the first view; the chooser brings it in. */
  readonly hidden?: boolean;
  /** Only for those who hold this ability (`parts-warehouse:view-cost`). */
  readonly ability?: string;
  readonly width?: number | string;
  readonly card?: 'title' | 'corner' | 'body' | 'hidden';
  /**
   * A day that something is due: marked once it has passed while the row's status still goes on, or
   * for rows of which it is said to be open.
   */
  readonly due?: Machine | ((row: R) => boolean);
  /** Of a linked record: the page that shows it, and what its path calls the id (`id` unless said). */
  readonly page?: string;
  readonly pageParam?: string;
  /** As a fact: stated only where there is a value. */
  readonly known?: boolean;
}

type KeysOf<R, V> = {
  [K in keyof R & string]: NonNullable<R[K]> extends V ? K : never;
}[keyof R & string];
type RefLike = { readonly name: string; readonly nameTh?: string | null | undefined };

/** Keys of another name need to say where the value is. */
type Elsewhere<R, V> = ColumnOptions<R> & { readonly value: (row: R) => V | null | undefined };

interface Factory<R, V, Extra = unknown> {
  <K extends KeysOf<R, V>>(key: K, options?: ColumnOptions<R> & Extra): Column<R>;
  (key: string, options: Elsewhere<R, V> & Extra): Column<R>;
}

/** The vocabulary of columns, typed by the rows of the list (anchors 3.4). */
export interface ColumnFactory<R> {
  readonly text: Factory<R, string>;
  /** Code and name of a linked record, in the language of the page; the name alone where both have no room. */
  readonly ref: Factory<R, RefLike, { readonly show?: 'both' | 'name' }>;
  /** Names of several linked records. */
  readonly refs: Factory<R, readonly RefLike[]>;
  readonly person: Factory<R, { readonly name: string }>;
  readonly date: Factory<R, string>;
  readonly dateTime: Factory<R, string>;
  /** 2 places; `places: 4` for prices and costs. */
  readonly money: Factory<R, string, { readonly places?: 2 | 4 }>;
  readonly quantity: Factory<R, number, { readonly unit?: (row: R) => RefLike | null }>;
  readonly number: Factory<R, number>;
  readonly percent: Factory<R, string | number>;
  readonly flag: Factory<R, boolean>;
  /** A value of a fixed set: its text is `choice.<key>.<value>`. */
  readonly choice: Factory<R, string, { readonly tone?: (row: R) => Tone }>;
  /** The document's status by its machine. */
  readonly status: (machine: Machine, options?: ColumnOptions<R>) => Column<R>;
  /** Anything else. */
  readonly custom: (
    key: string,
    options: ColumnOptions<R> & { readonly render: (row: R) => ReactNode },
  ) => Column<R>;
}

const at = (key: string) => (row: unknown) => (row as Record<string, unknown>)[key];

type AnyOptions = ColumnOptions<never> & {
  readonly places?: 2 | 4;
  readonly show?: 'both' | 'name';
  readonly unit?: (row: never) => RefLike | null;
  readonly tone?: (row: never) => Tone;
};

const make =
  (kind: Column<never>['kind']) =>
  (key: string, options: AnyOptions = {}): Column<never> => ({
    key,
    kind,
    value: (options.value ?? at(key)) as (row: never) => unknown,
    options,
    ...(options.places ? { places: options.places } : {}),
    ...(options.show ? { show: options.show } : {}),
    ...(options.tone ? { tone: options.tone } : {}),
    ...(options.unit ? { unit: options.unit as (row: never) => ReactNode } : {}),
  });

const factory = {
  text: make('text'),
  ref: make('ref'),
  refs: make('refs'),
  person: make('person'),
  date: make('date'),
  dateTime: make('dateTime'),
  money: make('money'),
  quantity: make('quantity'),
  number: make('number'),
  percent: make('percent'),
  flag: make('flag'),
  choice: make('choice'),
  status: (machine: Machine, options: ColumnOptions<never> = {}): Column<never> => ({
    ...make('status')('status', { card: 'corner', ...options }),
    machine,
  }),
  custom: (
    key: string,
    { render, ...options }: ColumnOptions<never> & { render: (row: never) => ReactNode },
  ): Column<never> => ({ ...make('custom')(key, options), render }),
};

/** The one factory object, seen through the row type of the list it is given to. */
export const columnFactory = <R,>(): ColumnFactory<R> => factory as unknown as ColumnFactory<R>;

/** Columns whose figures line up at the right (design, "Type"). */
export const isFigure = (column: Pick<Column<never>, 'kind'>): boolean =>
  column.kind === 'money' ||
  column.kind === 'quantity' ||
  column.kind === 'number' ||
  column.kind === 'percent';
