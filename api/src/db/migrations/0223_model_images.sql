-- The picture of a model, small, as a data URL: lists show it without a call for each row.
alter table product_models
  add column thumbnail text,
  add constraint product_models_image_ck check ((image_file_id is null) = (thumbnail is null));
