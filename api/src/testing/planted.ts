import { plantContainer, plantUpdate } from '../modules/containers/testing/planted.ts';
import { openRound } from '../modules/purchasing/biddings/testing/world.ts';
import {
  approvedOrder,
  approvedRequest,
  receive,
} from '../modules/purchasing/testing/documents.ts';
import type { Plot } from '../workflow/testing/testFamily.ts';
import { dayFrom, expectData, type World } from '../workflow/testing/world.ts';
import { testFamilies } from './testFamilies.ts';

/** One of each family that says itself how it is planted. */
async function plantFamilies(world: World, at: Plot): Promise<[string, string][]> {
  const planted: [string, string][] = [];
  for (const { family, plant: plantOne } of testFamilies)
    planted.push([family, await plantOne(world, at)]);
  return planted;
}

/** Records of one warehouse, one of each family, by the family's name in the contract. */
export type Planted = ReadonlyMap<string, string>;

/**
 * One document of every family in a warehouse: by the calls where a few do, else as a row. `to` is
 * where its transfer goes.
 */
export async function plant(
  world: World,
  {
    warehouseId,
    to,
    no,
  }: { readonly warehouseId: string; readonly to: string; readonly no: number },
): Promise<Planted> {
  const { test, companyId, part, supplier, creditSupplier, asker, admin, keeper } = world;
  const one = async (text: string, values: readonly unknown[]) =>
    String(
      (await test.app.pg.query<{ id: string }>(`${text} returning id`, [...values])).rows[0]?.id,
    );
  const numbered = (prefix: string) => `${prefix}9901-${String(no).padStart(4, '0')}`;
  await test.app.pg.query('update suppliers set credit_limit = null where id = $1', [
    creditSupplier,
  ]);
  const order = await approvedOrder(world, {
    warehouseId,
    supplierId: creditSupplier,
    paymentType: 'credit',
  });
  const receipt = expectData(await receive(world, order));
  const request = await approvedRequest(world, { warehouseId });
  const imports = await admin.get(`/material-receives?warehouseId=${warehouseId}`);
  const line = { partId: part, requestedQty: 1 };
  const requisition = await asker.post('/material_dispatch', {
    purpose: 'repairJob',
    warehouseId,
    neededBy: dayFrom(world, 1),
    items: [line],
  });
  const audit = await keeper.post('/audits', {
    warehouseId,
    type: 'cycle',
    isBlind: true,
    freeze: 'none',
  });
  const transfer = await asker.post('/material_tranfers', {
    fromWarehouseId: warehouseId,
    toWarehouseId: to,
    expectedDate: dayFrom(world, 1),
    items: [{ partId: part, quantity: 1 }],
  });
  const round = await openRound(world, { warehouseId });
  const { rows } = await test.app.pg.query<{ id: string }>(
    'select id from credit_purchases where receipt_id = $1',
    [receipt.id],
  );
  const owed = String(rows[0]?.id);
  const payment = await admin.post('/supplier_payments', {
    supplierId: creditSupplier,
    paymentDate: dayFrom(world, 0),
    method: 'cash',
    items: [{ creditPurchaseId: owed, amount: '10.00' }],
  });
  const head = [companyId, warehouseId];
  const { productId } = await plantContainer(test, { companyId, warehouseId });
  const { updateId, rolloutId } = await plantUpdate(test, { companyId, productId });
  return new Map([
    ...(await plantFamilies(world, { warehouseId, otherWarehouseId: to })),
    ['creditPurchases', owed],
    ['supplierPayments', expectData(payment).id],
    ['softwareUpdates', updateId],
    ['softwareRollouts', rolloutId],
    ['purchaseRequests', request.id],
    ['purchaseOrders', order.id],
    ['receipts', receipt.id],
    ['goodsImports', imports.body.data[0].id],
    ['requisitions', expectData(requisition).id],
    ['audits', expectData(audit).id],
    ['transfers', expectData(transfer).id],
    ['biddings', round.id],
    [
      'destructions',
      await one(
        `insert into destructions (company_id, warehouse_id, document_no, status, document_date, reason, method,
           scheduled_at, item_count, book_value, created_at, updated_at)
         values ($1, $2, $3, 'pending', now(), 'damaged', 'crush', now(), 0, 0, now(), now())`,
        [...head, numbered('DS')],
      ),
    ],
    [
      'claims',
      await one(
        `insert into claims (company_id, warehouse_id, document_no, status, document_date, supplier_id, item_count,
           created_at, updated_at) values ($1, $2, $3, 'pending', now(), $4, 0, now(), now())`,
        [...head, numbered('CL'), supplier],
      ),
    ],
    [
      'repairs',
      await one(
        `insert into repairs (company_id, warehouse_id, document_no, status, document_date, part_id, quantity,
           bin_id, condition, source, symptom, created_at, updated_at)
         values ($1, $2, $3, 'pending', now(), $4, 1, (select b.id from bins b where b.warehouse_id = $2 limit 1),
           'new', 'warehouse', 'x', now(), now())`,
        [...head, numbered('RP'), part],
      ),
    ],
    [
      'transformations',
      await one(
        `insert into transformations (company_id, warehouse_id, document_no, status, document_date, type, part_id,
           quantity, created_at, updated_at)
         values ($1, $2, $3, 'pending', now(), 'disassemble', $4, 1, now(), now())`,
        [...head, numbered('TM'), part],
      ),
    ],
  ]);
}
