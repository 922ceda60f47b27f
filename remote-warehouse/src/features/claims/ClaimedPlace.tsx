import { oneOptions } from '@boxyard/shared/client';
import type { FormValues, LineContext } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { useQuery } from '@tanstack/react-query';
import classes from '../../lines.module.css';
import { PlaceChoice } from '../../places/PlaceChoice.tsx';
import { Warranty } from './Warranty.tsx';

interface Props {
  readonly line: FormValues;
  readonly context: LineContext;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Where the goods of a line lie that are claimed, which piece it is, and whether the supplier answers for it. */
export function ClaimedPlace({ line, context }: Props) {
  const t = useT('remote-warehouse');
  const { values, index, disabled, change } = context;
  const found = useVerdict(line, values);
  return (
    <div className={classes.stacked}>
      <PlaceChoice
        label={t('claims.placeOf', { line: index + 1 })}
        partId={line.partId}
        warehouseId={values.warehouseId}
        value={{ ...line, serials: line.serialNo ? [line.serialNo] : [] }}
        serials="one"
        disabled={disabled}
        onChange={({ serials, ...place }) => change({ ...place, serialNo: serials[0] ?? null })}
      />
      {found ? <Warranty of={found} /> : null}
    </div>
  );
}

/** As the server sees the piece that the line names; nothing before it names one. */
function useVerdict(line: FormValues, values: FormValues) {
  const [warehouseId, partId, lotNo, serialNo] = [
    text(values.warehouseId),
    text(line.partId),
    text(line.lotNo),
    text(line.serialNo),
  ];
  const supplierId = text(values.supplierId);
  const { data } = useQuery({
    ...oneOptions('claims.eligible', {
      query: {
        warehouseId,
        partId,
        ...(supplierId ? { supplierId } : {}),
        ...(lotNo ? { lotNo } : {}),
        ...(serialNo ? { serialNo } : {}),
      },
      loading: false,
      errorNotice: 'none',
    }),
    enabled: warehouseId !== '' && partId !== '' && text(line.binId) !== '' && supplierId !== '',
  });
  return data;
}
