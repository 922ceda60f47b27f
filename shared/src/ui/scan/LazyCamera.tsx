import { lazy } from 'react';

/** The camera as a scanner; comes when somebody first looks through it. */
export const Camera = lazy(async () => ({ default: (await import('./Camera.tsx')).Camera }));
