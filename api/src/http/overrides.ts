import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';

/** Set by the override panel of a browser (host/src/overrides), together with its own storage. */
const COOKIE = 'boxyard_overrides';
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const MOST = 10;

/** A developer's own machine, at a port: no other place may ever be let in by a browser's word. */
function isLocalOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    url.protocol === 'http:' &&
    LOOPBACK.test(url.hostname) &&
    url.port !== '' &&
    url.origin === text
  );
}

/** The host's name as the caller wrote it, without the port. */
const hostOf = ({ headers }: IncomingMessage): string =>
  URL.canParse(`http://${headers.host}`) ? new URL(`http://${headers.host}`).hostname : '';

/**
 * Whether people may put a remote from their own machine in the place of a released one: on the
 * machine itself while developing, elsewhere only where the operator says so, in production never
 * by itself (architecture 4).
 */
export const allowsOverrides = (
  { remoteOverrides }: Pick<Config, 'remoteOverrides'>,
  request: IncomingMessage,
): boolean =>
  remoteOverrides === 'on' || (remoteOverrides === 'local' && LOOPBACK.test(hostOf(request)));

/** Origins that this browser's person has confirmed, for the policy of this answer alone. */
export function overriddenOrigins(
  config: Pick<Config, 'remoteOverrides'>,
  request: IncomingMessage,
): string[] {
  if (!allowsOverrides(config, request)) return [];
  const cookies = (request.headers.cookie ?? '').split(/;\s*/);
  const value = cookies.find((each) => each.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
  if (!value) return [];
  return value.split('|').slice(0, MOST).filter(isLocalOrigin);
}
