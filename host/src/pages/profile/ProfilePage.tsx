import { useProfile } from '@boxyard/shared/runtime';
import { PageHeading } from '../../layout/PageHeading.tsx';
import { Exports } from './Exports.tsx';
import { LooksForm } from './LooksForm.tsx';
import { Notifications } from './Notifications.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PersonForm } from './PersonForm.tsx';
import styles from './ProfilePage.module.css';
import { Sessions } from './Sessions.tsx';
import { addProfileTexts, useProfileText } from './texts.ts';

addProfileTexts();

/** One's own data: name, language, theme, password, notifications, sessions. */
export function Page() {
  const t = useProfileText();
  const profile = useProfile();
  if (!profile) return null;
  return (
    <div className={styles.page}>
      <PageHeading>{t('title')}</PageHeading>
      <div className={styles.columns}>
        {/* A refreshed profile fills the form anew. */}
        <PersonForm key={profile.firstName + profile.lastName + profile.phone} profile={profile} />
        <LooksForm />
        <PasswordForm />
        <Notifications />
        <Sessions />
        <Exports />
      </div>
    </div>
  );
}
