import {
  type Command,
  type CommandContext,
  commandOn,
  deciderOf,
  type Row,
  someIn,
} from '../../../../workflow/testing/randomCommands.ts';
import { defineTestFamily } from '../../../../workflow/testing/testFamily.ts';
import type { World } from '../../../../workflow/testing/world.ts';
import { plantContainer } from '../../testing/planted.ts';

const PATH = '/warehouse-receives';

/** For the suites that go through all families. */
export const testFamily = defineTestFamily({
  family: 'containerReceipts',
  path: PATH,
  table: 'container_receipts',
  // Its calls are those of endpoints.json.
  calls: {},
  plant: async (world, { warehouseId }) => {
    const { receiptId } = await plantContainer(world.test, {
      companyId: world.companyId,
      warehouseId,
    });
    return receiptId;
  },
  fill,
  random: {
    commands: ['containerReceipt.update', 'containerReceipt.approve', 'containerReceipt.reject'],
    weight: 5,
    next,
  },
});

interface ReceiptRow extends Row {
  readonly sourceType: string;
  readonly createdBy: string | null;
}

/** Counts, receives or refuses what was sent; of what is received, now and then a line is refused. */
async function next(play: CommandContext): Promise<Command | null> {
  const { world, random } = play;
  const row = await someIn<ReceiptRow>(play, {
    machine: 'containerReceipt',
    source: `select id, version, status, created_by as "createdBy", source_type as "sourceType"
        from container_receipts where ${random.chance(0.5) ? 'true' : `source_type = 'transfer'`}`,
    statuses: ['pending'],
  });
  if (!row) return null;
  const items = await play.rows<{ itemId: string; scannedSerial: string }>(
    `select i.id as "itemId", p.serial_number as "scannedSerial"
     from container_receipt_items i join products p on p.id = i.product_id where i.receipt_id = $1`,
    [row.id],
  );
  const refused = (itemId: string) =>
    row.sourceType === 'transfer' && random.chance(0.7)
      ? { itemId, lineStatus: 'missing' }
      : { itemId, lineStatus: 'rejected', rejectReason: 'ประตูบุบ' };
  const lines = items.map((item) =>
    random.chance(row.sourceType === 'transfer' ? 0.5 : 0.8)
      ? { ...item, lineStatus: 'accepted', conditionIn: 'new' }
      : refused(item.itemId),
  );
  const receiver = deciderOf(play, world.keeper, [row.createdBy]);
  const call = play.pick({ machine: 'containerReceipt', state: row.status }, [
    ['update', { lines }, receiver],
    ['approve', { lines }, receiver],
    ['approve', { lines }, receiver],
    ['reject', { reason: 'ไม่ใช่ของที่สั่ง' }, receiver],
  ]);
  return commandOn(play, row, { machine: 'containerReceipt', path: PATH, call });
}

/** As many receipts as the query plans need, most of them received, of three warehouses. */
async function fill({ test, companyId, warehouseId, admin }: World, rows: number): Promise<void> {
  await test.app.pg.query(
    `insert into container_receipts (company_id, document_no, status, document_date, created_by, source_type,
       source_id, source_no, warehouse_id, item_count, created_at, updated_at)
     select $1, 'WR' || lpad(n::text, 8, '0'),
       (array['approved','approved','approved','pending','partiallyApproved','rejected'])[1 + n % 6],
       date '2025-05-01' + n % 540, $3, (array['production','transfer','customerReturn','repairReturn'])[1 + n % 4],
       new_id(), 'PD' || n, w[1 + n % 3], 1,
       timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now()
     from generate_series(1, $4::int) n,
       (select array[$2::uuid] || array_agg(id) as w from (select id from warehouses where code like 'W%' limit 2) y) x`,
    [companyId, warehouseId, admin.userId, rows],
  );
}
