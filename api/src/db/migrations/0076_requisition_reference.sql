-- What parts are asked for, and who signed for them (domain-warehouse 1.12).
alter table requisitions
  -- Number of the job, container or contract.
  add column ref_no text,
  add column recipient_signature_file_id uuid constraint requisitions_signature_fk references files;
