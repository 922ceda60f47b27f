import type { Condition } from '@boxyard/shared/domain';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import {
  Button,
  CheckIcon,
  Input,
  IntegerInput,
  Quantity,
  QuantityInput,
  RecordSelect,
  RefText,
  Select,
  ToneTag,
} from '@boxyard/shared/ui';
import type { ReactNode } from 'react';
import {
  allInto,
  allReceived,
  type CountLine,
  countedLines,
  differenceOf,
  hasDiscrepancy,
  isTouched,
  withCount,
  withSerials,
} from './counts.ts';
import classes from './goodsImports.module.css';

/** Conditions that goods on a shelf may be in; damaged ones go to quarantine. */
const CONDITIONS: readonly Condition[] = ['new', 'used', 'refurbished'];

/** What was announced as damaged may turn out to be, or not to be. */
const conditionsOf = ({ condition }: CountLine['source']): readonly Condition[] =>
  condition === 'defective' ? [...CONDITIONS, condition] : CONDITIONS;

type Errors = CustomFieldProps['errors'];

/**
 * The storekeeper's sheet: received, damaged and missing of each line, which must add up to what
 * was expected, and the bin (domain-warehouse 2.6). Lines not touched are left for another time.
 */
export function CountLines({ value, onChange, disabled, values, errors }: CustomFieldProps) {
  const t = useT('remote-warehouse');
  const lines = (value ?? []) as readonly CountLine[];
  const warehouseId = String(values.warehouseId ?? '');
  const open = lines.filter((line) => !isTouched(line)).length;
  const sent = countedLines(lines);
  const write = (next: CountLine) =>
    onChange(lines.map((line) => (line.id === next.id ? next : line)));
  return (
    <>
      <p className={classes.rule}>{t('counts.rule')}</p>
      <div className={classes.tools}>
        <Button
          icon={<CheckIcon />}
          disabled={disabled || open === 0}
          onClick={() => onChange(allReceived(lines))}
        >
          {t('counts.allReceived')}
        </Button>
        <div className={classes.forAll}>
          <RecordSelect
            lookup="masterData.bins"
            query={{ warehouseId: [warehouseId] }}
            aria-label={t('counts.binForAll')}
            placeholder={t('counts.binForAll')}
            disabled={disabled}
            value={null}
            onChange={(bin) => {
              if (typeof bin === 'string') onChange(allInto(lines, bin));
            }}
          />
        </div>
        <span aria-live="polite">{open > 0 ? t('counts.open', { count: open }) : null}</span>
      </div>
      <ol className={classes.lines}>
        {lines.map((line) => (
          <CountRow
            key={line.id}
            line={line}
            at={`items[${sent.indexOf(line)}]`}
            warehouseId={warehouseId}
            errors={errors}
            disabled={disabled}
            onChange={write}
          />
        ))}
      </ol>
    </>
  );
}

interface RowProps {
  readonly line: CountLine;
  /** The line's path in the call, under which the server names its errors. */
  readonly at: string;
  readonly warehouseId: string;
  readonly errors: Errors;
  readonly disabled: boolean;
  readonly onChange: (line: CountLine) => void;
}

function CountRow({ line, at, warehouseId, errors, disabled, onChange }: RowProps) {
  const t = useT('remote-warehouse');
  const { source } = line;
  const isSerial = source.trackingType === 'serial';
  const id = (name: string) => `${line.id}-${name}`;
  const error = (name: string): ReactNode => {
    const sentence = errors[`${at}.${name}`];
    return sentence ? (
      <span className={classes.error} id={`${id(name)}-error`}>
        {sentence}
      </span>
    ) : null;
  };
  const invalid = (name: string) =>
    errors[`${at}.${name}`]
      ? {
          'aria-invalid': true,
          'aria-describedby': `${id(name)}-error`,
          status: 'error' as const,
        }
      : {};
  const Field = source.unitAllowsFraction ? QuantityInput : IntegerInput;
  const count = (name: 'receivedQty' | 'damagedQty' | 'missingQty') => (
    <div className={classes.cell}>
      <label htmlFor={id(name)}>{t(`counts.field.${name}`)}</label>
      <Field
        id={id(name)}
        {...invalid(name)}
        disabled={disabled || isSerial}
        value={line[name]}
        onChange={(typed) =>
          onChange(
            withCount(line, {
              [name]: typed === null && name !== 'receivedQty' ? 0 : (typed as number | null),
            }),
          )
        }
      />
      {name === 'receivedQty' ? null : error(name)}
    </div>
  );
  return (
    <li className={classes.line}>
      <div className={`${classes.cell} ${classes.part}`}>
        <span className={classes.label}>{t('counts.field.part')}</span>
        <span>
          {`${source.lineNo}. `}
          <RefText value={source.part} />
        </span>
        {source.lots.length > 0 ? (
          <span className={classes.trace}>
            {t('counts.lot', { lots: source.lots.map(({ lotNo }) => lotNo).join(', ') })}
          </span>
        ) : null}
        {isSerial ? <span className={classes.trace}>{source.serials.join(', ')}</span> : null}
      </div>
      <div className={`${classes.cell} ${classes.expected}`}>
        <span className={classes.label}>{t('counts.field.expectedQty')}</span>
        <span className={classes.figure}>
          <Quantity value={source.expectedQty} unit={<RefText value={source.unit} show="name" />} />
        </span>
      </div>
      {count('receivedQty')}
      {count('damagedQty')}
      {count('missingQty')}
      <div className={`${classes.cell} ${classes.wide}`}>
        <label htmlFor={id('binId')}>{t('counts.field.bin')}</label>
        {line.condition === 'defective' ? (
          // What comes back damaged is put away there whatever bin is free (2.7).
          <span className={classes.plain}>{t('counts.toQuarantine')}</span>
        ) : (
          <RecordSelect
            id={id('binId')}
            placeholder={t('counts.chooseBin')}
            lookup="masterData.bins"
            query={{ warehouseId: [warehouseId] }}
            known={source.bin ? [source.bin] : []}
            disabled={disabled}
            value={line.binId}
            onChange={(bin) => onChange({ ...line, binId: typeof bin === 'string' ? bin : null })}
          />
        )}
        {error('binId')}
      </div>
      <div className={classes.cell}>
        <label htmlFor={id('condition')}>{t('counts.field.condition')}</label>
        <Select<Condition>
          id={id('condition')}
          disabled={disabled}
          value={line.condition}
          options={conditionsOf(source).map((one) => ({
            value: one,
            label: t(`condition.${one}`),
          }))}
          onChange={(condition: Condition) => onChange({ ...line, condition })}
        />
        {error('condition')}
      </div>
      <div className={classes.cell}>
        <span className={classes.label}>{t('counts.field.sum')}</span>
        <span className={classes.plain}>
          <Sum line={line} />
        </span>
      </div>
      {/* That the figures do not add up is said of the line, not of one of them. */}
      {errors[`${at}.receivedQty`] ? (
        <div className={classes.reason}>{error('receivedQty')}</div>
      ) : null}
      {isSerial ? (
        <div className={classes.reason}>
          <SerialLists line={line} disabled={disabled} onChange={onChange} />
          {error('damagedSerials')}
          {error('missingSerials')}
        </div>
      ) : null}
      {hasDiscrepancy(line) ? (
        <div className={`${classes.cell} ${classes.reason}`}>
          <label htmlFor={id('discrepancyReason')}>{t('counts.field.discrepancyReason')}</label>
          <Input
            id={id('discrepancyReason')}
            {...invalid('discrepancyReason')}
            maxLength={300}
            disabled={disabled}
            value={line.discrepancyReason ?? ''}
            onChange={(event) => onChange({ ...line, discrepancyReason: event.target.value })}
          />
          {error('discrepancyReason')}
        </div>
      ) : null}
    </li>
  );
}

/** Whether the line adds up, and by how much it does not. */
function Sum({ line }: { readonly line: CountLine }) {
  const t = useT('remote-warehouse');
  if (!isTouched(line)) return <ToneTag tone="neutral">{t('counts.sum.open')}</ToneTag>;
  const difference = differenceOf(line);
  if (difference === 0) return <ToneTag tone="success">{t('counts.sum.whole')}</ToneTag>;
  return (
    <ToneTag tone="warning">
      {t(difference > 0 ? 'counts.sum.short' : 'counts.sum.over', {
        count: Math.abs(difference),
      })}
    </ToneTag>
  );
}

interface SerialProps {
  readonly line: CountLine;
  readonly disabled: boolean;
  readonly onChange: (line: CountLine) => void;
}

/** Of a part tracked by serial one says which ones are damaged and which did not come. */
function SerialLists({ line, disabled, onChange }: SerialProps) {
  const t = useT('remote-warehouse');
  const list = (name: 'damagedSerials' | 'missingSerials') => (
    <div className={classes.cell}>
      <label htmlFor={`${line.id}-${name}`}>{t(`counts.field.${name}`)}</label>
      <Select
        id={`${line.id}-${name}`}
        mode="multiple"
        disabled={disabled}
        value={[...line[name]]}
        options={line.source.serials.map((serial) => ({ value: serial, label: serial }))}
        placeholder={t('counts.noSerial')}
        onChange={(serials: string[]) => onChange(withSerials(line, { [name]: serials }))}
      />
    </div>
  );
  return (
    <>
      {list('damagedSerials')}
      {list('missingSerials')}
    </>
  );
}
