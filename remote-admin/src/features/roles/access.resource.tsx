import { defineResource } from '@boxyard/shared/kit';
import { Sources } from './Sources.tsx';

/** What a person may do, and what gives each ability. */
export const access = defineResource({
  list: 'access.list',
  texts: 'remote-admin:roles.who',
  page: 'roles',
  columns: (c) => [
    c.ref('page', { card: 'title' }),
    c.ref('action'),
    c.text('ability', { hidden: true }),
    c.custom('sources', { render: ({ sources }) => <Sources sources={sources} /> }),
  ],
  filters: { page: { hidden: true } },
});
