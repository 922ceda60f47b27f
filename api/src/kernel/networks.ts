/** Groups of an IPv6 address that name the network; the rest is its owner's to choose. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/**
 * Whom a limit counts: an IPv4 address, or the network (/64) of an IPv6 one, since whoever has one
 * address there has 2^64 of them.
 */
export function networkOf(address: string | null): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address ?? '')?.[1];
  if (mapped !== undefined) return mapped;
  if (!address?.includes(':')) return address ?? '';
  const [plain = ''] = address.split('%');
  const [head = [], tail] = plain
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = tail === undefined ? 0 : GROUPS - head.length - tail.length;
  const groups = [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...(tail ?? [])];
  return groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
