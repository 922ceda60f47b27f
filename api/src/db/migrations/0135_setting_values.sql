-- What a company decides for itself, from a day on (docs/domain/containers.md "Settings"). Rows are added
-- and never changed; of several for one day the latest counts.
create table setting_values (
  id uuid default new_id() constraint setting_values_pk primary key,
  company_id uuid not null constraint setting_values_company_fk references companies,
  key text not null,
  user_id uuid constraint setting_values_user_fk references users,
  product_model_id uuid constraint setting_values_model_fk references product_models on delete cascade,
  effective_from date not null,
  value jsonb not null,
  reason text,
  created_at timestamptz not null,
  created_by uuid constraint setting_values_created_by_fk references users,
  constraint setting_values_one_subject_ck check (user_id is null or product_model_id is null)
);
create index setting_values_plain_ix on setting_values (company_id, key, effective_from desc, id desc)
  where user_id is null and product_model_id is null;
create index setting_values_user_ix on setting_values (user_id, key, company_id, effective_from desc, id desc)
  where user_id is not null;
create index setting_values_model_ix
  on setting_values (product_model_id, key, company_id, effective_from desc, id desc)
  where product_model_id is not null;
create index setting_values_company_ix on setting_values (company_id, key, user_id, product_model_id);

create function setting_values_are_kept() returns trigger language plpgsql as $$
begin
  raise exception 'values of settings are added, not changed';
end
$$;
create trigger setting_values_are_kept before update on setting_values
  for each row execute function setting_values_are_kept();

-- What was configured by key counts from ever; a value for everybody becomes one for each company.
insert into setting_values (company_id, key, effective_from, value, created_at)
select c.id, s.key, date '2000-01-01',
  case s.key
    when 'vatRate' then to_jsonb(to_char((s.value #>> '{}')::numeric, 'FM990.00'))
    when 'overReceiptTolerancePct' then to_jsonb(to_char((s.value #>> '{}')::numeric, 'FM990.00'))
    when 'capitalizeRepair' then to_jsonb((s.value #>> '{}')::boolean)
    when 'transfer.shipperMayReceive' then to_jsonb((s.value #>> '{}')::boolean)
    else to_jsonb((s.value #>> '{}')::numeric::integer)
  end, s.updated_at
from settings s join companies c on s.company_id = c.id or (s.company_id is null
  and not exists (select 1 from settings own where own.key = s.key and own.company_id = c.id))
where s.key in ('vatRate', 'overReceiptTolerancePct', 'capitalizeRepair', 'requisition.holdDays',
  'transfer.shipperMayReceive', 'biddingNoticeHours');
delete from settings where key in ('vatRate', 'overReceiptTolerancePct', 'capitalizeRepair',
  'requisition.holdDays', 'transfer.shipperMayReceive', 'biddingNoticeHours');
