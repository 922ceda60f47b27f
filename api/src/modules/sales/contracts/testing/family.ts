import { defineTestFamily } from '../../../../workflow/testing/testFamily.ts';
import { expectData, type World as Office } from '../../../../workflow/testing/world.ts';
import { plantModel } from '../../../containers/testing/planted.ts';
import { contractCommands, prepareContracts } from './commands.ts';
import { newCustomer, PATH } from './world.ts';

const day = (office: Office): string => office.test.app.clock.now().toISOString().slice(0, 10);

/** A sale that is paid at once. */
const body = (
  office: Office,
  { customerId, modelId }: { customerId: string; modelId: string },
) => ({
  type: 'sale',
  documentDate: day(office),
  customerId,
  productModelId: modelId,
  installSite: { address: '12 ถนนพระราม 4', contactName: 'คุณวิภา', contactPhone: '0812345678' },
  startDate: day(office),
  price: '90000.00',
  vatMode: 'exclusive',
  whtRate: '0.00',
  depositAmount: '0.00',
  depositRefundable: false,
  downPayment: '0.00',
  interestType: 'none',
  interestRate: '0.00',
  titleHolder: 'customer',
  warrantyMonths: 12,
  coverage: 'full',
  witnesses: [],
});

/** For the suites that go through all families. */
export const testFamily = defineTestFamily({
  family: 'contracts',
  path: PATH,
  table: 'contracts',
  calls: {
    [`GET ${PATH}/export`]: ['purchase-contract:export'],
    [`GET ${PATH}/available-products`]: 'look-up',
    [`GET ${PATH}/:id/versions/export`]: ['purchase-contract:view'],
    [`GET ${PATH}/:id/versions/:id/pdf`]: ['purchase-contract:print'],
    [`DELETE ${PATH}/:id`]: ['purchase-contract:create'],
    [`POST ${PATH}/preview`]: ['purchase-contract:create', 'purchase-contract:update'],
    [`POST ${PATH}/:id/reserve`]: ['purchase-contract:update'],
    [`POST ${PATH}/:id/extend`]: ['purchase-contract:update'],
    [`POST ${PATH}/:id/release`]: ['purchase-contract:update'],
    [`POST ${PATH}/:id/amend`]: ['purchase-contract:update'],
    [`POST ${PATH}/:id/swap-product`]: ['purchase-contract:update'],
    [`POST ${PATH}/:id/call-off-exchange`]: ['purchase-contract:approve'],
    [`POST ${PATH}/:id/withdraw-change`]: ['purchase-contract:update'],
    [`POST ${PATH}/:id/approve-change`]: ['purchase-contract:approve'],
    [`POST ${PATH}/:id/reject-change`]: ['purchase-contract:approve'],
    [`POST ${PATH}/:id/renew`]: ['purchase-contract:renew'],
    [`GET ${PATH}/:id/termination`]: ['purchase-contract:terminate'],
    [`GET ${PATH}/:id/decision`]: ['purchase-contract:approve'],
    [`GET ${PATH}/list-price`]: ['purchase-contract:create', 'purchase-contract:update'],
    [`POST ${PATH}/:id/settle`]: ['purchase-contract:terminate'],
    [`GET ${PATH}/:id/history`]: ['purchase-contract:view'],
    [`GET ${PATH}/:id/pdf`]: ['purchase-contract:print'],
    [`POST ${PATH}/:id/attachments`]: ['purchase-contract:update'],
    [`DELETE ${PATH}/:id/attachments/:id`]: ['purchase-contract:update'],
  },
  plant: async (office) => {
    const { modelId } = await plantModel(office.test);
    const customerId = await newCustomer(office.admin, office.companyId);
    return expectData(await office.admin.post(PATH, body(office, { customerId, modelId }))).id;
  },
  fill,
  prepare: prepareContracts,
  random: contractCommands,
});

/** As many contracts as the query plans need, most of them in force, of some customers and salespeople. */
async function fill({ test, companyId, admin }: Office, rows: number): Promise<void> {
  const { modelId } = await plantModel(test);
  await newCustomer(admin, companyId);
  await test.app.pg.query(
    `insert into contracts (company_id, document_no, status, document_date, created_by, created_at, updated_at,
      type, customer_id, sale_id, product_model_id, install_site, start_date, end_date, price, vat_mode, vat_rate,
      wht_rate, deposit_amount, deposit_refundable, down_payment, interest_type, interest_rate, title_holder,
      warranty_months, coverage, totals, grand_total, outstanding_amount, payment_status, current_version_no)
    select $1, 'CT' || lpad(n::text, 8, '0'),
      (array['onGoing','onGoing','onGoing','completed','pending','booking','draft','expired','cancelled'])[1 + n % 9],
      date '2025-05-01' + n % 540, $2, timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now(),
      (array['lease','installment','sale'])[1 + n % 3], c[1 + n % cardinality(c)], u[1 + n % cardinality(u)], $3,
      '{}', date '2025-05-01' + n % 540, null, 90000, 'exclusive', 7, 0, 0, false, 0, 'none', 0, 'customer', 12,
      'full', '{}', 96300, 96300, (array['notBilled','unpaid','paid','overdue','partiallyPaid'])[1 + n % 5], 1
    from generate_series(1, ${rows}) n,
      (select array_agg(id) as u from (select id from users limit 40) a) b,
      (select array_agg(id) as c from (select id from customers limit 500) d) e`,
    [companyId, admin.userId, modelId],
  );
}
