import { call, isApiError } from '@boxyard/shared/client';
import { readPendingWork, storePendingWork } from '@boxyard/shared/runtime';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  answered,
  batchOf,
  type CountQueue,
  closed,
  EMPTY,
  type WaitingCount,
  withCount,
} from './countQueue.ts';

const SEND_AFTER_MS = 600;
const RETRY_MS = [3_000, 6_000, 15_000, 30_000] as const;

const keyFor = (auditId: string): string => `counting:${auditId}`;

export interface Counting {
  readonly queue: CountQueue;
  /** The browser could not keep what was counted: the page must not be left before it is sent. */
  readonly isLost: boolean;
  /** The last attempt did not reach the server. */
  readonly isOffline: boolean;
  readonly count: (count: WaitingCount) => void;
  readonly type: (typed: CountQueue['typed']) => void;
  readonly dismiss: (id: string) => void;
  readonly sendNow: () => void;
}

/**
 * The counts of this browser: kept before anything else, sent when there is a network, and sent again
 * until the server has answered. What it does not take stays to be read.
 */
export function useCountQueue(auditId: string): Counting {
  const [queue, setQueue] = useState<CountQueue>(
    () => readPendingWork<CountQueue>(keyFor(auditId)) ?? EMPTY,
  );
  const [isLost, setLost] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const latest = useRef(queue);
  const underWay = useRef<ReadonlySet<string>>(new Set());
  const failures = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const change = useCallback(
    (next: (queue: CountQueue) => CountQueue) => {
      latest.current = next(latest.current);
      // Kept before it is drawn: what is on the screen is in the browser.
      setLost(!storePendingWork(keyFor(auditId), latest.current));
      setQueue(latest.current);
    },
    [auditId],
  );

  const send = useCallback(async () => {
    clearTimeout(timer.current);
    if (underWay.current.size > 0 || latest.current.waiting.length === 0) return;
    const body = batchOf(latest.current, new Date());
    underWay.current = new Set(body.counts.map(({ id }) => id));
    try {
      const { data } = await call('audits.saveCounts', {
        params: { id: auditId },
        body,
        silent: true,
        loading: false,
      });
      failures.current = 0;
      setOffline(false);
      change((now) => answered(now, data.results));
    } catch (error) {
      if (isApiError(error, 'INVALID_STATE')) change(closed);
      else {
        setOffline(true);
        failures.current += 1;
      }
    } finally {
      underWay.current = new Set();
      if (latest.current.waiting.length > 0) {
        const wait = RETRY_MS[Math.min(failures.current, RETRY_MS.length) - 1] ?? SEND_AFTER_MS;
        timer.current = setTimeout(() => void send(), wait);
      }
    }
  }, [auditId, change]);

  useEffect(() => {
    const again = () => void send();
    again();
    addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
      clearTimeout(timer.current);
    };
  }, [send]);

  return {
    queue,
    isLost,
    isOffline,
    count: useCallback(
      (count) => {
        change((now) => withCount(now, count, underWay.current));
        clearTimeout(timer.current);
        timer.current = setTimeout(() => void send(), SEND_AFTER_MS);
      },
      [change, send],
    ),
    type: useCallback((typed) => change((now) => ({ ...now, typed })), [change]),
    dismiss: useCallback(
      (id) => change((now) => ({ ...now, refused: now.refused.filter((one) => one.id !== id) })),
      [change],
    ),
    sendNow: useCallback(() => void send(), [send]),
  };
}

/** How many counts of this browser wait to be sent, of a page that only shows it. */
export const waitingHere = (auditId: string): number =>
  readPendingWork<CountQueue>(keyFor(auditId))?.waiting.length ?? 0;
