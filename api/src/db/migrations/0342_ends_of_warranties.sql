-- Containers whose warranty ends between two days.
create index products_warranty_end_ix on products (warranty_end) where warranty_end is not null;
