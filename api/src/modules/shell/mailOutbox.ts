import { defineList } from '../../kernel/list.ts';
import type { Family, HandlersOf } from '../../kernel/types.ts';

const mails = defineList('mailOutbox.list', {
  id: 'm.id',
  from: (ctx) => ctx.db.selectFrom('mails as m'),
  select: (query) =>
    query.select([
      'm.id',
      'm.toAddress as to',
      'm.subject',
      'm.bodyText as text',
      'm.status',
      'm.error',
      'm.createdAt',
      'm.sentAt',
    ]),
  map: (rows) => rows,
  sorts: { createdAt: 'm.createdAt' },
  filters: { status: 'm.status' },
  search: ['m.toAddress', 'm.subject'],
});

/** E-mail that was sent or waits, for the operator (architecture 5, E-mail). */
export const mailOutboxHandlers: HandlersOf<Family<'mailOutbox'>> = {
  'mailOutbox.list': mails.run,
};
