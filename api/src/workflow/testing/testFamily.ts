import type { DocumentFamilyName } from '@boxyard/shared/domain';
import type { Family } from './randomCommands.ts';
import type { World } from './world.ts';

/** Where one document of a family is planted. */
export interface Plot {
  readonly warehouseId: string;
  readonly otherWarehouseId: string;
}

/**
 * What the suites that go through all families ask of one: permissions, records out of scope, hostile
 * requests, query plans, random commands. A family exports it as `testFamily` from its
 * `testing/family.ts`, where they find it.
 */
export interface TestFamily {
  readonly family: DocumentFamilyName;
  /** Of its calls: `/material_repair`. */
  readonly path: string;
  /** Table of its documents, as SQL names it. */
  readonly table: string;
  /** Calls that endpoints.json does not list: their class, or the abilities of which any one is enough. */
  readonly calls: Readonly<Record<string, 'signed-in' | 'look-up' | readonly string[]>>;
  /** Makes one document by its own calls; answers its id. */
  readonly plant: (world: World, at: Plot) => Promise<string>;
  /** Fills its tables with so many documents for the query plans. */
  readonly fill: (world: World, rows: number) => Promise<void>;
  /** Makes what its random commands presuppose, once before them. */
  readonly prepare?: (world: World) => Promise<void>;
  /** Random commands on its documents. */
  readonly random: Family;
}

/** Declares what the suites ask of a family. */
export const defineTestFamily = (family: TestFamily): TestFamily => family;
