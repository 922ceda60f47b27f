import type { Contract, RowOf } from '@boxyard/shared/contract';
import { useT } from '@boxyard/shared/runtime';
import { ToneTag } from '@boxyard/shared/ui';

type Row = Pick<RowOf<Contract['contracts.list']>, 'product' | 'awayUnderContract'>;

/** The container of a contract, and whether the contract is in force without it. */
export function ContainerTag({
  contract: { product, awayUnderContract },
}: {
  readonly contract: Row;
}) {
  const t = useT('remote-purchase-sales');
  return (
    <>
      {product ? <ToneTag tone="neutral">{product.serialNumber}</ToneTag> : null}
      {awayUnderContract ? (
        <ToneTag tone="error">{t('contracts.field.awayUnderContract')}</ToneTag>
      ) : null}
    </>
  );
}
