-- The rights and the scope that a file was made with. It is given out as long as whoever asked for it
-- still has all of them; files from before this whose rights are not known are made again.
alter table exports add column reach jsonb;
