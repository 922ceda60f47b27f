import { useT } from '@boxyard/shared/runtime';

/** Which revision of the company's clauses it is agreed with. */
export function ClauseSet({
  of,
}: {
  readonly of: { readonly name: string; readonly revisionNo: number } | null;
}) {
  const t = useT('remote-purchase-sales');
  if (of === null) return null;
  return <p>{t('contractVersions.clauses', { name: of.name, number: of.revisionNo })}</p>;
}
