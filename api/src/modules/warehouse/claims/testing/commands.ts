import {
  type Call,
  type Command,
  type CommandContext,
  commandOn,
  someIn,
} from '../../../../workflow/testing/randomCommands.ts';
import { dayFrom } from '../../../../workflow/testing/world.ts';
import { freeStock } from '../../testing/upkeepCommands.ts';

export const CLAIM_COMMANDS = [
  'claim.create',
  'claim.update',
  'claim.send',
  'claim.confirm',
  'claim.reject',
  'claim.cancel',
] as const;

const REASON = 'ผู้จำหน่ายไม่รับ';

/** Claims what lies somewhere, or goes on with a claim, mostly as its state allows. */
export const claimCommand = (play: CommandContext): Promise<Command | null> =>
  play.isTurnOf('claim.create', 0.35) ? open(play) : act(play);

async function open(play: CommandContext): Promise<Command | null> {
  const { world, by } = play;
  const found = await freeStock(play);
  if (!found) return null;
  return {
    name: 'claim.create',
    person: by(world.keeper),
    path: '/material_repair_claims',
    body: {
      supplierId: world.supplier,
      warehouseId: world.warehouseId,
      overrideReason: 'ผู้จำหน่ายตกลงทางโทรศัพท์',
      items: [{ ...found.place, serialNo: found.serialNo, defect: 'เสีย' }],
    },
  };
}

async function act(play: CommandContext): Promise<Command | null> {
  const { world, random } = play;
  const { keeper } = world;
  const row = await someIn(play, {
    machine: 'claim',
    source: 'select id, version, status from claims',
    statuses: ['pending', 'pending', 'sent', 'sent', 'confirmed'],
  });
  if (!row) return null;
  const items = await play.rows<{ id: string }>(
    'select id from claim_items where claim_id = $1 order by line_no',
    [row.id],
  );
  const resolution = random.pick(['replace', 'replace', 'repair', 'refund', 'creditNote', 'none']);
  const confirm: Call = [
    'confirm',
    {
      sentDate: dayFrom(world, 0),
      ...(random.chance(0.3) ? { creditNoteNo: 'CN-1' } : {}),
      items: items.map(({ id }) => ({
        id,
        resolution,
        replacementSerialNo: `R${row.id.slice(-6)}${random.between(1, 99)}`,
        refundAmount: `${random.between(0, 99)}.50`,
      })),
    },
    keeper,
  ];
  const send: Call = [
    'send',
    { sentDate: dayFrom(world, random.chance(0.05) ? 1 : 0), promisedDays: 14 },
    keeper,
  ];
  const reject: Call = [
    'reject',
    { reason: REASON, nextStep: random.pick(['keep', 'use', 'repair', 'destroy']) },
    keeper,
  ];
  const update: Call = ['update', { creditNoteNo: 'CN-2' }, keeper];
  const cancel: Call = ['cancel', { reason: REASON }, keeper];
  const likely: Readonly<Record<string, readonly Call[]>> = {
    pending: [send, send, confirm, reject, cancel, ['update', {}, keeper]],
    sent: [confirm, confirm, confirm, reject, ['update', { promisedDays: 20 }, keeper]],
    confirmed: [update],
  };
  const call = play.pick(
    { machine: 'claim', state: row.status },
    likely[row.status] ?? [send, update, reject],
  );
  return commandOn(play, row, { machine: 'claim', path: '/material_repair_claims', call });
}

/** Everything of claims that a refused command must leave as it was (I14). */
export const CLAIM_STATE = `
  select 'cl' || id || version || status || refund_total as part from claims
  union all select 'cli' || id || coalesce(resolution, '') || arrived_qty || defect from claim_items
  union all select 'se' || id || coalesce(supplier_warranty_end::text, '')
    || coalesce(replaces_serial_id::text, '') from serials`;

/** Each statement answers the rows that break its rule, written without the code that keeps it. */
export const CLAIM_RULES: Readonly<Record<string, string>> = {
  'what suppliers have is claimed and unanswered, or mended and not back (2.10)': `
    select x.item_id from (
      select b.item_id, sum(b.on_hand) as qty from stock_balances b
      join bins n on n.id = b.location_id join warehouses w on w.id = n.warehouse_id
      where w.code = 'CLAIM' and w.is_system group by b.item_id
    ) x where x.qty <> coalesce((select sum(case when c.status = 'sent' then i.quantity
          when i.resolution = 'repair' then i.quantity - i.arrived_qty else 0 end)
        from claim_items i join claims c on c.id = i.claim_id where i.part_id = x.item_id), 0)`,
  'what a claim put aside is held for it in quarantine (2.10)': `
    select c.id from claims c
    left join stock_reservations r on r.doc_id = c.id and r.status = 'active'
    where c.status = 'pending' or r.id is not null
    group by c.id, c.status
    having case when c.status <> 'pending' then true
      else coalesce(sum(r.qty - r.consumed_qty), 0) not in (0,
        (select sum(i.quantity) from claim_items i where i.claim_id = c.id)) end`,
  'a replacement is worth what it replaces, and names it (2.10, 3.2)': `
    select i.id from claim_items i
    left join stock_moves m on m.doc_item_id = i.id and m.doc_type = 'claim' and m.action = 'replace'
    left join serials s on s.id = i.replacement_serial_id
    where i.resolution = 'replace'
      and (m.value is distinct from i.claimed_value
        or (i.serial_id is not null and s.replaces_serial_id is distinct from i.serial_id))`,
  'a claim is over when all that was promised is there (I17)': `
    select c.id from claims c where c.status in ('confirmed', 'completed')
      and (c.status = 'completed') <> not exists (select 1 from claim_items i where i.claim_id = c.id
        and ((i.resolution in ('replace', 'repair') and i.arrived_qty < i.quantity)
          or (i.resolution in ('refund', 'creditNote') and c.credit_note_no is null)))`,
  'what the supplier gives is there, or a goods import waits for it': `
    select i.id from claim_items i join claims c on c.id = i.claim_id
    where i.resolution in ('replace', 'repair') and i.quantity - i.arrived_qty <> coalesce((
      select sum(g.expected_qty) from goods_import_items g join goods_imports m on m.id = g.import_id
      where g.source_item_id = i.id and g.posted_at is null and m.status in ('pending', 'inspecting')), 0)`,
  'open claims have their serials to themselves (3.5)': `
    select i.id from claim_items i join claims c on c.id = i.claim_id
    left join open_serials o on o.serial_id = i.serial_id
    where i.serial_id is not null and c.status in ('pending', 'sent')
      and o.document_id is distinct from c.id`,
};
