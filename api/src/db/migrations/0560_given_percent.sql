-- Part of the list price in per cent that an approval gave away: a discount on its invoices comes on top.
alter table contracts add column given_percent numeric(5, 2) not null default 0;
alter table warranties add column given_percent numeric(5, 2) not null default 0;
