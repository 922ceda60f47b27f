-- Whoever writes for a customer at the moment in which it is merged waits for the merge, and is refused:
-- nothing belongs to a merged customer (docs/domain/money.md "What an invoice owes"). The merge holds both
-- rows against writers (for update); what was there before, it moves.
create function refuse_merged_customer() returns trigger language plpgsql as $$
declare
  into_id uuid;
begin
  if new.customer_id is null then return new; end if;
  select merged_into_id into into_id from customers where id = new.customer_id for key share;
  if into_id is not null then raise exception 'CUSTOMER_MERGED' using errcode = 'BX409'; end if;
  return new;
end $$;

do $$
declare
  tab regclass;
begin
  for tab in select conrelid from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'customers'::regclass and c.conparentid = 0
        and c.conrelid <> 'customers'::regclass and a.attname = 'customer_id' loop
    execute format('create trigger %I before insert or update of customer_id on %s
      for each row execute function refuse_merged_customer()', tab || '_customer_stands', tab);
  end loop;
end $$;
