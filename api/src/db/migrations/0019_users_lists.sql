-- What other indexes of users begin with or hold already. Beside them these were chosen for a rare team
-- among a million users, whose rows then had to be sorted; e-mails are unique, so their order needs no id.
drop index users_role_ix, users_team_ix, users_email_ix;
