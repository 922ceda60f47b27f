import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { PlaceChoice } from '../../places/PlaceChoice.tsx';
import { mayExchange } from './repairForm.ts';

/** Where the part lies that is to be repaired, and which one of them it is. */
export function PartPlace({ values, patch, id, disabled, onBlur, stored }: CustomFieldProps) {
  const t = useT('remote-warehouse');
  if (!mayExchange(values))
    return <span>{String(stored.placeName ?? values.placeName ?? '')}</span>;
  return (
    <PlaceChoice
      id={id}
      label={t('repairs.field.binId')}
      partId={values.partId}
      warehouseId={values.warehouseId}
      documentId={values.id}
      value={{ ...values, serials: values.serialNo ? [values.serialNo] : [] }}
      serials="one"
      disabled={disabled}
      onBlur={onBlur}
      onChange={({ serials, ...place }) => patch({ ...place, serialNo: serials[0] ?? null })}
    />
  );
}
