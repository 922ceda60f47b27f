import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Input } from '@boxyard/shared/ui';
import { type FocusEvent, useRef } from 'react';
import classes from './contracts.module.css';

const FIELDS = ['address', 'contactName', 'contactPhone'] as const;

type Site = Readonly<Partial<Record<(typeof FIELDS)[number], string>>>;

/** Where the container is to stand, and who opens the door there. */
export function SiteInput({ id, value, onChange, onBlur, disabled, errors }: CustomFieldProps) {
  const t = useT('remote-purchase-sales');
  const site = (value ?? {}) as Site;
  // What was not reached yet is not asked for: the three are checked when the last one is left.
  const group = useRef<HTMLDivElement>(null);
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!group.current?.contains(relatedTarget)) onBlur();
  };
  return (
    <div ref={group} className={classes.site}>
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
              onChange={(event) => onChange({ ...site, [name]: event.target.value })}
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
