import {
  type CallInput,
  call,
  isApiError,
  oneOptions,
  refresh,
  registerContract,
} from '@boxyard/shared/client';
import type { Contract } from '@boxyard/shared/contract';
import { notificationChoicesArea } from '@boxyard/shared/contract/areas/notifications.ts';
import { ALWAYS_IN_APP } from '@boxyard/shared/domain/people/notificationKinds.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import form from '../parts/form.module.css';
import styles from './ProfilePage.module.css';
import { useProfileText } from './texts.ts';

registerContract(notificationChoicesArea);

type Change = NonNullable<CallInput<Contract['notificationChoices.update']>['body']>;

/** How each kind of notification reaches somebody; a choice counts at once. */
export function Notifications() {
  const t = useProfileText();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data, isError, isPending, refetch } = useQuery(oneOptions('notificationChoices.get'));

  // A link of a mail leads here; what stands above has its height by then.
  const card = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const isHere = data !== undefined;
  useEffect(() => {
    if (hash === '#notifications' && isHere) card.current?.scrollIntoView?.();
  }, [hash, isHere]);

  const run = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      // The client has said why; the list below shows what counts.
      if (!isApiError(error)) throw error;
    } finally {
      await refresh(client, ['notificationChoices', 'comments']);
      setBusy(false);
    }
  };
  const change = (body: Change) => run(() => call('notificationChoices.update', { body }));
  const follow = (id: string) => run(() => call('notificationMutes.delete', { params: { id } }));

  return (
    <section ref={card} className={styles.card} id="notifications">
      <h2>{t('notifications.title')}</h2>
      <p className={styles.lead}>{t('notifications.lead')}</p>
      {isPending ? <span className="by-splash-spinner" /> : null}
      {isError ? (
        <p>
          {t('notifications.failed')}{' '}
          <button type="button" className={form.secondary} onClick={() => void refetch()}>
            {t('sessions.retry')}
          </button>
        </p>
      ) : null}
      {data ? (
        <table className={styles.choices} aria-busy={busy}>
          <thead>
            <tr>
              <th scope="col">{t('notifications.kind')}</th>
              <th scope="col">{t('notifications.inApp')}</th>
              <th scope="col">{t('notifications.byMail')}</th>
            </tr>
          </thead>
          <tbody>
            {data.kinds.map(({ kind, inApp, byMail }) => {
              const name = t(`notifications.kinds.${kind}`);
              const isFixed = ALWAYS_IN_APP.includes(kind);
              return (
                <tr key={kind}>
                  <th scope="row">
                    {name}
                    {isFixed ? <span>{t('notifications.fixed')}</span> : null}
                  </th>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={`${name}: ${t('notifications.inApp')}`}
                      checked={inApp}
                      disabled={isFixed}
                      onChange={() => void change({ kinds: [{ kind, inApp: !inApp, byMail }] })}
                    />
                  </td>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={`${name}: ${t('notifications.byMail')}`}
                      checked={byMail}
                      onChange={() => void change({ kinds: [{ kind, inApp, byMail: !byMail }] })}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : null}
      {data ? (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={data.hasDigest}
            onChange={() => void change({ kinds: [], hasDigest: !data.hasDigest })}
          />
          <span>
            {t('notifications.digest')}
            <small>{t('notifications.digestHint')}</small>
          </span>
        </label>
      ) : null}
      {data && data.muted.length > 0 ? (
        <>
          <h3 className={styles.subtitle}>{t('notifications.muted')}</h3>
          <ul className={styles.sessions}>
            {data.muted.map(({ id, name, path }) => (
              <li key={id}>
                <div>{path === null ? name : <Link to={path}>{name}</Link>}</div>
                <button
                  type="button"
                  className={form.secondary}
                  aria-disabled={busy}
                  onClick={() => void follow(id)}
                >
                  {t('notifications.follow')}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
