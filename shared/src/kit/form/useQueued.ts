import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { notify } from '../../runtime/notify.ts';
import {
  cancelQueued,
  enqueue,
  outboxStore,
  type QueuedCall,
  type QueuedRefusal,
} from '../../runtime/outbox.ts';
import { useKitText } from '../../ui/useKitText.ts';

/** Whether the browser has no network at all: what is sent now has to wait. */
export const isOffline = (): boolean => navigator.onLine === false;

/** A change as it would be sent, with what the list of waiting changes says of it. */
export interface Queueable
  extends Pick<QueuedCall, 'endpoint' | 'params' | 'body' | 'title' | 'base' | 'formDraftId'> {
  readonly idempotencyKey: string;
}

/** Lets a change wait for the network (ADR 0051); false: this browser cannot keep it. */
export function useQueue(): (change: Queueable, draftKey?: string) => boolean {
  const t = useKitText();
  const { pathname, search } = useLocation();
  return ({ idempotencyKey, ...change }, draftKey) => {
    const path = `${pathname}${search}`;
    const isKept = enqueue({ ...change, id: idempotencyKey, path, draftKey });
    if (isKept) notify({ type: 'info', title: t('outbox.queued', { title: change.title }) });
    return isKept;
  };
}

export interface QueuedForm {
  readonly isWaiting: boolean;
  readonly call: QueuedCall | undefined;
  readonly wait: (change: Queueable) => boolean;
  /** Takes it back, to go on with it. */
  readonly cancel: () => void;
}

/** What was sent from this form without a network, also before the page was left. */
export function useQueuedForm(draftKey: string): QueuedForm {
  const call = outboxStore(({ calls }) => calls.find((one) => one.draftKey === draftKey));
  const queue = useQueue();
  return {
    isWaiting: call !== undefined && !call.refusal,
    call,
    wait: (change) => queue(change, draftKey),
    cancel: () => {
      if (call) cancelQueued(call.id);
    },
  };
}

interface Answered {
  readonly onSaved: (answer: unknown) => void;
  readonly onRefused: (refusal: QueuedRefusal, base: QueuedCall['base']) => void;
}

/** Goes on with a form whose turn has come: as if it had been sent now. */
export function useQueuedAnswer({ call }: QueuedForm, on: Answered): void {
  const latest = useRef(on);
  latest.current = on;
  const id = useRef(call?.id);
  if (call) id.current = call.id;
  const answer = outboxStore(({ answers }) => answers[id.current ?? '']);
  useEffect(() => {
    if (answer !== undefined) latest.current.onSaved(answer);
  }, [answer]);
  useEffect(() => {
    if (!call?.refusal) return;
    // Here it is corrected: the list need not say so any more.
    cancelQueued(call.id);
    latest.current.onRefused(call.refusal, call.base);
  }, [call]);
}
