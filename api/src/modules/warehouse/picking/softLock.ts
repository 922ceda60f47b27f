/** Whether the bin of reservation `r` is under a count that warns of moves (2.13 softLock), as SQL. */
export const IS_SOFT_LOCKED = `exists (select 1 from audit_bins ab join audits a on a.id = ab.audit_id
  where ab.bin_id = r.location_id and ab.is_open and a."freeze" = 'softLock')`;
