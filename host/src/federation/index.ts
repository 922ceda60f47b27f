export { loadPage, preloadPage } from './pages.tsx';
export { discoverRemotes, type RemoteInfo } from './registry.ts';
export { watchStrayErrors } from './strayErrors.ts';
export { addFederationTexts } from './texts.ts';
export { warmWhenIdle } from './warmShared.ts';
