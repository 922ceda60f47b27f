import { toApiError } from '@boxyard/shared/client';
import { noticeStore } from '@boxyard/shared/runtime';
import i18next from 'i18next';
import { remoteOfScript } from './load.ts';
import { watchStrayErrors } from './strayErrors.ts';
import { addFederationTexts } from './texts.ts';

jest.mock('./load.ts');
const FOLDER = 'https://parts.example/remotes/remote-parts/';

const errorAt = (script: string): Error => {
  const error = new Error('stray');
  error.stack = `Error: stray\n    at a (https://host.example/assets/kit.js:1:2)\n    at b (${script}:3:4)`;
  return error;
};
const reject = (reason: unknown) =>
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
const titles = () => noticeStore.getState().notices.map(({ title }) => title);

beforeAll(async () => {
  await i18next.init({ lng: 'en' });
  addFederationTexts();
  jest.useFakeTimers();
  watchStrayErrors();
});
beforeEach(() => {
  jest
    .mocked(remoteOfScript)
    .mockImplementation((at) => (at.startsWith(FOLDER) ? 'remote-parts' : undefined));
  // Longer than a remote is named once, and than a notice stays.
  jest.advanceTimersByTime(120_000);
});

test('a rejection that nobody awaits is told once, and names the remote', () => {
  reject(errorAt(`${FOLDER}assets/1.js`));
  reject(errorAt(`${FOLDER}assets/2.js`));
  expect(titles()).toEqual(['Something went wrong in remote-parts']);
  jest.advanceTimersByTime(59_000);
  reject(errorAt(`${FOLDER}assets/1.js`));
  expect(titles()).toEqual([]);
  jest.advanceTimersByTime(2000);
  reject(errorAt(`${FOLDER}assets/1.js`));
  expect(titles()).toHaveLength(1);
});

test('an error is told by its stack, or by the script it happened in', () => {
  dispatchEvent(new ErrorEvent('error', { error: errorAt(`${FOLDER}assets/1.js`) }));
  expect(titles()).toHaveLength(1);
  jest.advanceTimersByTime(120_000);
  dispatchEvent(new ErrorEvent('error', { filename: `${FOLDER}assets/1.js` }));
  expect(titles()).toHaveLength(1);
});

test('what is not of a remote, and what the client has told, is left alone', () => {
  reject(errorAt('https://host.example/assets/shell.js'));
  reject('no error');
  const { stack } = errorAt(`${FOLDER}assets/1.js`);
  reject(Object.assign(toApiError(409, {}, 'refused'), { stack }));
  expect(titles()).toEqual([]);
});
