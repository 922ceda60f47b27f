import { createContext, type ReactNode, useContext, useId, useState } from 'react';
import styles from './form.module.css';
import { strengthOf } from './strength.ts';
import { useFormText } from './texts.ts';

/** What is wrong with the fields of a form, by their names. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({});

interface FieldProps {
  readonly name: string;
  /** Absent: the text of the field's name. */
  readonly label?: string;
  readonly type?: 'text' | 'email' | 'tel' | 'password';
  readonly autoComplete?: string;
  readonly defaultValue?: string;
  readonly optional?: boolean;
  readonly autoFocus?: boolean;
  readonly hint?: ReactNode;
  readonly onType?: (value: string) => void;
}

/** A labelled native field with its error below; a password can be looked at. */
export function Field(props: FieldProps) {
  const t = useFormText();
  const { name, label = t(name), type = 'text', optional = false, hint, onType } = props;
  const error = useContext(FieldErrors)[name];
  const id = useId();
  const [shown, setShown] = useState(false);
  const isPassword = type === 'password';
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {optional ? <span className={styles.hint}> ({t('optional')})</span> : null}
      </label>
      <div className={styles.box} data-password={isPassword}>
        <input
          id={id}
          name={name}
          type={isPassword && shown ? 'text' : type}
          autoComplete={props.autoComplete}
          defaultValue={props.defaultValue}
          // biome-ignore lint/a11y/noAutofocus: the page is this form and nothing else
          autoFocus={props.autoFocus}
          required={!optional}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
          spellCheck={false}
          onChange={({ target }) => onType?.(target.value)}
        />
        {isPassword ? (
          <button
            type="button"
            aria-label={shown ? t('hide') : t('show')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <svg width="20" height="20" viewBox="0 0 20 20" fill="none" aria-hidden="true">
              <path
                d={`M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5ZM10 7.7a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6Z${shown ? '' : 'M4 16 16 4'}`}
                stroke="currentColor"
                strokeWidth="1.5"
                strokeLinecap="round"
              />
            </svg>
          </button>
        ) : null}
      </div>
      {error ? (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      ) : null}
      {hint ? (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      ) : null}
    </div>
  );
}

/** A new password with a bar that says how strong it is. */
export function NewPasswordField() {
  const t = useFormText();
  const [typed, setTyped] = useState('');
  const strength = strengthOf(typed);
  return (
    <Field
      name="password"
      type="password"
      autoComplete="new-password"
      label={t('newPassword')}
      onType={setTyped}
      hint={
        typed === '' ? (
          t('strengthHint')
        ) : (
          <span className={styles.strength} data-strength={strength} role="status">
            <span className={styles.bars} aria-hidden="true" />
            {t('strength.label')}: {t(`strength.${strength}`)}
          </span>
        )
      }
    />
  );
}

/** A new password and the same again, which `samePassword` compares. */
export function NewPasswordFields() {
  const t = useFormText();
  return (
    <>
      <NewPasswordField />
      <Field
        name="repeat"
        type="password"
        autoComplete="new-password"
        label={t('repeatPassword')}
      />
    </>
  );
}
