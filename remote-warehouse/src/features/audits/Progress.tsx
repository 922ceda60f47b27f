import type { Contract, RowOf } from '@boxyard/shared/contract';
import { auditMachine, startsFrom } from '@boxyard/shared/domain';
import { useT } from '@boxyard/shared/runtime';
import { None, Quantity } from '@boxyard/shared/ui';

/** How far a count is: lines counted of all, or of those counted again. */
export function Progress({ row }: { readonly row: RowOf<Contract['audits.list']> }) {
  const t = useT('remote-warehouse');
  if (row.itemCount === 0) return <None />;
  if (!startsFrom(auditMachine, 'count', row.status)) return <Quantity value={row.itemCount} />;
  return <>{t('audits.toCount', { open: row.openCount, all: row.itemCount })}</>;
}
