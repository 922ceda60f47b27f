import { retryingLazy } from '../../runtime/retryingLazy.tsx';

/** The camera as a scanner; comes when somebody first looks through it. */
export const Camera = retryingLazy(async () => ({
  default: (await import('./Camera.tsx')).Camera,
}));
