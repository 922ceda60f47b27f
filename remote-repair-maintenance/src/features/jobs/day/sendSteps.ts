import type { StepStore } from './stepStore.ts';
import type { Step, StepProblem } from './steps.ts';

/** Outcome of a step that was sent. */
export type Sent =
  | { readonly kind: 'done'; readonly version: number }
  /** The server was not reached, is busy, or wants a sign-in first. */
  | { readonly kind: 'later' }
  | { readonly kind: 'refused'; readonly problem: StepProblem };

interface Sending {
  readonly store: StepStore;
  readonly send: (step: Step & { readonly version: number }) => Promise<Sent>;
  /** The person whose steps they are is still signed in. */
  readonly isCurrent: () => boolean;
  readonly onChange: (sending: Step | null) => void;
}

/**
 * The step that may be sent next: the first that waits, without those whose job has a refused step
 * before them. Steps of one job are never sent out of their order.
 */
export function nextStep(steps: readonly Step[]): (Step & { readonly version: number }) | null {
  const held = new Set<string>();
  for (const step of steps) {
    const { jobId, state, version } = step;
    if (state === 'aside' || held.has(jobId)) continue;
    if (state === 'waiting' && version !== null) return { ...step, version };
    held.add(jobId);
  }
  return null;
}

/**
 * Sends what waits, one step after the other, as far as the network goes; answers whether nothing that
 * could be sent is left. A step is removed only when the server has answered it, so that a browser which
 * is killed meanwhile sends it once more, under its id.
 */
export async function sendSteps({ store, send, isCurrent, onChange }: Sending): Promise<boolean> {
  for (;;) {
    const step = nextStep(await store.all());
    if (step === null) return true;
    if (!isCurrent()) return false;
    onChange(step);
    const sent = await send(step);
    if (sent.kind === 'done') await store.finish(step, sent.version);
    else if (sent.kind === 'refused') await store.refuse(step, sent.problem);
    onChange(null);
    if (sent.kind === 'later') return false;
  }
}
