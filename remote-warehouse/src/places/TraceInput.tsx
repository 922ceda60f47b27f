import type { TrackingType } from '@boxyard/shared/domain';
import { useT } from '@boxyard/shared/runtime';
import { Input, None, Select } from '@boxyard/shared/ui';
import classes from '../lines.module.css';

export interface Traced {
  readonly quantity?: number;
  readonly lotNo?: string | null;
  readonly serials?: readonly string[];
  /** Of the part that was chosen; not part of the call. */
  readonly trackingType?: TrackingType;
}

interface Props {
  readonly line: Traced;
  /** Of the line, for those who do not see it. */
  readonly number: number;
  readonly onChange: (patch: Traced) => void;
  readonly disabled: boolean;
}

/** Serial numbers or the lot of goods that come in; nothing for parts that are only counted. */
export function TraceInput({ line, number, onChange, disabled }: Props) {
  const t = useT('remote-warehouse');
  const label = t('imports.traceOf', { number });
  if (line.trackingType === 'lot') {
    return (
      <Input
        aria-label={label}
        placeholder={t('imports.lotNo')}
        maxLength={60}
        disabled={disabled}
        value={line.lotNo ?? ''}
        onChange={(event) => onChange({ lotNo: event.target.value })}
      />
    );
  }
  if (line.trackingType !== 'serial') {
    return (
      <span className={classes.cellText}>
        <None />
      </span>
    );
  }
  return (
    <Select
      mode="tags"
      open={false}
      suffixIcon={null}
      aria-label={label}
      placeholder={t('imports.scanSerials')}
      tokenSeparators={[' ', ',', ';', '\n', '\t']}
      disabled={disabled}
      style={{ minWidth: 160, width: '100%' }}
      value={[...(line.serials ?? [])]}
      onChange={(typed: string[]) =>
        onChange({ serials: [...new Set(typed.map((one) => one.trim().toUpperCase()))] })
      }
    />
  );
}
