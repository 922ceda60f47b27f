import { readScan } from '@boxyard/shared/domain';

/** A container that a sheet waits for, and what was read off it. */
export interface ScanLine {
  readonly itemId: string;
  readonly serialNumber: string;
  /** Its model, for the eye. */
  readonly about: string;
  readonly scannedSerial: string;
}

/** What came of a scan, as the sheet says it. */
export interface Said {
  readonly key: 'scanned' | 'again' | 'unknown';
  readonly code: string;
}

/** The line that a scan means, and what is said of it. A container that is not on the sheet is refused. */
export function findScanned(
  lines: readonly ScanLine[],
  typed: string,
): { readonly line: ScanLine | null; readonly said: Said } | null {
  const read = readScan(typed);
  if (read === null) return null;
  const { code } = read;
  const line = lines.find(({ serialNumber }) => serialNumber === code) ?? null;
  if (line === null) return { line, said: { key: 'unknown', code } };
  return { line, said: { key: line.scannedSerial === '' ? 'scanned' : 'again', code } };
}
