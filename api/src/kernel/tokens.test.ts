import { createSigner } from 'fast-jwt';
import { createTokens } from './tokens.ts';

const secret = Buffer.from('a test secret: 0123456789 abcdefghijklm');
const tokens = createTokens(secret);
const written = tokens.write({
  sessionId: '01890000-0000-7000-8000-000000000000',
  issuedAt: new Date('2020-01-01T00:00:00Z'),
  expiresAt: new Date('2020-01-01T12:00:00Z'),
});
const part = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');

it('reads its own, also after the written end: the session’s row decides', () => {
  const named = [tokens.read(written), tokens.read(written)];
  expect(named).toEqual(Array(2).fill('01890000-0000-7000-8000-000000000000'));
  const [header = '', payload = ''] = written.split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
    alg: 'HS256',
    typ: 'JWT',
  });
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({
    sid: '01890000-0000-7000-8000-000000000000',
    iat: 1_577_836_800,
    exp: 1_577_880_000,
  });
});

it.each([
  ['no token', ''],
  ['no dots', 'abc'],
  [
    'another secret',
    createTokens(Buffer.from('another secret 9876543210 zyxwvut')).write({
      sessionId: 'x',
      issuedAt: new Date(),
      expiresAt: new Date(),
    }),
  ],
  ['a changed content', written.replace(/\.[^.]+\./, `.${part({ sid: 'other' })}.`)],
  ['no signature', `${part({ alg: 'none', typ: 'JWT' })}.${part({ sid: 'x' })}.`],
  ['another algorithm', createSigner({ key: secret, algorithm: 'HS512' })({ sid: 'x' })],
  ['no session', createSigner({ key: secret, algorithm: 'HS256' })({ sub: 'x' })],
  ['a part too many', `${written}.x`],
  ['megabytes', 'x'.repeat(2_000_000)],
])('refuses %s', (_what, token) => {
  expect(tokens.read(token)).toBeNull();
});
