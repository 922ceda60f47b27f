import type { RequisitionItem } from '@boxyard/shared/contract';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { None, nameIn, Select } from '@boxyard/shared/ui';
import classes from '../../lines.module.css';
import { stockText } from '../../StockQuantity.tsx';

type Alternative = RequisitionItem['alternatives'][number];

interface Props {
  readonly line: {
    readonly warehouseId?: unknown;
    readonly substitutePartId?: unknown;
    readonly alternatives?: unknown;
  };
  readonly label: string;
  readonly disabled: boolean;
  readonly onChange: (patch: {
    readonly warehouseId: string | null;
    readonly substitutePartId: string | null;
  }) => void;
}

const keyOf = ({ warehouse, part }: Alternative): string => `${warehouse.id}/${part?.id ?? ''}`;

/** Where a line that lacks stock comes from instead: another warehouse, or another part (2.7). */
export function AlternativeChoice({ line, label, disabled, onChange }: Props) {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const alternatives = (line.alternatives ?? []) as readonly Alternative[];
  if (alternatives.length === 0) {
    return (
      <span className={classes.cellText}>
        <None />
      </span>
    );
  }
  const chosen = alternatives.find(
    ({ warehouse, part }) =>
      (part === null && warehouse.id === line.warehouseId) ||
      (part !== null && part.id === line.substitutePartId),
  );
  return (
    <Select
      aria-label={label}
      style={{ width: '100%' }}
      popupMatchSelectWidth={false}
      allowClear
      disabled={disabled}
      placeholder={t('requisitions.asAsked')}
      value={chosen ? keyOf(chosen) : null}
      options={alternatives.map((one) => ({
        value: keyOf(one),
        label: t(one.part ? 'requisitions.insteadPart' : 'requisitions.insteadWarehouse', {
          part: one.part ? `${one.part.code} ${nameIn(one.part, locale)}` : '',
          warehouse: nameIn(one.warehouse, locale),
          available: stockText(one.available, t),
        }),
      }))}
      onChange={(key: string | null) => {
        const next = alternatives.find((one) => keyOf(one) === key);
        onChange({
          warehouseId: next && next.part === null ? next.warehouse.id : null,
          substitutePartId: next?.part?.id ?? null,
        });
      }}
    />
  );
}
