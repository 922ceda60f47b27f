export { followRemotes, lookForReleases, reportCaught } from './follow.ts';
export { loadPage, preloadPage, renewRemote } from './pages.tsx';
export { discoverRemotes, fetchRegistry, type RemoteInfo } from './registry.ts';
export { applyRelease } from './releases.ts';
export { watchStrayErrors } from './strayErrors.ts';
export { addFederationTexts } from './texts.ts';
export { warmWhenIdle } from './warmShared.ts';
