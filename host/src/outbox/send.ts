import {
  callRow,
  isApiError,
  NO_RESPONSE,
  refresh,
  touchedBy,
  wholeContract,
} from '@boxyard/shared/client';
import {
  answerQueued,
  dropDraft,
  markSending,
  outboxStore,
  type QueuedCall,
  readOutbox,
  refuseQueued,
} from '@boxyard/shared/runtime';
import type { QueryClient } from '@tanstack/react-query';

/** Of the open tabs one sends; the others see what became of it. */
async function alone(send: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return send();
  await navigator.locks.request('boxyard-outbox', { ifAvailable: true }, (lock) =>
    lock === null ? undefined : send(),
  );
}

/** Whether the server may yet take it: it was not reached, is busy, or wants a sign-in first. */
const mayYetBeTaken = (status: number): boolean =>
  status === NO_RESPONSE || status === 401 || status === 429 || status >= 500;

/** Sends one; answers whether the next may follow. */
async function sendOne(call: QueuedCall, client: QueryClient): Promise<boolean> {
  markSending(call.id);
  try {
    const answer = await callRow(call.endpoint, {
      params: call.params,
      body: call.body,
      idempotencyKey: call.id,
      redirect: false,
    });
    markSending(null);
    answerQueued(call.id, answer);
    if (call.draftKey !== undefined) dropDraft(call.draftKey);
    void refresh(client, touchedBy(call.endpoint));
    if (call.formDraftId !== undefined) {
      const gone = { params: { id: call.formDraftId }, silent: true, loading: false };
      await callRow('formDrafts.delete', gone).catch(() => undefined);
    }
    return true;
  } catch (error) {
    markSending(null);
    if (!isApiError(error)) throw error;
    if (mayYetBeTaken(error.statusCode)) return false;
    const { code, message, errors } = error;
    refuseQueued(call.id, { code, message, errors });
    return true;
  }
}

/** Sends what waits, in its order, as far as the network goes; answers whether nothing waits any more. */
export async function sendOutbox(client: QueryClient): Promise<boolean> {
  const next = () => outboxStore.getState().calls.find(({ refusal }) => !refusal);
  try {
    await alone(async () => {
      readOutbox();
      if (next()) await wholeContract();
      for (let call = next(); call && navigator.onLine !== false; call = next()) {
        if (!(await sendOne(call, client))) return;
      }
    });
  } catch (error) {
    console.error(error);
  }
  return next() === undefined;
}
