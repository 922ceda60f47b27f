import type { CommandContext, Row } from '../../../../workflow/testing/randomCommands.ts';
import { PATH, summary } from './world.ts';

/** Parts of the jobs of the random commands: asked for, handed out, used and given back. */

interface HandLine {
  readonly id: string;
  readonly quantity: number;
  readonly serials: readonly string[];
}

/** Lines of a job of which the technician has something in hand. */
export const inHand = async (play: CommandContext, jobId: string): Promise<HandLine[]> =>
  play.rows<HandLine>(
    `select i.id, (i.dispatched_qty - i.used_qty - i.returned_qty)::float as quantity,
        array(select s.serial_no from requisition_picks k
          join stock_reservations r on r.id = k.reservation_id join serials s on s.id = r.serial_id
          where k.item_id = i.id and k.dispatched_qty > k.used_qty + k.returned_qty
          order by s.serial_no) as serials
      from requisitions q join requisition_items i on i.requisition_id = q.id
      where q.job_id = $1 and q.status <> 'reversed'
        and i.dispatched_qty > i.used_qty + i.returned_qty order by i.id`,
    [jobId],
  );

export const askedParts = ({ world, random }: CommandContext) => ({
  items: (random.chance(0.2) ? [world.part, world.serialPart] : [world.part]).map((partId) => ({
    partId,
    quantity: random.between(1, random.chance(0.1) ? 40 : 3),
    warehouseId: world.warehouseId,
    isBillable: random.chance(0.5),
  })),
});

/**
 * Puts something into the technician's hands: the warehouse hands out what is held for the job, after
 * more was asked for where nothing is. Answers the job as it is then.
 */
export async function putInHand(play: CommandContext, { id }: Row): Promise<Row | undefined> {
  const { admin } = play.world;
  const read = async () =>
    (await play.rows<Row>('select id, version, status from jobs where id = $1', [id]))[0];
  if ((await inHand(play, id)).length > 0) return undefined;
  const open = () =>
    play.rows<Row>(
      `select id, version, status from requisitions
        where job_id = $1 and status in ('approved', 'picking') order by id`,
      [id],
    );
  const job = await read();
  if (job && (await open()).length === 0) {
    await admin.post(`${PATH}/${id}/stock-summary`, { version: job.version, ...askedParts(play) });
  }
  for (const { id: requisitionId, version } of await open()) {
    await admin.post(`/material_dispatch/${requisitionId}/confirm-dispatch`, {
      version,
      recipientName: 'ช่าง',
      pickAll: true,
      backorder: play.random.chance(0.5),
    });
  }
  return read();
}

export const back = ({ random }: CommandContext, { id, quantity, serials }: HandLine) => ({
  id,
  quantity: serials.length > 0 ? serials.length : quantity,
  condition: random.pick(['new', 'used', 'defective']),
  ...(serials.length > 0 ? { serials } : {}),
});

/** Some of what is in hand goes into the container, or is used up; the rest comes back. */
export async function settled(play: CommandContext, { id }: Row): Promise<object> {
  const { random } = play;
  const lines = await inHand(play, id);
  const [container] = await play.rows<{ isOpen: boolean; insideId: string | null }>(
    `select p.status in ('inProduction', 'inWarehouse', 'withdrawn', 'installed') as "isOpen",
        (select i.id from product_parts i where i.product_id = p.id and i.removed_at is null
          and i.quantity >= 1 order by i.id limit 1) as "insideId"
      from jobs j join products p on p.id = j.product_id where j.id = $1`,
    [id],
  );
  const isOpen = container?.isOpen === true;
  const isUsed = (line: HandLine) =>
    (line.serials.length > 0 ? isOpen : true) && random.chance(0.6);
  const used = lines.filter(isUsed);
  const removes = isOpen && container.insideId !== null && used.length > 0 && random.chance(0.4);
  return {
    ...summary(random.chance(0.7) ? 'fixed' : 'notFixed'),
    used: used.map(({ id: lineId, quantity, serials }) => ({
      id: lineId,
      quantity,
      ...(serials.length > 0 ? { serials } : { isConsumed: !isOpen || random.chance(0.3) }),
    })),
    returned: lines.filter((line) => !used.includes(line)).map((line) => back(play, line)),
    ...(removes
      ? {
          warehouseId: play.world.warehouseId,
          removed: [{ id: container.insideId, quantity: 1, disposition: 'scrap' }],
        }
      : {}),
  };
}
