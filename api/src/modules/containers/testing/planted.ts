import { newId } from '../../../kernel/index.ts';
import type { TestApp } from '../../../testing/index.ts';

type Planting = Pick<TestApp, 'app'>;

const inserting =
  ({ app }: Planting) =>
  async (text: string, values: readonly unknown[]): Promise<string> =>
    String((await app.pg.query<{ id: string }>(`${text} returning id`, [...values])).rows[0]?.id);

/** A model with a first revision that asks for no part. */
export async function plantModel(test: Planting) {
  const one = inserting(test);
  const code = newId().replaceAll('-', '').slice(-8).toUpperCase();
  const typeId = await one(
    `insert into product_types (code, name, created_at, updated_at) values ($1, $1, now(), now())`,
    [code],
  );
  const modelId = await one(
    `insert into product_models (code, name, product_type_id, serial_prefix, serial_pattern, current_revision,
       specs, checklist, created_at, updated_at)
     values ($1, $1, $2, $1, '{prefix}{seq:4}', 1, '{}', '[]', now(), now())`,
    [code, typeId],
  );
  const revisionId = await one(
    `insert into product_model_revisions (product_model_id, revision_no, created_at) values ($1, 1, now())`,
    [modelId],
  );
  return { code, typeId, modelId, revisionId };
}

/** A container in production and a pending receipt of it, as rows: for tests of who may see them. */
export async function plantContainer(
  test: Planting,
  { companyId, warehouseId }: { readonly companyId: string; readonly warehouseId: string },
): Promise<{ readonly productId: string; readonly receiptId: string }> {
  const one = inserting(test);
  const { code, typeId, modelId, revisionId } = await plantModel(test);
  const binId = await one(
    `insert into bins (warehouse_id, code, created_at, updated_at) values ($1, $2, now(), now())`,
    [warehouseId, `IN-${code}`],
  );
  const productId = await one(
    `insert into products (company_id, status, document_date, serial_number, name, product_type_id,
       product_model_id, revision_id, warehouse_id, interior_bin_id, sale_status, created_at, updated_at)
     values ($1, 'inProduction', now(), $2, $2, $3, $4, $5, $6, $7, 'notForSale', now(), now())`,
    [companyId, `${code}0001`, typeId, modelId, revisionId, warehouseId, binId],
  );
  const receiptId = await one(
    `insert into container_receipts (company_id, document_no, status, document_date, source_type, source_id,
       source_no, warehouse_id, item_count, created_at, updated_at)
     values ($1, $2, 'pending', now(), 'production', $3, $2, $4, 1, now(), now())`,
    [companyId, `WR-${code}`, productId, warehouseId],
  );
  await one(
    `insert into container_receipt_items (receipt_id, line_no, product_id, line_status)
     values ($1, 1, $2, 'expected')`,
    [receiptId, productId],
  );
  return { productId, receiptId };
}

/** A queued update of a container, and the rollout that it belongs to. */
export async function plantUpdate(
  test: Planting,
  { companyId, productId }: { readonly companyId: string; readonly productId: string },
): Promise<{ readonly updateId: string; readonly rolloutId: string }> {
  const one = inserting(test);
  const code = newId().replaceAll('-', '').slice(-8).toUpperCase();
  const fileId = await one(
    `with stored as (
       insert into stored_files (key, size, touched_at) values ($1, 1, now()) returning key
     )
     insert into files (file_name, mime, size, sha256, storage_key, created_at)
     select $1, 'application/gzip', 1, repeat('0', 64), key, now() from stored`,
    [code],
  );
  const softwareId = await one(
    `insert into product_softwares (version_no, version_key, status, release_notes, file_id, created_at, updated_at)
     values ('1.0.0', $1, 'stable', $1, $2, now(), now())`,
    [code, fileId],
  );
  const rolloutId = await one(
    `insert into software_rollouts (company_id, software_id, total, waiting_ids, created_at, updated_at)
     values ($1, $2, 1, '{}', now(), now())`,
    [companyId, softwareId],
  );
  const updateId = await one(
    `insert into product_software_updates
       (company_id, product_id, rollout_id, to_software_id, status, created_at, updated_at)
     values ($1, $2, $3, $4, 'queued', now(), now())`,
    [companyId, productId, rolloutId, softwareId],
  );
  return { updateId, rolloutId };
}

/** As many updates as the query plans need, of all containers there are; half of these run a release. */
export async function fillUpdates(
  test: Planting,
  { companyId, warehouseId }: { readonly companyId: string; readonly warehouseId: string },
): Promise<void> {
  const { productId } = await plantContainer(test, { companyId, warehouseId });
  await plantUpdate(test, { companyId, productId });
  await test.app.pg.query(
    `update products set current_software_id = s.id, software_outdated = id_no % 10 = 0
     from (select id from product_softwares limit 1) s,
       (select id as product_id, row_number() over (order by id) as id_no from products) n
     where n.product_id = products.id and n.id_no % 2 = 0`,
  );
  await test.app.pg.query(
    `insert into product_software_updates
       (company_id, product_id, rollout_id, to_software_id, status, error, created_at, updated_at)
     select p.company_id, p.id, r.id, r.software_id, s, case s when 'failed' then 'NOT_FOR_MODEL' end,
       p.created_at, p.created_at
     from (select *, (array['applied','applied','applied','failed','rolledBack'])[1 + (row_number() over (order by id)) % 5] as s
         from products) p, (select id, software_id from software_rollouts limit 1) r`,
  );
}
