import { sql } from 'kysely';
import { defineList, type Family, type HandlersOf } from '../../kernel/index.ts';

const mails = defineList('mailOutbox.list', {
  id: 'm.id',
  from: (ctx) => {
    const { companyIds } = ctx.actor;
    const all = ctx.db.selectFrom('mails as m');
    return companyIds === null
      ? all
      : all.where(
          sql<boolean>`(select true from users u join user_companies c on c.user_id = u.id
            where u.email = m.to_address and c.company_id = any(${companyIds}::uuid[]) limit 1)`,
        );
  },
  select: (query) =>
    query
      .select(['m.id', 'm.toAddress as to', 'm.subject', 'm.status', 'm.error'])
      .select(['m.createdAt', 'm.sentAt'])
      .select(
        // A link that sets a password signs its reader in: no list shows it, not even to administrators.
        sql<string | null>`case when m.has_secret then null else m.body_text end`.as('text'),
      ),
  map: (rows) => rows,
  sorts: { createdAt: 'm.createdAt' },
  filters: { status: 'm.status' },
  search: ['m.toAddress', 'm.subject'],
});

/** E-mail that was sent or waits, for whoever manages everything (architecture 5, E-mail). */
export const mailOutboxHandlers: HandlersOf<Family<'mailOutbox'>> = {
  'mailOutbox.list': mails.run,
};
