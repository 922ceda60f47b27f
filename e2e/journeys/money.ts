/** Satang in whole numbers: the expectation owes nothing to the product's own arithmetic. */
export const satang = (baht: string): bigint => {
  const [whole = '0', part = ''] = baht.split('.');
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2));
};

/** a × b ÷ c, half up: as one rounds money by hand. */
export const share = (a: bigint, b: bigint, c: bigint): bigint => (2n * a * b + c) / (2n * c);

/** `123456n` satang as `1,234.56`. */
export const baht = (amount: bigint): string => grouped(amount, 2);

/** A number of `places` decimals, thousands apart. */
export function grouped(scaled: bigint, places: number): string {
  const digits = scaled.toString().padStart(places + 1, '0');
  const whole = digits.slice(0, -places).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${whole}.${digits.slice(-places)}`;
}
