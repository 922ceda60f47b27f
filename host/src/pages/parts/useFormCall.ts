import { type CallOptions, callRow, endpointOf } from '@boxyard/shared/client/call.ts';
import { fieldErrors, isApiError } from '@boxyard/shared/client/errors.ts';
import { newKey } from '@boxyard/shared/client/http.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useFormText } from './texts.ts';

interface StandardSchema {
  readonly '~standard': {
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly issues?: readonly { message: string; path?: readonly unknown[] }[] }
      | Promise<unknown>;
  };
}

type Values = Readonly<Record<string, string>>;

/** Codes of what the contract's schema has against a body, by field. */
export function bodyProblems(key: string, body: unknown): Record<string, string> {
  const endpoint = endpointOf(key);
  const schema = 'body' in endpoint ? (endpoint.body as StandardSchema | undefined) : undefined;
  const result = schema?.['~standard'].validate(body);
  const issues = result && 'issues' in result ? (result.issues ?? []) : [];
  return Object.fromEntries(
    issues.map(({ message, path }) => [path?.map(String).join('.') ?? '', message]),
  );
}

/** A check of `NewPasswordFields`. */
export const samePassword = ({ password, repeat }: Values): Record<string, string> =>
  password === repeat ? {} : { repeat: 'MISMATCH' };

/** A check that somebody named themselves before they are told whether the name is well formed. */
export const emailGiven = ({ email = '' }: Values): Record<string, string> =>
  email.trim() === '' ? { email: 'REQUIRED' } : {};

interface Options<A> extends Pick<CallOptions, 'errorNotice' | 'loading'> {
  /** What is sent, from what was typed. */
  readonly body: (values: Values) => unknown;
  /** Rules beyond the contract's, e.g. that two fields agree. */
  readonly check?: (values: Values) => Record<string, string>;
  readonly onDone: (answer: A, form: HTMLFormElement) => void | Promise<void>;
}

/**
 * A native form over one call of the contract: the contract's rules at once, the server's words
 * beside the fields, one idempotency key per opened form.
 */
export function useFormCall<A>(key: string, options: Options<A>) {
  const t = useFormText();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const idempotencyKey = useRef<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const values = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, String(value)]),
    );
    const body = options.body(values);
    const codes = { ...bodyProblems(key, body), ...options.check?.(values) };
    const texts = Object.fromEntries(
      Object.entries(codes).map(([field, code]) => [
        field,
        t(`errors.${code}`, { defaultValue: t('errors.INVALID') }),
      ]),
    );
    setErrors(texts);
    setProblem(null);
    const [first] = Object.keys(texts);
    if (first !== undefined) {
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setBusy(true);
    idempotencyKey.current ??= newKey();
    try {
      const { errorNotice, loading } = options;
      const answer = await callRow(key, {
        body,
        idempotencyKey: idempotencyKey.current,
        ...(errorNotice ? { errorNotice } : {}),
        ...(loading === undefined ? {} : { loading }),
      });
      idempotencyKey.current = null;
      await options.onDone(answer as A, form);
    } catch (error) {
      if (!isApiError(error)) throw error;
      const byField = fieldErrors(error);
      setErrors(Object.fromEntries(Object.entries(byField).map(([at, one]) => [at, one.message])));
      const known = Object.keys(byField).some((at) => form.querySelector(`[name="${at}"]`));
      if (!known) setProblem(error.fromServer ? error.message : t('noConnection'));
    } finally {
      setBusy(false);
    }
  };

  return { errors, problem, busy, submit };
}
