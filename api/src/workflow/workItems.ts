import type { Machine } from '@boxyard/shared/domain';
import type { RawBuilder } from 'kysely';
import {
  type Ctx,
  type Happening,
  type Locale,
  type Localised,
  type ScopeColumns,
  snake,
} from '../kernel/index.ts';
import type { DocumentRow, DocumentType } from './documentType.ts';

/** What the dashboard shows of documents that wait. Columns are SQL; the document is `d`. */
export interface WorkItemDisplay {
  readonly scope: ScopeColumns;
  readonly amount: string | null;
  readonly due: string | null;
  /** What the document is called beside its number, by language. */
  readonly title: Readonly<Record<Locale, string>>;
  /** Page that opens it, up to its id. */
  readonly path: string;
  /** The same by the page on which the document stands, where its machine has several. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Record in whose page it is opened: it stands in the path for `:beside`. */
  readonly beside?: string;
}

/**
 * A step that is due: documents in a state from which an action of the machine leads on. Who may act
 * follows from the machine: verb, own work, whoever else may not, endorsed already.
 */
export interface WorkItemStep extends Partial<WorkItemDisplay> {
  /** Its words on the dashboard. */
  readonly key: string;
  /** The action that is due, or what stands for it where another document is made. */
  readonly action: string;
  readonly status: string;
  /** Ability where the work is to make the next document. */
  readonly ability?: string;
  readonly where?: (ctx: Ctx) => RawBuilder<boolean>;
  /**
   * Of a decision that somebody asks for while the document stays where it is (`asked` of the machine):
   * SQL of whether it waits, and of since when. Escalation, which acts for nobody, reads it, too.
   */
  readonly asked?: { readonly where: string; readonly since: string };
  /** Columns of people who may not do it. */
  readonly notBy?: readonly string[];
  /** Whoever wrote the document does not do it either (ADR 0014), as no author decides. */
  readonly byOthers?: true;
  /**
   * Guards of the action that whoever does it sees to first, on the document's page. Any other guard
   * is said by `where`: nobody is told of what cannot be done yet.
   */
  readonly clears?: readonly string[];
  /** Only the creator's own. */
  readonly mine?: true;
}

/** Whose an unfinished document is: it is handed over, or kept, with a move to another team (domain-containers 2.11). */
interface WorkItemOwnership {
  /**
   * Columns that say whose it is, the first that is filled counts. Whoever takes it over is written
   * to the first one; the creator never changes, since nobody approves what they made.
   */
  readonly owners: readonly [string, ...string[]];
  /** Ability that the next step needs; a verb alone is that of the document's page. */
  readonly ability: string;
  /** Columns that each hold several people who share it, the verb that one needs, and while it is theirs. */
  readonly lists?: Readonly<
    Record<string, { readonly verb: string; readonly statuses: readonly string[] }>
  >;
  /** SQL that sets what no longer holds once somebody stands in a list instead of another one: `a = …, `. */
  readonly whenListed?: (isListed: RawBuilder<unknown>, toId: string) => RawBuilder<unknown>;
  /** Ends what runs in the name of whoever gave it away, once it is written down. */
  readonly whenHandedOver?: (
    ctx: Ctx,
    given: { readonly id: string; readonly fromId: string },
  ) => Promise<void>;
  /** Column of the warehouse that it belongs to; `warehouse_id` unless said; null: none. */
  readonly warehouse?: string | null;
  /** Data scopes own and team find it by its first owner; else only by who made it. */
  readonly seenByOwner: boolean;
}

/** The work that the documents of a family are: the one place where a family says it. */
export interface WorkItems extends WorkItemDisplay {
  readonly machine: Machine;
  /** Family of the contract. */
  readonly subject: Happening['subject'];
  readonly table: string;
  readonly label: Localised;
  readonly steps: readonly WorkItemStep[];
  /** Absent: nobody owns it; whoever may goes on with it. */
  readonly owned?: WorkItemOwnership;
}

/** A family's work, named as its documents are. */
export const defineWorkItems = <R extends DocumentRow>(
  { machine, subject, table, label }: DocumentType<R>,
  work: Omit<WorkItems, 'machine' | 'subject' | 'table' | 'label'>,
): WorkItems => ({
  machine,
  subject,
  label,
  table: table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ...work,
});

/** Where a document belongs that lies in one warehouse. */
export const DOCUMENT_SCOPE: ScopeColumns = {
  company: 'd.company_id',
  warehouse: 'd.warehouse_id',
};

const asDocument = (column: string): string => `d.${snake(column.slice(column.indexOf('.') + 1))}`;

/** The scope of a family's list, of its documents called `d`: who may not open one is not sent to it. */
export const scopeOfList = ({
  company,
  otherCompany,
  warehouse,
  status,
  owner,
  ownerLists,
}: ScopeColumns): ScopeColumns => ({
  company: asDocument(company),
  ...(otherCompany === undefined ? {} : { otherCompany: asDocument(otherCompany) }),
  ...(warehouse === undefined
    ? {}
    : {
        warehouse:
          typeof warehouse === 'string' ? asDocument(warehouse) : warehouse.map(asDocument),
      }),
  ...(status === undefined ? {} : { status: asDocument(status) }),
  ...(owner === undefined ? {} : { owner: owner.map(asDocument) }),
  ...(ownerLists === undefined ? {} : { ownerLists: ownerLists.map(asDocument) }),
});

export const sameTitle = (title: string) => ({ en: title, th: title });

/** Whoever asks for it, by the column of their id. */
export const personTitle = (id: string) =>
  sameTitle(`(select btrim(u.first_name || ' ' || u.last_name) from users u where u.id = ${id})`);

/** A part as it is called in the caller's language. */
export const partTitle = (id: string) => ({
  en: `(select p.name from material_parts p where p.id = ${id})`,
  th: `(select coalesce(p.name_th, p.name) from material_parts p where p.id = ${id})`,
});

/** The document's supplier as it is called in the caller's language. */
export const supplierTitle = {
  en: '(select s.name from suppliers s where s.id = d.supplier_id)',
  th: '(select coalesce(s.name_th, s.name) from suppliers s where s.id = d.supplier_id)',
};
