-- Planning of jobs: the backlog in its order, columns of the board, appointments of technicians.

-- Order of the backlog: priority first, then the promised time; the later it is promised, the greater.
alter table jobs add column urgency double precision not null generated always as (
  case priority when 'critical' then 1 when 'high' then 2 when 'normal' then 3 else 4 end * 1e11
  + coalesce(extract(epoch from sla_due_at - timestamptz '2000-01-01 00:00Z')::double precision, 9e10)
) stored;
create index jobs_backlog_ix on jobs (urgency, id)
  where appointment_start is null and status in ('reported', 'triaged', 'scheduled', 'waitingParts');
create index jobs_status_urgency_ix on jobs (status, urgency, id);
-- Appointments that take somebody's time, few beside all that ever were.
create index jobs_booked_ix on jobs using gin (technician_ids)
  where status in ('scheduled', 'waitingParts', 'inProgress');
create index jobs_dispatcher_appointment_start_ix on jobs (dispatcher_id, appointment_start, id);
create index jobs_team_appointment_start_ix on jobs (team_id, appointment_start, id);
