-- The figures of a fleet are counted over the whole scope: from this index alone, without reading the
-- containers themselves, which are wide.
create index products_counting_ix on products
  (company_id, warehouse_id, status, sale_status, service_status, product_model_id);
