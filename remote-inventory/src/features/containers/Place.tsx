import type { Contract, RowOf } from '@boxyard/shared/contract';
import { useT } from '@boxyard/shared/runtime';
import { None, RefText, ToneTag } from '@boxyard/shared/ui';

type Row = Pick<RowOf<Contract['products.list']>, 'warehouse' | 'site' | 'contractPending'>;

/** Where it stands; at a site also that nothing is agreed about it yet. */
export function Place({ row: { warehouse, site, contractPending } }: { readonly row: Row }) {
  const t = useT('remote-inventory');
  if (warehouse) return <RefText value={warehouse} show="name" />;
  return (
    <>
      {site?.holder ?? (contractPending ? null : <None />)}{' '}
      {contractPending ? <ToneTag tone="warning">{t('containers.contractPending')}</ToneTag> : null}
    </>
  );
}
