import { applyOverrides, askedOverride, readOverrides, withOverrides } from './overrides.ts';

const say = (word: string) => {
  document.head.innerHTML = `<meta name="remote-overrides" content="${word}">`;
};
const rows = {
  'remote-a': { entry: '/a.json', contributions: '/ac.json', integrity: { x: 'sha384-x' } },
  'remote-b': { entry: '/b.json', contributions: '/bc.json' },
};
beforeEach(() => {
  localStorage.clear();
  say('allowed');
});

test('a remote comes from where the person said, the others from where they were', () => {
  const reload = jest.fn();
  applyOverrides({ 'remote-a': 'http://localhost:4701' }, reload);
  expect(reload).toHaveBeenCalled();
  expect(document.cookie).toBe('boxyard_overrides=http://localhost:4701');
  expect(withOverrides(rows)).toEqual({
    'remote-a': {
      entry: 'http://localhost:4701/mf-manifest.json',
      contributions: 'http://localhost:4701/contributions.json',
    },
    'remote-b': rows['remote-b'],
  });
  applyOverrides({}, reload);
  expect(document.cookie).toBe('');
  expect(withOverrides(rows)).toEqual(rows);
});

test.each(['refused', '__REMOTE_OVERRIDES__'])(
  'nothing is replaced where the server says %s',
  (word) => {
    applyOverrides({ 'remote-a': 'http://localhost:4701' }, () => undefined);
    say(word);
    expect(readOverrides()).toEqual({});
    expect(withOverrides(rows)).toEqual(rows);
  },
);

test('what is kept counts only when it is a port of the own machine', () => {
  const kept = {
    'remote-a': 'https://evil.example',
    'remote-b': 'http://localhost:4701/x',
    host: 'http://localhost:4701',
    'remote-c': 'http://127.0.0.1:4703',
  };
  localStorage.setItem('remote-overrides', JSON.stringify(kept));
  expect(readOverrides()).toEqual({ 'remote-c': 'http://127.0.0.1:4703' });
  localStorage.setItem('remote-overrides', '{');
  expect(readOverrides()).toEqual({});
});

test.each([
  [
    '?override=remote-a@http://localhost:4701/',
    { name: 'remote-a', origin: 'http://localhost:4701' },
  ],
  ['?override=remote-a@http://localhost', null],
  ['?override=remote-a@https://evil.example:4701', null],
  ['?override=remote-a@http://localhost:1@evil.example:80', null],
  ['?override=host@http://localhost:4701', null],
  ['', null],
])('a link asks for no more than a port of the own machine: %s', (search, expected) => {
  expect(askedOverride(search)).toEqual(expected);
});
