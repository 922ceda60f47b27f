import type { Person, TestApp } from '../../../../testing/index.ts';
import { expectData } from '../../../../workflow/testing/world.ts';
import {
  inForce,
  makeWorld as makeSales,
  newContainer,
  type World as Sales,
} from '../../../sales/contracts/testing/world.ts';
import { PATH, type World } from './world.ts';

/** Engineers with a leader, beside the people who sell. */
export interface Dispatch {
  readonly world: World & Pick<Sales, 'salesChief' | 'seller'>;
  readonly sales: Sales;
  /** Leads the engineers, and hands their jobs out. */
  readonly dispatcher: Person;
  readonly teamId: string;
}

export async function makeTeam(
  test: TestApp,
  { name, companyId }: { readonly name: string; readonly companyId: string },
): Promise<string> {
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into teams (name, type, company_id, created_at, updated_at)
      values ($1, 'engineer', $2, now(), now()) returning id`,
    [name, companyId],
  );
  return String(rows[0]?.id);
}

/** An engineer manager who leads a team. */
export async function leaderOf(test: TestApp, teamId: string): Promise<Person> {
  const leader = await test.as('engineer-manager', { teamId });
  await test.app.pg.query(`update users set team_position = 'leader' where id = $1`, [
    leader.userId,
  ]);
  return leader;
}

export async function makeDispatch(test: TestApp): Promise<Dispatch> {
  const sales = await makeSales(test);
  const teamId = await makeTeam(test, { name: 'North', companyId: sales.companyId });
  const dispatcher = await leaderOf(test, teamId);
  const world = {
    ...sales,
    productId: (await newContainer(sales)).id,
    technician: await test.as('technician', { teamId }),
    otherTechnician: await test.as('technician', { teamId }),
  };
  return { world, sales, dispatcher, teamId };
}

/** A job as somebody sees it. */
export const seen = async (by: Person, id: string) => expectData(await by.get(`${PATH}/${id}`));

export const faultsOf = (answer: { body: { errors: { field: string; code: string }[] } }) =>
  answer.body.errors.map(({ field, code }) => [field, code]);

/** The warranties of a container are over. */
export const expireWarranties = (sales: Sales, productId: string | undefined) =>
  sales.test.app.pg.query(`update warranties set status = 'expired' where product_id = $1`, [
    productId,
  ]);

/** A container that was sold, without a warranty: its customer pays. */
export async function soldContainer(sales: Sales): Promise<string> {
  const { product } = await inForce(sales);
  await expireWarranties(sales, product?.id);
  return product?.id ?? '';
}
