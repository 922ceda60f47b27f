import { useCallback, useEffect, useRef, useState } from 'react';
import { CURES, RemoteFailure } from './failure.ts';

/** First and longest pause between attempts that nobody asked for. */
const FIRST_PAUSE = 4000;
const LONGEST_PAUSE = 30_000;

/** What is known of a part of a remote that cannot be shown. */
export interface ProblemProps {
  readonly failure: RemoteFailure;
  readonly since: Date;
  /** Whom to tell; without it the administrator. */
  readonly contact: string | undefined;
  readonly probe: () => Promise<unknown>;
  readonly onRecovered: () => void;
}

interface Recovery {
  /** What is wrong by the last attempt. */
  readonly failure: RemoteFailure;
  readonly isBusy: boolean;
  /** Tries again, or loads the document where only that can help. */
  readonly retry: () => void;
}

/**
 * Tries to bring a part back: when asked, by itself with growing pauses where time may heal it, and when
 * the network comes back. Hands over as soon as the part can be shown.
 */
export function useRecovery({
  failure: first,
  probe,
  onRecovered,
}: Pick<ProblemProps, 'failure' | 'probe' | 'onRecovered'>): Recovery {
  const [failure, setFailure] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  const retry = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await probe();
      // Left meanwhile: what stands there now is not taken away.
      if (!isLeft.current) onRecovered();
    } catch (error) {
      if (error instanceof RemoteFailure) setFailure(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, [probe, onRecovered]);

  const latest = useRef(retry);
  latest.current = retry;

  useEffect(() => {
    if (!CURES[failure.kind].byItself) return;
    let pause = FIRST_PAUSE;
    let timer: ReturnType<typeof setTimeout>;
    const later = () => {
      timer = setTimeout(async () => {
        await latest.current();
        pause = Math.min(pause * 2, LONGEST_PAUSE);
        later();
      }, pause);
    };
    const now = () => void latest.current();
    later();
    window.addEventListener('online', now);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', now);
    };
  }, [failure.kind]);

  return {
    failure,
    isBusy,
    retry: CURES[failure.kind].byReload ? () => location.reload() : () => void retry(),
  };
}
