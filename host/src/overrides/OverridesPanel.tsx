import { type FormEvent, useEffect, useState } from 'react';
import { fetchRegistry } from '../federation/index.ts';
import { useShellText } from '../i18n/texts.ts';
import confirm from '../layout/ConfirmDialog.module.css';
import { Dialog } from '../layout/Dialog.tsx';
import form from '../pages/parts/form.module.css';
import styles from './OverridesPanel.module.css';
import { applyOverrides, askedOverride, localOrigin, readOverrides } from './overrides.ts';

type Rows = Awaited<ReturnType<typeof fetchRegistry>>;

/** Each remote with its release, and another address for this browser alone (architecture 4). */
export function OverridesPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useShellText();
  const [rows, setRows] = useState<Rows>({});
  const [wanted, setWanted] = useState<Readonly<Record<string, string>>>(() => {
    const asked = askedOverride(location.search);
    return { ...readOverrides(), ...(asked ? { [asked.name]: asked.origin } : {}) };
  });
  useEffect(() => {
    fetchRegistry().then(setRows, () => undefined);
  }, []);

  const names = [...new Set([...Object.keys(rows), ...Object.keys(wanted)])];
  const given = Object.entries(wanted).filter(([, address]) => address.trim() !== '');
  const isWrong = (name: string) =>
    (wanted[name] ?? '').trim() !== '' && localOrigin((wanted[name] ?? '').trim()) === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (names.some(isWrong)) return;
    const origins = given.map(([name, address]) => [name, localOrigin(address.trim())]);
    applyOverrides(Object.fromEntries(origins));
  };
  return (
    <Dialog label={t('overrides.title')} width={560} onClose={onClose}>
      <form className={styles.panel} onSubmit={submit} noValidate>
        <h2>{t('overrides.title')}</h2>
        <p>{t('overrides.hint')}</p>
        {names.map((name) => (
          <div key={name} className={form.field}>
            <label htmlFor={`override-${name}`}>
              {name} <small>{rows[name]?.release ?? t('overrides.built')}</small>
            </label>
            <input
              id={`override-${name}`}
              value={wanted[name] ?? ''}
              placeholder="http://localhost:4701"
              aria-invalid={isWrong(name)}
              aria-describedby={isWrong(name) ? `override-${name}-error` : undefined}
              onChange={({ target }) => setWanted({ ...wanted, [name]: target.value })}
            />
            {isWrong(name) ? (
              <span id={`override-${name}-error`} className={form.error} role="alert">
                {t('overrides.wrong')}
              </span>
            ) : null}
          </div>
        ))}
        <div className={confirm.actions}>
          <button type="button" className={form.secondary} onClick={() => applyOverrides({})}>
            {t('overrides.reset')}
          </button>
          <button type="submit" className={form.primary}>
            {t('overrides.apply')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
