import { contract, type DataOf, type ListName } from '@boxyard/shared/contract';
import {
  can,
  DOCUMENT_FAMILIES,
  type DocumentFamilyName,
  type FamilyDeclaration,
  isDraft,
  type Machine,
  routeOf,
} from '@boxyard/shared/domain';
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import {
  type CompilableRow,
  type Contract,
  type ContractName,
  type Ctx,
  compiledRow,
  type Family,
  type FileResult,
  type Handlers,
  type HandlersOf,
  type Input,
  type Loose,
  type ScopeColumns,
  snake,
  whereInScope,
} from '../kernel/index.ts';
import { actionsOf, type CallOf, type CommonCall, type NameOf } from './actions.ts';
import type { DocumentRow, DocumentType } from './documentType.ts';
import { documentFamily, type RecordScope } from './families.ts';
import { draftsOf } from './familyDrafts.ts';
import type { FamilyLines } from './familyLines.ts';
import { documentHandlers } from './handlers.ts';
import { documentsAs } from './list.ts';
import { familyPdf, type PdfDocument, type PdfSpec } from './pdf.ts';
import { postDocumentMoves } from './posting.ts';
import { presenting } from './presenting.ts';
import { isWithin } from './recordScopes.ts';
import { returnToDecision } from './reservationRelease.ts';
import { type PathParams, readsAllPages } from './runAction.ts';
import { defineWorkItems, scopeOfList, type WorkItemStep, type WorkItems } from './workItems.ts';

/** Families whose table the database has under the declared name. */
type TableOf<F extends DocumentFamilyName> = (typeof DOCUMENT_FAMILIES)[F]['table'] &
  keyof Database;
type StoredRow<F extends DocumentFamilyName> = Selectable<Database[TableOf<F>]>;

/** The family's table in a query, called `A` there. */
type Source<F extends DocumentFamilyName, A extends string, O = object> = SelectQueryBuilder<
  Database & { [K in A]: Database[TableOf<F>] },
  A,
  O
>;

/** What a family says besides its declaration. */
interface FamilySpec<F extends DocumentFamilyName, A extends string, X, R, I, L> {
  /** What queries call its table: `rp`. */
  readonly as: A;
  /**
   * Columns of the warehouses that it belongs to; any of them is enough, as a draft the first alone.
   * `warehouseId` unless said.
   */
  readonly warehouses?: readonly (keyof StoredRow<F> & string)[];
  /** Where no column names them: SQL that joins its table `d` to what lies in them, and their column there. */
  readonly warehousesOf?: { readonly joins: string; readonly column: string };
  /** Column of the other side, of documents between two companies. */
  readonly otherCompany?: keyof StoredRow<F> & string;
  /** Columns of the people whose it is besides its creator. */
  readonly owners?: readonly (keyof StoredRow<F> & string)[];
  /** Columns that each hold several such people. */
  readonly ownerLists?: readonly (keyof StoredRow<F> & string)[];
  /**
   * It is only the owners', not its creator's: a contract is its salesperson's, whoever wrote it. Without
   * owners it is nobody's, as stock is, and only company and warehouse cut it.
   */
  readonly ownersOnly?: true;
  /** Adds the fields beyond its columns that guards, limits and `notBy` of the machine name. */
  readonly fields?: (query: Source<F, A, StoredRow<F>>) => CompilableRow<StoredRow<F> & X>;
  /**
   * The status that counts now: of documents whose time runs out at a moment, while the job that
   * writes it down comes later. That job works on `stored`.
   */
  readonly statusNow?: (row: FamilyRow<F, X>, ctx: Ctx) => string;
  /** Corrects what was read, and adds what depends on who reads, and when. */
  readonly read?: (
    row: FamilyRow<F, X>,
    ctx: Ctx,
    how: { readonly lock: boolean },
  ) => R | Promise<R>;
  /** Locks what is locked before the document, wherever it is; jobs on `stored` do without. */
  readonly lockFirst?: (ctx: Ctx, id: string) => Promise<unknown>;
  readonly under?: DocumentType<R & DocumentRow>['under'];
  /** Where one is opened, of documents whose page is not named by their id alone. */
  readonly path?: (row: R) => string;
  readonly concerned?: (row: R) => readonly (string | null)[];
  /** Its lines. */
  readonly lines?: FamilyLines<L, I>;
  /** Name that the ledger gives to its stock moves and reservations (`doc_type`). */
  readonly moves?: string;
  readonly sealed?: (ctx: Ctx, row: R) => { readonly forMe: boolean; readonly forAny: boolean };
  readonly isClosedToFiles?: (row: R) => boolean;
  readonly standsOn?: (row: R, file: { readonly sha256: string }) => boolean;
}

type FamilyRow<F extends DocumentFamilyName, X> = StoredRow<F> & DocumentRow & X;

/** The row of a family as its actions see it: `RowOfFamily<typeof repairs>`. */
export type RowOfFamily<T> = T extends { readonly type: DocumentType<infer R> } ? R : never;

/** What the family's list filters and sorts by. */
type ListOf<F extends string> = Contract[NameOf<F, 'list'>] extends { readonly list: infer L }
  ? L
  : never;
type FilterName<F extends string> =
  ListOf<F> extends { readonly filters: infer D } ? keyof D & string : never;
type SortName<F extends string> =
  ListOf<F> extends { readonly sorts: readonly (infer S extends string)[] } ? S : never;

/** Names of columns that always have a value: an order by any other says that it may be missing. */
type FilledColumn<R> = { [C in keyof R]: null extends R[C] ? never : C }[keyof R];

type ActionWork<F extends string, S extends string> = (
  ctx: Ctx,
  input: Input<NameOf<F, S>>,
  // biome-ignore lint/suspicious/noConfusingVoidType: most actions have nothing to tell
) => Promise<{ readonly endorsed: boolean } | void>;

interface Listed<K extends ContractName> {
  readonly run: Handlers[K];
}

/**
 * What a family's calls do; `others` are the calls that no other family has. Only their names are
 * inferred: to infer from a handler, the compiler compares every two calls of the whole table.
 */
type FamilyCalls<F extends string, O extends string> = {
  /** The document as every call answers it. 404 outside the caller's scope. */
  readonly present: (
    ctx: Ctx,
    id: string,
    path: PathParams,
  ) => Promise<Loose<DataOf<Contract[NameOf<F, 'get'>]>>>;
  readonly list: Listed<NameOf<F, 'list'>>;
  readonly actions: {
    readonly [S in Exclude<CallOf<F>, CommonCall | O>]: ActionWork<F, S>;
  };
  readonly others?: { readonly [S in O]: NoInfer<Handlers[NameOf<F, S>]> };
} & {
  readonly [S in Extract<CallOf<F>, 'master'>]: Listed<NameOf<F, S>>;
} & {
  readonly [S in Exclude<Extract<CallOf<F>, 'create'>, O>]: (
    ctx: Ctx,
    input: Input<NameOf<F, S>>,
  ) => Promise<{ readonly id: string }>;
} & {
  /** The PDF. */
  readonly [S in Extract<CallOf<F>, 'document'>]: (ctx: Ctx, id: string) => Promise<FileResult>;
};

/** What waits for people; the rest follows from the family. */
type FamilyWork = Omit<
  WorkItems,
  'machine' | 'subject' | 'table' | 'label' | 'scope' | 'path' | 'amount' | 'due' | 'steps'
> &
  Partial<Pick<WorkItems, 'amount' | 'due' | 'path'>> & {
    readonly steps: readonly (Omit<WorkItemStep, 'key'> & Partial<Pick<WorkItemStep, 'key'>>)[];
  };

/** A family whose documents have no lines is asked for none. */
function without<L, I>(family: string): FamilyLines<L, I> {
  const refuse = () => {
    throw new Error(`${family} declares no lines`);
  };
  return { ofDocument: refuse, write: refuse };
}

/** Where a document of a family is opened, by its id: a page of its own, or beside its list. */
function pathsOf({ opens, within, table }: FamilyDeclaration): (id: string) => string {
  if (opens !== undefined) return (id) => routeOf(opens).path.replace(':id', id);
  if (within === undefined) {
    return () => {
      throw new Error(`${table}: its page is named by more than an id`);
    };
  }
  const query = new URLSearchParams(within.query).toString();
  return (id) => `${routeOf(within.page).path}?${query}&record=${id}`;
}

/** Documents on the pages that the caller may view, and their own; null where there is only one page. */
function onPagesOf({ actor }: Ctx, { pages }: Machine, as: string): RawBuilder<boolean> | null {
  if (pages === undefined || actor.kind === 'system' || readsAllPages(actor, pages)) return null;
  const open = Object.keys(pages.of).filter((value) =>
    can(actor.grants, `${pages.of[value]}:view`),
  );
  return sql<boolean>`(${sql.ref(`${as}.${pages.by}`)} = any(${open}) or ${sql.ref(`${as}.createdBy`)} = ${actor.userId}::uuid)`;
}

/**
 * A family of documents on the server, from its declaration (ADR 0019): document type, scope, where
 * lists read, handlers and actions follow from it.
 */
export function defineFamily<
  const F extends DocumentFamilyName,
  const A extends string,
  X extends object = object,
  Row extends FamilyRow<F, X> = FamilyRow<F, X>,
  I = never,
  L = never,
>(family: F, spec: FamilySpec<F, A, X, Row, I, L>) {
  const declaration: FamilyDeclaration = DOCUMENT_FAMILIES[family];
  const { machine, table, prefix, label } = declaration;
  const {
    as,
    warehousesOf,
    warehouses = warehousesOf === undefined ? ['warehouseId'] : [],
    owners = [],
    ownerLists = [],
    ownersOnly,
    otherCompany,
    fields,
    read,
    under,
    concerned,
    moves = '',
    sealed,
    isClosedToFiles,
    standsOn,
  } = spec;
  const path = pathsOf(declaration);
  const ownerColumns: readonly string[] = ownersOnly ? owners : ['createdBy', ...owners];
  const hasTwoEnds = warehouses.length > 1 || otherCompany !== undefined;
  const ids = (row: Row, columns: readonly string[]) =>
    columns.map((column) => (row as Readonly<Record<string, unknown>>)[column] as string | null);

  const scope: ScopeColumns = {
    company: `${as}.companyId`,
    ...(otherCompany === undefined ? {} : { otherCompany: `${as}.${otherCompany}` }),
    ...(warehouses.length === 0 ? {} : { warehouse: warehouses.map((one) => `${as}.${one}`) }),
    ...(hasTwoEnds ? { status: `${as}.status` } : {}),
    ...(ownerColumns.length === 0 ? {} : { owner: ownerColumns.map((one) => `${as}.${one}`) }),
    ...(ownerLists.length === 0 ? {} : { ownerLists: ownerLists.map((one) => `${as}.${one}`) }),
  };
  const records: RecordScope =
    warehousesOf === undefined
      ? { table: snake(table), scope: scopeOfList(scope) }
      : {
          table: `(select d.*, ${warehousesOf.column} as warehouse_id from ${snake(table)} d ${warehousesOf.joins})`,
          scope: { ...scopeOfList(scope), warehouse: 'd.warehouse_id' },
        };
  const load = compiledRow(as, (db, id) => {
    // Kysely cannot read a name that is not written out.
    const all = db.selectFrom(`${table} as ${as}` as never).selectAll(as as never);
    const placed =
      warehousesOf === undefined
        ? all
        : all.select(
            sql`(select array_agg(distinct d.warehouse_id::text) from ${sql.raw(records.table)} d
              where d.id = ${sql.ref(`${as}.id`)})`.as('warehouseIds'),
          );
    const query = placed.where(`${as}.id` as never, '=', id as never) as never;
    return fields ? fields(query) : (query as Source<F, A, StoredRow<F>>);
  });
  const warehouseIdsOf = (row: Row) =>
    warehousesOf === undefined
      ? ids(row, warehouses)
      : (row as unknown as { readonly warehouseIds: string[] | null }).warehouseIds;
  const typeWith = ({
    statusNow: status,
    lockFirst,
  }: Pick<typeof spec, 'statusNow' | 'lockFirst'>): DocumentType<Row, TableOf<F>> => ({
    machine,
    subject: family,
    table: table as TableOf<F>,
    docType: prefix,
    label,
    path: spec.path ?? ((row) => path(row.id)),
    load: async (ctx, id, how) => {
      if (how.lock) await lockFirst?.(ctx, id);
      const found = (await load(ctx, id, how)) as FamilyRow<F, X> | undefined;
      const row = found && status ? { ...found, status: status(found, ctx) } : found;
      return row && read ? read(row, ctx, how) : (row as Row | undefined);
    },
    scope: (row) => ({
      companyId: row.companyId,
      ...(otherCompany === undefined
        ? {}
        : { otherCompanyId: ids(row, [otherCompany])[0] ?? null }),
      warehouseIds: warehouseIdsOf(row) ?? [],
      isFirstEndOnly: hasTwoEnds && isDraft(row.status),
      ...(ownerColumns.length === 0
        ? {}
        : { ownerIds: [...ids(row, ownerColumns), ...ids(row, ownerLists).flat()] }),
    }),
    ...(under ? { under } : {}),
    ...(concerned ? { concerned } : {}),
    ...(sealed ? { sealed } : {}),
    ...(isClosedToFiles ? { isClosedToFiles } : {}),
    ...(standsOn ? { standsOn } : {}),
  });
  const type = typeWith(spec);
  /** Documents of the family that the caller may see: where lists read. */
  const from = (ctx: Ctx): Source<F, A> => {
    const all = ctx.db.selectFrom(`${table} as ${as}` as never) as unknown as Source<F, A>;
    const seen = whereInScope(all, ctx.actor, scope);
    const further = [
      onPagesOf(ctx, machine, as),
      warehousesOf === undefined ? null : isWithin(ctx.actor, records, `${as}.id`),
    ];
    return further.reduce((query, one) => (one === null ? query : query.where(one)), seen);
  };
  const { columns, listing, choice } = documentsAs(as);
  const { list: listed } = contract[`${family}.list` as ListName];
  const { search, ...counted } = listing();
  const columnsNamed = (names: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(names.map((name) => [name, `${as}.${name}`]));

  const action = actionsOf(family, type);
  const lines = spec.lines ?? without<L, I>(family);

  return {
    type,
    /** As its table has it, whatever the clock says (`statusNow`). */
    stored: typeWith({}),
    scope,
    path,
    columns,
    /**
     * Of the list: found by its words, between two days, counted by status. Filters and sorts of the
     * contract that are called as columns go by these.
     */
    list: {
      ...counted,
      dates: { ...counted.dates, along: { column: `${as}.createdAt`, table: snake(table) } },
      ...(listed.searchable === false ? {} : { search }),
      from,
      filters: columnsNamed(Object.keys(listed.filters)) as {
        readonly [C in FilterName<F> & keyof StoredRow<F>]: string;
      },
      sorts: columnsNamed(listed.sorts) as {
        readonly [C in SortName<F> & (FilledColumn<StoredRow<F>> | 'documentNo')]: string;
      },
    },
    /** Of the choice of a document by its number. */
    choice: { ...choice, from },
    ...presenting<F, StoredRow<F>, Row, TableOf<F>>(family, as, type),

    /** Makes the handler of an action: by its work alone, or by what it needs besides. */
    action,

    /** The lines of a document in their order. */
    linesOf: lines.ofDocument,
    /** Makes the handlers by which documents are created and changed. */
    drafts: draftsOf<F, Row, TableOf<F>, I>(type, lines, action),

    moves,
    /** Posts stock moves of a document of the family. */
    post: (
      ctx: Ctx,
      row: Pick<Row, 'id' | 'documentNo'>,
      posting: Omit<Parameters<typeof postDocumentMoves>[2], 'row'>,
    ) => postDocumentMoves(ctx, moves, { row, ...posting }),

    /**
     * The family as the rest of the server knows it. Where it is carried out whole or not at all, one
     * that loses held stock is decided on anew, and `notifyOfLoss` names who is told of that.
     */
    family: ({
      notifyOfLoss,
      isReversed = false,
      ...parts
    }: Parameters<typeof documentFamily<Row>>[1] & {
      readonly notifyOfLoss?: (row: Row) => readonly (string | null)[];
      /** It posts reversals, too. */
      readonly isReversed?: boolean;
    }) =>
      documentFamily(type, {
        records,
        ...(moves === '' ? {} : { moveTypes: isReversed ? [moves, 'reversal'] : [moves] }),
        ...(notifyOfLoss
          ? { reservations: { docType: moves, onLost: returnToDecision(type, notifyOfLoss) } }
          : {}),
        ...parts,
      }),

    /** The PDF of a document, in the vocabulary of `pdfVocabulary`. */
    pdf: <D extends PdfDocument, Key extends string>(spec: PdfSpec<D, Key>) =>
      familyPdf(machine, spec),

    /** What waits for people: dashboard, hand-over to another team. */
    workItems: ({ steps, amount = null, due = null, ...work }: FamilyWork): WorkItems =>
      defineWorkItems(type, {
        scope: scopeOfList(scope),
        path: work.path ?? path(''),
        amount,
        due,
        ...work,
        // Tasks are grouped by it: approving one family's documents is no task of another's.
        steps: steps.map((step) => ({ key: `${type.machine.id}/${step.action}`, ...step })),
      }),

    /** The handlers of all calls of the family. */
    handlers: <const O extends CallOf<F> = never>(
      calls: FamilyCalls<F, O>,
    ): HandlersOf<Family<F>> => {
      const { present, list, actions, others = {}, ...more } = calls;
      const { master, create, document } = more as {
        readonly master?: Listed<ContractName>;
        readonly create?: (ctx: Ctx, input: unknown) => Promise<{ readonly id: string }>;
        readonly document?: (ctx: Ctx, id: string) => Promise<FileResult>;
      };
      const common = documentHandlers(type, present);
      const acting = Object.entries<ActionWork<F, string>>(actions as never).map(
        ([name, work]) => [name, common.acting(work as never)] as const,
      );
      const answers = {
        list: list.run,
        ...(master ? { master: master.run } : {}),
        get: common.get,
        ...(create ? { create: common.creating(create) } : {}),
        ...Object.fromEntries(acting),
        ...(`${family}.history` in contract ? { history: common.history } : {}),
        // Of families that post stock moves.
        ...(`${family}.moves` in contract ? { moves: common.moves } : {}),
        ...(document
          ? {
              document: (ctx: Ctx, { params }: { params: { id: string } }) =>
                document(ctx, params.id),
            }
          : {}),
        attach: common.attach,
        detach: common.detach,
        ...others,
      };
      // Every call is there: a family without one does not compile.
      return Object.fromEntries(
        Object.entries(answers).map(([name, handler]) => [`${family}.${name}`, handler]),
      ) as unknown as HandlersOf<Family<F>>;
    },
  };
}
