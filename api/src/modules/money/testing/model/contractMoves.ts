import type { Decimal } from '@boxyard/shared/domain';
import { expectData } from '../../../../workflow/testing/world.ts';
import { contractBody } from '../../../sales/contracts/testing/world.ts';
import { type Books, of, owed } from './books.ts';
import { end, handOver, isUntouched } from './contractDeeds.ts';
import { dayAfter, daysBetween, REASON, someOf } from './drawing.ts';
import { isPositive } from './money.ts';
import { ADMINS, type Answer, type Draw, type Expected, type Kind, type Move } from './move.ts';
import { invoicesUnder, reprice, unbilled } from './plan.ts';
import { CONTRACTS } from './pool.ts';
import type { Contract } from './types.ts';

/** What becomes of contracts: they end, go to another customer, change their rent. */

const contractsOf = ({ books, customer }: Draw): readonly Contract[] =>
  [...books.contracts.values()].filter((one) => one.customer === customer);

const isOnGoing = ({ state }: Contract): boolean => state === 'onGoing';

/** A customer before owes something of it still: a move is about the money of two. */
const isOfTwo = (books: Books, contract: Contract): boolean =>
  invoicesUnder(books, contract).some(
    (one) => one.customer !== contract.customer && isPositive(owed(books, one)),
  );

/** Something of it is paid or taxed and something owed, which is where most can go wrong. */
const isRich = (books: Books, contract: Contract): boolean =>
  invoicesUnder(books, contract).some(
    (one) => isPositive(owed(books, one)) && !isUntouched(books, one),
  );

/** So many stay for the moves of those that are in force. */
const CONTRACTS_LEFT = 5;
const areEnough = ({ books }: Draw): boolean =>
  [...books.contracts.values()].filter(isOnGoing).length > CONTRACTS_LEFT;

const contractFor = (draw: Draw, isMeant: (one: Contract) => boolean): Contract | undefined => {
  const meant = contractsOf(draw).filter(isMeant);
  const rich = meant.filter((one) => isRich(draw.books, one));
  const isLikely = rich.length > 0 && draw.random.chance(0.8);
  return someOf(draw, isLikely ? rich : meant, isOnGoing);
};

const seen = async ({ people, books }: Parameters<Kind['send']>[0], move: Move) =>
  expectData(await people[move.by].get(`${CONTRACTS}/${of(books.contracts, move.contract).id}`));

/** What is late and not billed is billed before the end leaves it out. */
function mayEnd(books: Books, { contract: label, days = 0 }: Move): Expected {
  const contract = of(books.contracts, label);
  if (!isOnGoing(contract)) return 'INVALID_STATE';
  const on = dayAfter(books.today, -days);
  const late = unbilled(books, contract).filter(({ dueDate }) => dueDate < books.today);
  if (late.some(({ dueDate }) => dueDate >= on)) return 'UNBILLED_PAYMENTS';
  return late.length > 0 ? 'unclear' : 'done';
}

const ended: Kind = {
  kind: 'end contract',
  weight: 1,
  draw: (draw) => {
    if (!areEnough(draw)) return null;
    const contract = contractFor(draw, (one) => !isOfTwo(draw.books, one));
    return contract ? { by: draw.random.pick(ADMINS), contract: contract.label, days: 0 } : null;
  },
  expects: mayEnd,
  send: async (stage, move) => {
    const { people, books, world } = stage;
    const { id, version } = await seen(stage, move);
    return people[move.by].put(`${CONTRACTS}/${id}/change-status`, {
      version,
      action: 'terminate',
      reason: REASON,
      returnWarehouseId: world.warehouseId,
      effectiveDate: dayAfter(books.today, -(move.days ?? 0)),
    });
  },
  apply: (books, { contract, days = 0, by }) =>
    end(books, of(books.contracts, contract), { on: dayAfter(books.today, -days), by }),
};

/** A day since it began, mostly one before something that was billed was due. */
function dayBack(draw: Draw, contract: Contract): number | undefined {
  const { books, random } = draw;
  const most = daysBetween(contract.begunOn, books.today) - 1;
  if (most < 1) return undefined;
  const due = invoicesUnder(books, contract)
    .filter((one) => isPositive(owed(books, one)))
    .map(({ agreedDueDate }) => daysBetween(agreedDueDate, books.today) + random.between(0, 2))
    .filter((days) => days >= 1 && days <= most);
  return due.length > 0 && random.chance(0.8) ? random.pick(due) : random.between(1, most);
}

const endedBefore: Kind = {
  ...ended,
  kind: 'end contract before',
  draw: (draw) => {
    if (!areEnough(draw)) return null;
    const contract = contractFor(draw, (one) => !isOfTwo(draw.books, one));
    const days = contract && dayBack(draw, contract);
    return days ? { by: draw.random.pick(ADMINS), contract: contract.label, days } : null;
  },
};

const endedOfTwo: Kind = {
  ...ended,
  kind: 'end contract of two',
  weight: 2,
  isAlone: true,
  draw: (draw) => {
    const contract = contractFor(draw, (one) => isOnGoing(one) && isOfTwo(draw.books, one));
    if (!contract) return null;
    const days = dayBack(draw, contract) ?? 0;
    return { by: draw.random.pick(ADMINS), contract: contract.label, days };
  },
};

const handedOver: Kind = {
  kind: 'hand contract over',
  weight: 5,
  isAlone: true,
  draw: (draw) => {
    const { books, random, customer } = draw;
    const others = [...books.customers.values()].filter(
      ({ label, mergedInto }) => mergedInto === null && label !== customer,
    );
    const contract = contractFor(draw, () => true);
    if (!contract) return null;
    const into = random.pick(others).label;
    // Whoever hands it over approves no change of it any more.
    return { by: 'secondAdmin', contract: contract.label, more: { into } };
  },
  expects: (books, { contract }) =>
    isOnGoing(of(books.contracts, contract)) ? 'done' : 'INVALID_STATE',
  send: async (stage, move) => {
    const { people, books } = stage;
    const { id, version } = await seen(stage, move);
    return people[move.by].post(`${CONTRACTS}/${id}/change_customer`, {
      version,
      customerID: of(books.customers, String(move.more?.into)).id,
      reason: REASON,
      effectiveDate: books.today,
      assumeOutstanding: true,
    });
  },
  apply: (books, { contract, more, by }) =>
    handOver(books, of(books.contracts, contract), { to: String(more?.into), by }),
};

/** Proposed by the salesperson and approved by somebody else. */
const repriced: Kind = {
  kind: 'change rent',
  weight: 2,
  draw: (draw) => {
    const contract = contractFor(draw, ({ type }) => type === 'lease');
    if (!contract) return null;
    // In whole baht: the last payment of a plan takes what rounding leaves, which is none then.
    const amount: Decimal = `${draw.random.between(500, 4000)}.00`;
    return { by: 'secondAdmin', contract: contract.label, amount };
  },
  expects: (books, { contract }) =>
    isOnGoing(of(books.contracts, contract)) ? 'done' : 'INVALID_STATE',
  send: async (stage, move): Promise<Answer> => {
    const { people, books, world } = stage;
    const { id, version } = await seen(stage, move);
    const { terms, begunOn, customer } = of(books.contracts, move.contract);
    const asked = await people[move.by].post(`${CONTRACTS}/${id}/amend`, {
      ...contractBody(world, {
        ...terms,
        documentDate: begunOn,
        startDate: begunOn,
        customerId: of(books.customers, customer).id,
        price: move.amount,
      }),
      version,
      reason: REASON,
      effectiveDate: books.today,
    });
    if (asked.status >= 300) return asked;
    const { version: proposed } = asked.body.data;
    return people.admin.post(`${CONTRACTS}/${id}/approve-change`, { version: proposed });
  },
  apply: (books, { contract, amount = '0.00' }) =>
    reprice(books, of(books.contracts, contract), amount),
};

export const CONTRACT_MOVES: readonly Kind[] = [
  ended,
  endedBefore,
  endedOfTwo,
  handedOver,
  repriced,
];
