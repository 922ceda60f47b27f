import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** Headers that a proxy adds: whoever sent such a request is not the peer. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const;

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The addresses and networks of TRUST_PROXY or of a group, as config.ts has checked them. */
function networksOf(text: string): BlockList {
  const list = new BlockList();
  for (const part of text.split(',').map((one) => one.trim())) {
    for (const network of GROUPS[part] ?? [part]) {
      const [address = '', bits] = network.split('/');
      if (bits === undefined) list.addAddress(address, familyOf(address));
      else list.addSubnet(address, Number(bits), familyOf(address));
    }
  }
  return list;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Who may read the server's figures: whoever has the token, and programs on this machine. The peer's
 * own address counts, not what a header says. A proxy on this machine makes every caller a local one,
 * so a request that was forwarded is not local, and none is where TRUST_PROXY names this machine.
 */
export function metricsAccess(
  config: Pick<Config, 'metricsToken' | 'trustProxy'>,
): (request: FastifyRequest) => boolean {
  const loopback = networksOf('loopback');
  const proxies = config.trustProxy === false ? new BlockList() : networksOf(config.trustProxy);
  const token = config.metricsToken === null ? null : digest(`Bearer ${config.metricsToken}`);
  return ({ socket, headers }) => {
    if (token !== null && timingSafeEqual(digest(headers.authorization ?? ''), token)) return true;
    const peer = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
    if (isIP(peer) === 0 || !loopback.check(peer, familyOf(peer))) return false;
    return (
      !proxies.check(peer, familyOf(peer)) && FORWARDED.every((name) => headers[name] === undefined)
    );
  };
}
