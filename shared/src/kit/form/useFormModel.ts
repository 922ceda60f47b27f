import { useCallback, useMemo, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { FieldError } from '../../contract/endpoint.ts';
import { type BodyIssue, bodyOf, isNothing, issuesOf } from './bodyRules.ts';
import type { Field, FormValues } from './fields.tsx';

export interface FormModelInput {
  readonly schema: z.core.$ZodType | undefined;
  readonly initial: FormValues;
  /** What the page adds to the body before it is checked: version, computed parts. */
  readonly toBody: (values: FormValues) => FormValues;
  /** Fields in the order of the form; what it marks as required it asks for before the server does. */
  readonly fields?: readonly Field[];
}

const NO_FIELDS: readonly Field[] = [];

/** An error as a field shows it. */
export interface ShownError {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The server's own sentence, already in the caller's language. */
  readonly message?: string;
}

/** Whether `field` is `under` or inside it: `items[2].quantity` is inside `items`. */
const isWithin = (field: string, under: string): boolean =>
  field === under || field.startsWith(`${under}.`) || field.startsWith(`${under}[`);

/** Fields that a patch edits: of lines each cell that differs, since all lines come in one array. */
function editsOf(before: FormValues, patch: FormValues): string[] {
  return Object.entries(patch).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return [name];
    const old = before[name];
    const lines: readonly unknown[] = Array.isArray(old) ? old : [];
    return value.flatMap((line: unknown, index) => {
      const was = lines[index];
      if (line === was || typeof line !== 'object' || line === null) return [];
      return Object.entries(line)
        .filter(([key, cell]) => cell !== (was as FormValues | undefined)?.[key])
        .map(([key]) => `${name}[${index}].${key}`);
    });
  });
}

/**
 * The values of a form, what is wrong with them and which of that is shown: what somebody has
 * changed and left, everything after an attempt to save, and what the server said until the field changes.
 */
export function useFormModel({ schema, initial, toBody, fields = NO_FIELDS }: FormModelInput) {
  const [values, setValues] = useState<FormValues>(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [fromServer, setFromServer] = useState<Readonly<Record<string, ShownError>>>({});
  const start = useRef(initial);

  const body = useMemo(() => {
    const whole = toBody(values);
    return schema ? bodyOf(schema, whole) : whole;
  }, [schema, toBody, values]);
  const issues = useMemo<readonly BodyIssue[]>(() => {
    const found = schema ? issuesOf(schema, body) : [];
    const at = ({ field }: BodyIssue) =>
      fields.findIndex(({ name }) => name === field.split(/[.[]/)[0]);
    const missing = fields.flatMap(({ name, options: { required, show } }) =>
      required?.(values) && show?.(values) !== false && isNothing(values[name])
        ? [{ field: name, code: 'REQUIRED', params: {} }]
        : [],
    );
    return [...found, ...missing].sort((a, b) => at(a) - at(b));
  }, [schema, body, fields, values]);

  const errors = useMemo(() => {
    const shown: Record<string, ShownError> = {};
    for (const { field, code, params } of issues) {
      const left = [...touched].some((name) => isWithin(field, name));
      if (tried || left) shown[field] = { code, params };
    }
    return { ...shown, ...fromServer };
  }, [issues, touched, tried, fromServer]);

  const edited = useRef<ReadonlySet<string>>(new Set());
  const latest = useRef(values);
  latest.current = values;
  const change = useCallback((patch: FormValues) => {
    edited.current = new Set([...edited.current, ...editsOf(latest.current, patch)]);
    setValues((before) => ({ ...before, ...patch }));
    setFromServer((before) => {
      const names = Object.keys(patch);
      const rest = Object.entries(before).filter(
        ([field]) => !names.some((name) => isWithin(field, name)),
      );
      return rest.length === Object.keys(before).length ? before : Object.fromEntries(rest);
    });
  }, []);
  const follow = useCallback(
    (patchOf: (now: FormValues) => FormValues | undefined) => {
      const patch = patchOf(latest.current);
      if (patch) change(patch);
    },
    [change],
  );
  const leave = useCallback((field: string) => {
    // Who only passes by, or opens something else meanwhile, has done nothing wrong yet.
    if (![...edited.current].some((name) => isWithin(name, field))) return;
    setTouched((before) => (before.has(field) ? before : new Set(before).add(field)));
  }, []);
  const refuse = useCallback((refused: readonly FieldError[]) => {
    setFromServer(
      Object.fromEntries(
        refused.map(({ field, code, message, params }) => [
          field,
          { code, message, params: params ?? {} },
        ]),
      ),
    );
  }, []);
  const begin = useCallback((name: string, value: unknown, filled: FormValues = {}) => {
    if ((latest.current[name] ?? null) !== null) return;
    const known = { ...filled, [name]: value };
    start.current = { ...start.current, ...known };
    setValues((before) => ({ ...before, ...known }));
  }, []);
  const rebase = useCallback((next: FormValues, typed: FormValues) => {
    start.current = next;
    setValues(typed);
    setFromServer({});
  }, []);
  const reset = useCallback((next: FormValues) => {
    start.current = next;
    edited.current = new Set();
    setValues(next);
    setTouched(new Set());
    setTried(false);
    setFromServer({});
  }, []);

  const isDirty = useMemo(() => JSON.stringify(values) !== JSON.stringify(start.current), [values]);
  return {
    values,
    body,
    errors,
    issues,
    isDirty,
    change,
    /** Changes what depends on an answer of the server. */
    follow,
    leave,
    refuse,
    /** Fills a field that nobody has filled, and what its choice fills in, as if the form had begun so. */
    begin,
    /** Goes on with what was typed upon a record that somebody else has changed. */
    rebase,
    reset,
    /** From now on every error is shown. */
    attempt: useCallback(() => setTried(true), []),
  };
}

export type FormModel = ReturnType<typeof useFormModel>;
