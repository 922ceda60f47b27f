-- Who submitted a document or changed what it says, besides its creator: nobody decides on what they
-- wrote (ADR 0014). Written by the actions that make somebody an author.
alter table claims add column author_ids uuid[] not null default '{}';
alter table repairs add column author_ids uuid[] not null default '{}';
alter table destructions add column author_ids uuid[] not null default '{}';
alter table part_transfers add column author_ids uuid[] not null default '{}';
alter table transformations add column author_ids uuid[] not null default '{}';
alter table requisitions add column author_ids uuid[] not null default '{}';
alter table goods_imports add column author_ids uuid[] not null default '{}';
alter table audits add column author_ids uuid[] not null default '{}';
alter table purchase_requests add column author_ids uuid[] not null default '{}';
alter table purchase_orders add column author_ids uuid[] not null default '{}';
alter table purchase_order_receipts add column author_ids uuid[] not null default '{}';
alter table biddings add column author_ids uuid[] not null default '{}';
alter table quotations add column author_ids uuid[] not null default '{}';
alter table supplier_payments add column author_ids uuid[] not null default '{}';

-- The authors of what is there already are known from its timeline.
do $$
declare t record;
begin
  for t in select * from (values
    ('purchase_requests', 'purchaseRequests'), ('purchase_orders', 'purchaseOrders'),
    ('purchase_order_receipts', 'receipts'), ('goods_imports', 'goodsImports'),
    ('requisitions', 'requisitions'), ('part_transfers', 'transfers'),
    ('transformations', 'transformations'), ('claims', 'claims'), ('repairs', 'repairs'),
    ('destructions', 'destructions'), ('audits', 'audits'), ('biddings', 'biddings'),
    ('quotations', 'quotations')) v(name, subject)
  loop
    execute format('update %I d set author_ids = h.authors from (
      select subject_id, array_agg(distinct by_user_id) as authors from history
      where subject_type = %L and action in (''update'', ''submit'', ''revise'', ''renew'')
        and by_user_id is not null
      group by subject_id) h where h.subject_id = d.id', t.name, t.subject);
  end loop;
end $$;

-- Verbs that the seeded roles have since they were seeded; new databases get them by the base seed.
insert into role_permissions (role_id, name)
select r.id, v.verb from roles r
  join (values
    ('warehouse-staff', 'parts-sales:deliver'),
    ('warehouse-manager', 'audit:update-others'),
    ('warehouse-manager', 'container-warehouse:delete'),
    ('warehouse-manager', 'container-warehouse:delete-model'),
    ('warehouse-manager', 'container-warehouse:import'),
    ('warehouse-manager', 'destruction:update-others'),
    ('warehouse-manager', 'parts-requisition:update-others'),
    ('warehouse-manager', 'parts-sales:return'),
    ('warehouse-manager', 'parts-transfer:update-others'),
    ('warehouse-manager', 'repair:update-others'),
    ('warehouse-manager', 'transformation:update-others'),
    ('purchasing-manager', 'purchase-orders:update-others'),
    ('purchasing-manager', 'suppliers:update-others'),
    ('sales-officer', 'customer-data:view-pii'),
    ('sales-officer', 'parts-sales:update'),
    ('sales-officer', 'payment-data:create'),
    ('sales-officer', 'warranty:quote'),
    ('sales-officer', 'repair-list:create'),
    ('sales-manager', 'customer-data:import'),
    ('sales-manager', 'customer-data:merge'),
    ('sales-manager', 'parts-sales:return'),
    ('sales-manager', 'parts-sales:update'),
    ('sales-manager', 'payment-data:create'),
    ('sales-manager', 'products:manage-key'),
    ('sales-manager', 'purchase-contract:import'),
    ('sales-manager', 'purchase-contract:override-price'),
    ('sales-manager', 'purchase-contract:renew'),
    ('sales-manager', 'warranty:quote'),
    ('sales-manager', 'repair-list:create'),
    ('accounting-officer', 'customer-data:view-pii'),
    ('accounting-officer', 'payment-data:allocate'),
    ('accounting-officer', 'payment-data:create-credit-note'),
    ('accounting-officer', 'payment-data:import-statement'),
    ('accounting-officer', 'payment-data:run-invoices'),
    ('accounting-manager', 'customer-data:view-pii'),
    ('accounting-manager', 'parts-sales:return'),
    ('accounting-manager', 'payment-data:allocate'),
    ('accounting-manager', 'payment-data:approve-credit-note'),
    ('accounting-manager', 'payment-data:close-tax-period'),
    ('accounting-manager', 'payment-data:create-credit-note'),
    ('accounting-manager', 'payment-data:import'),
    ('accounting-manager', 'payment-data:import-statement'),
    ('accounting-manager', 'payment-data:refund'),
    ('accounting-manager', 'payment-data:run-invoices'),
    ('accounting-manager', 'purchase-contract:approve'),
    ('accounting-manager', 'warranty:update-prices'),
    ('accounting-manager', 'warranty:void'),
    ('technician', 'maintenance-list:use-van-stock'),
    ('technician', 'repair-list:use-van-stock'),
    ('engineer-manager', 'container-inspection:cancel'),
    ('engineer-manager', 'maintenance-list:stock-summary'),
    ('engineer-manager', 'parts-requisition:update-others'),
    ('engineer-manager', 'repair:update-others'),
    ('engineer-manager', 'repair-list:stock-summary')) as v(role, verb) on v.role = r.name
on conflict do nothing;
