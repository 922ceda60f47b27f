/** A decimal taken apart into its digits, so that no amount ever passes through a float. */
export interface DecimalParts {
  readonly negative: boolean;
  /** Digits before the point, without leading zeros; `0` at least. */
  readonly integer: string;
  /** Digits after the point, as they came. */
  readonly fraction: string;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d*))?$/;

/**
 * Takes a decimal string, or a number without exponent, apart.
 * @throws TypeError for anything else: a wrong amount in a PDF is worse than no PDF.
 */
export function parseDecimal(value: string | number): DecimalParts {
  const match = DECIMAL.exec(String(value));
  if (!match) throw new TypeError(`Not a decimal: ${String(value)}`);
  const integer = (match[2] ?? '0').replace(/^0+(?=\d)/, '');
  const fraction = match[3] ?? '';
  const zero = integer === '0' && /^0*$/.test(fraction);
  return { negative: match[1] === '-' && !zero, integer, fraction };
}

/** Rounds half away from zero, as an office does, to `places` digits after the point. */
export function roundDecimal(value: string | number, places: number): DecimalParts {
  const parts = parseDecimal(value);
  const kept = parts.fraction.slice(0, places).padEnd(places, '0');
  if (parts.fraction.length <= places) return { ...parts, fraction: kept };
  const up = parts.fraction.charAt(places) >= '5';
  if (!up) {
    return parseDecimal(`${parts.negative ? '-' : ''}${parts.integer}.${kept}`);
  }
  const scaled = (BigInt(parts.integer + kept) + 1n).toString().padStart(places + 1, '0');
  const split = scaled.length - places;
  return {
    negative: parts.negative,
    integer: scaled.slice(0, split),
    fraction: scaled.slice(split),
  };
}
