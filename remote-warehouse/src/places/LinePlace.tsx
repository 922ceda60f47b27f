import type { FormValues, LineContext } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { PlaceChoice } from './PlaceChoice.tsx';

interface Props {
  readonly line: FormValues;
  readonly context: LineContext;
}

/** Where the goods of a line lie that a document takes. */
export function LinePlace({ line, context }: Props) {
  const t = useT('remote-warehouse');
  const { values, index, disabled, change } = context;
  return (
    <PlaceChoice
      label={t('places.of', { line: index + 1 })}
      partId={line.partId}
      warehouseId={values.warehouseId}
      documentId={values.id}
      value={line}
      serials="many"
      disabled={disabled}
      onChange={(place) => change({ ...place })}
    />
  );
}
