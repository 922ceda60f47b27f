import { cancelQueued, outboxStore, type QueuedCall, readOutbox } from '@boxyard/shared/runtime';
import { STORAGE_KEYS } from '@boxyard/shared/runtime/storage.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useShellText } from '../i18n/texts.ts';
import styles from './Outbox.module.css';
import { sendOutbox } from './send.ts';

/** Pauses between attempts that nobody asked for; the last one goes on. */
const RETRY_MS = [3_000, 6_000, 15_000, 30_000] as const;

/** Sends what waits when the shell starts, when something is added, and when the network is back. */
function useSending(isWaiting: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === STORAGE_KEYS.outbox) readOutbox();
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, []);
  useEffect(() => {
    if (!isWaiting) return undefined;
    let failures = 0;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout>;
    const send = async () => {
      clearTimeout(timer);
      if ((await sendOutbox(client)) || isGone) return;
      timer = setTimeout(() => void send(), RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
      failures += 1;
    };
    const again = () => void send();
    again();
    addEventListener('online', again);
    return () => {
      isGone = true;
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }, [client, isWaiting]);
}

function Waiting({ call }: { readonly call: QueuedCall }) {
  const t = useShellText();
  const isSending = outboxStore(({ sending }) => sending === call.id);
  const { refusal, title, path } = call;
  return (
    <li data-state={refusal ? 'refused' : isSending ? 'sending' : 'waiting'}>
      <Link to={path}>{title}</Link>
      <span {...(refusal ? { role: 'alert' } : {})}>
        {refusal ? refusal.message : t(isSending ? 'outbox.sending' : 'outbox.waits')}
      </span>
      {refusal ? <Link to={path}>{t('outbox.open')}</Link> : null}
      <button
        type="button"
        disabled={isSending}
        aria-label={t(refusal ? 'outbox.dismissOne' : 'outbox.cancelOne', { title })}
        onClick={() => cancelQueued(call.id)}
      >
        {t(refusal ? 'outbox.dismiss' : 'outbox.cancel')}
      </button>
    </li>
  );
}

/** What was sent without a network: each change can be taken back until it is on its way. */
export function Outbox() {
  const t = useShellText();
  const calls = outboxStore((state) => state.calls);
  useSending(calls.some(({ refusal }) => !refusal));
  if (calls.length === 0) return null;
  return (
    <section className={styles.outbox} aria-label={t('outbox.title')}>
      <h2>{t('outbox.title')}</h2>
      <ol>
        {calls.map((call) => (
          <Waiting key={call.id} call={call} />
        ))}
      </ol>
    </section>
  );
}
