-- Files lie under the checksum of their content. Each has a row here before it is stored and until it
-- is removed; what refers to a file refers to its row, so that no file in use can be removed (ADR 0067).
create table stored_files (
  -- Of a file that was stored before: random. In the order in which stores list their names.
  key text collate "C" constraint stored_files_pk primary key,
  size bigint not null,
  -- When somebody last began to store it: what was touched within a day may still be referred to.
  touched_at timestamptz not null
);

insert into stored_files (key, size, touched_at) select storage_key, size, created_at from files;
insert into stored_files (key, size, touched_at)
  select file_id, size, created_at from exports where file_id is not null;

create index stored_files_touched_ix on stored_files (touched_at, key);

-- The same content is stored once, whoever attaches it.
alter table files drop constraint files_storage_key_uq;
alter table files add constraint files_stored_fk foreign key (storage_key) references stored_files;
create index files_storage_key_ix on files (storage_key);
alter table exports add constraint exports_stored_fk foreign key (file_id) references stored_files;
create index exports_file_ix on exports (file_id) where file_id is not null;
