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

interface RequestRow extends Row {
  readonly createdBy: string | null;
}

const REASON = 'ไม่ต้องใช้แล้ว';

/** Requests as they are to whoever looks: those whose validity has run out count as expired (2.1). */
const requestsOf = ({ world }: CommandContext): string => `
  select id, version, created_by as "createdBy",
    case when status in ('pending', 'approved') and valid_until < '${dayFrom(world, 0)}'
      then 'expired' else status end as status
  from purchase_requests`;

/** Asks for goods to buy, or does something to a request, mostly what its state allows. */
export const requestFamily: Family = {
  commands: [
    'purchaseRequest.create',
    'purchaseRequest.update',
    'purchaseRequest.submit',
    'purchaseRequest.approve',
    'purchaseRequest.reject',
    'purchaseRequest.cancel',
    'purchaseRequest.renew',
  ],
  weight: 16,
  next: (play) => (play.isTurnOf('purchaseRequest.create', 0.45) ? ask(play) : act(play)),
};

/** A part, and how much of it; sometimes nothing of it, and by the box. */
export function lineOf({ world, random }: CommandContext) {
  return {
    partId: world.part,
    quantity: random.chance(0.05) ? 0 : random.between(1, 20),
    unitId: random.chance(0.2) ? world.box : world.pcs,
  };
}

function bodyOf(play: CommandContext) {
  const { world, random } = play;
  return {
    warehouseId: world.warehouseId,
    purpose: 'stock',
    neededBy: dayFrom(world, 9),
    // Some are soon too old.
    validUntil: random.chance(0.25) ? dayFrom(world, random.between(0, 2)) : null,
    items: Array.from({ length: random.between(1, 5) }, () => ({
      ...lineOf(play),
      estimatedPrice: `${random.between(1, 900)}.2500`,
    })),
  };
}

const ask = (play: CommandContext) => ({
  name: 'purchaseRequest.create',
  person: play.by(play.world.asker),
  path: '/purchase_requests',
  body: { ...bodyOf(play), isDraft: play.random.chance(0.3) },
});

async function act(play: CommandContext) {
  const { world, random } = play;
  const { asker, officer, manager } = world;
  const row = await someIn<RequestRow>(play, {
    machine: 'purchaseRequest',
    source: requestsOf(play),
    statuses: ['draft', 'pending', 'pending', 'approved', 'booking', 'expired'],
  });
  if (!row) return null;
  const owner = personOf(play, row.createdBy, asker);
  const decider = deciderOf(play, manager, [row.createdBy]);
  const update: Call = ['update', bodyOf(play), owner];
  const cancel: Call = ['cancel', { reason: REASON }, officer];
  const renew: Call = ['renew', { validUntil: dayFrom(world, random.between(0, 20)) }, asker];
  const approve: Call = ['approve', {}, decider];
  const likely: Readonly<Record<string, readonly Call[]>> = {
    draft: [update, ['submit', {}, owner], ['submit', {}, owner]],
    pending: [approve, approve, approve, approve, ['reject', { reason: REASON }, decider], update],
    // What nobody wants any more is given up, but rarely.
    approved: random.chance(0.3) ? [cancel] : [],
    booking: random.chance(0.3) ? [cancel] : [],
    expired: [renew, renew, cancel],
  };
  const calls = likely[row.status] ?? [cancel, renew, approve];
  if (calls.length === 0) return null;
  const call = play.pick({ machine: 'purchaseRequest', state: row.status }, calls);
  return commandOn(play, row, {
    machine: 'purchaseRequest',
    path: '/purchase_requests',
    call,
    aliases: { approve: 'approval', reject: 'rejectual' },
  });
}
