-- Names in the order of a Thai list: leading vowels do not count, ใจดี stands before ศรีสุข. The columns
-- themselves have the collation, so that every order by a name, every index on one and every page that
-- goes on after a name agree. A PostgreSQL without ICU sorts by code point; the start says so.
do $$
begin
  create collation thai_names (provider = icu, locale = 'th');
exception when others then
  create collation thai_names from "C";
end
$$;

-- What is searched is folded by the database's own rules, whichever order a column has.
create or replace function fold_search(value text) returns text
language sql immutable parallel safe returns null on null input as $$
  select lower(translate(normalize(value collate "default", nfc), U&'\0E48\0E49\0E4A\0E4B', ''))
$$;

do $$
declare
  place record;
  generated record;
  statement text;
  -- In the order in which they run: what hangs on the columns goes, and comes back as it was.
  before text[];
  after text[];
begin
  for place in
    select c.oid, c.relname, array_agg(a.attname order by a.attnum) as columns,
      array_agg(a.attnum order by a.attnum) as numbers
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.atttypid = 'text'::regtype and a.attgenerated = ''
      and a.attname in ('name', 'name_th', 'name_en', 'first_name', 'last_name', 'company_name',
        'account_name', 'account_name_en', 'customer_name', 'supplier_name')
      and c.relname not in ('schema_migrations', 'role_permissions', 'menus')
    group by c.oid, c.relname
    order by c.relname
  loop
    before := '{}';
    after := '{}';
    for generated in
      select a.attname, a.attnum, a.attnotnull, pg_get_expr(d.adbin, d.adrelid) as expression
      from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = place.oid and a.attgenerated = 's'
        and exists (select from pg_depend p
          where p.classid = 'pg_attrdef'::regclass and p.objid = d.oid
            and p.refclassid = 'pg_class'::regclass and p.refobjid = place.oid
            and p.refobjsubid = any(place.numbers))
      order by a.attnum
    loop
      before := before || format('alter table %I drop column %I', place.relname, generated.attname);
      after := after || format('alter table %I add column %I text%s generated always as (%s) stored%s',
        place.relname, generated.attname,
        case when generated.attname = 'full_name' then ' collate thai_names' else '' end,
        generated.expression, case when generated.attnotnull then ' not null' else '' end);
      after := after || coalesce((
        select array_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid) from pg_index i
        where i.indrelid = place.oid and exists (select from pg_depend p
          where p.classid = 'pg_class'::regclass and p.objid = i.indexrelid
            and p.refclassid = 'pg_class'::regclass and p.refobjid = place.oid
            and p.refobjsubid = generated.attnum)), '{}');
      place.numbers := place.numbers || generated.attnum;
    end loop;
    select coalesce(array_agg(format('drop trigger %I on %I', t.tgname, place.relname)), '{}') || before,
      after || coalesce(array_agg(pg_get_triggerdef(t.oid)), '{}')
    into before, after
    from pg_trigger t
    where t.tgrelid = place.oid and not t.tgisinternal and exists (select from pg_depend p
      where p.classid = 'pg_trigger'::regclass and p.objid = t.oid
        and p.refclassid = 'pg_class'::regclass and p.refobjid = place.oid
        and p.refobjsubid = any(place.numbers));
    foreach statement in array before loop
      execute statement;
    end loop;
    select format('alter table %I %s', place.relname, string_agg(
      format('alter column %I type text collate thai_names', name), ', ')) into statement
    from unnest(place.columns) as name;
    execute statement;
    foreach statement in array after loop
      execute statement;
    end loop;
    execute format('analyze %I', place.relname);
  end loop;
end
$$;
