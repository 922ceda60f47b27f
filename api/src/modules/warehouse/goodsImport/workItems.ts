import { sql } from 'kysely';
import { defineWorkItems, sameTitle, scopeOfList } from '../../../workflow/index.ts';
import { IMPORT_SCOPE, importType, receivedBy } from './type.ts';

export const importWorkItems = defineWorkItems(importType, {
  scope: scopeOfList(IMPORT_SCOPE),
  amount: null,
  due: null,
  title: sameTitle(`coalesce(d.source_no, '')`),
  path: '/warehouse-management/import-warehouse/',
  owned: {
    owners: ['assignee_id', 'counted_by', 'created_by'],
    ability: 'import-warehouse:update',
    seenByOwner: false,
  },
  steps: [
    {
      key: 'countImport',
      action: 'update',
      status: 'pending',
      notBy: ['d.sent_by'],
      where: ({ actor }) => sql<boolean>`${receivedBy('d')} is distinct from ${actor.userId}::uuid`,
    },
    {
      key: 'approveImport',
      action: 'approve',
      status: 'inspecting',
      notBy: ['d.counted_by', 'd.sent_by'],
      where: () => sql<boolean>`d.counted`,
    },
  ],
});
