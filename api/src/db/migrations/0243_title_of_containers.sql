-- Whose a container is. What is sold leaves the books with its title: it lies at SOLD, and so does what is
-- inside it (domain-containers 2.5). Contracts that are in force already hand over in the next night.
alter table products add column title_holder text not null default 'company'
  constraint products_title_holder_ck check (title_holder in ('company', 'customer'));
alter table products add constraint products_title_place_ck
  check (title_holder = 'company' or status in ('installed', 'returned', 'lost'));
-- What stands at customers and is still the company's: what the night looks through.
create index products_title_ix on products (id) where title_holder = 'company' and sale_status = 'sold';
