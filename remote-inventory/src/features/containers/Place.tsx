import type { Contract, RowOf } from '@boxyard/shared/contract';
import { useT } from '@boxyard/shared/runtime';
import { None, RefText, ToneTag } from '@boxyard/shared/ui';

type Row = Pick<
  RowOf<Contract['products.list']>,
  'warehouse' | 'site' | 'contractPending' | 'awayUnderContract'
>;

/**
 * Where it stands; at a site also that nothing is agreed about it yet, and of what is in force that it does
 * not stand there.
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
