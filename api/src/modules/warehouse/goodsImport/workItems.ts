import { sql } from 'kysely';
import { sameTitle } from '../../../workflow/index.ts';
import { goodsImports, receivedBy } from './type.ts';

export const importWorkItems = goodsImports.workItems({
  title: sameTitle(`coalesce(d.source_no, '')`),
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
