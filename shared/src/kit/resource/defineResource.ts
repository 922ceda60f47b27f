import type { ListName } from '../../contract/index.ts';
import type { Machine } from '../../domain/index.ts';
import type { ConfirmRequest } from '../../runtime/dialogs.ts';
import type { Locale } from '../../runtime/preferences.ts';
import {
  type Field,
  type FieldFactory,
  type FieldSection,
  type FormValues,
  fieldFactory,
} from '../form/fields.tsx';
import { type Column, type ColumnFactory, columnFactory } from './columns.tsx';
import type { Doc, FamilyOf, FiltersOf, FormBody, Row } from './types.ts';

/** Route names of the resource's pages (`contributions.ts`); a missing one means there is no page. */
export interface ResourceRoutes {
  readonly list?: string;
  readonly create?: string;
  readonly document?: string;
  /** The edit page where it is not the document's own. */
  readonly edit?: string;
}

export interface FilterSetting {
  /** Not in the bar; the URL still understands it. */
  readonly hidden?: boolean;
  /** i18n key below the resource's texts; `field.<filter>` without a trailing `Id` by default. */
  readonly label?: string;
}

export interface ResourceDef<L extends ListName> {
  /** The list of the contract that everything else is derived from. */
  readonly list: L;
  /** Where its texts are: `<namespace>:<key>`, e.g. `remote-warehouse:parts`. */
  readonly texts: string;
  /** Texts that it shares with others, looked at after its own: those of all reports. */
  readonly sharedTexts?: string;
  /** Page whose verbs guard it (`parts-warehouse`): `:create`, `:update`, `:delete`, `:print`. */
  readonly page: string;
  /** Verbs that differ from the bare ones (`company-groups:create-warehouse`). */
  readonly abilities?: {
    readonly create?: string;
    readonly update?: string;
    readonly delete?: string;
  };
  readonly machine?: Machine;
  readonly routes?: ResourceRoutes;
  /** A list whose tabs the specification fixes begins with everything; others with what goes on. */
  readonly firstTab?: 'all' | 'ongoing';
  readonly columns: (c: ColumnFactory<Row<L>>) => readonly Column<Row<L>>[];
  readonly filters?: { readonly [K in FiltersOf<L>]?: FilterSetting };
  /** Fields of its form, rules from the body schemas of `create` and `update`. */
  readonly form?: (f: FieldFactory<FormBody<L>>) => readonly (Field | FieldSection)[];
  /** A question that is put before the form is sent, from its values; null: none. */
  readonly question?: (values: FormValues) => Promise<ConfirmRequest | null>;
  /** What a record is called in titles and sentences; documentNo, code, partNo or name by default. */
  readonly nameOf?: (record: Row<L> | Doc<L>, locale: Locale) => string;
  /** Names of an open record and of what it stands under in the path above its page, by route. */
  readonly crumbs?: (
    record: Doc<L>,
    seen: {
      readonly locale: Locale;
      readonly params: Readonly<Record<string, string | undefined>>;
    },
  ) => Readonly<Record<string, string>>;
}

export interface Resource<L extends ListName = ListName>
  extends Omit<ResourceDef<L>, 'columns' | 'form'> {
  readonly family: FamilyOf<L>;
  readonly columns: readonly Column<Row<L>>[];
  readonly form: readonly (Field | FieldSection)[];
}

/**
 * A resource as data: what ListPage, DocumentPage, FormPage and MasterPage draw from. Everything
 * the contract knows (filters, sorts, exports, rules, abilities of the server) is not repeated.
 */
export function defineResource<const L extends ListName>(def: ResourceDef<L>): Resource<L> {
  const { columns: columnsOf, form, ...rest } = def;
  const columns = columnsOf(columnFactory<Row<L>>());
  // A list whose status column knows its machine has that machine's words in tabs and filters too.
  const machine = def.machine ?? columns.find(({ kind }) => kind === 'status')?.machine;
  return {
    ...rest,
    ...(machine === undefined ? {} : { machine }),
    family: def.list.slice(0, def.list.indexOf('.')) as FamilyOf<L>,
    columns,
    form: form?.(fieldFactory<FormBody<L>>()) ?? [],
  };
}
