-- Whoever writes a mail says whether its text is a secret; until somebody says so, it is one.
alter table mails add column has_secret boolean not null default true;
update mails set has_secret = false where body_text !~* 'token|forgot-password';
update mails set body_text = '' where has_secret and status = 'sent';
