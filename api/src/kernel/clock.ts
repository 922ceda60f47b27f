import { bangkokDate } from '@boxyard/shared/domain';

/**
 * The server's only source of time. It is injected, so that demonstration data and tests live
 * through months by the real services; nothing outside the process can set it (domain-conventions "Time").
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that a test or the demonstration moves. */
export interface ManualClock extends Clock {
  set(instant: Date): void;
  advance(milliseconds: number): void;
}

/** Starts at `start` and stands still until it is moved. */
export function manualClock(start: Date): ManualClock {
  let current = start.getTime();
  return {
    now: () => new Date(current),
    set: (instant) => {
      current = instant.getTime();
    },
    advance: (milliseconds) => {
      current += milliseconds;
    },
  };
}

/** Today's business date in Asia/Bangkok. */
export const today = (clock: Clock): string => bangkokDate(clock.now());
