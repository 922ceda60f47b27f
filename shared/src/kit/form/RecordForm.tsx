import { useQueryClient } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { callRow, endpointOf } from '../../client/call.ts';
import { isApiError } from '../../client/errors.ts';
import { newKey } from '../../client/http.ts';
import { useRowMutation } from '../../client/query.ts';
import type { FormDraft } from '../../contract/areas/formDrafts.ts';
import type { FieldError } from '../../contract/endpoint.ts';
import type { ListName } from '../../contract/index.ts';
import { confirm } from '../../runtime/dialogs.ts';
import { useLocale } from '../../runtime/i18n.ts';
import { rememberUsed } from '../../runtime/lastUsed.ts';
import { formatDateTime } from '../../ui/format/dates.ts';
import { useKitText } from '../../ui/useKitText.ts';
import type { PathParams } from '../page/types.ts';
import type { Resource } from '../resource/defineResource.ts';
import { useResourceText } from '../resource/useResourceText.ts';
import { lineOf, type Schema } from './bodyRules.ts';
import { FormField } from './FormField.tsx';
import { type Field, type FormValues, isSection } from './fields.tsx';
import classes from './form.module.css';
import { ConflictDialog } from './LazyConflictDialog.tsx';
import { focusField, Refusal, refusalOf } from './Refusal.tsx';
import { useDraft } from './useDraft.ts';
import { useFormModel } from './useFormModel.ts';
import { useHabits } from './useHabits.ts';
import { isOffline, useQueuedAnswer, useQueuedForm } from './useQueued.ts';
import { useUnfinished } from './useUnfinished.ts';
import { useUnsavedGuard } from './useUnsavedGuard.ts';

export interface RecordFormProps<L extends ListName> {
  readonly resource: Resource<L>;
  readonly mode: 'create' | 'edit';
  /** The record as it was read (edit). */
  readonly record?: Readonly<Record<string, unknown>> | undefined;
  readonly endpoint: string;
  readonly params?: PathParams | undefined;
  readonly initialValues: FormValues;
  readonly toBody?: ((values: FormValues) => FormValues) | undefined;
  readonly toForm?: ((record: never) => FormValues) | undefined;
  /** Files that go with the body, where the call takes some. */
  readonly toFiles?: ((values: FormValues) => readonly File[]) | undefined;
  readonly aside?: ((values: FormValues) => ReactNode) | undefined;
  /** `wide`: a PDF or a drawing, which needs more room than facts do. */
  readonly asideSize?: 'narrow' | 'wide';
  /** The next page of the same form. */
  readonly next?: { readonly key: string; readonly go: () => void } | undefined;
  readonly alternatives?: readonly { readonly key: string; readonly body: object }[] | undefined;
  /** The resource's own name of the save button; `save` by default. */
  readonly saveText: string;
  readonly onSaved: (saved: Readonly<Record<string, unknown>>) => void;
  readonly onCancel: () => void;
  /** In a drawer: one column, no panels. */
  readonly compact?: boolean;
  /** A form whose page guards it itself. */
  readonly guarded?: boolean;
  /** What the record is called, where it has a name (edit). */
  readonly name?: string | undefined;
  /** The unfinished form that this one goes on with. */
  readonly opened?: FormDraft | undefined;
  /** Whether it may be kept before it is complete, and where to go then. */
  readonly onKept?: (() => void) | undefined;
  /** Buttons at the left of the bar. */
  readonly extra?: ReactNode;
}

/** Fields in their sections; loose ones together at their place. */
function sectionsOf(
  form: Resource['form'],
): { key: string; title: string | null; fields: Field[] }[] {
  const sections: { key: string; title: string | null; fields: Field[] }[] = [];
  for (const item of form) {
    if (isSection(item)) {
      sections.push({ key: item.section, title: item.section, fields: [...item.fields] });
      continue;
    }
    const last = sections.at(-1);
    if (item.lines) sections.push({ key: item.name, title: item.name, fields: [item] });
    else if (last && last.title === null) last.fields.push(item);
    else sections.push({ key: `loose-${item.name}`, title: null, fields: [item] });
  }
  return sections;
}

/**
 * The record's own fields as a form starts with them: references by their ids, and lines with what
 * the body takes of them.
 */
export function formValuesOf(
  fields: readonly string[],
  record: Readonly<Record<string, unknown>>,
  body?: Schema,
): FormValues {
  return Object.fromEntries(
    fields.map((name) => {
      if (name in record) {
        const value = record[name];
        const line = body && Array.isArray(value) ? lineOf(body, name) : undefined;
        return [
          name,
          line
            ? (value as readonly FormValues[]).map((one) =>
                formValuesOf(line.fields, one, line.schema),
              )
            : value,
        ];
      }
      const one = /^(.*)Id$/.exec(name)?.[1];
      const many = /^(.*)Ids$/.exec(name)?.[1];
      if (one !== undefined && one in record) {
        return [name, (record[one] as { id?: string } | null)?.id ?? null];
      }
      const list = many === undefined ? undefined : (record[`${many}s`] ?? record[pluralOf(many)]);
      if (Array.isArray(list)) return [name, list.map((entry: { id: string }) => entry.id)];
      return [name, undefined];
    }),
  );
}

/** `category` → `categories`, `witness` → `witnesses`. */
const pluralOf = (name: string): string =>
  name.endsWith('s') ? `${name}es` : name.replace(/y$/, 'ies');

const FIELDS = 'input:not([type="hidden"], :disabled), textarea:not(:disabled)';

/** Puts the keyboard on the field that follows; the last one keeps it. */
function focusAfter(form: HTMLFormElement, field: HTMLElement): void {
  const all = [...form.querySelectorAll<HTMLElement>(FIELDS)];
  all[all.indexOf(field) + 1]?.focus();
}

/**
 * The form of a record: rules from the contract, draft, guard, one key for all attempts, the
 * server's errors on their fields, and the choice when somebody else saved first.
 */
export function RecordForm<L extends ListName>(props: RecordFormProps<L>): ReactNode {
  const { resource, mode, record, endpoint, params, compact = false } = props;
  const t = useKitText();
  const text = useResourceText(resource);
  const locale = useLocale();
  const client = useQueryClient();
  const row = endpointOf(endpoint);
  const schema = row.kind === 'mutation' ? row.body : undefined;
  const formKey = `${resource.page}:${resource.list}:${mode === 'edit' ? String(record?.id) : (props.opened?.id ?? 'new')}`;
  const draft = useDraft(formKey, { values: props.initialValues, record });
  const [version, setVersion] = useState(record?.version);
  const [base, setBase] = useState(draft.overtaken ?? record);
  const [conflict, setConflict] = useState<Readonly<Record<string, unknown>> | null>(
    draft.overtaken && record ? record : null,
  );
  const [restored, setRestored] = useState(draft.restoredAt);
  const { toBody } = props;
  const withVersion = useCallback(
    (values: FormValues): FormValues => ({
      ...(toBody ? toBody(values) : values),
      ...(version === undefined ? {} : { version }),
    }),
    [toBody, version],
  );
  const fields = useMemo(
    () => fieldsOf(resource.form).filter(({ options: { only = mode } }) => only === mode),
    [resource.form, mode],
  );
  const model = useFormModel({ schema, initial: draft.initial, toBody: withVersion, fields });
  useHabits(model, fields, mode === 'create' && !props.opened);
  const isDirty = model.isDirty || restored !== null;
  const queued = useQueuedForm(draft.key);
  const openWay = useUnsavedGuard(isDirty && !queued.isWaiting && props.guarded !== false);
  const unfinished = useUnfinished(endpoint, props.opened);
  const key = useRef(unfinished?.key ?? newKey());
  const save = useRowMutation(endpoint);

  const { keep: keepTyped } = draft;
  const { values } = model;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft follows the values and nothing else
  useEffect(() => keepTyped(values, model.isDirty), [values]);

  const isBusy = save.isPending || unfinished?.isBusy === true || queued.isWaiting;
  const [refusal, setRefusal] = useState<string | null>(null);
  const saved = (answer: unknown) => {
    draft.drop();
    openWay();
    props.onSaved((answer as { data: Record<string, unknown> }).data);
  };
  const remember = () =>
    rememberUsed(
      Object.fromEntries(
        fields
          .filter(({ name, options }) => options.habit && model.values[name])
          .map(({ name }) => [name, model.values[name]]),
      ),
    );
  const refused = (errors: readonly FieldError[], sentence: string | null) => {
    model.refuse(errors);
    setRefusal(sentence);
    if (errors[0]) focusField(errors[0].field);
  };
  /** Without a network it waits in sight, with what was typed, and can be taken back. */
  const wait = (call: { params: PathParams; body: object; idempotencyKey: string }) => {
    draft.keepNow(model.values);
    const title =
      mode === 'create' ? text('new') : t('outbox.title', { what: text('one'), name: props.name });
    const isKept = queued.wait({
      ...call,
      endpoint,
      title,
      base,
      formDraftId: props.opened?.id,
    });
    if (isKept) remember();
    else setRefusal(t('outbox.full'));
  };
  useQueuedAnswer(queued, {
    onSaved: saved,
    onRefused: (refusal, begun) => {
      const { code, errors, message } = refusal;
      const isStale = code === 'VERSION_CONFLICT' && record !== undefined;
      model.attempt();
      refused(errors, errors.length > 0 || isStale ? null : message);
      if (!isStale) return;
      if (begun) setBase(begun);
      void meetConflict();
    },
  });
  const send = (extra: object = {}) => {
    model.attempt();
    setRefusal(null);
    const first = model.issues[0];
    if (first) {
      focusField(first.field);
      return;
    }
    const id = record?.id === undefined ? {} : { id: String(record.id) };
    const call = {
      params: { ...params, ...id },
      body: { ...(model.body as object), ...extra },
      idempotencyKey: key.current,
    };
    // Files cannot be kept until then.
    const mayWait = props.toFiles === undefined;
    if (mayWait && isOffline()) return wait(call);
    save.mutate(
      { ...call, ...(props.toFiles ? { files: props.toFiles(model.values) } : {}) },
      {
        onSuccess: (answer) => {
          unfinished?.forget();
          remember();
          saved(answer);
        },
        onError: (error) => {
          if (mayWait && isApiError(error, 'NO_RESPONSE') && isOffline()) return wait(call);
          if (isApiError(error, 'VERSION_CONFLICT') && record) void meetConflict();
          if (isApiError(error)) refused(error.errors, refusalOf(error));
        },
      },
    );
  };

  const { onKept } = props;
  const mayKeep = unfinished !== null && onKept !== undefined;
  const keepUnfinished = () =>
    unfinished?.keep(model.values, () => {
      draft.drop();
      openWay();
      onKept?.();
    });

  const goOn = () => {
    model.attempt();
    const own = new Set(fieldNames(resource.form));
    const wrong = model.issues.find(({ field }) => own.has(field.split(/[.[]/)[0] ?? ''));
    if (wrong) {
      focusField(wrong.field);
      return;
    }
    draft.keepNow(model.values);
    openWay();
    props.next?.go();
  };

  const readAgain = async (): Promise<Readonly<Record<string, unknown>> | null> => {
    const get = `${resource.family}.get`;
    try {
      return (await callRow(get, { params: { ...params, id: String(record?.id) } })) as Record<
        string,
        unknown
      >;
    } catch {
      return null;
    }
  };
  const meetConflict = async () => {
    const now = await readAgain();
    if (now) setConflict(now);
  };
  const valuesOf = (now: Readonly<Record<string, unknown>>): FormValues =>
    props.toForm ? props.toForm(now as never) : formValuesOf(Object.keys(props.initialValues), now);
  const takeOver = (now: Readonly<Record<string, unknown>>) => {
    setVersion(now.version);
    setBase(now);
    setConflict(null);
    void client.invalidateQueries({ queryKey: [resource.family] });
  };

  const ask = async (question: NonNullable<typeof resource.question>) => {
    // An answer that nobody gets stops nobody: the server decides.
    const request = await question(model.values).catch(() => null);
    if (request === null || (await confirm(request)).ok) send();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!resource.question || model.issues.length > 0) send();
    else void ask(resource.question);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      event.currentTarget.requestSubmit();
    } else if (event.target instanceof HTMLInputElement) {
      // A browser would send the form, half typed; nobody who presses Enter in a field means that.
      event.preventDefault();
      focusAfter(event.currentTarget, event.target);
    }
  };
  const names = new Set(fieldNames(resource.form));
  const shownErrors = Object.keys(model.errors).length;
  const inMode = sectionsOf(resource.form).filter(({ fields }) =>
    fields.some(({ options: { only } }) => only === undefined || only === mode),
  );
  const sections = inMode.map((section) => (
    <section
      key={section.key}
      className={compact ? `${classes.panel} ${classes.bare}` : classes.panel}
      style={compact ? { border: 0, background: 'none' } : undefined}
    >
      {section.title === null ? null : (
        <h2 className={classes.sectionTitle}>{text(`section.${section.title}`)}</h2>
      )}
      <div className={classes.grid}>
        {section.fields.map((field) => (
          <FormField
            key={field.name}
            field={field}
            model={model}
            schema={schema}
            text={text}
            mode={mode}
            disabled={save.isPending || queued.isWaiting}
            stored={record ? props.initialValues : undefined}
          />
        ))}
      </div>
    </section>
  ));
  return (
    <Form component={false} layout="vertical" requiredMark>
      <form
        className={`${classes.form} ${compact ? classes.oneColumn : ''}`}
        onSubmit={submit}
        onKeyDown={onKeyDown}
        noValidate
        aria-label={text(mode === 'create' ? 'new' : 'one')}
      >
        {queued.isWaiting ? (
          <Alert
            type="info"
            showIcon
            title={t('outbox.waits')}
            action={
              <Button size="small" onClick={queued.cancel}>
                {t('outbox.cancel')}
              </Button>
            }
          />
        ) : null}
        {restored && !queued.isWaiting ? (
          <Alert
            type="info"
            showIcon
            title={t('draft.restored', { at: formatDateTime(restored.toISOString(), locale) })}
            action={
              <Button
                size="small"
                onClick={() => {
                  draft.drop();
                  setRestored(null);
                  model.reset(props.initialValues);
                }}
              >
                {t('draft.discard')}
              </Button>
            }
          />
        ) : null}
        {props.aside ? (
          <div className={`${classes.side} ${props.asideSize === 'wide' ? classes.wideSide : ''}`}>
            <div className={classes.form}>{sections}</div>
            <aside className={classes.sidePanel}>{props.aside(model.values)}</aside>
          </div>
        ) : (
          sections
        )}
        <Refusal
          sentences={[
            ...Object.entries(model.errors).flatMap(([field, { message }]) =>
              message !== undefined && !names.has(field.split(/[.[]/)[0] ?? '') ? [message] : [],
            ),
            ...(refusal === null ? [] : [refusal]),
          ]}
        />
        <div className={classes.bar}>
          {props.extra}
          {shownErrors > 0 ? (
            <span className={classes.cellError} role="alert">
              {t('form.errors', { count: shownErrors })}
            </span>
          ) : null}
          <Button onClick={props.onCancel}>{t('cancel')}</Button>
          {props.alternatives?.map((alternative) => (
            <Button
              key={alternative.key}
              disabled={isBusy}
              onClick={() =>
                // What is not complete can be no document yet, but it can be kept as it is.
                mayKeep && model.issues.length > 0 ? keepUnfinished() : send(alternative.body)
              }
            >
              {text(alternative.key)}
            </Button>
          ))}
          {mayKeep && !props.alternatives ? (
            <Button disabled={isBusy} onClick={keepUnfinished}>
              {t('unfinished.save')}
            </Button>
          ) : null}
          <Button
            type={props.next ? 'default' : 'primary'}
            htmlType="submit"
            loading={save.isPending}
            disabled={isBusy}
          >
            {props.saveText}
          </Button>
          {props.next ? (
            <Button type="primary" disabled={isBusy} onClick={goOn}>
              {text(props.next.key)}
            </Button>
          ) : null}
        </div>
      </form>
      <ConflictDialog
        open={conflict !== null && !queued.isWaiting}
        resource={resource as unknown as Resource}
        before={base}
        after={conflict}
        onKeep={() => {
          if (!conflict) return;
          const now = valuesOf(conflict);
          model.rebase(now, draft.rebase(model.values, { values: now, record: conflict }));
          takeOver(conflict);
        }}
        onReload={() => {
          if (!conflict) return;
          const now = valuesOf(conflict);
          model.reset(now);
          draft.rebase(now, { values: now, record: conflict });
          draft.drop();
          setRestored(null);
          takeOver(conflict);
        }}
      />
    </Form>
  );
}

/** All fields of a form, sections opened. */
const fieldsOf = (form: Resource['form']): readonly Field[] =>
  form.flatMap((item) => (isSection(item) ? item.fields : [item]));

export const fieldNames = (form: Resource['form']): string[] =>
  fieldsOf(form).map((field) => field.name);
