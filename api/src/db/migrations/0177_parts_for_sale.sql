-- The choice of parts that are for sale, by number, however few of all parts they are.
create index material_parts_for_sale_ix on material_parts (part_no, id) where is_sellable;
