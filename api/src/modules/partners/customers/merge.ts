import { sql } from 'kysely';
import {
  type Ctx,
  conflict,
  expectVersion,
  type FieldFault,
  type Input,
  refuseFaults,
} from '../../../kernel/index.ts';
import { customerById } from './present.ts';
import { customerMaster, lockedCustomer } from './write.ts';

/** Columns of all tables that refer to customers, read from the foreign keys: a later table counts too. */
async function referringColumns(ctx: Ctx): Promise<{ tab: string; col: string }[]> {
  const { rows } = await ctx.pg.query<{ tab: string; col: string }>({
    name: 'customers.references',
    text: `select c.conrelid::regclass::text as tab, a.attname::text as col
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'customers'::regclass and c.conparentid = 0
      order by 1, 2`,
    values: [],
  });
  return rows;
}

/** The duplicate, and the customer that stays. */
interface Merge {
  readonly duplicateId: string;
  readonly keptId: string;
}
type MergingHook = (ctx: Ctx, merge: Merge) => Promise<void>;
const mergingHooks: MergingHook[] = [];

/** Registers a check before a merge; it throws what keeps both records from becoming one customer. */
export function onMerging(hook: MergingHook): void {
  mergingHooks.push(hook);
}

type MergedHook = (ctx: Ctx, customerId: string) => Promise<void>;
const mergedHooks: MergedHook[] = [];

/** Registers a hook for the transaction of a merge, after every record belongs to the customer that stays. */
export function onMerged(hook: MergedHook): void {
  mergedHooks.push(hook);
}

/**
 * Gives everything that refers to a duplicate to the customer that stays, and takes the duplicate out
 * of use. Both belong to one company and are in scope.
 */
export async function mergeCustomer(ctx: Ctx, { params, body }: Input<'customers.merge'>) {
  const faults: FieldFault[] =
    body.intoId === params.id ? [{ field: 'intoId', code: 'UNKNOWN_ID' }] : [];
  refuseFaults(faults);
  // In the order of the ids, so that two merges of the same pair do not wait for each other. Held also
  // against whoever writes something for one of them (0281).
  const [first, second] = [params.id, body.intoId].sort();
  await sql`select id from customers where id in (${first}, ${second}) order by id for update`.execute(
    ctx.db,
  );
  const locked = new Map(
    [await lockedCustomer(ctx, String(first)), await lockedCustomer(ctx, String(second))].map(
      (row) => [row.id, row],
    ),
  );
  const duplicate = locked.get(params.id);
  const kept = locked.get(body.intoId);
  if (!duplicate || !kept) throw new Error('both customers were locked');
  expectVersion(duplicate, body.version);
  if (duplicate.mergedIntoId !== null) throw conflict('CUSTOMER_MERGED');
  if (!kept.isActive || kept.companyId !== duplicate.companyId) {
    refuseFaults([
      { field: 'intoId', code: kept.isActive ? 'CUSTOMER_OF_OTHER_COMPANY' : 'INACTIVE' },
    ]);
  }
  for (const hook of mergingHooks) {
    await hook(ctx, { duplicateId: duplicate.id, keptId: kept.id });
  }
  for (const { tab, col } of await referringColumns(ctx)) {
    await sql`update ${sql.table(tab)} set ${sql.ref(col)} = ${kept.id}::uuid
      where ${sql.ref(col)} = ${duplicate.id}::uuid`.execute(ctx.db);
  }
  for (const hook of mergedHooks) await hook(ctx, kept.id);
  await customerMaster.update(ctx, duplicate, {
    values: { isActive: false, mergedIntoId: kept.id },
    action: 'merge',
    reason: body.reason,
  });
  await customerMaster.update(ctx, kept, {
    // Whoever is barred is not admitted by having been entered twice.
    values:
      duplicate.isBlacklisted && !kept.isBlacklisted
        ? { isBlacklisted: true, blacklistReason: duplicate.blacklistReason }
        : {},
    also: { mergedFrom: duplicate.code },
    action: 'merge',
    reason: body.reason,
  });
  return { data: await customerById(ctx, duplicate.id) };
}
