import {
  addDays,
  bangkokDate,
  type Condition,
  isOwnedPlace,
  type TrackingType,
  toThousandths,
  type WarehouseKind,
} from '@boxyard/shared/domain';
import { anyOf, type Pg, unseen } from '../kernel/index.ts';
import { BACKDATE_DAYS } from './shape.ts';
import {
  ANY_CONDITION,
  type BalanceState,
  balanceKey,
  type ItemState,
  type KeyParts,
  type LedgerState,
  type LotState,
  type PeriodState,
  type PlaceState,
  type ReservationState,
  type SerialState,
  type ValuationState,
  valuationKey,
} from './state.ts';
import { type ItemType, LedgerError, type MoveInput } from './types.ts';

/** What a posting or a reservation is about to touch. */
export interface LoadRequest {
  readonly now: Date;
  readonly effectiveDate?: string;
  readonly mayBackdate?: boolean;
  readonly moves: readonly Pick<
    MoveInput,
    | 'itemType'
    | 'itemId'
    | 'from'
    | 'to'
    | 'lotId'
    | 'serialId'
    | 'conditionFrom'
    | 'conditionTo'
    | 'reservationId'
  >[];
}

/**
 * Locks serials, then the valuations of all items concerned, each in sorted order, and reads
 * everything a plan needs. The last statement takes its snapshot after the locks were granted, so
 * it sees what the last holder wrote (3.4). Holding the valuation is holding every balance of the
 * item in that company.
 */
export async function loadState(pg: Pg, request: LoadRequest): Promise<LedgerState> {
  const elsewhere = await lockSerials(pg, request);
  await learnPlaces(pg, unique(request.moves.flatMap((move) => [move.from, move.to])));
  const keys = valuationKeys(request, elsewhere);
  const read = () =>
    readState(pg, { request, companyIds: unique(keys.map(([company]) => company)), elsewhere });
  // Both leave at once: the server begins to read when the locks are granted.
  let [rows, state] = await Promise.all([lockValuations(pg, keys), read()]);
  if (rows.length < keys.length) {
    await insertValuations(pg, keys);
    [rows, state] = await Promise.all([lockValuations(pg, keys), read()]);
  }
  return withLowest(pg, { state: { ...state, valuations: valuationsOf(rows) }, request });
}

const typeOf = (move: { readonly itemType?: ItemType }): ItemType => move.itemType ?? 'part';
const unique = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((value): value is string => value != null)),
];

// A lateral sub-select that cannot be flattened keeps to the order of its left side and to the
// index, whatever the planner thinks of arrays.
const LOCK = `
with gate as materialized (
  -- Closing a period takes the same lock alone: nothing is posted while it decides (I21).
  select pg_advisory_xact_lock_shared(hashtextextended('stock-period/' || c.id::text, 0))
  from unnest(${unseen('$4')}) c(id)
)
select v.company_id, v.item_type, v.item_id, v.owned_qty, v.owned_value, v.avg_cost, v.available,
  v.last_hash, (select count(*) from gate) as gates
from unnest(${unseen('$1')}, $2::text[], $3::uuid[]) as k(company_id, item_type, item_id)
cross join lateral (
  select * from part_valuations v where v.company_id = k.company_id
    and v.item_type = k.item_type and v.item_id = k.item_id
  offset 0 for no key update
) v`;

interface FixedPlace {
  readonly companyId: string;
  readonly isHeld: boolean;
}

/** What never changes of each bin ever posted to: a warehouse keeps company, kind and code. */
const fixedPlaces = new Map<string, FixedPlace>();

async function learnPlaces(pg: Pg, bins: readonly string[]): Promise<void> {
  const unknown = bins.filter((id) => !fixedPlaces.has(id));
  if (unknown.length === 0) return;
  const { rows } = await pg.query<{
    id: string;
    company_id: string;
    kind: WarehouseKind;
    code: string;
  }>({
    name: 'ledger-bins',
    text: `select b.id, w.company_id, w.kind, w.code from bins b
      join warehouses w on w.id = b.warehouse_id where b.id = any($1::uuid[])`,
    values: [unknown],
  });
  for (const { id, company_id, kind, code } of rows) {
    fixedPlaces.set(id, { companyId: company_id, isHeld: isOwnedPlace(kind, code) });
  }
}

interface ValuationRow {
  company_id: string;
  item_type: ItemType;
  item_id: string;
  owned_qty: string;
  owned_value: string;
  avg_cost: string;
  available: string;
  last_hash: Buffer | null;
}

/**
 * Places where the serials are now. Whoever wants a serial waits here, holding nothing yet: a
 * serial may be with another company than the one that receives it (3.5).
 */
async function lockSerials(pg: Pg, request: LoadRequest): Promise<string[]> {
  const serials = unique(request.moves.map((move) => move.serialId));
  if (serials.length === 0) return [];
  const { rows } = await pg.query<{ location_id: string | null }>({
    name: 'ledger-serials',
    text: `select s.location_id from serials s where s.id = any($1::uuid[])
      order by s.id for no key update of s`,
    values: [serials],
  });
  const places = unique(rows.map((row) => row.location_id));
  await learnPlaces(pg, places);
  return places;
}

type ValuationKey = readonly [companyId: string, itemType: ItemType, itemId: string];

/** The valuations that the moves concern, sorted. */
function valuationKeys(request: LoadRequest, elsewhere: readonly string[]): ValuationKey[] {
  const keys = new Map<string, ValuationKey>();
  for (const move of request.moves) {
    for (const place of [move.from, move.to, ...(move.serialId == null ? [] : elsewhere)]) {
      const company = fixedPlaces.get(place)?.companyId;
      if (company === undefined) continue;
      keys.set(valuationKey(company, typeOf(move), move.itemId), [
        company,
        typeOf(move),
        move.itemId,
      ]);
    }
  }
  return [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
}

const columnsOf = (keys: readonly ValuationKey[]) => [
  keys.map(([company]) => company),
  keys.map(([, type]) => type),
  keys.map(([, , item]) => item),
];

async function lockValuations(pg: Pg, keys: readonly ValuationKey[]): Promise<ValuationRow[]> {
  const { rows } = await pg.query<ValuationRow>({
    name: 'ledger-lock',
    text: LOCK,
    values: [...columnsOf(keys), unique(keys.map(([company]) => company)).sort()],
  });
  return rows;
}

/** The first move of an item in a company: its row is made first, then all are locked. */
async function insertValuations(pg: Pg, keys: readonly ValuationKey[]): Promise<void> {
  await pg.query({
    name: 'ledger-first',
    text: `insert into part_valuations (company_id, item_type, item_id)
      select * from unnest($1::uuid[], $2::text[], $3::uuid[]) on conflict do nothing`,
    values: columnsOf(keys),
  });
}

function valuationsOf(rows: readonly ValuationRow[]): Map<string, ValuationState> {
  return new Map(
    rows.map((row) => [
      valuationKey(row.company_id, row.item_type, row.item_id),
      {
        companyId: row.company_id,
        itemType: row.item_type,
        itemId: row.item_id,
        valuation: { ownedQty: row.owned_qty, ownedValue: row.owned_value, avgCost: row.avg_cost },
        available: toThousandths(Number(row.available)),
        lastHash: row.last_hash,
      },
    ]),
  );
}

/** Read by every posting. */
const READ_PLAIN = `
with plain as (
  select b.item_type, b.item_id, b.location_id, b.lot_id, b.serial_id, b.condition, b.on_hand, b.reserved
  from unnest(${unseen('$2')}, $3::uuid[], $4::uuid[], $5::text[]) as k(item_id, location_id, lot_id, condition)
  cross join lateral (
    select * from stock_balances b
    where b.item_id = k.item_id and b.location_id = k.location_id and b.serial_id is null
      and b.lot_id is not distinct from k.lot_id and b.condition = k.condition
  ) b
  order by b.item_id, b.location_id, b.lot_id, b.condition
  for no key update of b
)`;
const SELECT_PLAIN = `
select
  (select json_agg(json_build_array(b.id, w.company_id, w.id, w.code, w.kind,
      b.is_active and w.is_active, b.is_locked, w.is_pickable, b.code))
    from bins b join warehouses w on w.id = b.warehouse_id where b.id = ${anyOf('$1')}) as places,
  (select json_agg(json_build_array(p.id, p.tracking_type, not u.allow_fraction,
      p.last_purchase_price::text, p.reorder_point::text, p.max_stock::text,
      exists (select 1 from stock_rules r where r.part_id = p.id)))
    from material_parts p join units u on u.id = p.unit_id where p.id = ${anyOf('$6')}) as items,
  (select json_agg(json_build_array(company_id, closed_to, on_hold)) from (
    select company_id, max(period) filter (where status = 'closed') as closed_to,
      bool_or(status = 'hold' and period = $7) as on_hold
    from stock_periods where company_id = ${anyOf('$8')} group by company_id) p) as periods`;
const BALANCE = `json_agg(json_build_array(item_type, item_id, location_id, lot_id, serial_id,
    condition, on_hand::text, reserved::text))`;
const READ = `${READ_PLAIN}${SELECT_PLAIN}, (select ${BALANCE} from plain) as balances`;

/** With lots, serials or reservations, which most postings have none of. */
const READ_FULL = `${READ_PLAIN}, serial_places as (
  select b.item_type, b.item_id, b.location_id, b.lot_id, b.serial_id, b.condition, b.on_hand, b.reserved
  from stock_balances b where b.serial_id = ${anyOf('$9')}
  order by b.item_id, b.location_id, b.serial_id, b.condition
  for no key update of b
), held as (
  select r.id, r.item_type, r.item_id, r.location_id, r.lot_id, r.serial_id, r.condition, r.status,
    r.qty - r.consumed_qty as open
  from stock_reservations r where r.id = ${anyOf('$10')} order by r.id for no key update of r
)${SELECT_PLAIN},
  (select ${BALANCE} from (select * from plain union all select * from serial_places) a) as balances,
  (select json_agg(json_build_array(id, item_id, serial_no, location_id, condition))
    from serials where id = ${anyOf('$9')}) as serials,
  (select json_agg(json_build_array(l.id, l.item_id, l.expiry_date)) from lots l
    where l.id = ${anyOf('$11')}) as lots,
  (select json_agg(json_build_array(id, item_type, item_id, location_id, lot_id, serial_id,
      condition, status, open::text)) from held) as reservations`;

interface StateRow {
  places:
    | [string, string, string, string, WarehouseKind, boolean, boolean, boolean, string][]
    | null;
  balances:
    | [ItemType, string, string, string | null, string | null, string, string, string][]
    | null;
  items:
    | [string, TrackingType, boolean, string | null, string | null, string | null, boolean][]
    | null;
  serials?: [string, string, string, string | null, Condition | null][] | null;
  lots?: [string, string, string | null][] | null;
  periods: [string, string | null, boolean][] | null;
  reservations?:
    | [string, ItemType, string, string, string | null, string | null, string, string, string][]
    | null;
}

async function readState(
  pg: Pg,
  {
    request,
    companyIds,
    elsewhere,
  }: {
    request: LoadRequest;
    companyIds: readonly string[];
    elsewhere: readonly string[];
  },
): Promise<Omit<LedgerState, 'valuations'>> {
  const { moves } = request;
  const effectiveDate = request.effectiveDate ?? bangkokDate(request.now);
  const keys = new Map<string, readonly [string, string, string | null, string]>();
  for (const move of moves) {
    if (move.serialId != null) continue;
    const from = move.conditionFrom ?? 'new';
    for (const [place, condition] of [
      [move.from, from],
      [move.to, move.conditionTo ?? from],
    ] as const) {
      const isHeld = fixedPlaces.get(place)?.isHeld === true;
      const key = [
        move.itemId,
        place,
        move.lotId ?? null,
        isHeld ? condition : ANY_CONDITION,
      ] as const;
      keys.set(key.join('/'), key);
    }
  }
  const wanted = [...keys.values()];
  const serials = unique(moves.map((move) => move.serialId));
  const reservations = unique(moves.map((move) => move.reservationId));
  const lots = unique(moves.map((move) => move.lotId));
  const isPlain = serials.length + reservations.length + lots.length === 0;
  const { rows } = await pg.query<StateRow>({
    name: isPlain ? 'ledger-read' : 'ledger-read-full',
    text: isPlain ? READ : READ_FULL,
    values: [
      unique([...moves.flatMap((move) => [move.from, move.to]), ...elsewhere]),
      wanted.map(([item]) => item),
      wanted.map(([, place]) => place),
      wanted.map(([, , lot]) => lot),
      wanted.map(([, , , condition]) => condition),
      unique(moves.filter((move) => typeOf(move) === 'part').map((move) => move.itemId)),
      effectiveDate.slice(0, 7),
      companyIds,
      ...(isPlain ? [] : [serials, reservations, lots]),
    ],
  });
  const row = rows[0];
  if (row === undefined) throw new Error('a select without a table answers one row');
  return { ...stateOf(row), lowest: new Map() };
}

function stateOf(row: StateRow): Omit<LedgerState, 'valuations' | 'lowest'> {
  const places = new Map<string, PlaceState>();
  for (const [
    id,
    companyId,
    warehouseId,
    code,
    kind,
    isActive,
    isLocked,
    isPickable,
    bin,
  ] of row.places ?? []) {
    const isHeld = isOwnedPlace(kind, code);
    places.set(id, {
      id,
      companyId,
      warehouseId,
      code,
      bin,
      isHeld,
      isActive,
      isLocked,
      isPickable,
    });
  }
  const balances = new Map<string, BalanceState>();
  for (const [
    itemType,
    itemId,
    locationId,
    lotId,
    serialId,
    condition,
    onHand,
    reserved,
  ] of row.balances ?? []) {
    balances.set(balanceKey({ itemType, itemId, locationId, lotId, serialId, condition }), {
      onHand: toThousandths(Number(onHand)),
      reserved: toThousandths(Number(reserved)),
    });
  }
  const items = new Map<string, ItemState>();
  const thousandths = (value: string | null) =>
    value === null ? null : toThousandths(Number(value));
  for (const [
    id,
    trackingType,
    wholeOnly,
    lastPurchasePrice,
    reorder,
    max,
    hasRules,
  ] of row.items ?? []) {
    items.set(id, {
      trackingType,
      wholeOnly,
      lastPurchasePrice,
      reorderPoint: thousandths(reorder),
      maxStock: thousandths(max),
      hasRules,
    });
  }
  const serials = new Map<string, SerialState>();
  for (const [id, itemId, serialNo, locationId, condition] of row.serials ?? []) {
    serials.set(id, { itemId, serialNo, locationId, condition });
  }
  const lots = new Map<string, LotState>(
    (row.lots ?? []).map(([id, itemId, expiryDate]) => [id, { itemId, expiryDate }]),
  );
  const periods = new Map<string, PeriodState>(
    (row.periods ?? []).map(([id, closedTo, onHold]) => [id, { closedTo, onHold }]),
  );
  const reservations = new Map<string, ReservationState>();
  for (const [
    id,
    itemType,
    itemId,
    locationId,
    lotId,
    serialId,
    condition,
    status,
    open,
  ] of row.reservations ?? []) {
    reservations.set(id, {
      id,
      key: balanceKey({ itemType, itemId, locationId, lotId, serialId, condition }),
      status,
      open: toThousandths(Number(open)),
    });
  }
  return { places, balances, items, serials, lots, periods, reservations };
}

const LOWEST = `
select k.ord, least(
    coalesce((select r.run from days r where r.ord = k.ord and r.effective_date <= $7::date
      order by r.effective_date desc limit 1), 0),
    (select min(r.run) from days r where r.ord = k.ord and r.effective_date > $7::date))::text as lowest
from keys k`;

const DAYS = `
with keys as (
  select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[])
    with ordinality as k(item_type, item_id, location_id, lot_id, serial_id, condition, ord)
), days as (
  select k.ord, e.effective_date,
    sum(sum(e.qty)) over (partition by k.ord order by e.effective_date) as run
  from keys k join stock_entries e on e.location_id = k.location_id and e.item_id = k.item_id
    and e.item_type = k.item_type and e.condition = k.condition
    and e.lot_id is not distinct from k.lot_id and e.serial_id is not distinct from k.serial_id
  group by k.ord, e.effective_date
)`;

/**
 * Goods may leave on an earlier day only if they were there on that day and have not been needed
 * since (3.6): the lowest stock from that day on, of each place that something leaves.
 */
async function withLowest(
  pg: Pg,
  { state, request }: { state: LedgerState; request: LoadRequest },
): Promise<LedgerState> {
  const date = request.effectiveDate;
  const today = bangkokDate(request.now);
  if (date === undefined || date >= today) return state;
  if (date < addDays(today, -BACKDATE_DAYS) && request.mayBackdate !== true) {
    throw new LedgerError('BACKDATE_LIMIT', {
      effectiveDate: date,
      earliest: addDays(today, -BACKDATE_DAYS),
    });
  }
  const keys = new Map<string, KeyParts>();
  for (const move of request.moves) {
    if (state.places.get(move.from)?.isHeld !== true) continue;
    const key = {
      itemType: typeOf(move),
      itemId: move.itemId,
      locationId: move.from,
      lotId: move.lotId ?? null,
      serialId: move.serialId ?? null,
      condition: move.conditionFrom ?? 'new',
    };
    keys.set(balanceKey(key), key);
  }
  const list = [...keys.entries()];
  if (list.length === 0) return state;
  const { rows } = await pg.query<{ ord: string; lowest: string }>({
    name: 'ledger-lowest',
    text: DAYS + LOWEST,
    values: [
      list.map(([, key]) => key.itemType),
      list.map(([, key]) => key.itemId),
      list.map(([, key]) => key.locationId),
      list.map(([, key]) => key.lotId),
      list.map(([, key]) => key.serialId),
      list.map(([, key]) => key.condition),
      date,
    ],
  });
  const lowest = new Map<string, number>();
  for (const row of rows) {
    const entry = list[Number(row.ord) - 1];
    if (entry) lowest.set(entry[0], toThousandths(Number(row.lowest)));
  }
  return { ...state, lowest };
}
