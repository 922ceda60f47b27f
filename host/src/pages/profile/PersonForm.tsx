import type { MutationAnswer } from '@boxyard/shared/client';
import type { Profile } from '@boxyard/shared/contract/areas/auth.ts';
import { saveProfile, useLocale } from '@boxyard/shared/runtime';
import { Field, FieldErrors } from '../parts/Field.tsx';
import form from '../parts/form.module.css';
import { useFormText } from '../parts/texts.ts';
import { useFormCall } from '../parts/useFormCall.ts';
import styles from './ProfilePage.module.css';
import { useProfileText } from './texts.ts';

/** Name and phone may be changed; the rest is the administrator's. */
export function PersonForm({ profile }: { readonly profile: Profile }) {
  const t = useProfileText();
  const f = useFormText();
  const locale = useLocale();
  const { errors, problem, busy, submit } = useFormCall<MutationAnswer<Profile>>(
    'auth.updateProfile',
    {
      body: ({ firstName, lastName, phone = '' }) => ({
        firstName,
        lastName,
        phone: phone.trim() === '' ? null : phone,
      }),
      onDone: ({ data }) => saveProfile(data),
    },
  );
  const none = t('person.none');
  const { role, team, companies } = profile;
  const roleName = locale === 'th' ? role?.labelTh : role?.labelEn;
  const companyNames = companies.map(({ nameEn, nameTh }) =>
    locale === 'th' ? nameTh : (nameEn ?? nameTh),
  );
  return (
    <section className={styles.card}>
      <h2>{t('person.title')}</h2>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <FieldErrors value={errors}>
          <div className={styles.pair}>
            <Field name="firstName" autoComplete="given-name" defaultValue={profile.firstName} />
            <Field name="lastName" autoComplete="family-name" defaultValue={profile.lastName} />
          </div>
          <Field
            name="phone"
            type="tel"
            autoComplete="tel"
            defaultValue={profile.phone ?? ''}
            optional
          />
        </FieldErrors>
        <dl className={styles.facts}>
          <dt>{f('email')}</dt>
          <dd>{profile.email}</dd>
          <dt>{t('person.role')}</dt>
          <dd>{roleName ?? none}</dd>
          <dt>{t('person.team')}</dt>
          <dd>{team?.name ?? none}</dd>
          <dt>{t('person.companies')}</dt>
          <dd>{companyNames.join(', ') || none}</dd>
        </dl>
        {problem ? (
          <p className={form.error} role="alert">
            {problem}
          </p>
        ) : null}
        <button type="submit" className={form.primary} aria-disabled={busy}>
          {busy ? t('person.busy') : t('person.save')}
        </button>
      </form>
    </section>
  );
}
