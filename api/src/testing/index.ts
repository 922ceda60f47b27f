export { manualClock } from '../kernel/index.ts';
export {
  createTestApp,
  type Person,
  type PersonOptions,
  SESSION_MS,
  TEST_PASSWORD,
  type TestApp,
} from './createTestApp.ts';
export { untilWaiting, waitingSessions } from './locks.ts';
export { attachPdf, attachPicture } from './photo.ts';
export { setSetting } from './settings.ts';
