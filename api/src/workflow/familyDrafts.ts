import type { DocumentFamilyName } from '@boxyard/shared/domain';
import type { Insertable, Updateable } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type Ctx, type FieldFault, type Input, invalid, today } from '../kernel/index.ts';
import type { actionsOf, CallOf, NameOf } from './actions.ts';
import { changesOf } from './changes.ts';
import { createDocument } from './createDocument.ts';
import type { DocumentRow, DocumentType, TableName } from './documentType.ts';
import type { FamilyLines } from './familyLines.ts';
import { notifyNewDocument } from './notifications.ts';
import { searchTextOf } from './searchText.ts';

/** A document as it is to be written: its company, its columns and its lines. */
export interface CheckedDocument<T extends TableName, I> {
  readonly companyId: string;
  readonly columns: Readonly<Partial<Insertable<Database[T]>>>;
  readonly items: readonly I[];
}

export interface DraftsSpec<T extends TableName, R extends DocumentRow, B, C> {
  /** Status of a new one. One that waits for somebody has its number and is told of at once. */
  readonly status: string;
  /**
   * Checks what was entered, every fault at once. `row`: the document that is changed.
   * @throws invalid
   */
  readonly check: (ctx: Ctx, body: B, row: R | null) => Promise<C>;
  /** Words and parts by which lists find it. */
  readonly searched: (
    checked: C,
    ctx: Ctx,
  ) => {
    readonly partIds: readonly (string | null)[];
    readonly words: readonly (string | null | undefined)[];
  };
  /** Columns that a new one begins with besides those that were entered. */
  readonly first?: Readonly<Partial<Insertable<Database[T]>>>;
  /** Fault of a change to another company: the number belongs to the present one. */
  readonly ofOtherCompany: FieldFault;
  /** Columns whose values the timeline tells of a new one. */
  readonly told: readonly (keyof Insertable<Database[T]> & string)[];
  /** Frees what its former lines hold, before new ones are checked. */
  readonly freed?: (ctx: Ctx, row: R) => Promise<unknown>;
  /** Writes what stands beside the lines, and holds what they name. */
  readonly written?: (
    ctx: Ctx,
    document: Pick<R, 'id' | 'documentNo'>,
    checked: C,
  ) => Promise<unknown>;
}

/**
 * Writes documents of a family: creates them, and changes them as long as nobody has decided. Lines,
 * their count, the words of the search, the timeline and the notice to whoever decides follow.
 */
export const draftsOf =
  <F extends DocumentFamilyName, R extends DocumentRow, T extends TableName, I>(
    type: DocumentType<R, T>,
    lines: FamilyLines<unknown, I>,
    action: ReturnType<typeof actionsOf<F, R, T>>,
  ) =>
  <B extends object, C extends CheckedDocument<T, I>>(spec: DraftsSpec<T, R, B, C>) => {
    const { status, check, searched, first, ofOtherCompany, told, freed, written } = spec;
    const searchText = (ctx: Ctx, documentNo: string | null, checked: C) =>
      searchTextOf({ documentNo, ...searched(checked, ctx) });

    const insert = async (ctx: Ctx, checked: C, { isTold = true } = {}) => {
      const { companyId, columns, items } = checked;
      const { id, documentNo } = await createDocument(ctx, type, {
        companyId,
        status,
        documentDate: today(ctx.clock),
        numbered: true,
        write: async (head) => {
          const row = {
            ...head,
            ...first,
            ...columns,
            itemCount: items.length,
            searchText: searchText(ctx, head.documentNo, checked),
          };
          await ctx.db
            .insertInto(type.table as T)
            .values(row as unknown as Insertable<Database[T]>)
            .execute();
          await lines.write(ctx, head.id, items);
          await written?.(ctx, head as unknown as R, checked);
        },
        after: Object.fromEntries(told.map((name) => [name, columns[name as never]])),
      });
      if (isTold) await notifyNewDocument(ctx, type, id);
      return { id, documentNo };
    };

    return {
      /**
       * Writes what was checked: a person's entry, or a document that another one brings about. One that
       * is decided at once is not told of (`isTold`).
       */
      insert,
      create: async (ctx: Ctx, { body }: { readonly body: B }) =>
        insert(ctx, await check(ctx, body, null)),
      update: action(
        'update' as never,
        (async (ctx: Ctx, row: R, body: B) => {
          await freed?.(ctx, row);
          const checked = await check(ctx, body, row);
          const { companyId, columns, items } = checked;
          if (companyId !== row.companyId) {
            throw invalid([ofOtherCompany]);
          }
          await lines.write(ctx, row.id, items);
          await written?.(ctx, row, checked);
          const set = { ...columns, itemCount: items.length };
          return {
            set: {
              ...set,
              searchText: searchText(ctx, row.documentNo, checked),
            } as unknown as Updateable<Database[T]>,
            diff: changesOf(row, set),
          };
        }) as never,
      ) as (
        ctx: Ctx,
        call: Pick<Input<NameOf<F, Extract<'update', CallOf<F>>>>, 'params' | 'body'>,
      ) => ReturnType<ReturnType<typeof action>>,
    };
  };
