import { CLAIM_RESOLUTIONS, type ClaimResolution, isGiven, isPaid } from '@boxyard/shared/domain';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Input, IntegerInput, MoneyInput, Quantity, RefText, Select } from '@boxyard/shared/ui';
import classes from '../../lines.module.css';
import { type AnswerLine, namesSerial } from './answering.ts';
import own from './claims.module.css';

/** What the supplier gives for each line (2.10). */
export function AnswerLines({ value, onChange, disabled, errors }: CustomFieldProps) {
  const lines = (value ?? []) as readonly AnswerLine[];
  return (
    <ol className={classes.lines}>
      {lines.map((line, index) => (
        <AnswerRow
          key={line.id}
          line={line}
          disabled={disabled}
          error={Object.entries(errors).find(([field]) => field.startsWith(`items[${index}]`))?.[1]}
          onChange={(next) => onChange(lines.map((one) => (one.id === next.id ? next : one)))}
        />
      ))}
    </ol>
  );
}

interface RowProps {
  readonly line: AnswerLine;
  readonly disabled: boolean;
  readonly error: string | undefined;
  readonly onChange: (line: AnswerLine) => void;
}

function AnswerRow({ line, disabled, error, onChange }: RowProps) {
  const t = useT('remote-warehouse');
  const { source, resolution } = line;
  const id = (name: string) => `answer-${line.id}-${name}`;
  const trace = source.serialNo ?? source.lotNo;
  return (
    <li className={own.answer}>
      <div className={classes.about}>
        <span>
          {`${source.lineNo}. `}
          <RefText value={source.part} />
        </span>
        <span className={classes.quiet}>
          {trace ? `${trace} · ` : ''}
          <Quantity value={source.quantity} unit={<RefText value={source.unit} show="name" />} />
        </span>
      </div>
      <div className={classes.cell}>
        <label htmlFor={id('resolution')}>{t('claims.field.resolution')}</label>
        <Select<ClaimResolution>
          id={id('resolution')}
          disabled={disabled}
          value={resolution}
          popupMatchSelectWidth={false}
          options={CLAIM_RESOLUTIONS.map((one) => ({
            value: one,
            label: t(`claims.choice.resolution.${one}`),
          }))}
          onChange={(next: ClaimResolution) => onChange({ ...line, resolution: next })}
        />
      </div>
      {isPaid(resolution) ? (
        <div className={classes.cell}>
          <label htmlFor={id('refund')}>{t('claims.field.refundAmount')}</label>
          <MoneyInput
            id={id('refund')}
            disabled={disabled}
            value={line.refundAmount}
            onChange={(refundAmount) => onChange({ ...line, refundAmount: refundAmount ?? null })}
          />
        </div>
      ) : null}
      {isGiven(resolution) ? (
        <div className={classes.cell}>
          <label htmlFor={id('months')}>{t('claims.field.newWarrantyMonths')}</label>
          <IntegerInput
            id={id('months')}
            disabled={disabled}
            value={line.newWarrantyMonths}
            onChange={(months) =>
              onChange({ ...line, newWarrantyMonths: typeof months === 'number' ? months : null })
            }
          />
        </div>
      ) : null}
      {namesSerial(line) ? (
        <div className={`${classes.cell} ${classes.whole}`}>
          <label htmlFor={id('serial')}>{t('claims.field.replacementSerialNo')}</label>
          <Input
            id={id('serial')}
            disabled={disabled}
            maxLength={60}
            value={line.replacementSerialNo}
            onChange={(event) => onChange({ ...line, replacementSerialNo: event.target.value })}
          />
        </div>
      ) : null}
      {error ? <span className={`${classes.error} ${classes.whole}`}>{error}</span> : null}
    </li>
  );
}
