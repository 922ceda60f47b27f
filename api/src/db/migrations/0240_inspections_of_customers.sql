-- Whose container was looked at: the customer under whose contract it stood on the day of the inspection
-- (domain-containers 1.3). Kept with the inspection, so that each order of the list has its index.

alter table inspections add column customer_id uuid constraint inspections_customer_fk references customers;

update inspections fu set customer_id = (
  select pc.customer_id from product_contracts pc
  where pc.product_id = fu.product_id
    and (pc.in_force_from at time zone 'Asia/Bangkok')::date <= fu.due_on
    and (pc.in_force_until is null or (pc.in_force_until at time zone 'Asia/Bangkok')::date >= fu.due_on)
  order by pc.in_force_from desc limit 1);

create function inspections_customer() returns trigger language plpgsql as $$
begin
  new.customer_id := (
    select pc.customer_id from product_contracts pc
    where pc.product_id = new.product_id
      and (pc.in_force_from at time zone 'Asia/Bangkok')::date <= new.due_on
      and (pc.in_force_until is null or (pc.in_force_until at time zone 'Asia/Bangkok')::date >= new.due_on)
    order by pc.in_force_from desc limit 1);
  return new;
end $$;
create trigger inspections_customer before insert or update of due_on on inspections
  for each row execute function inspections_customer();

-- A contract that comes in force takes over what is planned from its first day on.
create function inspections_of_contract() returns trigger language plpgsql as $$
begin
  update inspections fu set customer_id = a.customer_id from added a
  where fu.product_id = a.product_id and a.in_force_until is null
    and (a.in_force_from at time zone 'Asia/Bangkok')::date <= fu.due_on;
  return null;
end $$;
create trigger product_contracts_inspections after insert on product_contracts
  referencing new table as added for each statement execute function inspections_of_contract();

-- A new customer is asked about what is planned from the day of the change on.
create function inspections_of_new_customer() returns trigger language plpgsql as $$
begin
  update inspections set customer_id = new.customer_id
  where product_id = new.product_id and customer_id = old.customer_id
    and due_on >= (new.updated_at at time zone 'Asia/Bangkok')::date;
  return null;
end $$;
create trigger product_contracts_new_customer after update of customer_id on product_contracts
  for each row when (old.customer_id <> new.customer_id) execute function inspections_of_new_customer();

create index inspections_customer_id_created_at_ix on inspections (customer_id, created_at, id);
create index inspections_customer_id_document_no_ix on inspections (customer_id, document_no, id);
create index inspections_customer_id_due_on_ix on inspections (customer_id, due_on, id);
