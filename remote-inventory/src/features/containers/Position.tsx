import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Button, Input } from '@boxyard/shared/ui';
import classes from '../../scan/scan.module.css';

const PAIR = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/;

/** Latitude and longitude as maps copy them; what is no pair goes to the server as it is. */
export function positionBody(value: unknown): { lat: unknown; lng: unknown } {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return { lat: null, lng: null };
  const [, lat, lng] = PAIR.exec(text) ?? [];
  return lat === undefined || lng === undefined
    ? { lat: text, lng: null }
    : { lat: Number(lat), lng: Number(lng) };
}

/** Where something stands: typed, pasted from a map, or asked of the telephone. */
export function Position({ value, onChange, disabled, ...field }: CustomFieldProps) {
  const t = useT('remote-inventory');
  const here = () =>
    navigator.geolocation.getCurrentPosition(({ coords }) =>
      onChange(`${coords.latitude.toFixed(6)}, ${coords.longitude.toFixed(6)}`),
    );
  return (
    <span className={classes.scan}>
      <Input
        id={field.id}
        disabled={disabled}
        inputMode="text"
        placeholder="13.7563, 100.5018"
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.target.value)}
      />
      {'geolocation' in navigator ? (
        <Button disabled={disabled} onClick={here}>
          {t('containers.hereNow')}
        </Button>
      ) : null}
    </span>
  );
}
