import { readScan } from '@boxyard/shared/domain';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import {
  Button,
  CheckIcon,
  IntegerInput,
  Quantity,
  QuantityInput,
  RefText,
  Select,
  ToneTag,
} from '@boxyard/shared/ui';
import { useState } from 'react';
import classes from '../lines.module.css';
import { ScanField } from '../scan/ScanField.tsx';
import {
  allAsHeld,
  applyScan,
  isSerial,
  type Outcome,
  type PickLine,
  type Pointed,
  pickedLines,
  pickedOf,
  type Taken,
} from './picking.ts';

const NOWHERE: Pointed = { lineId: null, bin: null };

/**
 * The picker's sheet: a scanner types into the one field on top, figures may be typed as well. What
 * is scanned beyond what was held is exchanged for it by the server (domain-warehouse 2.7).
 */
export function PickLines({ value, onChange, disabled, errors }: CustomFieldProps) {
  const t = useT('remote-warehouse');
  const lines = (value ?? []) as readonly PickLine[];
  const [at, setAt] = useState<Pointed>(NOWHERE);
  const [said, setSaid] = useState<Outcome | null>(null);
  const sent = pickedLines(lines);
  const scan = (typed: string) => {
    const read = readScan(typed);
    if (read === null) return;
    const { lines: next, at: pointed, outcome } = applyScan({ lines, at }, read);
    setAt(pointed);
    setSaid(outcome);
    if (next !== lines) onChange(next);
  };
  return (
    <>
      <div className={classes.scan}>
        <ScanField
          className={classes.scanInput}
          label={t('picking.scan')}
          describedBy="scan-said"
          disabled={disabled}
          onScan={scan}
        />
        <Button
          icon={<CheckIcon />}
          disabled={disabled}
          onClick={() => {
            onChange(allAsHeld(lines));
            setSaid(null);
          }}
        >
          {t('picking.allAsHeld')}
        </Button>
        {at.bin ? (
          <span className={classes.quiet}>{t('picking.atBin', { bin: at.bin })}</span>
        ) : null}
      </div>
      <p id="scan-said" className={classes.said} aria-live="assertive">
        {said ? (
          <ToneTag tone={said.isDone ? 'success' : 'error'}>
            {t(`picking.said.${said.key}`, said.params)}
          </ToneTag>
        ) : (
          <span className={classes.quiet}>{t('picking.hint')}</span>
        )}
      </p>
      <ol className={classes.lines}>
        {lines.map((line) => (
          <PickRow
            key={line.id}
            line={line}
            isPointedAt={line.id === at.lineId}
            error={errorOf(errors, `items[${sent.indexOf(line)}]`)}
            disabled={disabled}
            onChange={(next) => onChange(lines.map((one) => (one.id === next.id ? next : one)))}
          />
        ))}
      </ol>
    </>
  );
}

/** The first sentence that the server or the rules say of a line. */
const errorOf = (errors: CustomFieldProps['errors'], path: string): string | undefined =>
  Object.entries(errors).find(([field]) => field.startsWith(`${path}.`))?.[1];

interface RowProps {
  readonly line: PickLine;
  readonly isPointedAt: boolean;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (line: PickLine) => void;
}

function PickRow({ line, isPointedAt, error, disabled, onChange }: RowProps) {
  const t = useT('remote-warehouse');
  const { source } = line;
  const picked = pickedOf(line);
  const isWhole = picked === source.reservedQty;
  return (
    <li
      className={`${classes.line} ${isPointedAt ? classes.pointed : ''}`}
      {...(isPointedAt ? { 'aria-current': 'true' as const } : {})}
    >
      <div className={classes.about}>
        <span>
          {`${source.lineNo}. `}
          <RefText value={source.substitute ?? source.part} />
        </span>
        {source.note ? <span className={classes.quiet}>{source.note}</span> : null}
      </div>
      <div className={classes.progress}>
        <ToneTag tone={isWhole ? 'success' : picked > 0 ? 'warning' : 'neutral'}>
          {t('picking.of', { picked, due: source.reservedQty })}
        </ToneTag>{' '}
        <span className={classes.quiet}>
          <RefText value={source.unit} show="name" />
        </span>
      </div>
      <div className={classes.places}>
        {isSerial(line) ? (
          <Serials line={line} disabled={disabled} onChange={onChange} />
        ) : (
          line.taken.map((taken, index) => (
            <Place
              key={`${taken.bin}/${taken.lotNo ?? ''}`}
              line={line}
              taken={taken}
              disabled={disabled}
              onChange={(quantity) =>
                onChange({
                  ...line,
                  taken: line.taken.map((one, place) =>
                    place === index ? { ...one, quantity } : one,
                  ),
                })
              }
            />
          ))
        )}
        {error ? <span className={classes.error}>{error}</span> : null}
      </div>
    </li>
  );
}

interface PlaceProps {
  readonly line: PickLine;
  readonly taken: Taken;
  readonly disabled: boolean;
  readonly onChange: (quantity: number) => void;
}

function Place({ line, taken, disabled, onChange }: PlaceProps) {
  const t = useT('remote-warehouse');
  const { source } = line;
  const pick = source.picks.find((one) => one.bin.code === taken.bin && one.lotNo === taken.lotNo);
  const Field = source.unitAllowsFraction ? QuantityInput : IntegerInput;
  const where = [taken.bin, taken.lotNo && t('picking.lot', { lot: taken.lotNo })]
    .filter(Boolean)
    .join(' · ');
  return (
    <div className={classes.place}>
      <span className={classes.where}>{where}</span>
      <span className={classes.quiet}>
        {pick ? (
          <>
            {t('picking.held')} <Quantity value={pick.quantity} />
            {pick.isCounted ? <span className={classes.note}>{t('picking.isCounted')}</span> : null}
          </>
        ) : (
          t('picking.instead')
        )}
      </span>
      <div className={classes.figure}>
        <Field
          aria-label={t('picking.pickedFrom', { line: source.lineNo, place: where })}
          disabled={disabled}
          value={taken.quantity}
          onChange={(typed) => onChange(typeof typed === 'number' ? typed : 0)}
        />
      </div>
    </div>
  );
}

/** Serial numbers picked so far, and those that are held and still lie there. */
function Serials({ line, disabled, onChange }: Pick<RowProps, 'line' | 'disabled' | 'onChange'>) {
  const t = useT('remote-warehouse');
  const waiting = line.source.picks.filter(
    ({ serialNo }) => serialNo !== null && !line.serials.includes(serialNo),
  );
  const open = line.source.reservedQty - line.serials.length;
  return (
    <>
      <Select
        mode="tags"
        open={false}
        suffixIcon={null}
        aria-label={t('picking.serialsOf', { line: line.source.lineNo })}
        placeholder={t('picking.noSerial')}
        tokenSeparators={[' ', ',', ';', '\n', '\t']}
        disabled={disabled}
        style={{ width: '100%' }}
        value={[...line.serials]}
        onChange={(typed: string[]) =>
          onChange({
            ...line,
            serials: [...new Set(typed.map((one) => one.trim().toUpperCase()))],
          })
        }
      />
      {open > 0 && waiting.length > 0 ? (
        <span className={classes.quiet}>
          {t('picking.waiting', {
            serials: waiting.map(({ serialNo, bin }) => `${serialNo} (${bin.code})`).join(', '),
          })}
        </span>
      ) : null}
    </>
  );
}
