import {
  type Call,
  type CommandContext,
  commandOn,
  deciderOf,
  type Family,
  type Row,
  someIn,
} from '../../../../workflow/testing/randomCommands.ts';
import { stillThere } from '../../testing/upkeepCommands.ts';

interface ImportRow extends Row {
  readonly hands: readonly (string | null)[];
}

const REASON = 'รุ่นไม่ตรงกับใบสั่งซื้อ';

/** Counts what came and puts it away: where everything else ends. */
export const importFamily: Family = {
  commands: [
    'goodsImport.update',
    'goodsImport.approve',
    'goodsImport.approve-part',
    'goodsImport.reject',
    'goodsImport.reverse',
  ],
  weight: 22,
  next: async (play) => {
    const row = await someIn<ImportRow>(play, {
      machine: 'goodsImport',
      // What was on the road comes first: much depends on it. What was put away is mostly used soon.
      source: `select g.id, g.version, array[g.created_by, g.counted_by, g.sent_by] as hands,
          case when g.status in ('pending', 'inspecting') and g.source_type = 'transfer'
              then g.status || 'FromRoad'
            when g.status = 'completed' and ${stillThere(`m.doc_id = g.id and m.doc_type = 'goodsImport'`)}
              then 'untouched'
            else g.status end as status
        from goods_imports g`,
      statuses: [
        'pending',
        'pending',
        'pendingFromRoad',
        'inspecting',
        'inspecting',
        'inspectingFromRoad',
        'untouched',
      ],
    });
    if (!row) return null;
    return row.status.startsWith('pending') ? count(play, row) : decide(play, row);
  },
};

const PATH = '/material-receives';

async function count(play: CommandContext, row: ImportRow) {
  const { world, random } = play;
  const items = await play.rows<{ id: string; expected: string; isOnTheRoad: boolean }>(
    `select i.id, i.expected_qty::text as expected, g.source_type = 'transfer' as "isOnTheRoad"
     from goods_import_items i join goods_imports g on g.id = i.import_id where g.id = $1`,
    [row.id],
  );
  const [bin] = await play.rows<{ id: string }>(
    `select b.id from bins b join goods_imports g on g.warehouse_id = b.warehouse_id
     where g.id = $1 order by b.code limit 1`,
    [row.id],
  );
  const counts = items.map(({ id, expected, isOnTheRoad }) => {
    const damagedQty = Number(expected) > 3 && random.chance(0.2) ? 1 : 0;
    // Goods get lost on the road above all.
    const isMissing = Number(expected) > (isOnTheRoad ? 1 : 3);
    const missingQty = isMissing && random.chance(isOnTheRoad ? 0.8 : 0.1) ? 1 : 0;
    return {
      id,
      binId: bin?.id,
      damagedQty,
      missingQty,
      receivedQty: Number(expected) - damagedQty - missingQty,
      ...(damagedQty + missingQty > 0 ? { discrepancyReason: 'แตกหัก' } : {}),
    };
  });
  const counter = row.hands.includes(world.asker.userId) ? world.keeper : world.asker;
  const call: Call = ['update', { items: counts }, counter];
  return commandOn(play, row, { machine: 'goodsImport', path: PATH, call });
}

async function decide(play: CommandContext, row: ImportRow) {
  const open = await play.rows<{ id: string }>(
    'select id from goods_import_items where import_id = $1 and posted_at is null order by id',
    [row.id],
  );
  // Nobody puts away what they made, sent or counted.
  const decider = deciderOf(play, play.world.keeper, row.hands);
  const approve: Call = ['approve', {}, decider];
  const part: Call = ['approve-part', { itemIds: open.slice(0, 1).map(({ id }) => id) }, decider];
  const reject: Call = ['reject', { reason: REASON }, decider];
  const likely: Readonly<Record<string, readonly Call[]>> = {
    inspecting: [approve, approve, part, reject],
    // What was lost on the road is known once it is put away.
    inspectingFromRoad: [approve, approve, part, ...(play.random.chance(0.2) ? [reject] : [])],
  };
  const calls = likely[row.status] ?? [['reverse', { reason: REASON }, play.world.keeper]];
  const call = play.pick({ machine: 'goodsImport', state: row.status }, calls);
  const command = commandOn(play, row, { machine: 'goodsImport', path: PATH, call });
  return { ...command, path: command.path.replace(/approve-part$/, 'approve') };
}
