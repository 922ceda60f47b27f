import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Input } from '@boxyard/shared/ui';
import classes from './contracts.module.css';

const FIELDS = ['address', 'contactName', 'contactPhone'] as const;

type Site = Readonly<Partial<Record<(typeof FIELDS)[number], string>>>;

/** Where the container is to stand, and who opens the door there. */
export function SiteInput({ id, value, onChange, onBlur, disabled, errors }: CustomFieldProps) {
  const t = useT('remote-purchase-sales');
  const site = (value ?? {}) as Site;
  return (
    <div className={classes.site}>
      {FIELDS.map((name, index) => {
        const error = errors[`installSite.${name}`];
        const inputId = index === 0 ? id : `${id}-${name}`;
        return (
          <label key={name} htmlFor={inputId} className={classes[name]}>
            <span>{t(`contracts.site.${name}`)}</span>
            <Input
              id={inputId}
              value={site[name] ?? ''}
              disabled={disabled}
              aria-invalid={error !== undefined}
              onChange={(event) => onChange({ ...site, [name]: event.target.value })}
              onBlur={onBlur}
            />
            {error ? <span className={classes.fault}>{error}</span> : null}
          </label>
        );
      })}
    </div>
  );
}
