import type { CommandContext } from '../../../workflow/testing/randomCommands.ts';
import type { World } from '../../../workflow/testing/world.ts';
import { plantCustomer } from '../../partners/testing/planted.ts';
import { plantAccount } from './world.ts';

export const CUSTOMER_NAME = 'Money test customer';

/** A customer of the company whose money the suites count; planted once. */
export async function customerOf({ test, companyId, admin }: World): Promise<string> {
  const { rows } = await test.app.pg.query<{ id: string }>(
    `select id from customers where company_id = $1 and name = $2 and sale_id = $3`,
    [companyId, CUSTOMER_NAME, admin.userId],
  );
  if (rows[0]) return rows[0].id;
  await plantAccount(test, companyId);
  const id = await plantCustomer(test, { companyId, saleId: admin.userId, name: CUSTOMER_NAME });
  await test.app.pg.query(`update customers set email = 'owes@customer.example' where id = $1`, [
    id,
  ]);
  return id;
}

/** The id of a row that somebody made before, or of nothing. */
export async function oneOf(play: CommandContext, text: string): Promise<string> {
  const rows = await play.rows<{ id: string }>(text);
  return rows.length === 0 ? NOTHING : play.random.pick(rows).id;
}
const NOTHING = '01890000-0000-7000-8000-00000000ffff';
