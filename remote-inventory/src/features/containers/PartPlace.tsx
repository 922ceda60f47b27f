import { oneOptions } from '@boxyard/shared/client';
import type { Contract, DataOf } from '@boxyard/shared/contract';
import type { FormValues, LineContext } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { formatDate, formatQuantity, Select } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import classes from './containers.module.css';

type Place = DataOf<Contract['parts.places']>[number];

interface Props {
  readonly line: FormValues;
  readonly context: LineContext;
}

const keyOf = ({ bin, condition, lotNo }: Pick<Place, 'bin' | 'condition' | 'lotNo'>): string =>
  `${bin.id}/${condition}/${lotNo ?? ''}`;

/** Where the part of a line is taken from: bin, condition and lot in one choice, then its serials. */
export function PartPlace({ line, context }: Props) {
  const t = useT('remote-inventory');
  const locale = useLocale();
  const { partId } = line;
  const { warehouseId } = context.values;
  const isKnown = typeof partId === 'string' && typeof warehouseId === 'string';
  const found = useQuery({
    ...oneOptions('parts.places', {
      query: { partId: isKnown ? partId : '', warehouseId: isKnown ? warehouseId : '' },
      loading: false,
      errorNotice: 'none',
    }),
    enabled: isKnown,
  });
  const places = found.data ?? [];
  const chosen = places.find(
    ({ bin, condition, lotNo }) =>
      bin.id === line.binId && condition === line.condition && lotNo === (line.lotNo ?? null),
  );
  const label = t('containers.placeOf', { line: context.index + 1 });
  const nameOf = (place: Place): string =>
    [
      place.bin.code,
      t(`containers.choice.condition.${place.condition}`),
      place.lotNo,
      place.expiryDate ? formatDate(place.expiryDate, locale) : null,
      place.free === null ? null : t('containers.free', { quantity: formatQuantity(place.free) }),
    ]
      .filter(Boolean)
      .join(' · ');
  const choose = (key: string | null) => {
    const place = places.find((one) => keyOf(one) === key);
    if (!place) return;
    const isSerial = place.serials.length > 0;
    context.change({
      binId: place.bin.id,
      condition: place.condition,
      lotNo: place.lotNo,
      serials: [],
      quantity: isSerial ? 0 : (line.quantity ?? 1),
    });
  };
  return (
    <span className={classes.place}>
      <Select
        aria-label={label}
        style={{ width: '100%' }}
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: 'label' }}
        disabled={context.disabled || !found.data}
        loading={found.isFetching}
        placeholder={t(
          found.data?.length === 0 ? 'containers.nothingHere' : 'containers.choosePlace',
        )}
        value={chosen ? keyOf(chosen) : null}
        options={places.map((place) => ({ value: keyOf(place), label: nameOf(place) }))}
        onChange={choose}
      />
      {chosen && chosen.serials.length > 0 ? (
        <Select
          aria-label={t('containers.serialsOf', { line: context.index + 1 })}
          style={{ width: '100%' }}
          mode="multiple"
          disabled={context.disabled}
          placeholder={t('containers.chooseSerials')}
          value={[...((line.serials ?? []) as readonly string[])]}
          options={chosen.serials.map((serialNo) => ({ value: serialNo, label: serialNo }))}
          onChange={(serials: string[]) => context.change({ serials, quantity: serials.length })}
        />
      ) : null}
    </span>
  );
}
