import type { Machine, MachineDocument } from '@boxyard/shared/domain';
import type { Database } from '../db/schema.ts';
import type { Ctx, Happening, Localised } from '../kernel/index.ts';

/** What the runner needs of a document's row; guards and limits read further fields. */
export interface DocumentRow extends MachineDocument {
  readonly id: string;
  readonly version: number;
  readonly companyId: string;
  readonly documentNo: string | null;
  readonly status: string;
  readonly createdBy: string | null;
}

export type TableName = keyof Database & string;

/** One kind of document: its machine and how it is found, seen and named. */
export interface DocumentType<R extends DocumentRow, T extends TableName = TableName> {
  readonly machine: Machine;
  /** Family of the contract; subject of history, attachments and live events. */
  readonly subject: Happening['subject'];
  /** Its table; status, version, updatedAt and the effect's `set` are written there. */
  readonly table: T;
  /** Prefix of its numbers: `PR`. */
  readonly docType: string;
  /** `Purchase request`, as notifications say it. */
  readonly label: Localised;
  /** Page that opens it: `/purchase-management/purchase-requests/<id>`. */
  readonly path: (row: R) => string;
  /**
   * The row with every field that the machine's guards, limits and `notBy` name. With `lock` the
   * document's row is taken FOR UPDATE.
   */
  readonly load: (
    ctx: Ctx,
    id: string,
    options: { readonly lock: boolean },
  ) => Promise<R | undefined>;
  /** The records that the path of a call may name beside it, by parameter: 404 below any other. */
  readonly under?: (row: R) => Readonly<Record<string, string | readonly string[]>>;
  /** Whose it is (kernel/scope `inScope`). */
  readonly scope: (row: R) => {
    readonly companyId: string;
    readonly warehouseIds?: readonly (string | null)[];
    readonly isFirstEndOnly?: boolean;
    readonly ownerIds?: readonly (string | null)[];
    /** The zone that it lies in, for people whose scope is a zone. */
    readonly zoneId?: string | null;
  };
  /**
   * Whether files of this document are sealed, as those of quotations until their round closes: from
   * this person, or from anybody at all. History and activity log are read by the latter, too.
   */
  readonly sealed?: (ctx: Ctx, row: R) => { readonly forMe: boolean; readonly forAny: boolean };
  /** Whether it is final: nothing is attached to it any more. */
  readonly isClosedToFiles?: (row: R) => boolean;
  /** Whether a file, by its checksum, is what the document stands on: nobody takes it off. */
  readonly standsOn?: (row: R, file: { readonly sha256: string }) => boolean;
  /** People told of decisions besides the creator (the requester). */
  readonly concerned?: (row: R) => readonly (string | null)[];
}
