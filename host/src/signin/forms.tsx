import type { MutationAnswer } from '@boxyard/shared/client/call.ts';
import { type Translate, useT } from '@boxyard/shared/runtime/i18n.ts';
import type { FormEvent, MouseEvent, ReactNode } from 'react';
import { useState } from 'react';
import { Field, NewPasswordField } from '../pages/parts/Field.tsx';
import form from '../pages/parts/form.module.css';
import { useFormText } from '../pages/parts/texts.ts';
import { useFormCall } from '../pages/parts/useFormCall.ts';
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
  readonly problem: string | null;
  readonly busy: boolean;
  readonly submitText: string;
  readonly busyText: string;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  readonly children: ReactNode;
}

function Frame(props: FrameProps) {
  const { title, lead, problem, busy, submitText, busyText, onSubmit, children } = props;
  return (
    <form className={styles.form} onSubmit={(event) => void onSubmit(event)} noValidate>
      <h1>{title}</h1>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
      {children}
      <p className={styles.problem} role="alert">
        {problem}
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
  const f = useFormText();
  const { errors, problem, busy, submit } = useFormCall<{
    accessToken: string;
    expiresIn: number;
  }>('auth.signIn', {
    body: ({ email = '', password = '' }) => ({ email, password }),
    // Said beside the form, once.
    errorNotice: 'none',
    check: ({ email = '' }): Record<string, string> =>
      email.trim() === '' ? { email: 'REQUIRED' } : {},
    onDone: onSignedIn,
  });
  return (
    <>
      <Frame
        title={t('login.title')}
        problem={problem}
        busy={busy}
        submitText={t('login.submit')}
        busyText={t('login.busy')}
        onSubmit={submit}
      >
        <Field
          name="email"
          type="email"
          autoComplete="username"
          label={f('email')}
          error={errors.email}
          autoFocus
        />
        <Field
          name="password"
          type="password"
          autoComplete="current-password"
          label={f('password')}
          error={errors.password}
        />
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
  const f = useFormText();
  const [done, setDone] = useState(false);
  const { errors, problem, busy, submit } = useFormCall<MutationAnswer<unknown>>('auth.signUp', {
    body: ({ phone = '', ...rest }) => ({
      ...rest,
      locale,
      phone: phone.trim() === '' ? null : phone,
    }),
    errorNotice: 'none',
    check: ({ email = '' }): Record<string, string> =>
      email.trim() === '' ? { email: 'REQUIRED' } : {},
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
          problem={problem}
          busy={busy}
          submitText={t('signup.submit')}
          busyText={t('signup.busy')}
          onSubmit={submit}
        >
          <div className={styles.pair}>
            <Field
              name="firstName"
              autoComplete="given-name"
              label={f('firstName')}
              error={errors.firstName}
              autoFocus
            />
            <Field
              name="lastName"
              autoComplete="family-name"
              label={f('lastName')}
              error={errors.lastName}
            />
          </div>
          <Field
            name="email"
            type="email"
            autoComplete="email"
            label={f('email')}
            error={errors.email}
          />
          <Field
            name="phone"
            type="tel"
            autoComplete="tel"
            label={f('phone')}
            error={errors.phone}
            optional
          />
          <NewPasswordField error={errors.password} />
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
  const f = useFormText();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const { errors, problem, busy, submit } = useFormCall('auth.forgotPassword', {
    body: ({ email = '' }) => ({ email }),
    errorNotice: 'none',
    check: ({ email = '' }): Record<string, string> =>
      email.trim() === '' ? { email: 'REQUIRED' } : {},
    onDone: () => setSentTo(typed.trim()),
  });
  return (
    <>
      {sentTo === null ? (
        <Frame
          title={t('forgotpassword.title')}
          lead={t('forgotpassword.lead')}
          problem={problem}
          busy={busy}
          submitText={t('forgotpassword.submit')}
          busyText={t('forgotpassword.busy')}
          onSubmit={submit}
        >
          <Field
            name="email"
            type="email"
            autoComplete="username"
            label={f('email')}
            error={errors.email}
            onType={setTyped}
            autoFocus
          />
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

/** `/forgot-password?token=…`: resets and invitations (handbook "Authentication"). */
export function ResetForm({ onGo, token }: FormProps & { readonly token: string }) {
  const t = useSigninText();
  const f = useFormText();
  const { errors, problem, busy, submit } = useFormCall('auth.resetPassword', {
    body: ({ password = '' }) => ({ token, password }),
    errorNotice: 'none',
    check: ({ password, repeat }): Record<string, string> =>
      password === repeat ? {} : { repeat: 'MISMATCH' },
    onDone: () => onGo('/login'),
  });
  return (
    <>
      <Frame
        title={t('reset.title')}
        lead={t('reset.lead')}
        problem={problem ?? errors.token ?? null}
        busy={busy}
        submitText={t('reset.submit')}
        busyText={t('reset.busy')}
        onSubmit={submit}
      >
        <NewPasswordField error={errors.password} />
        <Field
          name="repeat"
          type="password"
          autoComplete="new-password"
          label={f('repeatPassword')}
          error={errors.repeat}
        />
      </Frame>
      <p className={styles.links}>
        <FormLink to="/login" onGo={onGo}>
          {t('forgotpassword.back')}
        </FormLink>
      </p>
    </>
  );
}
