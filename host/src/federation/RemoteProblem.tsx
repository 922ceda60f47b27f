import { useCallback, useEffect, useRef, useState, version } from 'react';
import { useTranslation } from 'react-i18next';
import { CURES, RemoteFailure } from './failure.ts';
import styles from './federation.module.css';
import { FEDERATION_TEXTS } from './texts.ts';

/** First and longest pause between attempts that nobody asked for. */
const FIRST_PAUSE = 4000;
const LONGEST_PAUSE = 30_000;

interface Props {
  readonly failure: RemoteFailure;
  readonly since: Date;
  /** Whom to tell; without it the administrator. */
  readonly contact: string | undefined;
  readonly probe: () => Promise<unknown>;
  readonly onRecovered: () => void;
}

/**
 * What failed, since when, whom to tell, and a button to try again. It also tries by itself, with growing pauses
 * and when the network comes back, and hands over as soon as the page can be shown.
 */
export function RemoteProblem({ failure: first, since, contact, probe, onRecovered }: Props) {
  const { t, i18n } = useTranslation(FEDERATION_TEXTS);
  const [failure, setFailure] = useState(first);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const retry = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await probe();
      onRecovered();
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

  const time = new Intl.DateTimeFormat(i18n.language === 'th' ? 'th-TH' : 'en-GB', {
    timeStyle: 'medium',
  }).format(since);

  return (
    <section className={styles.problem} role="alert" data-kind={failure.kind}>
      <h1>{t(`${failure.kind}.title`)}</h1>
      <p>{t(`${failure.kind}.detail`, { remote: failure.remote, react: version })}</p>
      <p className={styles.since}>{t('since', { time })}</p>
      {failure.kind === 'updated' ? null : (
        <p>{contact === undefined ? t('tell.administrator') : t('tell.contact', { contact })}</p>
      )}
      {CURES[failure.kind].byReload ? (
        <button type="button" onClick={() => location.reload()}>
          {t('reload')}
        </button>
      ) : (
        <button type="button" onClick={retry} aria-disabled={busy}>
          {busy ? t('retrying') : t('retry')}
        </button>
      )}
    </section>
  );
}
