import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { createLinks, type LinkKey } from './links.ts';

const keyOf = (id: string): LinkKey => ({ id, secret: randomBytes(32) });
const [old, recent, foreign] = [keyOf('0'), keyOf('1'), keyOf('1')];
const id = randomUUID();

it('reads what it has written, for records of any id', () => {
  const links = createLinks([recent, old]);
  fc.assert(
    fc.property(fc.uuid(), (one) => {
      const token = links.write('container', one);
      expect(token).toMatch(/^1[\w-]{38}$/);
      expect(links.read('container', token)).toEqual({ id: one, isSigned: true });
    }),
  );
});

it('reads what an older key has signed, and signs with the newest', () => {
  const printed = createLinks([old]).write('container', id);
  const links = createLinks([recent, old]);
  expect(links.read('container', printed)).toEqual({ id, isSigned: true });
  expect(links.write('container', id)[0]).toBe('1');
  expect(createLinks([recent]).read('container', printed).isSigned).toBe(false);
});

it('takes no link to one kind of record for another, and none of a foreign key', () => {
  const links = createLinks([recent, old]);
  expect(links.read('report', links.write('container', id)).isSigned).toBe(false);
  expect(links.read('container', createLinks([foreign]).write('container', id)).isSigned).toBe(
    false,
  );
});

it('takes no link in which a single character is another one', () => {
  const links = createLinks([recent]);
  const token = links.write('container', id);
  const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (let at = 0; at < token.length; at += 1) {
    for (const sign of SIGNS) {
      if (sign === token[at]) continue;
      const forged = token.slice(0, at) + sign + token.slice(at + 1);
      expect([forged, links.read('container', forged).isSigned]).toEqual([forged, false]);
    }
  }
});

it.each(['', '1', 'x'.repeat(39), '1'.repeat(500), '1é'.padEnd(39, 'a'), '%00'])(
  'takes %j for no link',
  (text) => {
    expect(createLinks([recent, old]).read('container', text).isSigned).toBe(false);
  },
);
