import { oneOptions } from '@boxyard/shared/client';
import type { Place } from '@boxyard/shared/domain/sales/contracts.ts';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useCan, useLocale, useT } from '@boxyard/shared/runtime';
import { Input, Select } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, useRef } from 'react';
import classes from './contracts.module.css';

const FIELDS = ['address', 'contactName', 'contactPhone'] as const;

type Site = Readonly<Partial<Record<(typeof FIELDS)[number], string>>> & {
  /** The address by codes, until somebody types another one. */
  readonly place?: Place | null;
};

/** Where the container is to stand, and who opens the door there. */
export function SiteInput(props: CustomFieldProps) {
  const { id, value, onChange, onBlur, disabled, errors, values } = props;
  const t = useT('remote-purchase-sales');
  const site = (value ?? {}) as Site;
  // What was not reached yet is not asked for: the three are checked when the last one is left.
  const group = useRef<HTMLDivElement>(null);
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!group.current?.contains(relatedTarget)) onBlur();
  };
  return (
    <div ref={group} className={classes.site}>
      <PlacesOf
        customerId={typeof values.customerId === 'string' ? values.customerId : ''}
        disabled={disabled}
        onPick={(place) => onChange({ ...site, ...place })}
      />
      {FIELDS.map((name, index) => {
        const error = errors[`installSite.${name}`];
        const inputId = index === 0 ? id : `${id}-${name}`;
        return (
          <div key={name} className={classes[name]}>
            <label htmlFor={inputId}>{t(`contracts.site.${name}`)}</label>
            <Input
              id={inputId}
              value={site[name] ?? ''}
              disabled={disabled}
              aria-invalid={error !== undefined}
              aria-describedby={error ? `${inputId}-error` : undefined}
              onChange={(event) =>
                onChange({
                  ...site,
                  [name]: event.target.value,
                  ...(name === 'address' ? { place: null } : {}),
                })
              }
              onBlur={leave}
            />
            {error ? (
              <span id={`${inputId}-error`} className={classes.fault}>
                {error}
              </span>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}

interface PlacesProps {
  readonly customerId: string;
  readonly disabled: boolean;
  readonly onPick: (site: Site) => void;
}

/** Places that the customer's record names; whoever may not see them types the address. */
function PlacesOf({ customerId, disabled, onPick }: PlacesProps) {
  const t = useT('remote-purchase-sales');
  const locale = useLocale();
  const may = [useCan('customer-data:view'), useCan('customer-data:view-pii')].every(Boolean);
  const { data: customer } = useQuery({
    ...oneOptions('customers.get', { params: { id: customerId }, loading: false }),
    enabled: may && customerId !== '',
  });
  const { registeredAddress, shippingAddress, installAddresses } = customer ?? {};
  const places = [
    ...(installAddresses ?? []),
    ...[registeredAddress, shippingAddress].flatMap((address) =>
      address == null
        ? []
        : [
            {
              name: t(
                `contracts.site.${address === registeredAddress ? 'registered' : 'shipping'}`,
              ),
              address,
              contactName: null,
              contactPhone: null,
            },
          ],
    ),
  ];
  if (places.length === 0) return null;
  return (
    <div className={classes.places}>
      <Select
        aria-label={t('contracts.site.propose')}
        placeholder={t('contracts.site.propose')}
        value={null}
        disabled={disabled}
        showSearch={{ optionFilterProp: 'label' }}
        options={places.map(({ name, address }, index) => ({
          value: index,
          label: `${name} · ${locale === 'th' ? address.textTh : address.text}`,
        }))}
        onChange={(index: number) => {
          const place = places[index];
          if (!place) return;
          const { address, contactName, contactPhone } = place;
          onPick({
            address: locale === 'th' ? address.textTh : address.text,
            place: {
              line1: address.line1,
              provinceId: address.provinceId,
              amphoeId: address.amphoeId,
              districtId: address.districtId,
              zipcode: address.zipcode,
            },
            // Who opens elsewhere is not asked for here.
            ...(contactName === null ? {} : { contactName }),
            ...(contactPhone === null ? {} : { contactPhone }),
          });
        }}
      />
    </div>
  );
}
