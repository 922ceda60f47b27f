import { DOCUMENT, sameTitle, workOf } from '../../familyWork.ts';
import { importType } from './type.ts';

export const importWork = workOf(importType, {
  scope: DOCUMENT,
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
    { key: 'countImport', action: 'update', status: 'pending', notBy: ['d.sent_by'] },
    {
      key: 'approveImport',
      action: 'approve',
      status: 'inspecting',
      notBy: ['d.counted_by', 'd.sent_by'],
    },
  ],
});
