/** What a label's code says it is: part, serial number, lot or bin (domain-warehouse 1.4 barcode). */
const PREFIXES = { P: 'part', S: 'serial', L: 'lot', B: 'bin' } as const;
export type ScanKind = (typeof PREFIXES)[keyof typeof PREFIXES];

export interface Scan {
  /** null: the label has no prefix, so it may be anything. */
  readonly kind: ScanKind | null;
  readonly code: string;
}

/** Reads what a scanner typed: `S:AB123` is a serial number, `8851234567890` may be anything. */
export function readScan(typed: string): Scan | null {
  const text = typed.trim().toUpperCase();
  const found = /^([PSLB]):\s*(.+)$/.exec(text);
  if (found) {
    const [, prefix = '', code = ''] = found;
    return { kind: PREFIXES[prefix as keyof typeof PREFIXES], code };
  }
  return text === '' ? null : { kind: null, code: text };
}
