import { runNightly } from '../../../../jobs/tasks.ts';
import { createTestApp, manualClock } from '../../../../testing/index.ts';
import { plantCustomer } from '../../../partners/testing/planted.ts';
import { makeWorld } from '../../../sales/contracts/testing/world.ts';
import { plantAccount } from '../world.ts';
import { emptyBooks } from './books.ts';
import { dayAfter } from './drawing.ts';
import { locate } from './located.ts';
import type { Stage, Who } from './move.ts';
import { CUSTOMERS_LEFT } from './officeMoves.ts';
import { nightOfContracts } from './plan.ts';
import { makePool } from './pool.ts';
import { taxWhatIsDue } from './register.ts';

const START = '2026-01-05';
/** In the morning of Bangkok; no minute passes twice, so that what came later can be told. */
const MORNING = 'T02:00:00Z';
const DUPLICATES = 3;

export type ClosableStage = Stage & { close(): Promise<void>; minute(): void };

/** A server of its own with the people of accounting and customers who owe nothing yet. */
export async function makeStage(): Promise<ClosableStage> {
  const clock = manualClock(new Date(`${START}${MORNING}`));
  const test = await createTestApp({ clock });
  const world = await makeWorld(test);
  const bankAccountId = await plantAccount(test, test.companyId);
  const accounting = async (role: 'officer' | 'manager') => test.as(`accounting-${role}`);
  const people = {
    clerk: await accounting('officer'),
    secondClerk: await accounting('officer'),
    thirdClerk: await accounting('officer'),
    accountant: await accounting('manager'),
    secondAccountant: await accounting('manager'),
    thirdAccountant: await accounting('manager'),
    admin: world.admin,
    secondAdmin: world.secondAdmin,
  } satisfies Record<Who, unknown>;
  const books = emptyBooks(START);
  for (let n = 1; n <= CUSTOMERS_LEFT + DUPLICATES; n += 1) {
    const [label, name] = [`cu${n}`, `Customer ${n}`];
    const id = await plantCustomer(test, { companyId: test.companyId, name });
    books.customers.set(label, { label, id, name, mergedInto: null });
  }
  await makePool(world, books);
  taxWhatIsDue(books);
  let serial = 0;
  const stage: ClosableStage = {
    test,
    companyId: test.companyId,
    bankAccountId,
    world,
    people,
    books,
    serial: () => {
      serial += 1;
      return serial;
    },
    pass: async (days) => {
      books.today = dayAfter(books.today, days);
      books.minute = 0;
      clock.set(new Date(`${books.today}${MORNING}`));
      await runNightly(test.app);
      nightOfContracts(books);
      taxWhatIsDue(books);
    },
    minute: () => {
      clock.advance(60_000);
      books.minute += 1;
    },
    close: () => test.close(),
  };
  await locate(stage);
  return stage;
}
