import type { ReactElement, ReactNode } from 'react';
import type { To } from 'react-router-dom';
import type { ListName, MutationName } from '../../contract/index.ts';
import type { Field } from '../form/fields.tsx';
import type { Column, ColumnFactory } from '../resource/columns.tsx';
import type { Resource } from '../resource/defineResource.ts';
import type { Doc, ListQueryIn, Row, SummaryOf } from '../resource/types.ts';

/** Parameters of the contract's path beside the record's own `id` (`{warehouseId}`). */
export type PathParams = Readonly<Record<string, string>>;

/** Something done to several rows; the kit asks, does it row by row and reports each result. */
interface BulkButton {
  readonly key: string;
  /** i18n key below the resource's texts; `bulk.<key>` by default. */
  readonly label?: string;
  readonly ability?: string;
  readonly danger?: boolean;
}

/** One call for each row, which answers for itself in the report. */
export interface BulkCall<L extends ListName> extends BulkButton {
  /** Asks for a reason, which goes into each body. */
  readonly reason?: boolean;
  /** An action of the machine: rows that cannot take it are named in the report. */
  readonly endpoint: MutationName;
  readonly body?: (row: Row<L>, reason: string | null) => unknown;
}

/** One call for all rows: opens the page's own dialog, which calls `done` when they are done with. */
export interface BulkOpening<L extends ListName> extends BulkButton {
  readonly onRun: (rows: readonly Row<L>[], done: () => void) => void;
}

export type BulkAction<L extends ListName> = BulkCall<L> | BulkOpening<L>;

/** An action of the resource's machine by its name: verb, reason and weight are the machine's. */
export type MachineAction = string;

export interface ListPageProps<L extends ListName> {
  readonly resource: Resource<L>;
  readonly params?: PathParams;
  /** Laid under the visitor's own query, e.g. a fixed filter. */
  readonly query?: Partial<NonNullable<ListQueryIn<L>>>;
  /** Instead of the create route: opens a dialog or a drawer. `false`: nothing is created here. */
  readonly onCreate?: (() => void) | false;
  /** Instead of the document route. */
  readonly onOpen?: (row: Row<L>) => void;
  readonly bulk?: readonly (BulkAction<L> | MachineAction)[];
  /** Further buttons left of the primary one. */
  readonly actions?: ReactNode;
  /** Figures above the table, from `meta.summary` of the whole query. */
  readonly summary?: (summary: SummaryOf<L>) => ReactNode;
  /** Totals under columns, from `meta.summary`. */
  readonly totals?: (summary: SummaryOf<L>) => Readonly<Record<string, ReactNode>>;
  /** Inside a tab of another page: no heading of its own. */
  readonly embedded?: boolean;
  /** Where several pages list the same kind of record. */
  readonly title?: string;
  /** Under the heading: what the page is for. */
  readonly lead?: ReactNode;
  /** Drawers and dialogs of the page. */
  readonly children?: ReactNode;
}

export interface Fact {
  /** i18n key below the resource's texts; `field.<key>`. */
  readonly key: string;
  readonly value: ReactNode;
}

/** A fact as data: the vocabulary of columns says how its value is drawn. */
export type FactOf<D> = Fact | Column<D>;

/** A sentence above the sections: what blocks a document, who must act. */
export interface Note {
  readonly tone: 'info' | 'warning' | 'error';
  readonly title: ReactNode;
  readonly text?: ReactNode;
}

type Falsy = false | null | undefined | '';

/** The vocabulary of notes: a key of the resource's texts and its values. */
export interface NoteFactory
  extends Readonly<
    Record<
      Note['tone'],
      (key: string, params?: Readonly<Record<string, unknown>>, text?: ReactNode) => Note
    >
  > {
  /** The reason that somebody gave for the state of the document. */
  readonly reason: Note | null;
}

/** The vocabulary of a document's sections. */
export interface SectionFactory<D> {
  /** A table of lines. */
  readonly lines: <R extends { readonly id: string }>(
    key: string,
    lines: {
      readonly rows: (doc: D) => readonly R[];
      readonly columns: (c: ColumnFactory<R>, doc: D) => readonly (Column<R> | false)[];
      /** Text below the resource's that stands for none. */
      readonly empty?: string;
      /** Left out as long as there are none. */
      readonly onlyFilled?: boolean;
    },
  ) => DocumentSection<D>;
  /** Facts one under the other, those that take more than a word. */
  readonly facts: (
    key: string,
    facts: (f: ColumnFactory<D>, doc: D) => readonly FactOf<D>[],
  ) => DocumentSection<D>;
}

export interface DocumentSection<D> {
  /** Heading `section.<key>` of the resource's texts. */
  readonly key: string;
  readonly count?: (doc: D) => number;
  readonly show?: (doc: D) => boolean;
  readonly render: (doc: D) => ReactNode;
}

/** How an action of the machine is carried out. An action without an entry is a plain call. */
export interface DocumentAction<D> {
  /** `<family>.<action>` by default, kebab-case written in camelCase. */
  readonly endpoint?: MutationName;
  /** Leads to a page instead of calling. */
  readonly to?: (doc: D) => To;
  /** Opens something of the page's own. */
  readonly onClick?: (doc: D) => void;
  /** Never offered on this page, or not for such a record. */
  readonly hidden?: boolean | ((doc: D) => boolean);
  /**
   * Further fields of the dialog: `actionFields('purchaseOrders.extend', (f) => [f.date('validUntil')])`,
   * or the same by the record where its choices depend on it.
   */
  readonly fields?: readonly Field[] | ((doc: D) => readonly Field[]);
  readonly initialValues?: (doc: D) => Readonly<Record<string, unknown>>;
  /** i18n key below the resource's texts of what the button says, when it depends on the record. */
  readonly label?: (doc: D) => string | undefined;
  /** The same of what it means, as the dialog tells it. */
  readonly consequence?: (doc: D) => string | undefined;
  /** The body besides `version`, `reason` and the dialog's fields. */
  readonly body?: (doc: D, values: Readonly<Record<string, unknown>>) => object;
  /** Files that are sent with it; such an action does not wait for the network. */
  readonly toFiles?: (values: Readonly<Record<string, unknown>>) => readonly File[];
  /** Where to go after it; the page stays by default. */
  readonly after?: (doc: D) => To;
  /** Asks before it is done, also where there is nothing to fill in. */
  readonly asks?: boolean;
  /** Whether it is the next step, which the machine cannot know: picking before handing out. */
  readonly primary?: (doc: D) => boolean;
}

/** A button that is no action of the machine: "Create order". */
export interface DocumentLink<D> {
  readonly key: string;
  readonly ability?: string;
  readonly show?: (doc: D) => boolean;
  readonly to?: (doc: D) => To;
  readonly onClick?: (doc: D) => void;
  readonly primary?: boolean;
  readonly danger?: boolean;
}

export interface DocumentPageProps<L extends ListName> {
  readonly resource: Resource<L>;
  /** The route's `:id` by default. */
  readonly id?: string;
  /** The line under the title. */
  readonly facts: (doc: Doc<L>, f: ColumnFactory<Doc<L>>) => readonly FactOf<Doc<L>>[];
  readonly sections:
    | readonly DocumentSection<Doc<L>>[]
    | ((s: SectionFactory<Doc<L>>) => readonly DocumentSection<Doc<L>>[]);
  readonly actions?: Readonly<Record<string, DocumentAction<Doc<L>>>>;
  readonly links?: readonly DocumentLink<Doc<L>>[];
  /** Route name of a related document's page, by its `type`; or its address, where an id is not enough. */
  readonly related?: Readonly<Record<string, string | ((doc: Doc<L>, id: string) => To | null)>>;
  /** Under the progress and above the timeline. */
  readonly aside?: (doc: Doc<L>) => ReactNode;
  /**
   * Above the sections: what blocks it, who must act. Of several notes the first that holds is shown;
   * without any, the reason that somebody gave for its state.
   */
  readonly banner?: (
    doc: Doc<L>,
    n: NoteFactory,
  ) => ReactNode | readonly (Note | ReactElement | Falsy)[];
  readonly children?: ReactNode;
}

export interface FormPageProps<L extends ListName> {
  readonly resource: Resource<L>;
  readonly mode: 'create' | 'edit';
  /** The route's `:id` by default (edit). */
  readonly id?: string;
  /** Other calls than `<family>.create` and `<family>.update`. */
  readonly endpoint?: MutationName;
  readonly params?: PathParams;
  /** What a new form starts with. */
  readonly initialValues?: Readonly<Record<string, unknown>>;
  /**
   * The form of a record (edit), where it begins with more or other than the record's `own` fields:
   * those of the form, references as ids, lines as the body takes them.
   */
  readonly toForm?: (
    doc: Doc<L>,
    own: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>;
  /** Changes the body before it is checked and sent. */
  readonly toBody?: (
    values: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>;
  /** Where to go after saving: the document by default. */
  readonly after?: (saved: Doc<L>) => To;
  /** A second way to save (`Save draft`): adds to the body. */
  readonly alternatives?: readonly { readonly key: string; readonly body: object }[];
  /** Beside the fields, from what is typed: a totals panel, a warning. */
  readonly aside?: (values: Readonly<Record<string, unknown>>) => ReactNode;
  /** Goes on with what is typed on another page of the same form, which keeps it as its draft. */
  readonly next?: { readonly key: string; readonly to: To };
  readonly children?: ReactNode;
}

export interface MasterPageProps<L extends ListName> {
  readonly resource: Resource<L>;
  readonly params?: PathParams;
  readonly query?: Partial<NonNullable<ListQueryIn<L>>>;
  readonly initialValues?: Readonly<Record<string, unknown>>;
  readonly toForm?: (doc: Doc<L>) => Readonly<Record<string, unknown>>;
  readonly toBody?: (
    values: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>;
  /** Files that go with a new record. */
  readonly toFiles?: (values: Readonly<Record<string, unknown>>) => readonly File[];
  /** Buttons in the drawer of a record, besides deactivate and delete. */
  readonly drawerActions?: (doc: Doc<L>, close: () => void) => ReactNode;
  /** Shown in the drawer of a record, above the form: what one must know before changing it. */
  readonly drawerBanner?: (doc: Doc<L>) => ReactNode;
  /** Shown in the drawer of a record, under the form. */
  readonly drawerExtra?: (doc: Doc<L>) => ReactNode;
  /** `wide` for forms of several sections. */
  readonly size?: 'narrow' | 'wide';
  readonly bulk?: readonly BulkAction<L>[];
  /** Further buttons left of the primary one. */
  readonly actions?: ReactNode;
  readonly embedded?: boolean;
  /** An embedded list is on the tab now shown: the record in the page's query is one of its own. */
  readonly linked?: boolean;
  readonly children?: ReactNode;
}
