import { loadingStore, lower, raise } from './loading.ts';
import {
  carryNotices,
  dismissNotice,
  holdNotice,
  noticeStore,
  notify,
  notifyError,
  releaseNotice,
  takeCarriedNotices,
} from './notify.ts';
import { softReload, softReloadStore } from './softReload.ts';

const titles = () => noticeStore.getState().notices.map(({ title }) => title);

beforeEach(() => {
  jest.useFakeTimers();
  noticeStore.setState({ notices: [] });
});
afterEach(() => jest.useRealTimers());

test('a notice goes by itself, a held one when it is let go', () => {
  notify({ type: 'success', title: 'Saved', duration: 2500 });
  const held = notifyError('Failed');
  holdNotice(held);
  jest.advanceTimersByTime(2499);
  expect(titles()).toEqual(['Saved', 'Failed']);
  jest.advanceTimersByTime(1);
  expect(titles()).toEqual(['Failed']);
  jest.advanceTimersByTime(60_000);
  releaseNotice(held);
  jest.advanceTimersByTime(3000);
  expect(titles()).toEqual([]);
});

test('the same words are not said twice at once', () => {
  expect(notifyError('Cannot connect')).toBe(notifyError('Cannot connect'));
  expect(titles()).toEqual(['Cannot connect']);
});

test('what is on screen is handed to the next document, once', () => {
  notifyError('Please sign in again', 'Session ended');
  carryNotices();
  noticeStore.setState({ notices: [] });
  takeCarriedNotices()();
  expect(noticeStore.getState().notices).toMatchObject([
    { title: 'Please sign in again', detail: 'Session ended', type: 'error' },
  ]);
  for (const { id } of noticeStore.getState().notices) dismissNotice(id);
  takeCarriedNotices()();
  expect(titles()).toEqual([]);
});

test('a document that is left while it starts keeps nothing of what it hands on', () => {
  const show = takeCarriedNotices();
  notifyError('Please sign in again', 'Session ended');
  carryNotices();
  show();
  for (const { id } of noticeStore.getState().notices) dismissNotice(id);
  takeCarriedNotices()();
  expect(titles()).toEqual(['Please sign in again']);
  for (const { id } of noticeStore.getState().notices) dismissNotice(id);
});

test('a counter never falls below zero', () => {
  raise('calls');
  raise('calls');
  lower('calls');
  expect(loadingStore.getState().calls).toBe(1);
  lower('calls');
  lower('calls');
  expect(loadingStore.getState().calls).toBe(0);
});

test('a soft reload renews the timestamp and runs the bar', () => {
  const before = softReloadStore.getState().refreshedAt;
  jest.setSystemTime(new Date('2026-11-21T03:00:00Z'));
  softReload();
  expect(softReloadStore.getState().refreshedAt).toBeGreaterThan(before);
  expect(loadingStore.getState().bar).toBe(1);
  jest.advanceTimersByTime(1000);
  expect(loadingStore.getState().bar).toBe(0);
});
