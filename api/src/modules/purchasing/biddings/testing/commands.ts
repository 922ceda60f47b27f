import {
  type Call,
  type CommandContext,
  commandOn,
  deciderOf,
  type Family,
  personOf,
  type Row,
  someIn,
} from '../../../../workflow/testing/randomCommands.ts';
import { dayFrom } from '../../../../workflow/testing/world.ts';
import { closing } from './world.ts';

const REASON = 'ผู้จำหน่ายถอนตัว';

/** Opens rounds, decides them and has orders made of them. */
export const biddingFamily: Family = {
  commands: [
    'bidding.create',
    'bidding.update',
    'bidding.reschedule',
    'bidding.close',
    'bidding.cancel',
    'bidding.award',
    'bidding.withdraw-award',
    'bidding.conclude',
    'bidding.create-po',
  ],
  weight: 16,
  next: (play) => (play.isTurnOf('bidding.create', 0.25) ? open(play) : actOnRound(play)),
};

/** Enters what suppliers quote in rounds, and changes it. */
export const quotationFamily: Family = {
  commands: [
    'quotation.create',
    'quotation.update',
    'quotation.submit',
    'quotation.withdraw',
    'quotation.extend',
  ],
  weight: 16,
  next: (play) => (play.isTurnOf('quotation.create', 0.5) ? quote(play) : actOnQuotation(play)),
};

interface RoundRow extends Row {
  readonly createdBy: string | null;
}

interface QuotationRow extends RoundRow {
  readonly supplierId: string;
  readonly biddingId: string;
}

interface Asked {
  readonly id: string;
  readonly quantity: string;
}

interface Bid extends Asked {
  readonly supplierId: string;
  readonly quotationId: string;
  readonly won: string;
  readonly left: string;
  readonly enteredBy: readonly string[];
  readonly isOrdered: boolean;
}

const suppliersOf = ({ world }: CommandContext): string[] => [
  world.supplier,
  world.smallSupplier,
  world.creditSupplier,
];

/** A round for lines that may still be ordered of a request, or a free one. */
async function open(play: CommandContext) {
  const { world, random } = play;
  const lines = await play.rows<{
    requestId: string;
    requestItemId: string;
    partId: string;
    unitId: string;
    quantity: string;
  }>(
    `select i.request_id as "requestId", i.id as "requestItemId", i.part_id as "partId",
       i.unit_id as "unitId", (i.quantity - i.ordered_qty - i.cancelled_qty)::text as quantity
     from purchase_request_items i join purchase_requests r on r.id = i.request_id
     where r.status in ('approved', 'booking', 'onGoing') and not i.in_round
       and i.quantity > i.ordered_qty + i.cancelled_qty
     order by i.id desc limit 30`,
  );
  const requestId = lines.length === 0 ? null : random.pick(lines).requestId;
  const isFree = requestId === null || random.chance(0.25);
  const wanted = random
    .some(
      lines.filter((line) => line.requestId === requestId),
      3,
    )
    .map(({ requestId: _request, quantity, ...line }) => ({
      ...line,
      // Sometimes more than is open.
      quantity: Math.max(1, Number(quantity) - random.between(random.chance(0.1) ? -1 : 0, 3)),
    }));
  const free = [{ partId: world.part, unitId: world.pcs, quantity: random.between(2, 20) }];
  return {
    name: 'bidding.create',
    person: play.by(world.officer),
    path: '/suppliers/bidding',
    body: {
      title: 'สายพานสำหรับหน้าร้อน',
      closesAt: closing(world, random.between(1, 6)),
      invitedSupplierIds: random.some(suppliersOf(play), random.between(2, 3)),
      ...(isFree
        ? { warehouseId: world.warehouseId, items: free }
        : { purchaseRequestId: requestId, items: wanted }),
    },
  };
}

/** A live order took what was won with the bid `i`. */
const IS_ORDERED = `exists (select from purchase_order_items o
  where o.quotation_item_id = i.id and o.order_status not in ('rejected', 'cancelled'))`;

/** Rounds as they are to whoever looks, told apart by what may be done to them (2.3). */
const roundsOf = ({ world }: CommandContext): string => `
  select b.id, b.version, b.created_by as "createdBy",
    case when b.status = 'open' and b.closes_at <= '${world.test.app.clock.now().toISOString()}'
      then 'closed'
      when b.status = 'awarded' and exists (select from quotation_items i
        join quotations q on q.id = i.quotation_id
        where q.bidding_id = b.id and i.won_quantity > 0 and not ${IS_ORDERED}) then 'unordered'
      else b.status end
    || case when b.status in ('open', 'closed') and exists (select from quotations q
        where q.bidding_id = b.id and q.status = 'submitted') then 'Quoted' else '' end as status
  from biddings b`;

/** Lines of a round's quotations that count, with what is won of them and left of the round's line. */
const bidsOf = (play: CommandContext, round: Row): Promise<Bid[]> =>
  play.rows<Bid>(
    `select i.id, i.quantity::text, i.won_quantity::text as won, q.id as "quotationId",
       q.supplier_id as "supplierId", q.entered_by as "enteredBy",
       ${IS_ORDERED} as "isOrdered",
       (b.quantity - (select sum(o.won_quantity) from quotation_items o
         where o.bidding_item_id = b.id))::text as left
     from quotation_items i join quotations q on q.id = i.quotation_id
     join bidding_items b on b.id = i.bidding_item_id
     where q.bidding_id = $1 and q.status not in ('draft', 'withdrawn') and not b.is_released
     order by i.id`,
    [round.id],
  );

async function actOnRound(play: CommandContext) {
  const { world, random } = play;
  const row = await someIn<RoundRow>(play, {
    machine: 'bidding',
    source: roundsOf(play),
    statuses: [
      'open',
      'openQuoted',
      'openQuoted',
      'closedQuoted',
      'closedQuoted',
      'closed',
      'unordered',
      'unordered',
      'awarded',
    ],
  });
  if (!row) return null;
  const owner = personOf(play, row.createdBy, world.officer);
  const bids = await bidsOf(play, row);
  // What is ordered is hardly ever tried to be taken back.
  const won = bids.filter((bid) => Number(bid.won) > 0 && (!bid.isOrdered || random.chance(0.1)));
  const winnable = bids.filter((bid) => Number(bid.won) === 0 && Number(bid.left) > 0);
  const asked = winnable.length > 0 ? winnable : bids;
  const give: Award[] = asked.length > 0 ? [['award', random.pick(asked)]] : [];
  const take: Award[] = won.length > 0 ? [['withdraw-award', random.pick(won)]] : [];
  const update: Call = [
    'update',
    {
      title: 'สายพานสำหรับหน้าฝน',
      invitedSupplierIds: random.some(suppliersOf(play), random.chance(0.8) ? 3 : 2),
    },
    owner,
  ];
  // A day is too soon for whoever quotes.
  const closesAt = closing(world, random.between(random.chance(0.1) ? 0 : 2, 6));
  const reschedule: Call = ['reschedule', { closesAt, reason: REASON }, owner];
  const cancel: Call = ['cancel', { reason: REASON }, owner];
  const conclude: Call = ['conclude', {}, world.manager];
  const order: Call = ['create-po', {}, world.manager];
  const likely: Readonly<Record<string, readonly (Call | Award)[]>> = {
    // As long as nobody has quoted, it waits.
    open: [update, reschedule, cancel],
    openQuoted: [update, reschedule, ['close', {}, owner], ...give],
    closed: [cancel],
    closedQuoted: [
      ...give,
      ...give,
      ...take,
      ...(won.length > 0 ? [conclude] : []),
      ...(random.chance(0.2) ? [cancel] : []),
    ],
    unordered: [order, order, ...take],
    awarded: take.length > 0 || random.chance(0.8) ? take : [order],
  };
  const choices = likely[row.status] ?? [cancel, order];
  if (choices.length === 0) return null;
  const choice = play.pick({ machine: 'bidding', state: row.status }, choices);
  return choice.length === 2
    ? award(play, row, choice)
    : commandOn(play, row, { machine: 'bidding', path: '/suppliers/bidding', call: choice });
}

type Award = readonly [action: 'award' | 'withdraw-award', bid: Bid];

/** Awards some of a line or all that is offered of it, or takes that back. */
function award(play: CommandContext, row: Row, [action, bid]: Award) {
  const { random, world } = play;
  const isGiven = action === 'award';
  const most = Math.min(Number(bid.quantity), Number(bid.left));
  // Sometimes more than is left of the line.
  const some = random.between(1, Math.max(1, most)) + (random.chance(0.1) ? 1 : 0);
  return {
    name: `bidding.${action}`,
    // Whoever entered the quotation does not award it.
    person: play.by(deciderOf(play, world.manager, bid.enteredBy)),
    path: `/suppliers/${bid.supplierId}/quotations/${bid.quotationId}/items/${bid.id}/win`,
    body: {
      version: play.version(row),
      win: isGiven,
      ...(isGiven && random.chance(0.4) ? { wonQuantity: some } : {}),
      ...(isGiven && random.chance(0.9) ? { wonReason: 'ส่งของเร็วกว่า' } : {}),
    },
  };
}

function termsOf({ world, random }: CommandContext, supplierId: string) {
  // Who is not registered for VAT may not charge it; sometimes it is tried.
  const isRegistered = supplierId !== world.smallSupplier || random.chance(0.05);
  return {
    supplierQuoteNo: `Q-${random.between(1, 999)}`,
    validUntil: dayFrom(world, random.chance(0.4) ? random.between(0, 2) : 30),
    vatMode: isRegistered ? random.pick(['exclusive', 'inclusive']) : 'none',
    creditDays: random.chance(0.2) ? 30 : 0,
    ...(random.chance(0.3) ? { shippingFee: `${random.between(1, 99)}.45` } : {}),
  };
}

const priced = ({ random }: CommandContext, most: string) => ({
  quantity: random.chance(0.5) ? Number(most) : random.between(1, Number(most)),
  unitPrice: `${random.between(1, 90)}.1234`,
  discountPct: random.chance(0.2) ? '3.00' : '0.00',
  ...(random.chance(0.1) ? { moq: 1 } : {}),
});

const askedOf = (play: CommandContext, biddingId: string): Promise<Asked[]> =>
  play.rows<Asked>(
    `select id, quantity::text from bidding_items where bidding_id = $1 and not is_released
     order by line_no`,
    [biddingId],
  );

/** Most of the round's lines, each with its price. */
async function itemsOf(play: CommandContext, biddingId: string): Promise<object[]> {
  const asked = await askedOf(play, biddingId);
  return asked
    .filter(() => play.random.chance(0.9))
    .map(({ id, quantity }) => ({ biddingItemId: id, ...priced(play, quantity) }));
}

/** What a supplier quotes who was asked and has not answered yet. */
async function quote(play: CommandContext) {
  const { world, random } = play;
  const waiting = await play.rows<{ biddingId: string; supplierId: string }>(
    `select s.bidding_id as "biddingId", s.supplier_id as "supplierId"
     from bidding_suppliers s join biddings b on b.id = s.bidding_id
     where b.status = 'open' and b.closes_at > $1 and not exists (select from quotations q
       where q.bidding_id = b.id and q.supplier_id = s.supplier_id and q.status <> 'withdrawn')
     order by b.id desc limit 20`,
    [world.test.app.clock.now()],
  );
  if (waiting.length === 0) return null;
  const { biddingId, supplierId } = random.pick(waiting);
  return {
    name: 'quotation.create',
    person: play.by(world.officer),
    path: `/suppliers/${supplierId}/quotations`,
    body: {
      biddingId,
      ...termsOf(play, supplierId),
      items: await itemsOf(play, biddingId),
      submit: random.chance(0.65),
    },
  };
}

/** Quotations as they are to whoever looks: those of open rounds, and those that ran out (1.8). */
const quotationsOf = ({ world }: CommandContext): string => `
  select q.id, q.version, q.created_by as "createdBy", q.supplier_id as "supplierId",
    q.bidding_id as "biddingId",
    case when q.status = 'submitted' and q.valid_until < '${dayFrom(world, 0)}' and not exists (
        select from quotation_items i where i.quotation_id = q.id and i.won_quantity > 0)
      then 'expired' else q.status end
    || case when b.status = 'open' and b.closes_at > '${world.test.app.clock.now().toISOString()}'
      then '' when b.status in ('awarded', 'cancelled') then 'Decided' else 'Closed' end as status
  from quotations q join biddings b on b.id = q.bidding_id`;

async function actOnQuotation(play: CommandContext) {
  const { world, random } = play;
  const row = await someIn<QuotationRow>(play, {
    machine: 'quotation',
    source: quotationsOf(play),
    statuses: ['draft', 'draft', 'submitted', 'submitted', 'expired', 'expiredClosed'],
  });
  if (!row) return null;
  const { officer } = world;
  const update = await change(play, row);
  const post = (action: string, body: object): Change => [action, body, 'post', `/${action}`];
  const submit = post('submit', {});
  const withdraw = post('withdraw', { reason: REASON });
  const extend = post('extend', { validUntil: dayFrom(world, random.between(0, 20)) });
  const likely: Readonly<Record<string, readonly Change[]>> = {
    draft: [submit, submit, submit, update, withdraw],
    submitted: [update, ...(random.chance(0.3) ? [withdraw] : [])],
    expired: [extend, extend, update],
    expiredClosed: [extend],
  };
  const choices = likely[row.status] ?? [withdraw, extend];
  if (choices.length === 0) return null;
  const [action, body, verb, to] = play.pick({ machine: 'quotation', state: row.status }, choices);
  return {
    name: `quotation.${action}`,
    verb,
    person: play.by(officer),
    path: `/suppliers/${row.supplierId}/quotations/${row.id}${to}`,
    body: { version: play.version(row), ...body },
  };
}

/** What is done, with what, and how: `to` is below the quotation. */
type Change = readonly [action: string, body: object, verb: 'post' | 'patch', to: string];

/** Other terms, other lines, or one line more or changed: all of them are the machine's `update`. */
async function change(play: CommandContext, row: QuotationRow): Promise<Change> {
  const { random } = play;
  const of = (body: object, to = '', verb: 'post' | 'patch' = 'patch'): Change => [
    'update',
    body,
    verb,
    to,
  ];
  if (random.chance(0.6)) {
    const items = random.chance(0.7) ? { items: await itemsOf(play, row.biddingId) } : {};
    return of({ ...termsOf(play, row.supplierId), ...items, submit: random.chance(0.4) });
  }
  const lines = await play.rows<Asked & { biddingItemId: string }>(
    `select i.id, i.bidding_item_id as "biddingItemId", b.quantity::text
     from quotation_items i join bidding_items b on b.id = i.bidding_item_id where i.quotation_id = $1`,
    [row.id],
  );
  const asked = await askedOf(play, row.biddingId);
  const missing = asked.filter(({ id }) => lines.every((line) => line.biddingItemId !== id));
  const [extra] = missing;
  if (extra)
    return of({ biddingItemId: extra.id, ...priced(play, extra.quantity) }, '/items', 'post');
  const [line] = lines;
  return line
    ? of(priced(play, line.quantity), `/items/${line.id}`)
    : of(termsOf(play, row.supplierId));
}

/** Everything of rounds and quotations that a refused command must leave as it was (I14). */
export const BIDDING_STATE = `
  select 'bd' || id || version || status || closes_at || coalesce(closed_at::text, '')
    || coalesce(ordered_at::text, '') as part from biddings
  union all select 'bdi' || id || is_released from bidding_items
  union all select 'qt' || id || version || status || revision_no || landed_total from quotations
  union all select 'qti' || id || won_quantity || coalesce(won_reason, '') || landed_total
    from quotation_items`;

/** What still holds the request's line: a round under way, or one whose winners nobody has ordered. */
const HOLDS = `not i.is_released
  and (b.status in ('open', 'closed') or b.status = 'awarded' and b.ordered_at is null)`;

/** Each statement answers the rows that break its rule, written without the code that keeps it. */
export const BIDDING_RULES: Readonly<Record<string, string>> = {
  'no more of a line is awarded than is asked for, nor of a bid than is offered (1.8)': `
    select b.id from bidding_items b join quotation_items i on i.bidding_item_id = b.id
    group by b.id having sum(i.won_quantity) > b.quantity
      or sum(i.won_quantity) > 0 and b.is_released
    union all select id from quotation_items where won_quantity > quantity
    union all select id from quotation_items where won_quantity > 0 and won_quantity < moq`,
  'live orders took no more of a bid than was won with it (2.3)': `
    select i.id from quotation_items i join purchase_order_items o on o.quotation_item_id = i.id
    where o.order_status not in ('rejected', 'cancelled')
    group by i.id having sum(o.quantity - o.closed_qty) > i.won_quantity`,
  'a round asks for no more than its request wants (2.3)': `
    select i.id from bidding_items i join purchase_request_items r on r.id = i.request_item_id
    where i.quantity > r.quantity`,
  'a line of a request is in one round at most, and knows whether it is (2.1)': `
    select r.id from purchase_request_items r
    left join bidding_items i on i.request_item_id = r.id
    left join biddings b on b.id = i.bidding_id
    group by r.id, r.in_round
    having count(*) filter (where ${HOLDS}) > 1 or r.in_round <> (count(*) filter (where ${HOLDS}) > 0)`,
  'nothing is awarded in a round that was cancelled, and no live order came of it (2.3)': `
    select b.id from biddings b join quotations q on q.bidding_id = b.id
    join quotation_items i on i.quotation_id = q.id
    left join purchase_order_items o on o.quotation_item_id = i.id
      and o.order_status not in ('rejected', 'cancelled')
    where b.status = 'cancelled' and (i.won_quantity > 0 or o.id is not null)`,
  'winners and losers are told apart once a round is awarded, and not before (1.8)': `
    select q.id, q.status, b.status as round from quotations q join biddings b on b.id = q.bidding_id
    join quotation_items i on i.quotation_id = q.id
    group by q.id, b.status having q.status <> case
      when b.status = 'awarded' and q.status in ('submitted', 'won', 'partiallyWon', 'lost') then
        case when sum(i.won_quantity) = 0 then 'lost'
          when bool_and(i.won_quantity >= i.quantity) then 'won' else 'partiallyWon' end
      when q.status in ('won', 'partiallyWon', 'lost') then 'submitted' else q.status end
      or q.status in ('draft', 'withdrawn', 'expired') and sum(i.won_quantity) > 0`,
  'a round of which every line is awarded waits for nobody (2.3)': `
    select b.id from biddings b join bidding_items i on i.bidding_id = b.id and not i.is_released
    where b.status in ('open', 'closed')
    group by b.id having bool_and(i.quantity <= coalesce((select sum(w.won_quantity)
      from quotation_items w where w.bidding_item_id = i.id), 0))`,
  'nobody awards what they entered (D8, 2.3)': `
    select won.subject_id, won.at from history won
    join history entered on entered.subject_id = won.subject_id
      and entered.by_user_id = won.by_user_id and entered.at < won.at
      and entered.action in ('create', 'update', 'submit', 'extend')
    where won.action = 'win'`,
  'a supplier has one quotation in a round, as often as it is changed (1.8)': `
    select bidding_id from quotations where status <> 'withdrawn'
    group by bidding_id, supplier_id having count(*) > 1
    union all select q.id from quotations q left join quotation_revisions r on r.quotation_id = q.id
    group by q.id having count(r.revision_no) <> q.revision_no - 1`,
  'the lines make the quotation, and share its shipping (I19)': `
    select q.id from quotations q join quotation_items i on i.quotation_id = q.id
    group by q.id having sum(i.landed_total) <> q.landed_total
      or sum(i.shipping_share) <> q.shipping_fee or count(*) <> q.item_count`,
};
