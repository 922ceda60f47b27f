import { callRow, completeContract } from '@boxyard/shared/client';
import { type Scanned, tracingArea } from '@boxyard/shared/contract/areas/tracing.ts';
import { hasCamera, mayOpen, notifySuccess, pathOf, useLocale } from '@boxyard/shared/runtime';
import { Camera } from '@boxyard/shared/ui/scan/Camera.tsx';
import type { CameraFailure } from '@boxyard/shared/ui/scan/scanByCamera.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useShellText } from '../i18n/texts.ts';
import { Dialog } from '../layout/Dialog.tsx';
import { destinationOf } from './destination.ts';
import styles from './ScanPanel.module.css';

completeContract(tracingArea);

type Name = { readonly name: string; readonly nameTh?: string | null | undefined } | null;

interface Answer {
  readonly code: string;
  /** null: it could not be asked. */
  readonly found: readonly Scanned[] | null;
}

interface Props {
  /** What a scanner typed; null: opened by hand. */
  readonly scanned: string | null;
  readonly onClose: () => void;
}

/**
 * Finds what was scanned on any page: one thing is opened, several are offered, and nothing found says
 * so (domain-warehouse 4.1). Opened by hand it takes a code by camera, scanner or typing.
 */
export function ScanPanel({ scanned, onClose }: Props) {
  const t = useShellText();
  const navigate = useNavigate();
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const [asking, setAsking] = useState<string | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [camera, setCamera] = useState<'off' | 'on' | CameraFailure>('off');
  const isRefused = camera === 'denied' || camera === 'failed';
  const latest = useRef(0);

  const open = useCallback(
    (thing: Scanned) => {
      const { page, params, query } = destinationOf(thing);
      if (!mayOpen(page)) return false;
      onClose();
      navigate(pathOf(page, params, query));
      notifySuccess(t(`scan.opened.${thing.kind}`, { code: thing.code }));
      return true;
    },
    [navigate, onClose, t],
  );
  const ask = useCallback(
    async (code: string) => {
      latest.current += 1;
      const asked = latest.current;
      setCamera('off');
      setAnswer(null);
      setAsking(code);
      const found = await callRow('parts.scan', { query: { code }, silent: true, loading: false })
        .then((data) => data as readonly Scanned[])
        .catch(() => null);
      if (asked !== latest.current) return;
      setAsking(null);
      const [only, another] = found ?? [];
      if (only && !another && open(only)) return;
      setAnswer({ code, found });
    },
    [open],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scan is asked for once
  useEffect(() => {
    if (scanned !== null) void ask(scanned);
  }, [scanned]);

  const nameOf = (name: Name): string =>
    name === null ? '' : (locale === 'th' && name.nameTh) || name.name;
  const aboutOf = ({ kind, part, warehouse, bin }: Scanned): string =>
    [
      kind === 'part' ? null : part?.code,
      nameOf(part),
      warehouse?.code,
      kind === 'bin' ? nameOf(warehouse) : bin?.code,
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <Dialog label={t('scan.title')} side="top" width={560} onClose={onClose}>
      <div className={styles.panel}>
        <h2 className={styles.title}>{t('scan.title')}</h2>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            const code = typed.trim();
            setTyped('');
            if (code !== '') void ask(code);
          }}
        >
          <input
            aria-label={t('scan.field')}
            placeholder={t('scan.field')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={120}
            autoFocus
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <button type="submit">{t('scan.find')}</button>
        </form>
        {camera === 'on' ? (
          <Camera label={t('scan.camera')} onScan={(code) => void ask(code)} onFail={setCamera} />
        ) : hasCamera() ? (
          <button type="button" className={styles.camera} onClick={() => setCamera('on')}>
            {t('scan.useCamera')}
          </button>
        ) : null}
        <div role="status" className={styles.said}>
          {asking === null ? null : <p>{t('scan.asking', { code: asking })}</p>}
          {isRefused ? (
            <p>{t(camera === 'denied' ? 'scan.cameraDenied' : 'scan.noCamera')}</p>
          ) : null}
          {answer === null ? null : answer.found === null ? (
            <p className={styles.bad}>{t('scan.failed', { code: answer.code })}</p>
          ) : answer.found.length === 0 ? (
            <p className={styles.bad}>{t('scan.nothing', { code: answer.code })}</p>
          ) : (
            <p>
              {t(answer.found.length === 1 ? 'scan.notYours' : 'scan.several', {
                code: answer.code,
                count: answer.found.length,
              })}
            </p>
          )}
          {asking === null && answer === null && !isRefused ? <p>{t('scan.hint')}</p> : null}
        </div>
        {answer?.found && answer.found.length > 0 ? (
          <ul className={styles.found} aria-label={t('scan.found')}>
            {answer.found.map((thing) => (
              <li key={`${thing.kind} ${thing.id}`}>
                <button
                  type="button"
                  disabled={!mayOpen(destinationOf(thing).page)}
                  onClick={() => open(thing)}
                >
                  <span className={styles.kind}>{t(`scan.kind.${thing.kind}`)}</span>
                  <strong>{thing.code}</strong>
                  <span className={styles.about}>{aboutOf(thing)}</span>
                </button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Dialog>
  );
}
