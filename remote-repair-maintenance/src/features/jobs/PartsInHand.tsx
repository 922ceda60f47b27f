import { CONDITIONS, type Condition } from '@boxyard/shared/domain';
import {
  REMOVAL_DISPOSITIONS,
  type RemovalDisposition,
} from '@boxyard/shared/domain/containers/statuses.ts';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { Checkbox, nameIn, Quantity, QuantityInput, RefText, Select } from '@boxyard/shared/ui';
import type { ReactNode } from 'react';
import { type HandLine, isSerial, replaceable, serialsOf } from './handLines.ts';
import classes from './jobs.module.css';

interface Props extends Pick<CustomFieldProps, 'value' | 'onChange' | 'disabled' | 'errors'> {
  /** Asks for used quantities as well; without it parts are only given back. */
  readonly isUsed?: boolean;
}

/** Each part in hand: how much was used and what it replaces, or how much comes back. */
export function PartsInHand({ value, onChange, disabled, errors, isUsed = false }: Props) {
  const lines = (value ?? []) as readonly HandLine[];
  const wrong = Object.entries(errors).filter(([field]) =>
    /^(used|returned|removed|items)/.test(field),
  );
  return (
    <>
      <ul className={classes.hand}>
        {lines.map((line) => (
          <HandRow
            key={line.id}
            line={line}
            isUsed={isUsed}
            disabled={disabled}
            onChange={(next) =>
              onChange(lines.map((one) => (one.id === line.id ? { ...one, ...next } : one)))
            }
          />
        ))}
      </ul>
      {wrong.map(([field, sentence]) => (
        <div key={field} role="alert" className={classes.wrong}>
          {sentence}
        </div>
      ))}
    </>
  );
}

interface RowProps {
  readonly line: HandLine;
  readonly isUsed: boolean;
  readonly disabled: boolean;
  readonly onChange: (next: Partial<HandLine>) => void;
}

function HandRow({ line, isUsed, disabled, onChange }: RowProps) {
  const t = useT('remote-repair-maintenance');
  const { part } = line;
  const id = (name: string) => `hand-${line.id}-${name}`;
  const field = (name: string, control: ReactNode) => (
    <div className={classes.handField}>
      <label htmlFor={id(name)}>{t(`jobs.hand.${name}`)}</label>
      {control}
    </div>
  );
  const quantity = isUsed ? 'usedQty' : 'returnedQty';
  return (
    <li>
      <div>
        <RefText value={part.part} />{' '}
        <span className={classes.quiet}>
          {t('jobs.hand.inHand')}{' '}
          <Quantity value={part.inHandQty} unit={<RefText value={part.unit} show="name" />} />
        </span>
      </div>
      <div className={classes.handFields}>
        {isSerial(line)
          ? field(
              'serials',
              <Select
                id={id('serials')}
                mode="multiple"
                disabled={disabled}
                value={[...line.serials]}
                options={serialsOf(part).map((serialNo) => ({ value: serialNo, label: serialNo }))}
                onChange={(serials: string[]) => onChange({ serials, quantity: serials.length })}
              />,
            )
          : field(
              quantity,
              <QuantityInput
                id={id(quantity)}
                disabled={disabled}
                value={line.quantity}
                onChange={(typed) => onChange({ quantity: typeof typed === 'number' ? typed : 0 })}
              />,
            )}
        {isUsed && line.quantity > 0 ? (
          <Exchange line={line} field={field} disabled={disabled} onChange={onChange} />
        ) : null}
        {!isUsed || line.quantity < part.inHandQty
          ? field(
              'condition',
              <Select<Condition>
                id={id('condition')}
                disabled={disabled}
                value={line.condition}
                options={CONDITIONS.map((one) => ({
                  value: one,
                  label: t(`jobs.choice.condition.${one}`),
                }))}
                onChange={(condition: Condition) => onChange({ condition })}
              />,
            )
          : null}
      </div>
    </li>
  );
}

interface ExchangeProps extends Omit<RowProps, 'isUsed'> {
  readonly field: (name: string, control: ReactNode) => ReactNode;
}

/** The built-in part that a used one takes the place of, and what becomes of it. */
function Exchange({ line, field, disabled, onChange }: ExchangeProps) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  const id = (name: string) => `hand-${line.id}-${name}`;
  return (
    <>
      {isSerial(line) ? null : (
        <Checkbox
          checked={line.isConsumed}
          disabled={disabled}
          onChange={({ target }) => onChange({ isConsumed: target.checked })}
        >
          {t('jobs.hand.isConsumed')}
        </Checkbox>
      )}
      {line.isConsumed || line.inside.length === 0
        ? null
        : field(
            'replacesId',
            <Select<string | null>
              id={id('replacesId')}
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              disabled={disabled}
              value={line.replacesId}
              options={replaceable(line).map((one) => ({
                value: one.id,
                label: [one.part.code, nameIn(one.part, locale), one.serialNo ?? one.lotNo]
                  .filter(Boolean)
                  .join(' · '),
              }))}
              onChange={(replacesId) => onChange({ replacesId: replacesId ?? null })}
            />,
          )}
      {line.replacesId === null || line.isConsumed
        ? null
        : field(
            'disposition',
            <Select<RemovalDisposition>
              id={id('disposition')}
              disabled={disabled}
              value={line.disposition}
              options={REMOVAL_DISPOSITIONS.map((one) => ({
                value: one,
                label: t(`jobs.choice.disposition.${one}`),
              }))}
              onChange={(disposition: RemovalDisposition) => onChange({ disposition })}
            />,
          )}
    </>
  );
}
