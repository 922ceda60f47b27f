-- How containers of a model are to behave at first (domain-containers 1.1). Models are shared by companies:
-- each has a template of its own.
create table product_setting_templates (
  company_id uuid not null constraint product_setting_templates_company_fk references companies,
  product_model_id uuid not null constraint product_setting_templates_model_fk references product_models,
  setting jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  updated_by uuid constraint product_setting_templates_updated_by_fk references users,
  constraint product_setting_templates_pk primary key (company_id, product_model_id)
);
create index product_setting_templates_model_ix on product_setting_templates (product_model_id);
