-- What a mail carries beside its text: copies to others, and one file as it was when it was sent.
alter table mails add column cc text[] not null default '{}';
alter table mails add column attachment_name text;
alter table mails add column attachment bytea;
alter table mails add constraint mails_attachment_ck check ((attachment_name is null) = (attachment is null));
