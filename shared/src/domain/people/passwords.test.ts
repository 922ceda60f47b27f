import { isCommonPassword } from './passwords.ts';

it.each([
  '          ',
  'aaaaaaaaaa',
  '1212121212',
  '1234567890',
  'password123',
  'P@ssw0rd2026',
  'Qwertyuiop1!',
  'Welcome-2026',
  'Boxyard2026!',
])('"%s" is refused', (password) => expect(isCommonPassword(password)).toBe(true));

it.each(['correct horse battery', 'Boxyard-e2e-2026', 'รหัสผ่านที่เดายาก', 'kT7#vq2m!xZ'])(
  '"%s" is taken',
  (password) => expect(isCommonPassword(password)).toBe(false),
);
