import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { SignaturePad } from '@boxyard/shared/ui';

type Props = Pick<CustomFieldProps, 'id' | 'value' | 'values' | 'onChange' | 'disabled'>;

/** The field in which the customer signs. */
export function Signature({ id, value, values, onChange, disabled }: Props) {
  const t = useT('remote-repair-maintenance');
  return (
    <SignaturePad
      id={id}
      value={value as string | null | undefined}
      name={typeof values.signedBy === 'string' ? values.signedBy : ''}
      disabled={disabled}
      onChange={onChange}
      words={{
        here: t('signature.here'),
        signed: t('signature.signed'),
        type: t('signature.type'),
        clear: t('signature.clear'),
      }}
    />
  );
}
