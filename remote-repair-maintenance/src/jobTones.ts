import type { SlaState } from '@boxyard/shared/domain/service/jobs.ts';

/** Tones of promised times. */
export const SLA_TONES = {
  onTime: 'neutral',
  atRisk: 'warning',
  breached: 'error',
  paused: 'neutral',
  met: 'success',
  missed: 'error',
} as const satisfies Record<SlaState, string>;

/** Tones of priorities. */
export const PRIORITY_TONES = {
  critical: 'error',
  high: 'warning',
  normal: 'neutral',
  low: 'neutral',
} as const;
