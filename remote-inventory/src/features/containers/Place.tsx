import type { Contract, RowOf } from '@boxyard/shared/contract';
import { useT } from '@boxyard/shared/runtime';
import { None, RefText, ToneTag } from '@boxyard/shared/ui';

type Row = Pick<
  RowOf<Contract['products.list']>,
  'warehouse' | 'site' | 'contractPending' | 'awayUnderContract'
>;

/**
 * The container's place. A tag says that a site has no contract yet, or that a contract in force has no
 * container on its site.
 */
export function Place({
  row: { warehouse, site, contractPending, awayUnderContract },
}: {
  readonly row: Row;
}) {
  const t = useT('remote-inventory');
  if (warehouse) return <RefText value={warehouse} show="name" />;
  return (
    <>
      {site?.holder ?? (contractPending ? null : <None />)}{' '}
      {contractPending ? <ToneTag tone="warning">{t('containers.contractPending')}</ToneTag> : null}
      {awayUnderContract ? (
        <ToneTag tone="error">{t('containers.awayUnderContract')}</ToneTag>
      ) : null}
    </>
  );
}
