import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkTarget } from '@boxyard/shared/contract';
import { GONE_STATUSES } from '@boxyard/shared/domain/containers/statuses.ts';
import { type Actor, linkActor } from './actor.ts';
import type { App } from './app.ts';
import type { Pg } from './types.ts';

/** A key that links are signed with; links name it by its sign. */
export interface LinkKey {
  /** One character. */
  readonly id: string;
  readonly secret: Buffer;
}

/** 96 bits: whoever guesses has to ask the server each time. */
const MAC_BYTES = 12;
const ID_BYTES = 16;
/** `<sign of the key><base64url of id and signature>`. */
const TOKEN = /^[0-9a-z][\w-]{38}$/;
const NIL = Buffer.alloc(ID_BYTES);

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * Signed links to one record, which people without an account hold (docs/adr/0120). They do not expire: a
 * label stays on its container.
 */
export interface Links {
  /** The token of a record, signed with the newest key. */
  write(to: LinkTarget, id: string): string;
  /** The record that a token says it is of, and whether one of the keys has signed that. */
  read(to: LinkTarget, token: string): { readonly id: string; readonly isSigned: boolean };
}

/** Writes and reads the links of some keys, of which the first signs. */
export function createLinks(keys: readonly [LinkKey, ...LinkKey[]]): Links {
  const [newest] = keys;
  const signed = (key: LinkKey, to: LinkTarget, id: Buffer): string => {
    const mac = createHmac('sha256', key.secret).update(`link:${to}:`).update(id).digest();
    return key.id + Buffer.concat([id, mac.subarray(0, MAC_BYTES)]).toString('base64url');
  };
  return {
    write: (to, id) => signed(newest, to, Buffer.from(id.replaceAll('-', ''), 'hex')),
    // A token that is none costs the same work as one that is.
    read: (to, token) => {
      const isToken = TOKEN.test(token);
      const key = keys.find(({ id }) => id === token[0]) ?? newest;
      const id = isToken ? Buffer.from(token.slice(1), 'base64url').subarray(0, ID_BYTES) : NIL;
      const expected = Buffer.from(signed(key, to, id));
      const sent = Buffer.from(isToken ? token : expected.toString().replace(/./g, '-'));
      return { id: uuidOf(id), isSigned: isToken && timingSafeEqual(sent, expected) };
    },
  };
}

const FOUND: Readonly<Record<LinkTarget, { readonly name: string; readonly text: string }>> = {
  container: {
    name: 'kernel.link.container',
    text: `select 1 from products where id = $1::uuid and status <> all('{${GONE_STATUSES.join(',')}}')`,
  },
  report: {
    name: 'kernel.link.report',
    text: 'select 1 from fault_reports where id = $1::uuid',
  },
  // A draft is nobody's yet; what became of one that was sent is told for as long as it stands.
  estimate: {
    name: 'kernel.link.estimate',
    text: 'select 1 from job_estimates where id = $1::uuid and sent_at is not null',
  },
};

/**
 * Finds the record of a link that is signed, as long as it is still there; else null. The record is looked for
 * in any case, so that the time tells nothing either.
 */
export async function holderOf(
  { links, pg }: { readonly links: Links; readonly pg: Pg },
  to: LinkTarget,
  token: string,
): Promise<Actor | null> {
  const { id, isSigned } = links.read(to, token);
  const { rows } = await pg.query({ ...FOUND[to], values: [id] });
  return isSigned && rows.length > 0 ? linkActor({ to, id }) : null;
}

/**
 * Text of the code on a container: anybody reports a fault at this address. The serial number behind it is
 * for the scanners of people at work; browsers send it to nobody.
 */
export const containerLink = (
  { config, links }: Pick<App, 'config' | 'links'>,
  { id, serialNumber }: { readonly id: string; readonly serialNumber: string },
): string => `${config.publicUrl}/r/${links.write('container', id)}#${serialNumber}`;
