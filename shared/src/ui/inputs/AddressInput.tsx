import { useQuery, useQueryClient } from '@tanstack/react-query';
import Select from 'antd/es/select';
import { type ReactNode, useRef } from 'react';
import { oneOptions } from '../../client/query.ts';
import { useLocale } from '../../runtime/i18n.ts';
import { useKitText } from '../useKitText.ts';
import classes from './address.module.css';
import {
  type AddressValue,
  isZipcode,
  ofZipcode,
  withLevel,
  withZipcode,
  zipcodeOf,
} from './addressChain.ts';
import { Input } from './Input.ts';
import '../remainingTexts.ts';

interface Place {
  readonly id: number;
  readonly nameTh: string;
  readonly nameEn: string;
}

export interface AddressInputProps {
  readonly value: unknown;
  readonly onChange: (value: AddressValue) => void;
  readonly id: string;
  readonly disabled: boolean;
  /** Sentences of what is wrong, by path: `address.line1`. */
  readonly errors?: Readonly<Record<string, string>>;
}

/** Names of places never change while somebody types. */
const FOREVER = { staleTime: Number.POSITIVE_INFINITY } as const;

/** A Thai address: the postal code fills the chain, each level narrows the next (domain-containers 0). */
export function AddressInput(props: AddressInputProps): ReactNode {
  const { value, onChange, id, disabled, errors = {} } = props;
  const t = useKitText();
  const locale = useLocale();
  const client = useQueryClient();
  const address = (value ?? {}) as AddressValue;
  // A code's places come later; they are laid upon what has been typed meanwhile.
  const latest = useRef(address);
  latest.current = address;
  const change = (next: AddressValue) => {
    latest.current = next;
    onChange(next);
  };

  const provinces = useQuery({ ...oneOptions('masterData.provinces'), ...FOREVER });
  const amphoes = useQuery({
    ...oneOptions('masterData.amphoes', { query: { provinceId: String(address.provinceId) } }),
    enabled: Boolean(address.provinceId),
    ...FOREVER,
  });
  const districts = useQuery({
    ...oneOptions('masterData.districts', { query: { amphoeId: String(address.amphoeId) } }),
    enabled: Boolean(address.amphoeId),
    ...FOREVER,
  });
  // A code that several districts share leaves the choice among those alone.
  const typed = address.zipcode ?? '';
  const { data: ofCode = [] } = useQuery({
    ...oneOptions('masterData.zipcodes', { query: { code: typed } }),
    enabled: isZipcode(typed) && !address.districtId,
    ...FOREVER,
  });
  const zipcodes = (query: { code: string } | { districtId: string }) =>
    client.fetchQuery({ ...oneOptions('masterData.zipcodes', { query }), ...FOREVER });

  const typeZipcode = async (typed: string) => {
    const code = typed.replace(/\D/g, '').slice(0, 5);
    change({ ...latest.current, zipcode: code === '' ? null : code });
    if (!isZipcode(code)) return;
    const rows = await zipcodes({ code }).catch(() => []);
    if (latest.current.zipcode === code) change(withZipcode(latest.current, code, rows));
  };
  const chooseDistrict = async (districtId: number | null) => {
    const before = latest.current.zipcode ?? null;
    change({
      ...withLevel(latest.current, { level: 'districtId', id: districtId }),
      zipcode: before,
    });
    if (districtId === null) return;
    const rows = await zipcodes({ districtId: String(districtId) }).catch(() => []);
    if (latest.current.districtId === districtId && rows.length > 0) {
      change({ ...latest.current, zipcode: zipcodeOf(rows, latest.current.zipcode ?? null) });
    }
  };

  const inner = (key: string): string => `${id}-${key}`;
  const error = (key: keyof AddressValue): ReactNode => {
    const sentence = errors[`${id}.${key}`];
    return sentence ? (
      <span className={classes.error} id={`${inner(key)}-error`}>
        {sentence}
      </span>
    ) : null;
  };
  const invalid = (key: keyof AddressValue) =>
    errors[`${id}.${key}`]
      ? {
          status: 'error' as const,
          'aria-invalid': true,
          'aria-describedby': `${inner(key)}-error`,
        }
      : {};
  const level = (
    key: 'provinceId' | 'amphoeId' | 'districtId',
    places: readonly Place[] | undefined,
    choose: (next: number | null) => void,
  ) => (
    <div className={classes.part}>
      <label htmlFor={inner(key)}>{t(`address.${key}`)}</label>
      <Select
        id={inner(key)}
        {...invalid(key)}
        showSearch={{ optionFilterProp: 'label' }}
        allowClear
        placeholder={t('select.placeholder')}
        disabled={disabled || places === undefined}
        value={address[key] ?? null}
        options={(key === 'provinceId' ? (places ?? []) : ofZipcode(places ?? [], key, ofCode)).map(
          (place) => ({
            value: place.id,
            label: locale === 'th' ? place.nameTh : place.nameEn,
          }),
        )}
        onChange={(next: number | null | undefined) => choose(next ?? null)}
      />
      {error(key)}
    </div>
  );
  return (
    <div className={classes.address}>
      <div className={`${classes.part} ${classes.line}`}>
        <Input
          id={id}
          {...invalid('line1')}
          autoComplete="off"
          placeholder={t('address.line1')}
          value={address.line1 ?? ''}
          maxLength={300}
          disabled={disabled}
          onChange={(event) => change({ ...latest.current, line1: event.target.value })}
        />
        {error('line1')}
      </div>
      <div className={classes.part}>
        <label htmlFor={inner('zipcode')}>{t('address.zipcode')}</label>
        <Input
          id={inner('zipcode')}
          {...invalid('zipcode')}
          autoComplete="off"
          inputMode="numeric"
          maxLength={5}
          disabled={disabled}
          value={address.zipcode ?? ''}
          onChange={(event) => void typeZipcode(event.target.value)}
        />
        {error('zipcode')}
      </div>
      {level('provinceId', provinces.data, (next) =>
        change(withLevel(latest.current, { level: 'provinceId', id: next }, ofCode)),
      )}
      {level('amphoeId', amphoes.data, (next) =>
        change(withLevel(latest.current, { level: 'amphoeId', id: next }, ofCode)),
      )}
      {level('districtId', districts.data, (next) => void chooseDistrict(next))}
    </div>
  );
}
