import { expectData } from '../../../../workflow/testing/world.ts';
import {
  type Doc,
  hirePurchase,
  inForce,
  lease,
  PATH,
  type World,
} from '../../../sales/contracts/testing/world.ts';
import { type Books, of } from './books.ts';
import { dayAfter } from './drawing.ts';
import { minus } from './money.ts';
import { billWhatIsDue } from './plan.ts';
import type { Contract, PlanPart } from './types.ts';

/** Contracts that are in force when the game begins, each made by all the calls that it takes. */

export const CONTRACTS = PATH;

type Terms = Readonly<Record<string, unknown>> & { readonly price: string };

/** Rents of a year, the first one due in so many days. */
const rents = (world: World, price: string, { days = 0, ...more }: Rents = {}): Terms => {
  const today = world.test.app.clock.now().toISOString().slice(0, 10);
  return {
    ...lease(world),
    price,
    installmentCount: 12,
    firstDueDate: dayAfter(today, days),
    endDate: dayAfter(today, 700),
    ...more,
  };
};
type Rents = Readonly<Record<string, unknown>> & { readonly days?: number };
const DEPOSIT = { depositAmount: '5000.00', depositRefundable: true };

/** Rents and due days of several kinds; what is due within a week is billed with the activation. */
const POOL: readonly ((world: World) => Terms)[] = [
  (world) => rents(world, '3500.00', { whtRate: '5.00', dueDay: '20' }),
  (world) => rents(world, '1000.00', { ...DEPOSIT, days: 3, dueDay: '8' }),
  (world) => rents(world, '888.88', { whtRate: '3.00', days: 9, dueDay: '14' }),
  (world) => rents(world, '2345.67', { days: 6, dueDay: '11' }),
  (world) => rents(world, '1200.50', { ...DEPOSIT, whtRate: '5.00', dueDay: 'last' }),
  (world) => rents(world, '640.00', { days: 5, dueDay: '2' }),
  (world) => rents(world, '1750.00', { whtRate: '5.00', days: 1, dueDay: '17' }),
  (world) => rents(world, '990.00', { days: 4, dueDay: '27' }),
  () => ({ price: '81000.00' }),
  () => ({ price: '90000.01' }),
  (world) => ({
    ...hirePurchase(world),
    price: '85000.00',
    firstDueDate: rents(world, '0.00', { days: 10 }).firstDueDate,
  }),
];

/** Of a customer that is a row everything that a contract needs. */
export async function makeReady({ test, customerId }: World, id: string): Promise<void> {
  await test.app.pg.query(
    `update customers set registered_address = (select registered_address from customers where id = $2)
      where id = $1`,
    [id, customerId],
  );
}

interface Row {
  readonly kind: 'deposit' | 'downPayment' | 'installment';
  readonly dueDate: string;
  readonly vat: string;
  readonly total: string;
  readonly wht: string;
}

/** What was agreed is given; the model begins with what follows from it. */
function entered(doc: Doc, { label, customer, terms, begunOn }: Agreed): Contract {
  const { documentNo, schedule, type } = doc as unknown as Omit<Doc, 'schedule'> & {
    readonly schedule: readonly Row[];
  };
  const parts = schedule.map(({ kind, dueDate, vat, total, wht }): PlanPart => {
    const amounts = { base: minus(total, vat), vat, total };
    const isDeposit = kind === 'deposit';
    return { contract: label, isDeposit, isRest: false, dueDate, amounts, net: amounts.base, wht };
  });
  return {
    label,
    id: doc.id,
    no: String(documentNo),
    type: type as Contract['type'],
    vatMode: 'exclusive',
    whtRate: String(terms.whtRate ?? '0.00'),
    terms,
    begunOn,
    customer,
    price: terms.price,
    plan: parts,
    state: 'onGoing',
    endedOn: null,
    made: 0,
  };
}
interface Agreed {
  readonly label: string;
  readonly customer: string;
  readonly terms: Terms;
  readonly begunOn: string;
}

export async function makePool(world: World, books: Books): Promise<void> {
  for (const [index, termsOf] of POOL.entries()) {
    const [label, customer] = [`ct${index + 1}`, `cu${index + 1}`];
    const terms = termsOf(world);
    const customerId = of(books.customers, customer).id;
    await makeReady(world, customerId);
    const doc = await inForce(world, { ...terms, customerId });
    const now = expectData(await world.admin.get(`${PATH}/${doc.id}`));
    const contract = entered(now, { label, customer, terms, begunOn: books.today });
    books.contracts.set(label, contract);
    billWhatIsDue(books, contract);
  }
}
