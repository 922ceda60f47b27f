import type { Scan } from '@boxyard/shared/domain';
import type { BinLines, ShownLine } from './countQueue.ts';

/** What a scan asks the sheet to do. */
export type ScanStep =
  | { readonly do: 'bin'; readonly binId: string }
  /** The line is at hand; scanned again it is one more. */
  | { readonly do: 'line'; readonly line: ShownLine }
  /** A serial number that is there. */
  | { readonly do: 'there'; readonly line: ShownLine }
  /** Nothing of it is among the lines of the bin. */
  | { readonly do: 'found'; readonly code: string; readonly isSerial: boolean }
  | { readonly do: 'noBin' };

const same = (a: string | null, code: string): boolean => a !== null && a.toUpperCase() === code;

/** What a code means where the counter stands: a bin, a serial number, a lot or a part. */
export function readStep(
  scan: Scan,
  { bins, at }: { bins: readonly BinLines[]; at: BinLines | null },
): ScanStep {
  const { kind, code } = scan;
  const wants = (one: NonNullable<Scan['kind']>) => kind === null || kind === one;
  const bin = wants('bin') ? bins.find((one) => same(one.code, code)) : undefined;
  if (bin) return { do: 'bin', binId: bin.id };
  if (at === null) return { do: 'noBin' };
  const serial = wants('serial')
    ? at.lines.find(({ line }) => same(line.serialNo, code))
    : undefined;
  if (serial) return { do: 'there', line: serial };
  const lot = wants('lot') ? at.lines.find(({ line }) => same(line.lotNo, code)) : undefined;
  const part = wants('part')
    ? at.lines.filter(
        ({ line }) =>
          line.serialNo === null && (same(line.part.code, code) || same(line.barcode, code)),
      )
    : [];
  const line = lot ?? part.find(({ quantity }) => quantity === null) ?? part[0];
  if (line) return { do: 'line', line };
  return { do: 'found', code, isSerial: kind === 'serial' };
}
