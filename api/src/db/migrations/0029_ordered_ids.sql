-- Ids in the order in which they were made, also within a millisecond (RFC 9562, 6.2, method 3): the
-- twelve bits behind the version hold the fraction of the millisecond. The activity chain and the
-- timelines read "after" from the id, and two entries of one transaction are microseconds apart.
-- One expression that names the clock once, so that PostgreSQL can inline it.
create or replace function new_id() returns uuid language sql volatile parallel safe as $$
  select (
    overlay(
      lpad(to_hex((extract(epoch from clock_timestamp()) * 4096000)::bigint), 15, '0')
      placing '7' from 13 for 0
    ) || substr(gen_random_uuid()::text, 20)
  )::uuid
$$;
