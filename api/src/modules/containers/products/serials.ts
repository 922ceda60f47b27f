import { serialNumberOf, serialStem } from '@boxyard/shared/domain/containers/serialPattern.ts';
import {
  authorId,
  type Ctx,
  conflict,
  duplicate,
  type FieldFault,
  type Input,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';

/** A number is kept for whoever asked for it this long (domain-containers 3.3). */
const RESERVED_MINUTES = 30;
/** Numbers that wait for one person: nobody builds more at a time, and each makes the sequence longer. */
const MOST_RESERVED = 200;

/**
 * Reserves the next serial numbers of a model. The row of the sequence is locked until the transaction
 * ends and the sequence only goes up, so no number is ever issued twice, used or not.
 */
export async function reserveSerials(ctx: Ctx, { body }: Input<'products.serials'>) {
  const model = await ctx.db
    .selectFrom('productModels')
    .where('id', '=', body.productModelId)
    .select(['id', 'serialPrefix', 'serialPattern', 'isActive'])
    .executeTakeFirst();
  if (!model?.isActive) {
    refuseFaults([{ field: 'productModelId', code: model ? 'INACTIVE' : 'UNKNOWN_ID' }]);
    throw new Error('unreachable');
  }
  const stem = serialStem(model.serialPattern, {
    prefix: model.serialPrefix,
    today: today(ctx.clock),
  });
  const expiresAt = new Date(ctx.clock.now().getTime() + RESERVED_MINUTES * 60_000);
  const reservedBy = authorId(ctx.actor);
  if (reservedBy === null) throw new Error('a person reserves a serial number');
  const count = body.count ?? 1;
  const serialNumbers: string[] = [];
  // A number that somebody typed in by hand is passed over.
  while (serialNumbers.length < count) {
    const missing = count - serialNumbers.length;
    const numbers = (await nextPlaces(ctx, stem, missing)).map((place) =>
      serialNumberOf(model.serialPattern, stem, place),
    );
    const { rows } = await ctx.pg.query<{ serial_number: string }>({
      name: 'products.reserveSerials',
      text: `insert into serial_reservations (serial_number, product_model_id, reserved_by, expires_at)
        select n, $2, $3, $4 from unnest($1::text[]) n
        where not exists (select 1 from products p where p.serial_number = n)
        on conflict (serial_number) do nothing returning serial_number`,
      values: [numbers, model.id, reservedBy, expiresAt],
    });
    serialNumbers.push(...rows.map((row) => row.serial_number));
  }
  await expectFew(ctx, reservedBy);
  return { data: { serialNumbers: serialNumbers.sort(), expiresAt } };
}

/** Refuses a person's reservations above the limit; the transaction then rolls back the numbers it took. */
async function expectFew(ctx: Ctx, reservedBy: string): Promise<void> {
  const { count } = await ctx.db
    .selectFrom('serialReservations')
    .where('reservedBy', '=', reservedBy)
    .where('expiresAt', '>', ctx.clock.now())
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) > MOST_RESERVED) {
    throw conflict('TOO_MANY_RESERVED', { max: MOST_RESERVED, minutes: RESERVED_MINUTES });
  }
}

/** The next places of a sequence, counted up under the lock of its row. */
async function nextPlaces(ctx: Ctx, stem: string, count: number): Promise<number[]> {
  const { rows } = await ctx.pg.query<{ last_no: number }>({
    name: 'products.nextSerial',
    text: `insert into serial_sequences (prefix, last_no) values ($1, $2)
      on conflict (prefix) do update set last_no = serial_sequences.last_no + $2 returning last_no`,
    values: [stem, count],
  });
  const last = rows[0]?.last_no ?? count;
  return Array.from({ length: count }, (_, index) => last - count + 1 + index);
}

/**
 * Whether a new container may have this number: one of this person's own reservations for the model,
 * or one that nobody has. The reservation ends with its use.
 */
export async function takeSerial(
  ctx: Ctx,
  {
    serialNumber,
    productModelId,
  }: { readonly serialNumber: string; readonly productModelId: string },
): Promise<FieldFault[]> {
  // Sequences and the unique index decide between two at once; this names the field for one who types.
  const used = await ctx.db
    .selectFrom('products')
    .where('serialNumber', '=', serialNumber)
    .select('id')
    .executeTakeFirst();
  if (used) throw duplicate('serialNumber');
  const reserved = await ctx.db
    .selectFrom('serialReservations')
    .where('serialNumber', '=', serialNumber)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!reserved) return [];
  const isTheirs =
    reserved.reservedBy === ctx.actor.userId && reserved.productModelId === productModelId;
  const isLive = reserved.expiresAt > ctx.clock.now();
  if (!isTheirs && isLive) return [{ field: 'serialNumber', code: 'SERIAL_RESERVED' }];
  await ctx.db.deleteFrom('serialReservations').where('serialNumber', '=', serialNumber).execute();
  return [];
}

/** Reservations that ran out go; their numbers are not issued again, since the sequence went on. */
export async function dropExpiredSerials(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('serialReservations').where('expiresAt', '<', ctx.clock.now()).execute();
}
