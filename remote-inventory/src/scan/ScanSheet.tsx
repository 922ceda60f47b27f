import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { ToneTag } from '@boxyard/shared/ui';
import { type ReactNode, useState } from 'react';
import { ScanField } from './ScanField.tsx';
import classes from './scan.module.css';
import { findScanned, type Said, type ScanLine } from './scanning.ts';

interface Props<L extends ScanLine>
  extends Pick<CustomFieldProps, 'onChange' | 'disabled' | 'errors'> {
  readonly lines: readonly L[];
  /** What a scan changes of its line. */
  readonly scanned?: (line: L) => L;
  /** What is decided of a line besides. */
  readonly choices?: (line: L, change: (patch: Partial<L>) => void) => ReactNode;
}

/** Containers that are ticked off by a scanner, each with what is decided of it. */
export function ScanSheet<L extends ScanLine>(props: Props<L>) {
  const { lines, onChange, disabled, errors, choices } = props;
  const { scanned = (line: L): L => ({ ...line, scannedSerial: line.serialNumber }) } = props;
  const t = useT('remote-inventory');
  const [said, setSaid] = useState<Said | null>(null);
  const scan = (typed: string) => {
    const found = findScanned(lines, typed);
    if (found === null) return;
    setSaid(found.said);
    if (found.said.key !== 'scanned') return;
    onChange(lines.map((line) => (line.itemId === found.line?.itemId ? scanned(line) : line)));
  };
  const errorOf = (index: number): string | undefined =>
    Object.entries(errors).find(([path]) => path.startsWith(`lines[${index}].`))?.[1];
  const done = lines.filter(({ scannedSerial }) => scannedSerial !== '').length;
  return (
    <>
      <ScanField disabled={disabled} onScan={scan} />
      <p id="scan-said" role="status" className={classes.said}>
        {said === null
          ? t('scan.progress', { done, all: lines.length })
          : t(`scan.said.${said.key}`, { code: said.code, done, all: lines.length })}
      </p>
      <ul className={classes.lines}>
        {lines.map((line, index) => (
          <li key={line.itemId} className={classes.line}>
            <span className={classes.about}>
              {line.serialNumber}
              <span className={classes.quiet}>{line.about}</span>
            </span>
            <ToneTag tone={line.scannedSerial === '' ? 'neutral' : 'success'}>
              {t(line.scannedSerial === '' ? 'scan.open' : 'scan.done')}
            </ToneTag>
            {choices ? (
              <span className={classes.choices}>
                {choices(line, (patch) =>
                  onChange(lines.map((one) => (one === line ? { ...one, ...patch } : one))),
                )}
              </span>
            ) : null}
            {errorOf(index) ? <p className={classes.wrong}>{errorOf(index)}</p> : null}
          </li>
        ))}
      </ul>
    </>
  );
}
