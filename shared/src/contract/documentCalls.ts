import * as z from 'zod/mini';
import * as field from '../domain/values/fields.ts';
import { documentFields, historyEntry, withReason } from './common.ts';
import {
  ability,
  abilityOrOwner,
  type FileEndpoint,
  file,
  type ListEndpoint,
  list,
  lookup,
  type MutationEndpoint,
  mutation,
  one,
} from './endpoint.ts';
import { fileCalls } from './fileCalls.ts';
import type { FilterDefs } from './list.ts';
import { documentMoves } from './moves.ts';

type Schema = z.core.$ZodType;
type Shape = Readonly<Record<string, z.core.SomeType>>;

/** The filters that every list of documents has; the values of the first are the tabs. */
type CommonFilters = {
  readonly status: { readonly kind: 'enum'; readonly values: readonly string[] };
  readonly createdBy: typeof CREATED_BY.createdBy;
};

/** Whoever made the document. */
export const CREATED_BY = { createdBy: { kind: 'id', lookup: 'users.all' } } as const;

/** Of documents with lines of parts: those of which a line names the part. */
export const PART_OF_LINES = { partId: { kind: 'id', lookup: 'parts.master' } } as const;

interface Family<D extends Schema, F extends string> {
  /** Query family, as in the names of the calls. */
  readonly family: F;
  /**
   * Whose verbs the abilities are: `repair` of `repair:approve`. Of several pages each opens the call,
   * and the machine says whose verbs count for the document.
   */
  readonly page: string | readonly string[];
  /** The document as every call of it answers. */
  readonly detail: D;
  /** What an action refreshes besides the document; the family alone by default. */
  readonly touches?: readonly string[];
  /** Verbs of whoever attaches files, `update` by default. */
  readonly attachedBy?: string | readonly string[];
  /** Which of the two clients sends its calls; the main one unless said. */
  readonly client?: 'backOffice';
}

/** A call that writes fields of a document. */
interface Writing<S extends Shape> {
  /** Verb of the page, where it is another than the call's own. */
  readonly may?: string;
  readonly summary: string;
  readonly body: S;
  readonly touches?: readonly string[];
  /** Look-ups that the form chooses from: they serve whoever may send it (ADR 0016). */
  readonly lookups?: readonly string[];
}

/** The columns of an export: number and day first, what the family shows, state and maker last. */
function columnsOf(row: Schema, unexported: readonly string[]): readonly string[] {
  const { def } = row._zod;
  const own = def.type === 'object' ? Object.keys((def as z.core.$ZodObjectDef).shape) : [];
  const shown = own.filter((name) => !(name in documentFields) && !unexported.includes(name));
  return ['documentNo', 'documentDate', ...shown, 'status', 'createdBy'];
}

/**
 * The calls that the documents of one family have in common: the same words, classes of ability and
 * answers everywhere (domain-conventions "Documents"). Each is built here and named in the family's own table,
 * where its summary and what is particular to it stand.
 */
export function documentCalls<const P extends string, D extends Schema, const F extends string>(
  base: P,
  { family, page, detail, touches = [family], attachedBy = 'update', client }: Family<D, F>,
) {
  const abilities = (...verbs: readonly string[]) =>
    verbs.flatMap((verb) => [page].flat().map((one) => `${one}:${verb}`));
  const may = (...verbs: readonly string[]) => ability(...abilities(...verbs));
  const sentBy = client === undefined ? {} : { client };
  /** Nothing is held or posted yet: the document alone is another. */
  const itself: readonly string[] = [family];

  /** An action on a document: a path, a verb of the page, and the whole document as its answer. */
  const action = <const V extends string, B extends Schema, const L extends string = V>(
    name: V,
    {
      path,
      may: verb,
      orOwner = false,
      ...call
    }: {
      /** Last part of its path, where the specification calls it otherwise than the machine. */
      readonly path?: L;
      readonly may: string;
      /** Whoever made the document may as well, as long as its machine says so. */
      readonly orOwner?: boolean;
      readonly summary: string;
      readonly notice?: NonNullable<MutationEndpoint['notice']>;
      readonly body: B;
      readonly touches?: readonly string[];
      readonly lookups?: readonly string[];
    },
  ): MutationEndpoint<B, D, `${P}/:id/${L}`> =>
    mutation({
      method: 'POST',
      path: `${base}/:id/${path ?? (name as string as L)}` as const,
      access: orOwner ? abilityOrOwner(...abilities(verb)) : may(verb),
      data: detail,
      touches,
      ...sentBy,
      ...call,
    });

  const named = <const N extends string, E>(name: N, endpoint: E) =>
    ({ [`${family}.${name}`]: endpoint }) as { readonly [K in `${F}.${N}`]: E };
  const history = one({
    path: `${base}/:id/history` as const,
    access: may('view'),
    summary: 'Who did what',
    data: z.array(historyEntry),
  });
  const files = fileCalls(base, { write: abilities(...[attachedBy].flat()), family });

  return {
    /** Newest first, counted by status, between two days of `dateField`. */
    list: <const F extends FilterDefs, R extends Schema, S extends Schema = never>({
      statuses,
      filters,
      sorts,
      dateField = 'documentDate',
      unexported = [],
      exportColumns,
      exportAbility,
      counts = 'status',
      tabs,
      axes,
      alsoCompared,
      ...call
    }: {
      readonly summary: string;
      readonly statuses: readonly string[];
      readonly filters: F;
      /** Besides creation and number. */
      readonly sorts?: readonly string[];
      readonly dateField?: string;
      /** Fields of the row that an export leaves out, which otherwise has all in their order. */
      readonly unexported?: readonly string[];
      /** Where it has them in another order. */
      readonly exportColumns?: readonly string[];
      readonly exportAbility?: string;
      /** Filter whose values are the tabs. */
      readonly counts?: string;
      /** Those of them that are, where not all are. */
      readonly tabs?: readonly string[];
      /** Further filters that may be the tabs instead. */
      readonly axes?: readonly string[];
      /** Columns that conditions compare, by which no order goes. */
      readonly alsoCompared?: readonly string[];
      readonly row: R;
      readonly summaryOf?: S;
    }): ListEndpoint<CommonFilters & F, R, P, S> =>
      list({
        path: base,
        access: may('view'),
        list: {
          filters: { status: { kind: 'enum', values: statuses }, ...filters, ...CREATED_BY },
          sorts: ['createdAt', 'documentNo', ...(sorts ?? [])],
          defaultSort: '-createdAt',
          dateField,
          counts,
          ...(tabs === undefined ? {} : { tabs }),
          ...(axes === undefined ? {} : { axes }),
          ...(alsoCompared === undefined ? {} : { alsoCompared }),
          exportColumns: exportColumns ?? columnsOf(call.row, unexported),
          ...(exportAbility === undefined ? {} : { exportAbility }),
        },
        isSearched: true,
        ...sentBy,
        ...call,
      }),

    /** Choice of a document by its number, in other forms. */
    master: (summary: string) =>
      list({
        path: `${base}/master` as const,
        access: lookup(...abilities('view')),
        summary,
        list: { filters: {}, sorts: ['documentNo'], defaultSort: '-documentNo', maxLimit: 1000 },
        row: z.object({ id: field.id(), code: z.nullable(z.string()), name: z.string() }),
      }),

    get: (summary: string) =>
      one({ path: `${base}/:id` as const, access: may('view'), summary, data: detail, ...sentBy }),

    create: <S extends Shape>({ may: verb = 'create', body, ...call }: Writing<S>) =>
      mutation({
        method: 'POST',
        path: base,
        access: may(verb),
        status: 201,
        body: z.object(body),
        data: detail,
        touches: itself,
        ...sentBy,
        ...call,
      }),

    /** A change of these fields, beside the version that was read. */
    update: <S extends Shape>({ may: verb = 'update', body, ...call }: Writing<S>) =>
      mutation({
        method: 'PATCH',
        path: `${base}/:id` as const,
        access: may(verb),
        body: z.object({ version: field.version(), ...body }),
        data: detail,
        touches: itself,
        ...sentBy,
        ...call,
      }),

    action,

    /** A refusal by whoever might approve, with its cause; it holds nothing. */
    reject: (summary: string) =>
      action('reject', {
        may: 'approve',
        summary,
        notice: 'rejected',
        body: withReason(),
        touches: itself,
      }),

    history,

    /** Of families that post some (`moveTypes` of the server's family). */
    moves: one({
      path: `${base}/:id/moves` as const,
      access: may('view'),
      summary: 'Stock moves that it posted',
      data: documentMoves,
      ...sentBy,
    }),

    /** The PDF of the document; purchasing calls it an export, with a verb of its own. */
    pdf: <const V extends string>(
      path: V,
      { may: verb = 'view', summary }: { readonly may?: string; readonly summary: string },
    ): FileEndpoint<Schema, `${P}/:id/${V}`> =>
      file({
        path: `${base}/:id/${path}` as const,
        access: may(verb),
        summary,
        mime: 'application/pdf',
      }),

    ...files,

    /** What stands beside each document, under its names: who did what, and its files. */
    trail: {
      ...named('history', history),
      ...named('attach', files.attach),
      ...named('detach', files.detach),
    },
  };
}
