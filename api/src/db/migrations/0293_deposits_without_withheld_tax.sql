-- A deposit that is given back is no income: a discount on it made tax to be withheld (docs/domain/money.md).
update invoices set wht_rate = 0
  where source_type = 'deposit' and tax_point = 'none' and wht_rate <> 0 and wht_amount = 0;
