import type { App, Ctx, Handlers } from '../kernel/index.ts';
import { type CategoryValues, registerCategoryValues } from './categoryValues.ts';
import { type DocumentMoves, registerDocumentMoves } from './documentMoves.ts';
import { type DocumentFamily, registerFamilies } from './families.ts';
import type { KeptSums } from './keptSums.ts';
import { registerLeaving } from './leaving.ts';
import { type RecordScopes, registerRecordScopes } from './recordScopes.ts';

/** What a module contributes to the server. Its `index.ts` exports one; modules/index.ts joins them. */
export interface ServerModule {
  readonly handlers: Partial<Handlers>;
  /** Unique constraint → field of the body that a 409 DUPLICATE names. */
  readonly constraints?: Readonly<Record<string, string>>;
  /** Work of each night at 00:05 Bangkok, each in a transaction of its own, as the system. */
  readonly nightly?: readonly ((ctx: Ctx) => Promise<void>)[];
  /** Work of each night on many records, each in a transaction of its own (`workApart`). */
  readonly nightlyApart?: readonly ((app: App) => Promise<void>)[];
  /** Sums that are kept beside their rows, compared with them each night. */
  readonly keptSums?: readonly KeptSums[];
  readonly families?: readonly DocumentFamily[];
  /** Whose the records are that belong to no family. */
  readonly recordScopes?: RecordScopes;
  /** What the stock of categories is worth. */
  readonly categoryValues?: CategoryValues;
  /** The stock moves that a document posted. */
  readonly documentMoves?: DocumentMoves;
  /** Ends running work of a person who is suspended. */
  readonly leaving?: (ctx: Ctx, userId: string) => Promise<void>;
}

/** Makes known what modules add to the modules before them. */
export function registerModules(modules: readonly ServerModule[]): void {
  for (const module of modules) {
    const { families = [], recordScopes = {}, categoryValues, documentMoves, leaving } = module;
    registerFamilies(families);
    registerRecordScopes(recordScopes);
    if (categoryValues) registerCategoryValues(categoryValues);
    if (documentMoves) registerDocumentMoves(documentMoves);
    if (leaving) registerLeaving(leaving);
  }
}
