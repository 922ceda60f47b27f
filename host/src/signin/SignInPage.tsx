import { LOCALES, setLocale, useLocale } from '@boxyard/shared/runtime/i18n.ts';
import { useEffect, useState } from 'react';
import { LogoMark } from '../layout/LogoMark.tsx';
import { NoticeStack } from '../layout/NoticeStack.tsx';
import { ForgotForm, LoginForm, ResetForm, SignupForm, useSigninText } from './forms.tsx';
import styles from './SignInPage.module.css';

/** One form page with a form type (specification 2, Public routes). */
type FormType = 'login' | 'signup' | 'forgotpassword';

const FORM_TYPES: Readonly<Record<string, FormType>> = {
  '/register': 'signup',
  '/forgot-password': 'forgotpassword',
};

const here = () => location.pathname.replace(/\/+$/, '');

interface Props {
  /** Stores the session and goes to the page the person wants; done when this page is left. */
  readonly onSignedIn: (
    answer: { accessToken: string; expiresIn: number },
    languageChosen: boolean,
  ) => Promise<void>;
}

export function SignInPage({ onSignedIn }: Props) {
  const t = useSigninText();
  const locale = useLocale();
  const [path, setPath] = useState(here);
  const [languageChosen, setLanguageChosen] = useState(false);
  const type = FORM_TYPES[path] ?? 'login';
  const token = new URLSearchParams(location.search).get('token');
  const kind = type === 'forgotpassword' && token !== null ? 'reset' : type;

  useEffect(() => {
    const follow = () => setPath(here());
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const title = t(`${kind}.title`);
  const product = t('product');
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);

  const go = (to: string) => {
    const query = new URLSearchParams(location.search);
    // A used token is of no more use to anybody.
    query.delete('token');
    const search = query.toString();
    history.pushState(null, '', search === '' ? to : `${to}?${search}`);
    setPath(to);
  };

  return (
    <main className={styles.page} lang={locale}>
      <div className={styles.card} data-form-type={type}>
        <p className={styles.brand}>
          <LogoMark size={36} />
          {product}
        </p>
        {kind === 'login' ? (
          <LoginForm onGo={go} onSignedIn={(answer) => onSignedIn(answer, languageChosen)} />
        ) : null}
        {kind === 'signup' ? <SignupForm onGo={go} locale={locale} /> : null}
        {kind === 'forgotpassword' ? <ForgotForm onGo={go} /> : null}
        {kind === 'reset' ? <ResetForm onGo={go} token={token ?? ''} /> : null}
      </div>
      <fieldset className={styles.languages} aria-label={t('language')}>
        {LOCALES.map((one) => (
          <button
            key={one}
            type="button"
            lang={one}
            aria-pressed={one === locale}
            onClick={() => {
              setLanguageChosen(true);
              void setLocale(one);
            }}
          >
            {t(`locales.${one}`)}
          </button>
        ))}
      </fieldset>
      <NoticeStack closeLabel={t('closeNotice')} />
    </main>
  );
}
