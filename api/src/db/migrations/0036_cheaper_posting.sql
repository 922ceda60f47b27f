-- A receipt writes the order's new status to its lines together with what came of them. Lines that
-- are in step already are not written a second time: each writing costs a line all its indexes.
create or replace function copy_order_to_items() returns trigger language plpgsql as $$
begin
  update purchase_order_items
    set order_status = new.status, order_no = new.document_no, order_date = new.document_date,
      supplier_id = new.supplier_id, warehouse_id = new.warehouse_id
    where order_id = new.id
      and (order_status, order_no, order_date, supplier_id, warehouse_id) is distinct from
        (new.status, new.document_no, new.document_date, new.supplier_id, new.warehouse_id);
  return null;
end
$$;

-- What opened an import again is named on its page; each view read the whole table for it.
create index goods_imports_reopens_ix on goods_imports (reopens_id) where reopens_id is not null;
