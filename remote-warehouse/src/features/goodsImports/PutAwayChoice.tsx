import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Checkbox, Quantity, RefText } from '@boxyard/shared/ui';
import type { ImportItem } from './counts.ts';
import classes from './goodsImports.module.css';

/** Which of the counted lines are put away now, and what becomes of each (domain-warehouse 2.6). */
export function PutAwayChoice({ value, onChange, disabled, values }: CustomFieldProps) {
  const t = useT('remote-warehouse');
  const lines = (values.lines ?? []) as readonly ImportItem[];
  const chosen = (value ?? []) as readonly string[];
  const toggle = (id: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <div className={classes.choices}>
      {lines.map((line) => (
        <Checkbox
          key={line.id}
          disabled={disabled}
          checked={chosen.includes(line.id)}
          onChange={(event) => toggle(line.id, event.target.checked)}
        >
          {`${line.lineNo}. `}
          <RefText value={line.part} />
          <span className={classes.outcome}>
            <Outcome line={line} />
          </span>
        </Checkbox>
      ))}
      {lines.length > 1 && chosen.length < lines.length ? (
        <span className={classes.outcome}>
          {t('putAway.rest', { count: lines.length - chosen.length })}
        </span>
      ) : null}
    </div>
  );
}

function Outcome({ line }: { readonly line: ImportItem }) {
  const t = useT('remote-warehouse');
  const parts = [
    {
      key: 'good',
      as: line.condition === 'defective' ? 'damaged' : 'good',
      quantity: line.receivedQty ?? 0,
      to: line.bin?.code ?? '',
    },
    { key: 'damaged', as: 'damaged', quantity: line.damagedQty ?? 0, to: '' },
    { key: 'missing', as: 'missing', quantity: line.missingQty ?? 0, to: '' },
  ].filter(({ quantity }) => quantity > 0);
  return parts.map(({ key, as, quantity, to }, index) => (
    <span key={key}>
      {index > 0 ? ' · ' : ''}
      <Quantity value={quantity} unit={<RefText value={line.unit} show="name" />} />{' '}
      {t(`putAway.${as}`, { bin: to })}
    </span>
  ));
}
