import { paperKey } from './paperKey.ts';

it.each(['IV 7/13', 'iv7/13', 'IV\u00a07/13', 'ＩＶ 7/13', 'iv ๗/๑๓', ' IV 7 / 13 '])(
  'spells %s as the paper itself',
  (number) => {
    expect(paperKey(number)).toBe('iv7/13');
  },
);

it('keeps what tells two papers apart', () => {
  expect(paperKey('IV-7/13')).not.toBe(paperKey('IV 7/13'));
});
