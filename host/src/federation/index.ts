export { followRemotes, lookForReleases, reportCaught } from './follow.ts';
export { loadPage, preloadPage } from './pages.tsx';
export { renewRemote } from './parts.ts';
export { allWidgets, type PieceOf, piecesOf, registerPieces } from './pieces.tsx';
export { discoverRemotes, fetchRegistry, type RemoteInfo } from './registry.ts';
export { applyRelease } from './releases.ts';
export { watchStrayErrors } from './strayErrors.ts';
export { addFederationTexts } from './texts.ts';
export { warmWhenIdle } from './warmShared.ts';
