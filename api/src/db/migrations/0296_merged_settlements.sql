-- A customer whose contract was settled could not be merged: the settlement names the customer, and was
-- never changed. It still is not, but for whose it is.
create or replace function contract_settlements_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'customer_id' = to_jsonb(old) - 'customer_id' then
    return new;
  end if;
  raise exception 'a settlement of a contract is never changed';
end
$$;
