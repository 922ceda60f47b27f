import {
  applyVersion,
  canonical,
  type Json,
  type VersionChange,
} from '@boxyard/shared/domain/sales/contractVersions.ts';
import { hashOf } from '../contracts/versions.ts';

/** What a refused command on contracts and warranties must leave as it was (I14); the documents themselves are listed by their families. */
export const SALES_STATE = `
  select concat_ws('/', 'ct', id, customer_id, sale_id, product_id, grand_total, outstanding_amount, payment_status,
      reserved_until, installed_on, activated_on, ended_on, settled_on, current_version_no, proposal, proposal_decided_at) as part
    from contracts
  union all select concat_ws('/', 'cs', contract_id, seq, due_date, total, vat) from contract_schedule
  union all select concat_ws('/', 'cv', id, sha256, approved_by) from contract_versions
  union all select concat_ws('/', 'cl', id, deposit, credit, still_owed) from contract_settlements
  union all select concat_ws('/', 'pc', id, version, customer_id, in_force_until) from product_contracts
  union all select concat_ws('/', 'wa', id, product_id, customer_id, sale_id, start_date, end_date, is_settled)
    from warranties
  union all select concat_ws('/', 'wq', id, months, coverage, price) from warranty_requests`;

/** Contracts that hold a container, before and after anything was agreed on it. */
const BOOKED = `('booking', 'pending', 'rejected')`;
const AGREED = `('approved', 'onGoing')`;
/** Contracts that came to nothing, or are over. */
const OVER = `('cancelled', 'terminated', 'expired')`;
const BILLED = `i.source_type in ('contractInstallment', 'deposit') and i.status not in ('draft', 'void')`;

/** Each statement answers the rows that break its rule, written without the code that keeps it. */
export const SALES_RULES: Readonly<Record<string, string>> = {
  'a contract holds one container from its reservation on, and none before and after (containers 7, 2 and 6)': `
    select c.id, c.status, count(h.id)::int as holds from contracts c
    left join container_reservations h on h.document_id = c.id and h.ended_at is null
    group by c.id
    having ((c.status = 'draft' or c.status in ${OVER}) and count(h.id) > 0)
      or (c.status in ${BOOKED} and (count(h.id) <> 1 or min(h.product_id::text) is distinct from c.product_id::text))
      or (c.status in ${AGREED} and c.product_id is null)
      or (c.status in ('draft', 'cancelled') and c.product_id is not null)`,
  'another container is held beside it while an exchange waits, and no longer': `
    select c.id, h.product_id from container_reservations h join contracts c on c.id = h.document_id
    where h.ended_at is null and h.product_id is distinct from c.product_id
      and h.product_id::text is distinct from c.proposal->'exchange'->>'productId'
    union all
    select c.id, null from contracts c where c.proposal ? 'exchange' and not exists (
      select from container_reservations h where h.document_id = c.id and h.ended_at is null
        and h.product_id::text = c.proposal->'exchange'->>'productId')`,
  'an agreed exchange has its container in a warehouse or on its way, and nowhere else': `
    select c.id, c.status, p.status from contracts c
    join products p on p.id::text = c.proposal->'exchange'->>'productId'
    where c.proposal_decided_at is not null
      and (p.sale_status <> 'contracted' or p.status not in ('inWarehouse', 'withdrawn', 'returned', 'lost'))`,
  'what nothing is agreed about is offered in a warehouse only': `
    select p.id, p.status from products p where p.sale_status = 'available'
      and p.status not in ('inWarehouse', 'inTransit', 'installed')`,
  'no container is agreed on twice (containers 7, 2)': `
    select product_id from contracts where status in ${BOOKED} or status in ${AGREED}
    group by 1 having count(*) > 1`,
  'a container is for sale, held, promised or handed over as its contract says (containers 7, 6)': `
    select p.id, p.sale_status, c.status, c.type from products p
    left join contracts c on c.product_id = p.id and (c.status in ${BOOKED} or c.status in ${AGREED})
    where p.sale_status is distinct from case
        when c.status in ${BOOKED} then 'reserved'
        when c.status = 'approved' then 'contracted'
        when c.status = 'onGoing' then case c.type when 'lease' then 'leased' else 'sold' end
        else p.sale_status end
      or (c.id is null and p.sale_status = 'reserved' and not exists (select from container_reservations h
        where h.product_id = p.id and h.ended_at is null))
      or (c.id is null and p.sale_status = 'leased')
      or (c.id is null and p.sale_status = 'contracted' and not exists (select from contracts x
        where x.proposal_decided_at is not null and x.proposal->'exchange'->>'productId' = p.id::text))
      or (c.id is null and p.sale_status = 'sold' and not exists (select from contracts x
        where x.product_id = p.id and x.status = 'completed'))`,
  'what a contract says to stand at its customer stands there, or was lost since': `
    select c.id, c.status, p.status from contracts c join products p on p.id = c.product_id
    where c.status in ${AGREED} and c.installed_on is not null and p.status <> 'installed'
      and (c.status = 'approved' or p.status <> 'lost')`,
  'a contract is in force for one container, from its activation to its end': `
    select c.id, c.status, c.product_id from contracts c
    left join product_contracts pc on pc.contract_id = c.id and pc.in_force_until is null
    group by c.id
    having count(pc.id) <> (c.status in ('onGoing', 'completed'))::int
      or bool_or((pc.product_id, pc.customer_id, pc.sale_id) <> (c.product_id, c.customer_id, c.sale_id))`,
  'no requisition asks for the container of a contract that came to nothing, or is over': `
    select c.id, c.status, i.document_id from contracts c join container_requisition_items i on i.contract_id = c.id
    where c.status in ${OVER} and i.line_status in ('pending', 'allocated')`,
  'the schedule makes the total of its contract (containers 7, 4)': `
    select c.id, c.grand_total, sum(s.total) from contracts c
    left join contract_schedule s on s.contract_id = c.id and s.counts_towards_total
    group by c.id having coalesce(sum(s.total), 0) <> c.grand_total
    union all
    select contract_id, total, principal + interest + vat from contract_schedule
    where principal + interest + vat <> total or total - wht <> net`,
  'each payment of a schedule is billed once, to the satang (containers 7, 4)': `
    select i.source_id, i.source_key, count(*) from invoices i where ${BILLED}
    group by 1, 2 having count(*) > 1
    union all
    select i.source_id, i.document_no, s.seq from invoices i
    left join contract_schedule s on i.source_key = s.contract_id || ':' || s.seq
    where ${BILLED} and i.discount_total = 0 and i.grand_total is distinct from s.total`,
  'a contract that was cancelled asks for nothing (containers 7, 6)': `
    select c.id, i.document_no, i.balance from contracts c join invoices i on i.source_id = c.id
    where c.status = 'cancelled' and i.status not in ('draft', 'void') and (i.balance <> 0 or i.paid_amount <> 0)`,
  'no contract is settled twice, and none before it is over': `
    select c.id, c.status from contracts c left join contract_settlements t on t.contract_id = c.id
    where (c.settled_on is not null) <> (t.id is not null)
      or (t.id is not null and c.status not in ('terminated', 'expired', 'completed'))
      or t.set_off + t.credit <> t.deposit or t.owed + t.charged - t.set_off <> t.still_owed`,
  'versions are counted from 1 without a gap, and the last one says what the contract says (containers 7, 5)': `
    select c.id, c.current_version_no from contracts c left join contract_versions v on v.contract_id = c.id
    group by c.id having count(v.id) <> c.current_version_no or coalesce(max(v.version_no), 0) <> c.current_version_no
      or (c.document_no is null) <> (c.current_version_no = 0)
    union all
    select c.id, v.version_no from contracts c
    join contract_versions v on v.contract_id = c.id and v.version_no = c.current_version_no
    where v.snapshot->'customer'->>'id' <> c.customer_id::text or v.snapshot->'sale'->>'id' <> c.sale_id::text
      or (v.snapshot->>'price')::numeric <> c.price
      or (v.snapshot->'totals'->>'grandTotal')::numeric <> c.grand_total`,
  'warranties of a container never overlap (containers 7, 7)': `
    select a.product_id, a.document_no, b.document_no from warranties a
    join warranties b on b.product_id = a.product_id and b.id > a.id
      and daterange(a.start_date, a.end_date, '[]') && daterange(b.start_date, b.end_date, '[]')
    where a.status <> 'voided' and b.status <> 'voided'`,
  'a container is covered as its warranties say': `
    select p.id, p.warranty_start, p.warranty_end, w.first_day, w.last_day from products p
    left join (select product_id, min(start_date) as first_day, max(end_date) as last_day from warranties
      where is_settled and status in ('scheduled', 'active') group by 1) w on w.product_id = p.id
    where (p.warranty_start, p.warranty_end) is distinct from (w.first_day, w.last_day)
      and (w.product_id is not null or p.warranty_end is not null)`,
  'a contract that was terminated leaves no warranty that runs or is to come': `
    select w.document_no, w.status from warranties w join contracts c on c.id = w.contract_id
    where c.status = 'terminated' and w.status in ('scheduled', 'active')`,
  'a warranty runs once nothing of it is owed, and is its contract’s customer’s': `
    select w.document_no, w.status, w.is_settled from warranties w join contracts c on c.id = w.contract_id
    where (w.status = 'active' and not w.is_settled)
      or (w.status in ('scheduled', 'active') and (w.customer_id, w.sale_id) <> (c.customer_id, c.sale_id))`,
  'a request made a warranty when it was accepted, and keeps none when it came to nothing': `
    select q.id, q.status, count(w.id)::int as warranties from warranty_requests q
    -- What an exchange moved to another container counts there.
    left join warranties w on w.request_id = q.id and not exists (select from warranties x
      where x.previous_id = w.id and x.request_id = q.id)
    group by q.id
    having (q.status in ('invoiced', 'fulfilled') and count(w.id) <> 1)
      or (q.status = 'invoiced' and bool_or(w.status <> 'scheduled' or w.is_settled))
      or (q.status in ('pending', 'quoted', 'approved', 'rejected') and count(w.id) > 0)
      or (q.status = 'cancelled' and bool_or(w.status <> 'voided'))`,
};

interface Version {
  readonly id: string;
  readonly contractId: string;
  readonly snapshot: Json;
  readonly diff: readonly VersionChange[];
  readonly sha256: string;
}

type Rows = <T extends object>(text: string) => Promise<T[]>;

/** Each version is as it was hashed, and its difference leads to it from the one before (containers 7, 5). */
export async function expectVersionsKept(rows: Rows): Promise<void> {
  const versions = await rows<Version>(
    `select id, contract_id as "contractId", snapshot, diff, sha256 from contract_versions
     order by contract_id, version_no`,
  );
  const changed = versions.filter(({ contractId, snapshot, diff, sha256 }, index) => {
    const before = versions[index - 1];
    const follows = before?.contractId === contractId;
    return (
      hashOf(snapshot) !== sha256 ||
      (follows && canonical(applyVersion(before.snapshot, diff)) !== canonical(snapshot))
    );
  });
  expect(changed.map(({ id }) => id)).toEqual([]);
}
