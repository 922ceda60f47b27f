import { oneOptions } from '@boxyard/shared/client';
import type { Contract, DataOf } from '@boxyard/shared/contract';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { formatDate, formatQuantity, Select } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import classes from './places.module.css';

type Place = DataOf<Contract['parts.places']>[number];

/** Where stock of a part is taken from, as a form holds it. */
export interface PlaceValue {
  readonly binId: string | null;
  readonly condition: string | null;
  readonly lotNo: string | null;
  readonly serials: readonly string[];
  readonly quantity: number;
}

interface Props {
  /** Id of the first field, for a label. */
  readonly id?: string;
  readonly label: string;
  readonly partId: unknown;
  readonly warehouseId: unknown;
  /** The document that is changed: what it has itself counts as free. */
  readonly documentId?: unknown;
  readonly value: Partial<Record<keyof PlaceValue, unknown>>;
  readonly onChange: (value: PlaceValue) => void;
  /** One serial number, or as many as there are. */
  readonly serials: 'one' | 'many';
  readonly disabled: boolean;
  readonly onBlur?: () => void;
}

const keyOf = (place: {
  readonly bin: { readonly id: string };
  readonly condition: string;
  readonly lotNo: string | null;
}): string => `${place.bin.id}/${place.condition}/${place.lotNo ?? ''}`;

/** What lies free of a part in a warehouse and in its company's quarantine. */
function usePlaces({
  partId,
  warehouseId,
  documentId,
}: Pick<Props, 'partId' | 'warehouseId' | 'documentId'>) {
  const isKnown = typeof partId === 'string' && typeof warehouseId === 'string';
  return useQuery({
    ...oneOptions('parts.places', {
      query: {
        partId: isKnown ? partId : '',
        warehouseId: isKnown ? warehouseId : '',
        ...(typeof documentId === 'string' ? { documentId } : {}),
      },
      loading: false,
      errorNotice: 'none',
    }),
    enabled: isKnown,
  });
}

/** From where a part is taken: bin, condition and lot in one choice, then its serial numbers. */
export function PlaceChoice(props: Props) {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const { value, onChange, disabled } = props;
  const found = usePlaces(props);
  const places = found.data ?? [];
  const chosen = places.find(
    (place) =>
      place.bin.id === value.binId &&
      place.condition === value.condition &&
      place.lotNo === (value.lotNo ?? null),
  );
  // A draft may name a place whose goods went elsewhere meanwhile.
  const hint = !found.data
    ? 'choose'
    : places.length === 0
      ? 'none'
      : typeof value.binId === 'string'
        ? 'gone'
        : 'choose';
  const nameOf = (place: Place): string =>
    [
      place.bin.code === 'DEFAULT'
        ? place.warehouse.code
        : `${place.warehouse.code} / ${place.bin.code}`,
      t(`condition.${place.condition}`),
      place.lotNo,
      place.expiryDate ? formatDate(place.expiryDate, locale) : null,
      place.free === null
        ? t('stock.beingCounted')
        : t('places.free', { quantity: formatQuantity(place.free) }),
    ]
      .filter(Boolean)
      .join(' · ');
  const taken = (serials: readonly string[]): PlaceValue => ({
    binId: chosen?.bin.id ?? null,
    condition: chosen?.condition ?? null,
    lotNo: chosen?.lotNo ?? null,
    serials,
    quantity: serials.length,
  });
  return (
    <span className={classes.choice}>
      <Select
        {...(props.id === undefined ? {} : { id: props.id })}
        aria-label={props.label}
        style={{ width: '100%' }}
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: 'label' }}
        disabled={disabled || !found.data}
        loading={found.isFetching}
        placeholder={t(`places.${hint}`)}
        value={chosen ? keyOf(chosen) : null}
        options={places.map((place) => ({ value: keyOf(place), label: nameOf(place) }))}
        {...(props.onBlur ? { onBlur: props.onBlur } : {})}
        onChange={(key: string | null) => {
          const place = places.find((one) => keyOf(one) === key);
          if (!place) return;
          const [first] = place.serials;
          const serials = first === undefined || props.serials === 'many' ? [] : [first];
          onChange({
            binId: place.bin.id,
            condition: place.condition,
            lotNo: place.lotNo,
            serials,
            quantity: first === undefined ? Math.min(1, place.free ?? 1) : serials.length,
          });
        }}
      />
      {chosen && chosen.serials.length > 0 ? (
        <Serials
          {...props}
          offered={chosen.serials}
          onTake={(serials) => onChange(taken(serials))}
        />
      ) : null}
    </span>
  );
}

/** Which serial numbers of a place. */
function Serials({
  label,
  value,
  serials,
  disabled,
  offered,
  onTake,
}: Props & {
  readonly offered: readonly string[];
  readonly onTake: (serials: readonly string[]) => void;
}) {
  const t = useT('remote-warehouse');
  const given = (value.serials ?? []) as readonly string[];
  const same = {
    'aria-label': t('places.serials', { of: label }),
    style: { width: '100%' },
    disabled,
    placeholder: t('places.chooseSerials'),
    options: offered.map((serialNo) => ({ value: serialNo, label: serialNo })),
  };
  if (serials === 'many') {
    return <Select {...same} mode="multiple" value={[...given]} onChange={onTake} />;
  }
  return (
    <Select
      {...same}
      showSearch={{ optionFilterProp: 'label' }}
      value={given[0] ?? null}
      onChange={(serialNo: string | null) => onTake(serialNo ? [serialNo] : [])}
    />
  );
}
