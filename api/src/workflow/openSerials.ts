import { type Ctx, conflict, type Happening, named } from '../kernel/index.ts';

/** A document that keeps serials to itself while it is open. */
interface Keeper {
  readonly subject: Happening['subject'];
  readonly id: string;
  readonly documentNo: string;
}

/**
 * A serial is in one open claim, repair or destruction at a time (domain-warehouse 2.10, 3.5): whoever
 * opens one takes it, and gives it back by `freeSerials` when the document ends. Safe among parallel
 * writers: the second waits for the first and is refused.
 * @throws 409 SERIAL_BUSY, which names the serial and the document that has it.
 */
export async function takeSerials(
  ctx: Ctx,
  keeper: Keeper,
  serialIds: readonly string[],
): Promise<void> {
  if (serialIds.length === 0) return;
  const wanted = [...serialIds].sort();
  const { rows } = await ctx.pg.query<{ id: string }>({
    name: 'openSerials.take',
    text: `insert into open_serials (serial_id, subject, document_id, document_no)
      select t.id, $2, $3, $4 from unnest($1::uuid[]) as t(id)
      on conflict (serial_id) do nothing returning serial_id as id`,
    values: [wanted, keeper.subject, keeper.id, keeper.documentNo],
  });
  const taken = new Set(rows.map(({ id }) => id));
  const busy = wanted.filter((id) => !taken.has(id));
  if (busy.length === 0) return;
  const found = await ctx.pg.query<{
    serialNo: string;
    subject: string;
    id: string;
    documentNo: string;
  }>({
    name: 'openSerials.busy',
    text: `select s.serial_no as "serialNo", o.subject, o.document_id as id, o.document_no as "documentNo"
      from open_serials o join serials s on s.id = o.serial_id
      where o.serial_id = any($1::uuid[]) order by s.serial_no limit 1`,
    values: [busy],
  });
  const [keeping] = found.rows;
  throw conflict(
    'SERIAL_BUSY',
    keeping && { serialNo: keeping.serialNo, documentNo: named(keeping.subject, keeping) },
  );
}

/** Gives back what a document had taken. */
export async function freeSerials(ctx: Ctx, documentId: string): Promise<void> {
  await ctx.db.deleteFrom('openSerials').where('documentId', '=', documentId).execute();
}
