-- A schedule is of whoever hands the jobs of its team out at the moment: a kept person went stale with every
-- change of the team.
alter table pm_schedules drop column dispatcher_id;
