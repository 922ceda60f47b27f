import { contract, type DataOf, isCost, type RowOf } from '@boxyard/shared/contract';
import { can } from '@boxyard/shared/domain';
import type { SelectQueryBuilder } from 'kysely';
import type * as z from 'zod/mini';
import { type Contract, type ContractName, type Ctx, type Loose, money } from '../kernel/index.ts';
import { trailOf } from './documentFields.ts';
import type { DocumentRow, DocumentType, TableName } from './documentType.ts';
import { loadRefs, type Ref, type RefKind, type Refs, refKindOf } from './references.ts';
import { type RelatedDocument, type RelatedTo, relatedDocuments } from './related.ts';
import { actionContext, endorsementsOf, loadVisible, type PathParams } from './runAction.ts';

type Shape = Readonly<Record<string, z.core.$ZodType>>;

type ListRow<F extends string> = RowOf<Contract[Extract<ContractName, `${F}.list`>]>;
type Detail<F extends string> = DataOf<Contract[Extract<ContractName, `${F}.get`>]>;
/** What stands around a document, whatever its family says. */
type Context = Awaited<ReturnType<typeof trailOf>> &
  ReturnType<typeof actionContext> & {
    readonly related: readonly RelatedDocument[];
    readonly endorsements: Awaited<ReturnType<typeof endorsementsOf>>;
  };

type RefName = Exclude<RefKind, 'user'> | `${string}${Capitalize<Exclude<RefKind, 'user'>>}`;
/** A linked record, or a person, as the contract shows one. */
type LinkOf<K, T> = [NonNullable<T>] extends [{ readonly id: string; readonly name: string }]
  ? 'code' extends keyof NonNullable<T>
    ? K extends RefName
      ? Ref
      : never
    : keyof NonNullable<T> extends 'id' | 'name'
      ? { readonly id: string; readonly name: string }
      : never
  : never;
/** The column that a field is read from: `warehouse` from `warehouseId`. */
type ColumnOf<K, T, R> = [LinkOf<K, T>] extends [never]
  ? K extends keyof R
    ? [NonNullable<R[K]>] extends [string | number | boolean | Date]
      ? K
      : never
    : never
  : K extends string
    ? `${K}Id` extends keyof R
      ? `${K}Id`
      : K extends keyof R
        ? K
        : never
    : never;
/** Fields of `T` that columns of `R` answer. */
type ReadKey<T, R> = {
  [K in keyof T]: K extends keyof Context
    ? never
    : [ColumnOf<K, T[K], R>] extends [never]
      ? never
      : K;
}[keyof T];
type ReadOf<T, R> = {
  readonly [K in ReadKey<T, R>]: [LinkOf<K, T[K]>] extends [never]
    ? K extends keyof R
      ? [NonNullable<R[K]>] extends [Date]
        ? R[K]
        : T[K]
      : never
    : LinkOf<K, T[K]> | (null extends T[K] ? null : never);
};
/** The columns that those fields are read from. */
type ReadColumn<T, R> = {
  [K in ReadKey<T, R>]: ColumnOf<K, T[K], R> & keyof R;
}[ReadKey<T, R>];
/** Fields of `T` that no column answers. */
type Apart<T, R> = Exclude<keyof T, ReadKey<T, R> | keyof Context> & string;

/** A row of the list as its fields are made from it. */
type Listed<F extends string, R, C extends keyof R> = Pick<
  R,
  C | (ReadColumn<ListRow<F>, R> & keyof R)
>;
type RowsApart<F extends string, R> = Loose<
  Pick<ListRow<F>, Apart<ListRow<F>, R> & keyof ListRow<F>>
>;
type PresentedRow<F extends string, R, M> = ReadOf<ListRow<F>, R> & M;

/** What a document's page shows besides a row of the list. */
type Further<F extends string> = Omit<Detail<F>, keyof ListRow<F>>;
type FurtherApart<F extends string, R> = Loose<
  Pick<Further<F>, Apart<Further<F>, R> & keyof Further<F>>
>;

/** Who may know what parts cost. */
const seesCost = (ctx: Ctx): boolean => can(ctx.actor.grants, 'parts-warehouse:view-cost');
/** A cost for those who may know it. */
export const costFor = (ctx: Ctx, value: string | null): string | null =>
  value !== null && seesCost(ctx) ? money(value) : null;

/** A field of an answer, and how its column becomes its value. */
interface ReadField {
  readonly key: string;
  readonly link: RefKind | null;
  readonly show: (ctx: Ctx, value: unknown) => unknown;
}

type Def = z.core.$ZodTypes['_zod']['def'];
const defOf = (schema: z.core.$ZodType): Def => schema._zod.def as Def;

const CONTEXT: readonly string[] = [
  'history',
  'attachments',
  'related',
  'allowedActions',
  'authorIds',
  'endorsements',
] satisfies (keyof Context)[];

function linkOf(key: string, schema: z.core.$ZodType): RefKind | null {
  const def = defOf(schema);
  if (def.type === 'nullable') return linkOf(key, def.innerType);
  if (def.type !== 'object') return null;
  const names = Object.keys(def.shape).sort().join();
  if (names === 'id,name') return 'user';
  return names === 'code,id,name,nameTh' ? refKindOf(key) : null;
}

const isNumber = (schema: z.core.$ZodType): boolean => {
  const def = defOf(schema);
  return def.type === 'nullable' ? isNumber(def.innerType) : def.type === 'number';
};

/** The fields of an answer that columns hold, without those `apart`. */
function readFields(shape: Shape, apart: readonly string[]): ReadField[] {
  return Object.entries(shape)
    .filter(([key]) => !CONTEXT.includes(key) && !apart.includes(key))
    .map(([key, schema]) => ({
      key,
      link: linkOf(key, schema),
      show: isCost(schema)
        ? (ctx, value) => costFor(ctx, value as string | null)
        : isNumber(schema)
          ? (_, value) => (value === null ? null : Number(value))
          : (_, value) => value,
    }));
}

type AnyRow = Readonly<Record<string, unknown>>;

/** Where a row names the linked record: whoever took a document over, else whoever made it. */
function linkedId(row: AnyRow, key: string): string | null | undefined {
  const own = row[`${key}Id`] ?? row[key];
  return (key === 'assignee' ? (own ?? row.createdBy) : own) as string | null | undefined;
}

function wantedRefs(rows: readonly AnyRow[], fields: readonly ReadField[]) {
  return Object.fromEntries(
    [...Map.groupBy(fields, ({ link }) => link)].flatMap(([kind, of]) =>
      kind === null
        ? []
        : [[kind, of.flatMap(({ key }) => rows.map((row) => linkedId(row, key)))] as const],
    ),
  );
}

const readOf = (
  ctx: Ctx,
  { row, fields, refs }: { row: AnyRow; fields: readonly ReadField[]; refs: Refs },
) =>
  Object.fromEntries(
    fields.map(({ key, link, show }) => {
      if (link === null) return [key, show(ctx, row[key])];
      const id = linkedId(row, key) ?? null;
      return [key, link === 'user' ? refs.userOrNull(id) : refs.refOrNull(id)];
    }),
  );

const shapeOf = (schema: z.core.$ZodType): Shape => {
  const def = defOf(schema);
  if (def.type !== 'object') throw new Error('an answer of documents is an object');
  return def.shape;
};

/**
 * How the documents of a family are answered. What the contract shows and a column of the same name
 * holds is read from there, linked records and people by their ids; a family says the rest.
 */
export function presenting<
  F extends string,
  Stored extends object,
  Row extends DocumentRow,
  T extends TableName,
>(family: F, as: string, type: DocumentType<Row, T>) {
  const calls = contract as unknown as Record<
    string,
    { readonly row: z.core.$ZodType; readonly data: z.core.$ZodType } | undefined
  >;
  const answers = {
    get list() {
      return (calls[`${family}.list`] as { row: z.core.$ZodType }).row;
    },
    get detail() {
      return (calls[`${family}.get`] as { data: z.core.$ZodType }).data;
    },
  };
  // Of people who did something the column is called as they are: `createdBy`.
  const columnOf = ({ key, link }: ReadField) =>
    link === null || key.endsWith('By') ? key : `${key}Id`;

  return {
    /**
     * Rows of the list, and the head of a document. `more` answers the fields `apart`, which no column
     * of that name holds or not for everybody, from the columns of the others and those that it `reads`.
     */
    rows: <
      const C extends keyof Stored & string = never,
      M extends RowsApart<F, Stored> = RowsApart<F, Stored>,
    >({
      apart = [],
      reads = [],
      more,
    }: {
      readonly apart?: readonly (keyof ListRow<F> & string)[];
      readonly reads?: readonly C[];
      readonly more?: (
        ctx: Ctx,
        rows: readonly Listed<F, Stored, C>[],
      ) => readonly M[] | Promise<readonly M[]>;
    } = {}) => {
      const fields = readFields(shapeOf(answers.list), apart);
      const columns = [...fields.map(columnOf), ...reads].map((name) => `${as}.${name}`);
      return {
        select: <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
          query.select([...new Set(columns)] as never) as unknown as SelectQueryBuilder<
            DB,
            TB,
            Listed<F, Stored, C>
          >,
        map: async (rows: readonly Listed<F, Stored, C>[], ctx: Ctx) => {
          const all = rows as unknown as readonly AnyRow[];
          const [refs, rest] = await Promise.all([
            loadRefs(ctx, wantedRefs(all, fields)),
            (more?.(ctx, rows) ?? []) as readonly object[],
          ]);
          return all.map((row, index) => ({
            ...readOf(ctx, { row, fields, refs }),
            ...rest[index],
          })) as unknown as readonly PresentedRow<F, Stored, M>[];
        },
      };
    },

    /**
     * A document with everything that its page shows: its row, its course, its files, its neighbours.
     * `load` reads what belongs to it, lines above all, and `more` answers the fields that no column
     * of that name holds. 404 outside this person's scope.
     */
    document: <H extends object, L, M extends FurtherApart<F, Row>>({
      rows,
      related,
      load,
      more,
    }: {
      readonly rows: {
        readonly map: (rows: never, ctx: Ctx) => Promise<readonly H[]>;
      };
      /** The documents that it came of and that came of it. */
      readonly related?: RelatedTo;
      readonly load?: (ctx: Ctx, id: string) => Promise<L>;
      readonly more: (ctx: Ctx, row: Row, loaded: L) => M | Promise<M>;
    }) => {
      const relatedTo = relatedDocuments(type.table, related);
      return async (
        ctx: Ctx,
        id: string,
        path: PathParams = {},
      ): Promise<H & ReadOf<Further<F>, Row> & Context & M> => {
        const [row, loaded, trail, neighbours, endorsed] = await Promise.all([
          loadVisible(ctx, type, { id, path }),
          load?.(ctx, id) as Promise<L>,
          trailOf(ctx, type.subject, id),
          relatedTo(ctx, id),
          'endorsements' in shapeOf(answers.detail) ? endorsementsOf(ctx, id) : [],
        ]);
        const inRow = Object.keys(shapeOf(answers.list));
        const fields = readFields(shapeOf(answers.detail), inRow).filter(
          (field) => field.key in row || columnOf(field) in row,
        );
        const [[head], refs, rest] = await Promise.all([
          rows.map([row] as never, ctx),
          loadRefs(ctx, wantedRefs([row], fields)),
          more(ctx, row, loaded),
        ]);
        return {
          ...head,
          ...readOf(ctx, { row, fields, refs }),
          ...trail,
          // Files say what is sealed as well.
          attachments: type.sealed?.(ctx, row).forMe ? [] : trail.attachments,
          related: neighbours,
          ...actionContext(ctx, type, row),
          endorsements: endorsed.map((entry) => ({
            ...entry,
            limit: entry.limit === null ? null : money(entry.limit),
          })),
          ...(rest as object),
        } as unknown as H & ReadOf<Further<F>, Row> & Context & M;
      };
    },
  };
}
