import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { AddressInput, Checkbox } from '@boxyard/shared/ui';

/** An address that is the registered one unless another is given. */
export function OtherAddress(props: CustomFieldProps) {
  const t = useT('remote-purchase-sales');
  const { value, onChange, id, disabled } = props;
  const isOther = value !== null && value !== undefined;
  return (
    <>
      <Checkbox
        {...(isOther ? {} : { id })}
        checked={isOther}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked ? {} : null)}
      >
        {t('customers.otherAddress')}
      </Checkbox>
      {isOther ? <AddressInput {...props} /> : null}
    </>
  );
}
