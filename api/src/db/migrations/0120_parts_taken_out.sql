-- What becomes of parts that are taken out of containers, and what took their place
-- (domain-containers 1.1, 2.1).

-- The part that was taken out when this one went in.
alter table product_parts add column replaces_id uuid
  constraint product_parts_replaces_fk references product_parts;
create index product_parts_replaces_ix on product_parts (replaces_id) where replaces_id is not null;
-- From a goods import, repair, claim or destruction to the containers that its goods were in.
create index product_parts_removal_ix on product_parts (removal_document_id)
  where removal_document_id is not null;
-- What is and was inside of one container or a lot, newest first.
create index product_parts_lot_ix on product_parts (lot_id) where lot_id is not null;
