-- List prices of what containers of a model offer, by company: a lower price counts as discount
-- (domain-containers 1.3).
alter table product_setting_templates add column list_prices jsonb not null default '[]';
