import {
  type CUSTOMER_CHANNELS,
  type CUSTOMER_MESSAGE_STATUSES,
  maskedEmail,
} from '@boxyard/shared/domain/sales/customers.ts';
import { sql } from 'kysely';
import { type Ctx, type Input, notFound, scopeCondition } from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { seesPersonalData, visibleCustomers } from './present.ts';

/** As many as a page shows; older ones stand with their invoice or container. */
const MOST = 50;

interface Message {
  readonly id: string;
  readonly channel: (typeof CUSTOMER_CHANNELS)[number];
  readonly type: 'invoice' | 'container';
  readonly subjectId: string;
  readonly no: string;
  readonly sentTo: string | null;
  readonly text: string | null;
  readonly at: Date;
  readonly sentBy: string | null;
  readonly status: (typeof CUSTOMER_MESSAGE_STATUSES)[number];
}

/**
 * What a customer was sent, the latest first. A message about an invoice or a container that is not
 * this person's is not told: a contract may have another salesperson than its customer.
 */
export async function customerMessages(ctx: Ctx, { params }: Input<'customers.messages'>) {
  const customer = await visibleCustomers(ctx)
    .where('c.id', '=', params.id)
    .select('c.id')
    .executeTakeFirst();
  if (!customer) throw notFound();
  const mine = (company: string, owner: string) =>
    scopeCondition(ctx.actor, { company, owner: [owner] }) ?? sql<boolean>`true`;
  const { rows } = await sql<Message>`
    (select n.id, n.channel, 'invoice' as type, iv.id as subject_id, coalesce(iv.document_no, '') as no,
       n.sent_to, null as text, n.sent_at as at, n.sent_by, coalesce(m.status, 'sent') as status
     from invoices iv join invoice_notices n on n.invoice_id = iv.id left join mails m on m.id = n.mail_id
     where iv.customer_id = ${customer.id}::uuid and ${mine('iv.company_id', 'iv.sale_id')}
     order by n.sent_at desc limit ${MOST})
    union all
    (select l.id, 'line', 'container', pc.id, pc.serial_number, null, l.body_text, l.created_at, null, l.status
     from line_messages l join product_contracts pc on pc.id = l.product_contract_id
     where l.customer_id = ${customer.id}::uuid and ${mine('pc.company_id', 'pc.sale_id')}
     order by l.created_at desc limit ${MOST})
    order by at desc, id limit ${MOST}`.execute(ctx.db);
  const people = await loadRefs(ctx, { user: rows.map(({ sentBy }) => sentBy) });
  const inFull = seesPersonalData(ctx);
  return {
    data: rows.map(({ type, subjectId, no, sentBy, sentTo, ...row }) => ({
      ...row,
      about: { type, id: subjectId, no },
      sentTo: sentTo === null || inFull ? sentTo : maskedEmail(sentTo),
      by: people.userOrNull(sentBy),
    })),
  };
}
