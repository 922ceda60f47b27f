import type { OpenDialog } from '@boxyard/shared/runtime';
import { type FormEvent, useId, useState } from 'react';
import { useShellText } from '../i18n/texts.ts';
import form from '../pages/parts/form.module.css';
import styles from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';

/** The question asked by `confirm()`: the consequence in words, a reason where one is due. */
export function ConfirmDialog({ dialog: { request, answer } }: { readonly dialog: OpenDialog }) {
  const t = useShellText();
  const id = useId();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const cancel = () => answer({ ok: false });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = reason.trim();
    if (request.reason?.required && given === '') return setMissing(true);
    answer({ ok: true, reason: given === '' ? null : given });
  };

  return (
    <Dialog label={request.title} width={440} onClose={cancel}>
      <form className={styles.confirm} onSubmit={submit} noValidate>
        <h2>{request.title}</h2>
        {request.body ? <p>{request.body}</p> : null}
        {request.reason ? (
          <div className={form.field}>
            <label htmlFor={id}>{request.reason.label}</label>
            <textarea
              id={id}
              rows={3}
              maxLength={request.reason.max ?? 500}
              value={reason}
              aria-invalid={missing}
              aria-describedby={missing ? `${id}-error` : undefined}
              onChange={({ target }) => {
                setReason(target.value);
                setMissing(false);
              }}
            />
            {missing ? (
              <span id={`${id}-error`} className={form.error} role="alert">
                {t('dialog.reasonMissing')}
              </span>
            ) : null}
          </div>
        ) : null}
        <div className={styles.actions}>
          <button type="button" className={form.secondary} onClick={cancel}>
            {request.cancelText ?? t('dialog.cancel')}
          </button>
          <button type="submit" className={form.primary} data-danger={request.danger === true}>
            {request.okText}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
