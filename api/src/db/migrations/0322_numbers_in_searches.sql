-- A document that takes its number after it was written is found by it: contracts were not, until somebody
-- changed them. Every family that is searched has the rule of purchasing (0003) from now on.
do $$
declare
  place record;
begin
  for place in
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and 2 = (select count(*) from pg_attribute a
        where a.attrelid = c.oid and a.attname in ('document_no', 'search_text') and a.attgenerated = '')
      and not exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = c.oid and p.proname = 'number_into_search' and t.tgtype & 16 > 0)
  loop
    execute format('create trigger %I before update of document_no on %I for each row
      when (old.document_no is null and new.document_no is not null)
      execute function number_into_search()', place.relname || '_searched_number', place.relname);
  end loop;
end
$$;
update contracts set search_text = fold_search(document_no) || ' ' || search_text
  where document_no is not null and position(fold_search(document_no) in search_text) = 0;
