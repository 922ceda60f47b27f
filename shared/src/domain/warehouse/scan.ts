/** What a label's code says it is (domain-warehouse 1.4 barcode): a container by its serial number, too. */
const PREFIXES = { P: 'part', S: 'serial', L: 'lot', B: 'bin', C: 'container' } as const;
export type ScanKind = (typeof PREFIXES)[keyof typeof PREFIXES];
export const SCAN_KINDS = [
  'part',
  'serial',
  'lot',
  'bin',
  'container',
] as const satisfies readonly ScanKind[];

export interface Scan {
  /** null: the label has no prefix, so it may be anything. */
  readonly kind: ScanKind | null;
  readonly code: string;
  /** Of which part or warehouse, where the label says so: numbers repeat from one to the next. */
  readonly of: string | null;
}

/** A container's label: the link by which anybody reports a fault, and the serial number behind it. */
const CONTAINER_LINK = /^HTTPS?:\/\/[^\s#]+\/R\/[^\s/#]+#([A-Z0-9-]+)$/;

/**
 * Reads what a scanner typed: `S:AB123` is a serial number, `S:AB123@PUMP-1` that of one part,
 * `8851234567890` may be anything.
 */
export function readScan(typed: string): Scan | null {
  const text = typed.trim().toUpperCase();
  const link = CONTAINER_LINK.exec(text);
  if (link) return { kind: 'container', code: link[1] ?? '', of: null };
  const found = /^([PSLBC]):\s*(.+)$/.exec(text);
  if (!found) return text === '' ? null : { kind: null, code: text, of: null };
  const [, prefix = '', rest = ''] = found;
  // Part numbers and warehouse codes hold no @, serial and lot numbers may.
  const at = rest.lastIndexOf('@');
  return {
    kind: PREFIXES[prefix as keyof typeof PREFIXES],
    code: at > 0 ? rest.slice(0, at) : rest,
    of: at > 0 ? rest.slice(at + 1) : null,
  };
}

/** What a label holds, so that a scan of it is read as what was printed; long with `of`, for QR. */
export function labelCode({ kind, code, of }: Scan & { readonly kind: ScanKind }): string {
  const prefix = Object.entries(PREFIXES).find(([, one]) => one === kind)?.[0] ?? '';
  return `${prefix}:${code}${of === null ? '' : `@${of}`}`;
}
