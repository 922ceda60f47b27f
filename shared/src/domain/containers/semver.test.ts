import { SEMVER, versionKey } from './semver.ts';

describe('versions of software', () => {
  it('sort as versions do, not as texts', () => {
    const inOrder = [
      '1.2.9-alpha',
      '1.2.9-alpha.2',
      '1.2.9-alpha.10',
      '1.2.9-beta',
      '1.2.9',
      '1.2.10',
      '1.10.0',
      '2.0.0-rc.1',
      '2.0.0',
      '10.0.0',
    ];
    const byKey = [...inOrder].reverse().sort((a, b) => (versionKey(a) < versionKey(b) ? -1 : 1));
    expect(byKey).toEqual(inOrder);
  });

  it.each(['1.0', 'v1.0.0', '1.0.0-', '1.0.0-a..b', '1.0.0 ', ''])('are not %p', (text) =>
    expect(SEMVER.test(text)).toBe(false),
  );
});
