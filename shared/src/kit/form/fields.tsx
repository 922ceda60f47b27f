import type { ReactNode } from 'react';
import type { BodyIn, Contract, ListName, MutationName } from '../../contract/index.ts';
import type { KeysWith, Row } from '../resource/types.ts';

/** A form field as data. Its rules and its error texts follow from the contract's body schema. */
export interface Field {
  readonly name: string;
  readonly kind:
    | 'text'
    | 'longText'
    | 'money'
    | 'price'
    | 'percent'
    | 'quantity'
    | 'integer'
    | 'date'
    | 'choice'
    | 'flag'
    | 'record'
    | 'records'
    | 'lines'
    | 'custom';
  readonly options: FieldOptions;
  readonly values?: readonly string[];
  readonly lookup?: ListName;
  readonly lines?: LinesDef;
  readonly render?: (props: CustomFieldProps) => ReactNode;
}

export interface FieldSection {
  /** Heading `section.<key>` of the resource's texts. */
  readonly section: string;
  readonly fields: readonly Field[];
}

export const isSection = (item: Field | FieldSection): item is FieldSection => 'section' in item;

export type FormValues = Readonly<Record<string, unknown>>;

/** What a field of one's own gets. */
export interface CustomFieldProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Changes further fields, which belong to the same choice. */
  readonly patch: (values: FormValues) => void;
  readonly id: string;
  readonly disabled: boolean;
  readonly required: boolean;
  readonly values: FormValues;
  /** The record as it is stored; the form may have begun with a draft. Empty for a new one. */
  readonly stored: FormValues;
  /** Sentences of what is wrong inside the field, by path: `address.line1`, `items[2].binId`. */
  readonly errors: Readonly<Record<string, string>>;
  /** Says that one was there: from now on its errors are shown. */
  readonly onBlur: () => void;
}

export interface FieldOptions {
  /** i18n key below the resource's texts; `field.<name>` by default. */
  readonly label?: string;
  /** i18n key of a sentence under the field. */
  readonly help?: string;
  /** Width on a desk, of 6: 2 by default, 6 is the whole line. */
  readonly span?: 1 | 2 | 3 | 4 | 6;
  readonly show?: (values: FormValues) => boolean;
  readonly disabled?: (values: FormValues) => boolean;
  /** Marked as required where the server asks for it because of another field; the body leaves it open. */
  readonly required?: (values: FormValues) => boolean;
  /** Only on this form. */
  readonly only?: 'create' | 'edit';
  readonly ability?: string;
  /** Narrows a look-up by what the form holds. */
  readonly query?: (values: FormValues) => Readonly<Record<string, unknown>>;
  /** Further fields that a choice fills in. */
  readonly onPick?: (row: never, values: FormValues, form: FormValues) => FormValues | undefined;
  /** What a choice fills in once the server was asked, from the form as it is by then. */
  readonly follow?: (row: never, values: FormValues, form: FormValues) => Promise<Following>;
  readonly min?: number;
  readonly max?: number;
  readonly autoFocus?: boolean;
  /** A new form begins with what this person chose last, or with the only choice there is. */
  readonly habit?: boolean;
  /** Draws a value beside the one that somebody else has saved (409), where its own words say too little. */
  readonly differs?: (props: { readonly value: unknown; readonly other: unknown }) => ReactNode;
}

export interface LineColumn {
  readonly name: string;
  readonly kind:
    | 'text'
    | 'record'
    | 'quantity'
    | 'price'
    | 'money'
    | 'percent'
    | 'integer'
    | 'date'
    | 'choice'
    | 'flag'
    | 'computed'
    | 'custom';
  /** i18n key below the resource's texts; `line.<name>` by default. */
  readonly label?: string;
  readonly width?: number | string;
  /** Drawn only for whoever has it. */
  readonly ability?: string;
  readonly lookup?: ListName;
  readonly values?: readonly string[];
  readonly query?: (values: FormValues) => Readonly<Record<string, unknown>>;
  /** Further cells that a choice fills in: unit, price; `form` is the rest of the form. */
  readonly onPick?: (row: never, line: FormValues, form: FormValues) => FormValues | undefined;
  /** Cells that a choice fills in once the server was asked; `form` is the rest of the form. */
  readonly follow?: (row: never, line: FormValues, form: FormValues) => Promise<Following>;
  readonly whole?: (line: FormValues) => boolean;
  readonly disabled?: (line: FormValues) => boolean;
  readonly render?: (line: never, context: LineContext) => ReactNode;
}

export interface LineContext {
  readonly index: number;
  readonly values: FormValues;
  readonly change: (patch: FormValues) => void;
  readonly disabled: boolean;
}

export interface LinesDef {
  readonly columns: readonly LineColumn[];
  readonly newLine: () => FormValues;
  /** Lines come from elsewhere and may be neither added nor removed. */
  readonly fixed?: boolean;
  readonly max: number;
  /** Panel under the grid: totals computed from the whole form. */
  readonly totals?: (values: never) => ReactNode;
}

type LookupRow<N extends ListName> = Row<N>;

/** What a form changes to, from what it holds when the answer comes. */
export type Following = (now: FormValues) => FormValues | undefined;

interface Pick<N extends ListName, T> {
  readonly follow?: (row: LookupRow<N>, values: Partial<T>, form: FormValues) => Promise<Following>;
  readonly onPick?: (
    row: LookupRow<N>,
    values: Partial<T>,
    form: FormValues,
  ) => Partial<T> | undefined;
}

type LineOptions<T> = Omit<
  LineColumn,
  'name' | 'kind' | 'lookup' | 'values' | 'onPick' | 'follow' | 'render' | 'whole' | 'disabled'
> & {
  readonly disabled?: (line: Partial<T>) => boolean;
};

/** Cells of a line, typed by the line's schema. */
export interface LineFactory<T> {
  readonly text: (name: KeysWith<T, string>, options?: LineOptions<T>) => LineColumn;
  readonly record: <N extends ListName>(
    name: KeysWith<T, string>,
    lookup: N,
    options?: LineOptions<T> & Pick<N, T>,
  ) => LineColumn;
  /** Three decimals; whole numbers only where `whole` says so for the line. */
  readonly quantity: (
    name: KeysWith<T, number>,
    options?: LineOptions<T> & { readonly whole?: (line: Partial<T>) => boolean },
  ) => LineColumn;
  readonly integer: (name: KeysWith<T, number>, options?: LineOptions<T>) => LineColumn;
  readonly price: (name: KeysWith<T, string>, options?: LineOptions<T>) => LineColumn;
  readonly money: (name: KeysWith<T, string>, options?: LineOptions<T>) => LineColumn;
  readonly percent: (name: KeysWith<T, string>, options?: LineOptions<T>) => LineColumn;
  readonly date: (name: KeysWith<T, string>, options?: LineOptions<T>) => LineColumn;
  readonly choice: <K extends KeysWith<T, string>>(
    name: K,
    values: readonly (NonNullable<T[K]> & string)[],
    options?: LineOptions<T>,
  ) => LineColumn;
  readonly flag: (name: KeysWith<T, boolean>, options?: LineOptions<T>) => LineColumn;
  /** Shown, never typed: an amount, a stock figure. */
  readonly computed: (
    name: string,
    render: (line: Partial<T> & FormValues, context: LineContext) => ReactNode,
    options?: LineOptions<T>,
  ) => LineColumn;
  readonly custom: (
    name: keyof T & string,
    render: (line: Partial<T> & FormValues, context: LineContext) => ReactNode,
    options?: LineOptions<T>,
  ) => LineColumn;
}

/** Fields of a form, typed by the body's schema. */
export interface FieldFactory<B> {
  readonly text: (name: KeysWith<B, string>, options?: FieldOptions) => Field;
  readonly longText: (name: KeysWith<B, string>, options?: FieldOptions) => Field;
  readonly money: (name: KeysWith<B, string>, options?: FieldOptions) => Field;
  readonly price: (name: KeysWith<B, string>, options?: FieldOptions) => Field;
  readonly percent: (name: KeysWith<B, string>, options?: FieldOptions) => Field;
  readonly quantity: (name: KeysWith<B, number>, options?: FieldOptions) => Field;
  readonly integer: (name: KeysWith<B, number>, options?: FieldOptions) => Field;
  readonly date: (name: KeysWith<B, string>, options?: FieldOptions) => Field;
  /** A value of a fixed set; texts `choice.<name>.<value>`. */
  readonly choice: <K extends KeysWith<B, string>>(
    name: K,
    values: readonly (NonNullable<B[K]> & string)[],
    options?: FieldOptions,
  ) => Field;
  readonly flag: (name: KeysWith<B, boolean>, options?: FieldOptions) => Field;
  /** One record of a look-up, by id. */
  readonly record: <N extends ListName>(
    name: KeysWith<B, string>,
    lookup: N,
    options?: Omit<FieldOptions, 'onPick' | 'follow'> & Pick<N, B>,
  ) => Field;
  /** Several records of a look-up, by id. */
  readonly records: (
    name: KeysWith<B, readonly string[]>,
    lookup: ListName,
    options?: FieldOptions,
  ) => Field;
  /** Editable lines with keyboard, paste and totals. */
  readonly lines: <K extends KeysWith<B, readonly object[]>>(
    name: K,
    def: {
      readonly columns: (l: LineFactory<ItemOf<B[K]>>) => readonly LineColumn[];
      readonly newLine?: () => Partial<ItemOf<B[K]>>;
      readonly fixed?: boolean;
      readonly max?: number;
      readonly totals?: (values: Partial<B>) => ReactNode;
    },
    options?: FieldOptions,
  ) => Field;
  readonly custom: (
    name: keyof B & string,
    render: (props: CustomFieldProps) => ReactNode,
    options?: FieldOptions,
  ) => Field;
  /** Something beside the body's fields: what fills several of them in, or sums them up. */
  readonly panel: (
    name: string,
    render: (props: CustomFieldProps) => ReactNode,
    options?: FieldOptions,
  ) => Field;
  readonly section: (key: string, fields: readonly Field[]) => FieldSection;
}

type ItemOf<A> = NonNullable<A> extends readonly (infer I)[] ? I : never;

const field =
  (kind: Field['kind']) =>
  (name: string, options: FieldOptions = {}): Field => ({ name, kind, options });
const column =
  (kind: LineColumn['kind']) =>
  (name: string, options: Partial<LineColumn> = {}): LineColumn => ({ ...options, name, kind });

const lineFactory = {
  text: column('text'),
  quantity: column('quantity'),
  integer: column('integer'),
  price: column('price'),
  money: column('money'),
  percent: column('percent'),
  date: column('date'),
  flag: column('flag'),
  record: (name: string, lookup: ListName, options: Partial<LineColumn> = {}) => ({
    ...column('record')(name, options),
    lookup,
  }),
  choice: (name: string, values: readonly string[], options: Partial<LineColumn> = {}) => ({
    ...column('choice')(name, options),
    values,
  }),
  computed: (name: string, render: LineColumn['render'], options: Partial<LineColumn> = {}) => ({
    ...column('computed')(name, options),
    render,
  }),
  custom: (name: string, render: LineColumn['render'], options: Partial<LineColumn> = {}) => ({
    ...column('custom')(name, options),
    render,
  }),
};

/** Lines a document may have (contract: purchasing `linesOf`). */
const MAX_LINES = 200;

const drawn = (name: string, render: Field['render'], options?: FieldOptions): Field => ({
  ...field('custom')(name, options),
  ...(render ? { render } : {}),
});

const factory = {
  text: field('text'),
  longText: field('longText'),
  money: field('money'),
  price: field('price'),
  percent: field('percent'),
  quantity: field('quantity'),
  integer: field('integer'),
  date: field('date'),
  flag: field('flag'),
  choice: (name: string, values: readonly string[], options?: FieldOptions): Field => ({
    ...field('choice')(name, options),
    values,
  }),
  record: (name: string, lookup: ListName, options?: FieldOptions): Field => ({
    ...field('record')(name, options),
    lookup,
  }),
  records: (name: string, lookup: ListName, options?: FieldOptions): Field => ({
    ...field('records')(name, options),
    lookup,
  }),
  lines: (
    name: string,
    def: Omit<LinesDef, 'columns' | 'newLine' | 'max'> & {
      columns: (l: never) => readonly LineColumn[];
      newLine?: () => FormValues;
      max?: number;
    },
    options: FieldOptions = {},
  ): Field => ({
    ...field('lines')(name, { span: 6, ...options }),
    lines: {
      columns: def.columns(lineFactory as never),
      newLine: def.newLine ?? (() => ({})),
      max: def.max ?? MAX_LINES,
      ...(def.fixed ? { fixed: true } : {}),
      ...(def.totals ? { totals: def.totals } : {}),
    },
  }),
  custom: drawn,
  panel: drawn,
  section: (section: string, fields: readonly Field[]): FieldSection => ({ section, fields }),
};

/** The one factory object, seen through the body it fills. */
export const fieldFactory = <B,>(): FieldFactory<B> => factory as unknown as FieldFactory<B>;

/** Fields of a form page that sends another call than `create` or `update`, typed by its body. */
export const formOfCall = <N extends MutationName>(
  _endpoint: N,
  define: (f: FieldFactory<BodyIn<Contract[N]>>) => readonly (Field | FieldSection)[],
): readonly (Field | FieldSection)[] => define(fieldFactory<BodyIn<Contract[N]>>());

/** Fields of an action's dialog, typed by the body of its call. */
export const actionFields = <N extends MutationName>(
  _endpoint: N,
  define: (f: FieldFactory<BodyIn<Contract[N]>>) => readonly Field[],
): readonly Field[] => define(fieldFactory<BodyIn<Contract[N]>>());
