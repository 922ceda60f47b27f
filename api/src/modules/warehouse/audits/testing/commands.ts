import { newId } from '../../../../kernel/index.ts';
import type { Person } from '../../../../testing/index.ts';
import type { Command, CommandContext } from '../../../../workflow/testing/randomCommands.ts';

interface Row {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly round: number;
}

interface Line {
  readonly id: string;
  readonly here: string;
  readonly serial: boolean;
  readonly again: boolean;
}

export const AUDIT_COMMANDS = [
  'audit.create',
  'audit.update',
  'audit.start',
  'audit.count',
  'audit.finish',
  'audit.finish-recount',
  'audit.recount',
  'audit.review',
  'audit.decide',
  'audit.approve',
  'audit.cancel',
] as const;

const REASON = 'นับผิดช่อง';

/** Plans a count, or goes on with one that is open, while everything else goes on moving. */
export async function auditCommand(play: CommandContext): Promise<Command> {
  const { world, random } = play;
  // One in each place at most: two counts of the same bins exclude each other.
  const places = await play.rows<{ id: string }>(
    `select distinct n.warehouse_id as id from stock_balances b join bins n on n.id = b.location_id
     where b.on_hand > 0 and n.warehouse_id in ($1, $2)`,
    [world.warehouseId, world.otherWarehouseId],
  );
  const { id: warehouseId } = places.length > 0 ? random.pick(places) : { id: world.warehouseId };
  const [row] = await play.rows<Row>(
    // Told apart by whether all is counted, and all decided.
    `select id, version, round, status || case
         when status in ('counting', 'recount') and open_count = 0
           or status = 'review' and undecided_count = 0 then 'Done' else '' end as status
     from audits
     where status not in ('approved', 'cancelled') and warehouse_id = $1 order by id desc limit 1`,
    [warehouseId],
  );
  return row ? act(play, { row, warehouseId }) : plan(play, warehouseId);
}

const bodyOf = ({ random }: CommandContext, warehouseId: string) => ({
  warehouseId,
  type: 'full',
  isBlind: random.chance(0.5),
  freeze: random.chance(0.15) ? 'hardLock' : 'none',
});

const plan = (play: CommandContext, warehouseId: string): Command => ({
  name: 'audit.create',
  person: play.by(play.world.keeper),
  path: '/audits',
  body: bodyOf(play, warehouseId),
});

type Call = readonly [action: string, person: Person, body: object];

/** An action is asked for by the status that it leads to. */
const LEADS_TO = {
  start: 'counting',
  finish: 'counted',
  recount: 'recount',
  review: 'review',
  'finish-recount': 'review',
  decide: 'review',
  approve: 'approved',
  cancel: 'cancelled',
} as const;

async function act(
  play: CommandContext,
  { row, warehouseId }: { readonly row: Row; readonly warehouseId: string },
): Promise<Command> {
  const { world, random } = play;
  const { keeper, receiver, asker, admin } = world;
  const lines = await play.rows<Line>(
    `select i.id, coalesce(b.on_hand, 0)::text as here, i.serial_id is not null as serial,
       i.needs_recount as again
     from audit_items i left join stock_balances b on b.item_id = i.part_id
       and b.location_id = i.bin_id and b.serial_id is not distinct from i.serial_id
       and b.lot_id is not distinct from i.lot_id and b.condition = i.condition
     where i.audit_id = $1 order by i.line_no`,
    [row.id],
  );
  const asked = (action: keyof typeof LEADS_TO, person: Person, body: object = {}): Call => [
    action,
    person,
    { status: LEADS_TO[action], ...body },
  ];
  const counted = (person: Person): Call => ['count', person, countsOf(play, row, lines)];
  const cancel = asked('cancel', keeper, { reason: REASON });
  const decide = asked('decide', keeper, {
    items: lines.map(({ id }) => ({
      id,
      decision: random.chance(0.85) ? 'accept' : 'ignore',
      reasonCode: 'lost',
    })),
  });
  const start = asked('start', receiver);
  const finish = asked('finish', receiver);
  const finishAgain = asked('finish-recount', asker);
  const approve = asked('approve', admin);
  const again = (items: object = {}) => asked('recount', keeper, items);
  const some = (chance: number, ...calls: readonly Call[]) => (random.chance(chance) ? calls : []);
  const likely: Readonly<Record<string, readonly Call[]>> = {
    draft: [start, start, ['update', keeper, bodyOf(play, warehouseId)]],
    counting: [counted(receiver), ...some(0.1, finish), ...some(0.2, cancel)],
    countingDone: [finish, finish, counted(receiver), ...some(0.2, cancel)],
    counted: [
      asked('review', keeper),
      again(),
      again({ items: lines.slice(0, 2).map(({ id }) => ({ id, decision: 'recount' })) }),
    ],
    recount: [counted(asker), ...some(0.1, finishAgain, cancel)],
    recountDone: [finishAgain],
    review: [decide, ...some(0.1, approve), ...some(0.2, cancel, again())],
    reviewDone: [approve, approve, decide, ...some(0.2, cancel, again())],
  };
  const [action, person, body] = play.pick(
    { machine: 'audit', state: row.status },
    likely[row.status] ?? [cancel],
  );
  const path = `/audits/${row.id}`;
  const sent = { name: `audit.${action}`, person: play.by(person), path };
  if (action === 'count') return { ...sent, verb: 'patch', path: `${path}/counts`, body };
  const versioned = { ...sent, body: { version: play.version(row), ...body } };
  return action === 'update'
    ? { ...versioned, verb: 'patch' }
    : { ...versioned, verb: 'put', path: `${path}/status` };
}

/** Mostly what lies there, now and then a little more or less, rarely nothing at all. */
function countsOf({ world, random }: CommandContext, row: Row, lines: readonly Line[]): object {
  const now = world.test.app.clock.now().toISOString();
  const count = (of: object, quantity: number) => ({
    ...of,
    id: newId(),
    round: row.round,
    countedAt: now,
    quantity,
  });
  return {
    sentAt: now,
    counts: lines
      .filter(({ again }) => row.round === 1 || again)
      .map(({ id, here, serial }) => {
        const off = random.chance(0.25) ? random.between(-3, 2) : 0;
        const quantity = random.chance(0.02) ? 0 : Math.max(0, Number(here) + off);
        return count({ itemId: id }, serial ? Math.min(1, quantity) : quantity);
      }),
  };
}

/** Everything of counts that a refused command must leave as it was (I14). */
export const AUDIT_STATE = `
  select 'au' || id || version || status || open_count || undecided_count as part from audits
  union all select 'aui' || id || coalesce(first_count, -1) || coalesce(recount, -1)
    || coalesce(posted_qty, -1) || coalesce(decision, '') from audit_items
  union all select 'auc' || count(*) from audit_counts
  union all select 'bn' || id || is_locked from bins`;

/** Each statement answers the rows that break its rule, written without the code that keeps it. */
export const AUDIT_RULES: Readonly<Record<string, string>> = {
  'what is posted is what was counted less the snapshot and what moved until then (2.13)': `
    select i.id, i.posted_qty::text as posted from audit_items i
    where i.posted_qty is not null and i.moved_from_bin_id is null and i.posted_qty <>
      coalesce(i.recount, i.first_count) - i.snapshot_qty - (
        select coalesce(sum(case when m.to_location_id = i.bin_id and m.condition_to = i.condition then m.qty else 0 end
          - case when m.from_location_id = i.bin_id and m.condition_from = i.condition then m.qty else 0 end), 0)
        from stock_moves m where m.item_id = i.part_id and i.bin_id in (m.from_location_id, m.to_location_id)
          and m.lot_id is not distinct from i.lot_id and m.serial_id is not distinct from i.serial_id
          and m.seq > i.snapshot_seq and m.posted_at <= coalesce(i.recount_at, i.first_at))`,
  'the moves of a count are its lines, and nothing else is posted (3.2)': `
    select i.id from audit_items i left join stock_moves m on m.doc_item_id = i.id and m.doc_type = 'audit'
    group by i.id, i.posted_qty having abs(coalesce(i.posted_qty, 0)) <> coalesce(sum(m.qty), 0)`,
  'a bin is locked as long as a count that locks is open, and no longer (2.13)': `
    select n.id from bins n where n.is_locked <> exists (select 1 from audit_bins b
      join audits a on a.id = b.audit_id
      where b.bin_id = n.id and a.status in ('counting', 'counted', 'recount', 'review')
        and a."freeze" = 'hardLock')`,
  'a recount is by somebody else, and nobody posts what they planned or counted (D8)': `
    select id from audit_items where recount_by = first_by
    union all select id from audits where approved_by = created_by or approved_by = any(counted_by_ids)`,
};
