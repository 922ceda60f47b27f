-- Where containers of a customer stand or may stand: each with a name, and who opens the door there.
alter table customers add column install_addresses jsonb not null default '[]';
