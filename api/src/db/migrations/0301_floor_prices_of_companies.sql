-- The lowest price of a model is the company's that asks for it, not the model's, which companies share.
create table product_model_floors (
  product_model_id uuid not null constraint product_model_floors_model_fk
    references product_models on delete cascade,
  company_id uuid not null constraint product_model_floors_company_fk references companies,
  floor_price numeric(15, 2) not null constraint product_model_floors_price_ck check (floor_price >= 0),
  constraint product_model_floors_pk primary key (product_model_id, company_id)
);
create index product_model_floors_company_ix on product_model_floors (company_id);

-- Each company goes on with the price that held for all of them.
insert into product_model_floors (product_model_id, company_id, floor_price)
  select m.id, c.id, m.floor_price from product_models m cross join companies c
  where m.floor_price is not null;
alter table product_models drop column floor_price;
