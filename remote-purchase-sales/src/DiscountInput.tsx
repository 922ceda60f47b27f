import { useT } from '@boxyard/shared/runtime';
import { DecimalInput, Select, Space } from '@boxyard/shared/ui';
import { useState } from 'react';
import type { DiscountType } from './amounts.ts';

export interface Discount {
  readonly type: DiscountType;
  readonly value: string;
}

interface Props {
  readonly value: Discount | null | undefined;
  readonly onChange: (value: Discount | null) => void;
  /** Of the field whose label names it. */
  readonly id?: string;
  /** Number of the line it belongs to, where no label stands beside it. */
  readonly line?: number;
  readonly disabled?: boolean;
}

/** A discount by per cent or by amount; an empty figure is none (domain-warehouse 1.10). */
export function DiscountInput({ value, onChange, id, line, disabled = false }: Props) {
  const t = useT('remote-purchase-sales');
  // The kind may be chosen before the figure is typed.
  const [chosen, setChosen] = useState<DiscountType>('percent');
  const type = value?.type ?? chosen;
  return (
    <Space.Compact block>
      <DecimalInput
        {...(id ? { id } : {})}
        {...(line ? { 'aria-label': t('discount.ofLine', { line }) } : {})}
        value={value?.value ?? null}
        disabled={disabled}
        onChange={(next) => onChange(next ? { type, value: next } : null)}
      />
      <Select
        aria-label={line ? t('discount.typeOfLine', { line }) : t('discount.type')}
        value={type}
        disabled={disabled}
        style={{ width: 64 }}
        options={[
          { value: 'percent', label: t('discount.percent') },
          { value: 'amount', label: t('discount.amount') },
        ]}
        onChange={(next: DiscountType) => {
          setChosen(next);
          if (value) onChange({ type: next, value: value.value });
        }}
      />
    </Space.Compact>
  );
}
