-- The look-up of warehouses asks for those that hold containers, which are few among those of parts.
create index warehouses_containers_ix on warehouses (code, id) where holds <> 'parts';
