import { oneOptions, registerContract } from '@boxyard/shared/client';
import { requisitionsArea } from '@boxyard/shared/contract/areas/requisitions.ts';
import { useT } from '@boxyard/shared/runtime';
import { None } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import classes from './lines.module.css';
import { StockQuantity } from './StockQuantity.tsx';

registerContract(requisitionsArea);

interface Props {
  readonly partId: unknown;
  readonly warehouseId: unknown;
  readonly wanted: unknown;
}

/** What may be picked of a part in the warehouse it is asked from; too little is said in words, too. */
export function Available({ partId, warehouseId, wanted }: Props) {
  const t = useT('remote-warehouse');
  const isKnown = typeof partId === 'string' && typeof warehouseId === 'string';
  const found = useQuery({
    ...oneOptions('requisitions.available', {
      query: {
        partIds: isKnown ? [partId] : [],
        ...(isKnown ? { warehouseId } : {}),
      },
      loading: false,
      errorNotice: 'none',
    }),
    enabled: isKnown,
  });
  const [stock] = found.data ?? [];
  if (!isKnown || !stock) return <None />;
  const isShort =
    typeof wanted === 'number' && stock.available !== null && wanted > stock.available;
  return (
    <span className={isShort ? classes.lacking : undefined}>
      <StockQuantity value={stock.available} />
      {isShort ? ` · ${t('requisitions.short')}` : null}
    </span>
  );
}
