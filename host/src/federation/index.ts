export { loadPage, preloadPage } from './pages.tsx';
export { discoverRemotes, fetchRegistry, type RemoteInfo } from './registry.ts';
export { addFederationTexts } from './texts.ts';
export { warmWhenIdle } from './warmShared.ts';
