-- Models of containers that a part is for. What models are built of stands in their bills of materials.
create table part_product_models (
  part_id uuid not null constraint part_product_models_part_fk references material_parts on delete cascade,
  product_model_id uuid not null constraint part_product_models_model_fk references product_models,
  constraint part_product_models_pk primary key (part_id, product_model_id)
);
create index part_product_models_model_ix on part_product_models (product_model_id);
