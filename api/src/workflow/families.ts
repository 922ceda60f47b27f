import type { Machine } from '@boxyard/shared/domain';
import {
  type Ctx,
  type Happening,
  type Localised,
  notFound,
  type ScopeColumns,
  snake,
} from '../kernel/index.ts';
import type { DocumentRow, DocumentType } from './documentType.ts';
import { type Decision, decisionOn } from './notifications.ts';
import type { ReleasedDocument } from './reservationRelease.ts';
import { loadVisible } from './runAction.ts';
import { type Waiting, waitingOf } from './waiting.ts';
import type { WorkItems } from './workItems.ts';

/** A document as notices and comments refer to it, whatever its family. */
export interface DocumentOutline {
  readonly id: string;
  readonly documentNo: string | null;
  readonly status: string;
  readonly companyId: string;
  /** What it waits for, where somebody else has to decide on it. */
  readonly decision: Decision | undefined;
  readonly createdBy: string | null;
  readonly authorIds: readonly string[];
  /** Page that opens it. */
  readonly path: string;
  readonly scope: ReturnType<DocumentType<DocumentRow>['scope']>;
  /** People told of decisions besides the creator. */
  readonly concerned: readonly (string | null)[];
}

/** Where the records of a subject say whose they are; the record is `d`. */
export interface RecordScope {
  /** Table or subquery, as SQL. */
  readonly table: string;
  readonly scope: ScopeColumns;
}

/**
 * A document family as the rest of the server knows it. Its module declares it (`documentFamily`) and
 * lists it in the module's `families`; nobody imports the family to reach it.
 */
export interface DocumentFamily {
  /** Family of the contract; subject of its history, its files and its live events. */
  readonly subject: Happening['subject'];
  readonly machine: Machine;
  /** Its table, as SQL. */
  readonly table: string;
  readonly label: Localised;
  readonly outline: (ctx: Ctx, id: string) => Promise<DocumentOutline | undefined>;
  /** What its numbers begin with unless a company says otherwise; '' where they have none. */
  readonly docType: string;
  /** @throws 404 unless the caller may see the document and it is not sealed. Its files ask this. */
  readonly expectVisible: (ctx: Ctx, id: string) => Promise<unknown>;
  /** For whom a document waits; null: for nobody. */
  readonly waiting: (ctx: Ctx, id: string) => Promise<Waiting | null>;
  /** What waits for people: dashboard, hand-over to another team. */
  readonly workItems?: WorkItems;
  /** Whose its records are; as its work items say, where there are some. */
  readonly records?: RecordScope;
  /** Names that the ledger gives to its stock moves (`doc_type`); `reversal` where it takes moves back. */
  readonly moveTypes?: readonly string[];
  /** The stock that it reserves. */
  readonly reservations?: {
    /** Name that the ledger gives to its reservations (`doc_type`). */
    readonly docType: string;
    /** Corrects a document whose reserved stock a count did not find. null: nobody is told of it. */
    readonly onLost: (ctx: Ctx, id: string) => Promise<ReleasedDocument | null>;
  };
}

const outlineOf = <R extends DocumentRow>(type: DocumentType<R>, row: R): DocumentOutline => ({
  id: row.id,
  documentNo: row.documentNo,
  status: row.status,
  companyId: row.companyId,
  decision: decisionOn(type.machine, row),
  createdBy: row.createdBy,
  authorIds: row.authorIds ?? [],
  path: type.path(row),
  scope: type.scope(row),
  concerned: type.concerned?.(row) ?? [],
});

/** Declares a family by its document type. */
export const documentFamily = <R extends DocumentRow>(
  type: DocumentType<R>,
  parts: Pick<DocumentFamily, 'workItems' | 'records' | 'moveTypes' | 'reservations'>,
): DocumentFamily => ({
  subject: type.subject,
  docType: type.docType,
  machine: type.machine,
  table: snake(type.table),
  label: type.label,
  outline: async (ctx, id) => {
    const row = await type.load(ctx, id, { lock: false });
    return row && outlineOf(type, row);
  },
  expectVisible: async (ctx, id) => {
    const row = await loadVisible(ctx, type, { id });
    if (type.sealed?.(ctx, row).forMe) throw notFound();
  },
  waiting: async (ctx, id) => {
    const row = await type.load(ctx, id, { lock: false });
    return row ? waitingOf(ctx, type, row) : null;
  },
  ...parts,
});

const families = new Map<string, DocumentFamily>();

/**
 * Makes families known; modules/index.ts calls it once, before the server starts. The answer makes them
 * unknown again: suites share a process (docs/adr/0093), and one that adds a family takes it along.
 */
export function registerFamilies(added: readonly DocumentFamily[]): () => void {
  for (const family of added) {
    if (families.has(family.subject))
      throw new Error(`the document family ${family.subject} is registered twice`);
    families.set(family.subject, family);
  }
  return () => {
    for (const { subject } of added) families.delete(subject);
  };
}

/** Every registered family, in the order of their modules. */
export const documentFamilies = (): readonly DocumentFamily[] => [...families.values()];

export const familyOf = (subject: string): DocumentFamily | undefined => families.get(subject);

/** The work items of all families that have some. */
export const allWorkItems = (): readonly WorkItems[] =>
  documentFamilies().flatMap(({ workItems }) => (workItems ? [workItems] : []));
