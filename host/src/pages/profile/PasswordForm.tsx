import { refresh } from '@boxyard/shared/client';
import { useQueryClient } from '@tanstack/react-query';
import { refreshProfile } from '../../session/profile.ts';
import { Field, FieldErrors, NewPasswordFields } from '../parts/Field.tsx';
import form from '../parts/form.module.css';
import { useFormText } from '../parts/texts.ts';
import { samePassword, useFormCall } from '../parts/useFormCall.ts';
import styles from './ProfilePage.module.css';
import { useProfileText } from './texts.ts';

/** The current password and a new one; the other sessions end (domain-conventions "Authentication"). */
export function PasswordForm() {
  const t = useProfileText();
  const f = useFormText();
  const client = useQueryClient();
  const { errors, problem, busy, submit } = useFormCall('auth.changePassword', {
    body: ({ current = '', password = '' }) => ({ current, password }),
    check: samePassword,
    onDone: (_answer, element) => {
      element.reset();
      void refresh(client, ['auth']);
      void refreshProfile();
    },
  });
  return (
    <section className={styles.card} id="password">
      <h2>{t('password.title')}</h2>
      <p className={styles.lead}>{t('password.lead')}</p>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <FieldErrors value={errors}>
          <Field
            name="current"
            type="password"
            autoComplete="current-password"
            label={f('currentPassword')}
          />
          <NewPasswordFields />
        </FieldErrors>
        {problem ? (
          <p className={form.error} role="alert">
            {problem}
          </p>
        ) : null}
        <button type="submit" className={form.primary} aria-disabled={busy}>
          {busy ? t('password.busy') : t('password.save')}
        </button>
      </form>
    </section>
  );
}
