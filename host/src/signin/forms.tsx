import type { MutationAnswer } from '@boxyard/shared/client/call.ts';
import { type Translate, useT } from '@boxyard/shared/runtime/i18n.ts';
import type { MouseEvent, ReactNode } from 'react';
import { useState } from 'react';
import { Field, FieldErrors, NewPasswordField, NewPasswordFields } from '../pages/parts/Field.tsx';
import form from '../pages/parts/form.module.css';
import { emailGiven, samePassword, useFormCall } from '../pages/parts/useFormCall.ts';
import styles from './SignInPage.module.css';

export const SIGNIN_TEXTS = 'signin';
export const useSigninText = (): Translate => useT(SIGNIN_TEXTS);

interface FormProps {
  /** Goes to another of the public pages, without loading a document. */
  readonly onGo: (path: string) => void;
}

/** A link between the forms; the query string (`?redirect=`) goes along. */
function FormLink({ to, onGo, children }: FormProps & { to: string; children: ReactNode }) {
  return (
    <a
      href={to + location.search}
      onClick={(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onGo(to);
      }}
    >
      {children}
    </a>
  );
}

interface FrameProps {
  readonly title: string;
  readonly lead?: string;
  readonly submitText: string;
  readonly busyText: string;
  readonly call: ReturnType<typeof useFormCall>;
  readonly children: ReactNode;
}

function Frame(props: FrameProps) {
  const { title, lead, submitText, busyText, children } = props;
  const { errors, problem, busy, submit } = props.call;
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <h1>{title}</h1>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
      <FieldErrors value={errors}>{children}</FieldErrors>
      <p className={styles.problem} role="alert">
        {problem ?? errors.token}
      </p>
      <button type="submit" className={form.primary} aria-disabled={busy}>
        {busy ? busyText : submitText}
      </button>
    </form>
  );
}

function Done({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className={styles.form} role="status">
      <h1>{title}</h1>
      <p className={styles.lead}>{text}</p>
    </div>
  );
}

export interface LoginProps extends FormProps {
  readonly onSignedIn: (answer: { accessToken: string; expiresIn: number }) => Promise<void>;
}

export function LoginForm({ onGo, onSignedIn }: LoginProps) {
  const t = useSigninText();
  const call = useFormCall<{
    accessToken: string;
    expiresIn: number;
  }>('auth.signIn', {
    body: ({ email = '', password = '' }) => ({ email, password }),
    // Said beside the form, once.
    errorNotice: 'none',
    check: emailGiven,
    onDone: onSignedIn,
  });
  return (
    <>
      <Frame
        title={t('login.title')}
        submitText={t('login.submit')}
        busyText={t('login.busy')}
        call={call}
      >
        <Field name="email" type="email" autoComplete="username" autoFocus />
        <Field name="password" type="password" autoComplete="current-password" />
      </Frame>
      <p className={styles.links}>
        <FormLink to="/forgot-password" onGo={onGo}>
          {t('login.forgot')}
        </FormLink>
        <span>
          {t('login.register')}{' '}
          <FormLink to="/register" onGo={onGo}>
            {t('login.registerLink')}
          </FormLink>
        </span>
      </p>
    </>
  );
}

export function SignupForm({ onGo, locale }: FormProps & { readonly locale: 'en' | 'th' }) {
  const t = useSigninText();
  const [done, setDone] = useState(false);
  const call = useFormCall<MutationAnswer<unknown>>('auth.signUp', {
    body: ({ phone = '', ...rest }) => ({
      ...rest,
      locale,
      phone: phone.trim() === '' ? null : phone,
    }),
    errorNotice: 'none',
    check: emailGiven,
    onDone: () => setDone(true),
  });
  return (
    <>
      {done ? (
        <Done title={t('signup.doneTitle')} text={t('signup.done')} />
      ) : (
        <Frame
          title={t('signup.title')}
          lead={t('signup.lead')}
          submitText={t('signup.submit')}
          busyText={t('signup.busy')}
          call={call}
        >
          <div className={styles.pair}>
            <Field name="firstName" autoComplete="given-name" autoFocus />
            <Field name="lastName" autoComplete="family-name" />
          </div>
          <Field name="email" type="email" autoComplete="email" />
          <Field name="phone" type="tel" autoComplete="tel" optional />
          <NewPasswordField />
        </Frame>
      )}
      <p className={styles.links}>
        <span>
          {t('signup.haveAccount')}{' '}
          <FormLink to="/login" onGo={onGo}>
            {t('signup.loginLink')}
          </FormLink>
        </span>
      </p>
    </>
  );
}

export function ForgotForm({ onGo }: FormProps) {
  const t = useSigninText();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const call = useFormCall('auth.forgotPassword', {
    body: ({ email = '' }) => ({ email }),
    errorNotice: 'none',
    check: emailGiven,
    onDone: () => setSentTo(typed.trim()),
  });
  return (
    <>
      {sentTo === null ? (
        <Frame
          title={t('forgotpassword.title')}
          lead={t('forgotpassword.lead')}
          submitText={t('forgotpassword.submit')}
          busyText={t('forgotpassword.busy')}
          call={call}
        >
          <Field name="email" type="email" autoComplete="username" onType={setTyped} autoFocus />
        </Frame>
      ) : (
        <Done
          title={t('forgotpassword.doneTitle')}
          text={t('forgotpassword.done', { email: sentTo })}
        />
      )}
      <p className={styles.links}>
        <FormLink to="/login" onGo={onGo}>
          {t('forgotpassword.back')}
        </FormLink>
      </p>
    </>
  );
}

/** `/forgot-password?token=…`: resets and invitations (domain-conventions "Authentication"). */
export function ResetForm({ onGo, token }: FormProps & { readonly token: string }) {
  const t = useSigninText();
  const call = useFormCall('auth.resetPassword', {
    body: ({ password = '' }) => ({ token, password }),
    errorNotice: 'none',
    check: samePassword,
    onDone: () => onGo('/login'),
  });
  return (
    <>
      <Frame
        title={t('reset.title')}
        lead={t('reset.lead')}
        submitText={t('reset.submit')}
        busyText={t('reset.busy')}
        call={call}
      >
        <NewPasswordFields />
      </Frame>
      <p className={styles.links}>
        <FormLink to="/login" onGo={onGo}>
          {t('forgotpassword.back')}
        </FormLink>
      </p>
    </>
  );
}
