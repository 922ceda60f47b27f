import { call, oneOptions, refresh } from '@boxyard/shared/client';
import { readUserAgent } from '@boxyard/shared/domain/values/userAgent.ts';
import { useLocale } from '@boxyard/shared/runtime';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import form from '../parts/form.module.css';
import styles from './ProfilePage.module.css';
import { useProfileText } from './texts.ts';

/** One's open sessions; each of the others can be ended. */
export function Sessions() {
  const t = useProfileText();
  const locale = useLocale();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data, isError, isPending, refetch } = useQuery(oneOptions('auth.sessions'));
  const sessions = data?.sessions ?? [];
  const others = sessions.filter(({ current }) => !current);
  const format = new Intl.DateTimeFormat(locale === 'th' ? 'th-TH-u-ca-buddhist' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Bangkok',
  });
  const when = (instant: string) => format.format(new Date(instant));

  const end = async (ids: readonly string[]) => {
    if (busy) return;
    setBusy(true);
    try {
      const [last, ...rest] = [...ids].reverse();
      for (const id of rest) await call('auth.endSession', { params: { id }, silent: true });
      // One notice for all of them.
      if (last !== undefined) await call('auth.endSession', { params: { id: last } });
    } catch (error) {
      // The client has said what went wrong; the list below shows what is left.
      console.warn('Not every session could be ended', error);
    } finally {
      setBusy(false);
      await refresh(client, ['auth']);
    }
  };

  return (
    <section className={styles.card}>
      <h2>{t('sessions.title')}</h2>
      {isPending ? <span className="by-splash-spinner" /> : null}
      {isError ? (
        <p>
          {t('sessions.failed')}{' '}
          <button type="button" className={form.secondary} onClick={() => void refetch()}>
            {t('sessions.retry')}
          </button>
        </p>
      ) : null}
      <ul className={styles.sessions}>
        {sessions.map(({ id, current, userAgent, ip, createdAt, lastSeenAt }) => {
          const agent = readUserAgent(userAgent);
          return (
            <li key={id}>
              <div>
                <strong>{agent ? t('sessions.on', agent) : t('sessions.unknown')}</strong>
                <span>
                  {[
                    ip,
                    t('sessions.since', { when: when(createdAt) }),
                    t('sessions.seen', { when: when(lastSeenAt) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </div>
              {current ? (
                <em>{t('sessions.current')}</em>
              ) : (
                <button
                  type="button"
                  className={form.secondary}
                  aria-disabled={busy}
                  onClick={() => void end([id])}
                >
                  {t('sessions.end')}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 0 && others.length === 0 ? (
        <p className={styles.lead}>{t('sessions.onlyThis')}</p>
      ) : null}
      {others.length > 1 ? (
        <button
          type="button"
          className={form.secondary}
          aria-disabled={busy}
          onClick={() => void end(others.map(({ id }) => id))}
        >
          {t('sessions.endOthers')}
        </button>
      ) : null}
    </section>
  );
}
