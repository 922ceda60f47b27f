-- Numbers and codes share their beginnings by the ten thousand, so that trigrams tell them apart
-- slowly: they are looked up from the beginning.
create index activity_logs_label_ix on activity_logs (search_text text_pattern_ops);
