import type { Person } from '../../../testing/index.ts';

/** What counts as paid: everything else came to nothing, or may still. */
const COUNTING = `('verified', 'refundRequested')`;

/** Each statement answers the rows that break its rule, written without the code that keeps it. */
export const MONEY_RULES: Readonly<Record<string, string>> = {
  'an invoice owes what the entries of its account come to (containers 7, 4)': `
    select iv.id, iv.document_no, iv.balance, sum(r.amount) as entries
    from invoices iv left join receivable_entries r on r.invoice_id = iv.id
    where iv.status <> 'draft' group by iv.id having coalesce(sum(r.amount), 0) <> iv.balance`,
  'a draft and what is void owe nothing': `
    select iv.id, iv.document_no from invoices iv join receivable_entries r on r.invoice_id = iv.id
    where iv.status in ('draft', 'void') group by iv.id having sum(r.amount) <> 0`,
  'an invoice is paid what counting payments settle of it (containers 7, 4)': `
    select iv.id, iv.document_no, iv.paid_amount, a.paid
    from invoices iv
    left join (select a.invoice_id, sum(a.amount) as paid from payment_allocations a
      join payments p on p.id = a.payment_id and p.status in ${COUNTING} group by 1) a on a.invoice_id = iv.id
    where coalesce(a.paid, 0) <> iv.paid_amount
    union all
    select iv.id, iv.document_no, iv.paid_amount, r.paid from invoices iv
    left join (select invoice_id, -sum(amount) as paid from receivable_entries where kind = 'allocation' group by 1) r
      on r.invoice_id = iv.id
    where coalesce(r.paid, 0) <> iv.paid_amount`,
  'no invoice is settled above its total, by withheld tax above what is paid (containers 7, 4)': `
    select id, document_no, paid_amount from invoices
    where paid_amount + credited_amount > grand_total + debited_amount or wht_paid > paid_amount`,
  'no payment settles, and gives back, more than came in': `
    select p.id, p.document_no from payments p
    left join payment_allocations a on a.payment_id = p.id
    where p.status in ${COUNTING} group by p.id
    having coalesce(sum(a.amount), 0) <> p.allocated_amount
      or p.allocated_amount + p.refunded_amount + p.credit_amount <> p.amount`,
  'what settles nothing is credit of the customer': `
    select p.id, p.document_no, p.credit_amount, r.credit from payments p
    left join (select payment_id, -sum(amount) as credit from receivable_entries
      where kind in ('credit', 'refund') group by 1) r on r.payment_id = p.id
    where coalesce(r.credit, 0) <> p.credit_amount`,
  'a customer owes what is owed of the invoices, less the credit': `
    select c.id, c.code from customers c where
      coalesce((select sum(r.amount) from receivable_entries r where r.customer_id = c.id), 0) <>
      coalesce((select sum(iv.balance) from invoices iv where iv.customer_id = c.id), 0) -
      coalesce((select sum(p.credit_amount) from payments p where p.customer_id = c.id), 0)`,
  'an invoice stands on one open billing note': `
    select invoice_id from billing_note_lines where is_open group by 1 having count(*) > 1`,
  'what is taxed of an invoice is no more than was charged': `
    select iv.id, iv.document_no from invoices iv join tax_entries t on t.invoice_id = iv.id
    where t.kind = 'taxInvoice' and not exists (select 1 from tax_entries x where x.cancels_id = t.id)
    group by iv.id having sum(t.grand_total) > iv.grand_total + iv.debited_amount`,
  'a receipt is for money that was confirmed': `
    select id, document_no from payments
    where (receipt_no is not null) <> (status not in ('pending', 'rejected') and method not in ('whtCert', 'deposit'))`,
};

/** Numbers of what belongs to no family: tax invoices, and receipts of payments. */
export const MONEY_NUMBERS = `
  select document_no from tax_entries where kind = 'taxInvoice'
  union all select receipt_no from payments`;

type Rows = <T extends object>(text: string) => Promise<T[]>;

/** The ageing says of everything together what invoices and payments say. */
export async function expectAgeingIs(person: Person, rows: Rows): Promise<void> {
  const { body } = await person.get('/receivables');
  const [stored] = await rows<{ balance: string; credit: string }>(
    `select (owed - credit)::numeric(15, 2)::text as balance, credit::numeric(15, 2)::text as credit
     from (select (select coalesce(sum(balance), 0) from invoices) as owed,
       (select coalesce(sum(credit_amount), 0) from payments) as credit) s`,
  );
  expect(body.meta.summary).toMatchObject(stored ?? {});
}
