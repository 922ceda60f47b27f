import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { FileChoice } from '@boxyard/shared/ui';

interface SlipInputProps extends CustomFieldProps {
  /** The slip itself, or the certificate of withheld tax that came with it. */
  readonly of?: 'Slip' | 'Certificate';
}

/** The file that proves a payment. */
export function SlipInput({ value, onChange, id, disabled, of = 'Slip' }: SlipInputProps) {
  const t = useT('remote-purchase-sales');
  return (
    <FileChoice
      id={id}
      value={value}
      disabled={disabled}
      onChange={onChange}
      words={{
        choose: t(`payments.choose${of}`),
        none: t(`payments.no${of}`),
        label: t(`payments.field.${id}`),
      }}
    />
  );
}
