-- The answer of each change is kept for its twin (architecture 4), some 10 KB of JSON. Pressed by
-- PostgreSQL's own method that cost more than any other statement of a posting: 0.7 of 4 ms.
do $$
begin
  alter table idempotency_keys alter column response set compression lz4;
exception when feature_not_supported then
  -- A PostgreSQL that was built without lz4 keeps them as they are: they live for a day.
  alter table idempotency_keys alter column response set storage external;
end
$$;
