import { useT } from '@boxyard/shared/runtime';
import { Input } from '@boxyard/shared/ui';
import { type Discount, DiscountInput } from '../../DiscountInput.tsx';
import classes from './payments.module.css';

export interface ReasonedDiscount extends Discount {
  readonly reason: string;
}

interface Props {
  readonly id?: string;
  readonly value: ReasonedDiscount | null | undefined;
  readonly onChange: (value: ReasonedDiscount) => void;
}

/** A discount and why it is given; the reason stands in the log. */
export function DiscountWithReason({ id, value, onChange }: Props) {
  const t = useT('remote-purchase-sales');
  const reason = value?.reason ?? '';
  return (
    <div className={classes.stack}>
      <DiscountInput
        {...(id ? { id } : {})}
        value={value}
        onChange={(discount) =>
          onChange({ type: discount?.type ?? 'percent', value: discount?.value ?? '0.00', reason })
        }
      />
      <Input.TextArea
        aria-label={t('invoices.discountReason')}
        placeholder={t('invoices.discountReason')}
        rows={2}
        value={reason}
        onChange={(event) =>
          onChange({
            type: value?.type ?? 'percent',
            value: value?.value ?? '0.00',
            reason: event.target.value,
          })
        }
      />
    </div>
  );
}
