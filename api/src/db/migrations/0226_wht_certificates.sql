-- The register of certificates of withheld tax reads payments.
create index payments_certificate_date_ix on payments (wht_cert_date, id) where method = 'whtCert';
create index payments_certificate_no_ix on payments (wht_cert_no, id) where method = 'whtCert';
create index payments_certificate_status_date_ix on payments (status, wht_cert_date, id) where method = 'whtCert';
create index payments_certificate_status_no_ix on payments (status, wht_cert_no, id) where method = 'whtCert';
create index payments_certificate_customer_date_ix on payments (customer_id, wht_cert_date, id) where method = 'whtCert';
create index payments_certificate_customer_no_ix on payments (customer_id, wht_cert_no, id) where method = 'whtCert';
