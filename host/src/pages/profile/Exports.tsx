import {
  call,
  type FileAnswer,
  isApiError,
  oneOptions,
  registerContract,
  saveFile,
} from '@boxyard/shared/client';
import { exportsArea } from '@boxyard/shared/contract/areas/exports.ts';
import { notifyError, useLocale } from '@boxyard/shared/runtime';
import { formatDateTime } from '@boxyard/shared/ui/format/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import form from '../parts/form.module.css';
import styles from './ProfilePage.module.css';
import { useProfileText } from './texts.ts';

registerContract(exportsArea);

/** One's own files that were too long to wait for. A notification leads here and fetches its own. */
export function Exports() {
  const t = useProfileText();
  const locale = useLocale();
  const [params, setParams] = useSearchParams();
  const [busy, setBusy] = useState<string | null>(null);
  const { data } = useQuery(oneOptions('exports.list'));
  const asked = params.get('export');
  const fetched = useRef<string | null>(null);

  const download = async (id: string) => {
    setBusy(id);
    try {
      saveFile((await call('exports.file', { params: { id } })) as FileAnswer);
    } catch (error) {
      // The client has no notice for these refusals of a GET (specification 8).
      if (isApiError(error) && error.statusCode === 404) notifyError(t('exports.gone'));
      if (isApiError(error) && error.statusCode === 409) notifyError(error.message);
    } finally {
      setBusy(null);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address asks once
  useEffect(() => {
    if (asked === null || fetched.current === asked) return;
    fetched.current = asked;
    setParams({}, { replace: true });
    void download(asked);
  }, [asked]);

  const files = data?.exports ?? [];
  if (files.length === 0) return null;
  return (
    <section className={styles.card}>
      <h2>{t('exports.title')}</h2>
      <ul className={styles.sessions}>
        {files.map(({ id, fileName, status, size, createdAt, expiresAt }) => (
          <li key={id}>
            <div>
              <strong>{fileName ?? t(`exports.${status}`)}</strong>
              <span>
                {[
                  size === null
                    ? null
                    : t('exports.size', { size: (size / 1024 / 1024).toFixed(1) }),
                  t('exports.asked', { when: formatDateTime(createdAt, locale) }),
                  status === 'ready'
                    ? t('exports.until', { when: formatDateTime(expiresAt, locale) })
                    : null,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
            {status === 'ready' ? (
              <button
                type="button"
                className={form.secondary}
                aria-disabled={busy !== null}
                onClick={() => void download(id)}
              >
                {t('exports.download')}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
