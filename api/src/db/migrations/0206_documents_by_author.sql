-- Lists of documents are cut to those of one author. An author's few are sorted; the orders that are
-- usual are read along an index as the other lists of documents have it.
create index requisitions_created_by_created_at_ix on requisitions (created_by, created_at, id);
create index quotations_created_by_created_at_ix on quotations (created_by, created_at, id);
create index products_created_by_created_at_ix on products (created_by, created_at, id);
create index contracts_created_by_created_at_ix on contracts (created_by, created_at, id);
create index warranties_created_by_created_at_ix on warranties (created_by, created_at, id);
create index warranty_requests_created_by_created_at_ix on warranty_requests (created_by, created_at, id);
