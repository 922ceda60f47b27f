import Form from 'antd/es/form';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { endpointOf } from '../../client/call.ts';
import { isApiError } from '../../client/errors.ts';
import type { QueuedRefusal } from '../../runtime/outbox.ts';
import { Modal } from '../../ui/feedback/Modal.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import { isRequired, parsePath } from '../form/bodyRules.ts';
import { FormField } from '../form/FormField.tsx';
import { type Field, type FormValues, fieldFactory } from '../form/fields.tsx';
import classes from '../form/form.module.css';
import { focusField, Refusal, refusalOf } from '../form/Refusal.tsx';
import { useFormModel } from '../form/useFormModel.ts';
import type { ResourceText } from '../resource/useResourceText.ts';
import documentClasses from './document.module.css';

export interface ActionDialogProps {
  readonly title: string;
  /** What it means, in words. */
  readonly consequence: string;
  /** What it is done to: supplier, amount. */
  readonly facts?: readonly {
    readonly key: string;
    readonly label: string;
    readonly value: ReactNode;
  }[];
  readonly okText: string;
  readonly danger: boolean;
  readonly endpoint: string;
  readonly reason: 'required' | 'optional' | null;
  readonly fields: readonly Field[];
  readonly initialValues: FormValues;
  /** Why the same was refused when it had waited for the network. */
  readonly refused?: QueuedRefusal | undefined;
  readonly toBody: (values: FormValues) => FormValues;
  readonly text: ResourceText;
  /** Resolves when it is done; throws the server's refusal. */
  readonly onSubmit: (body: unknown, values: FormValues) => Promise<void>;
  readonly onClose: () => void;
  readonly busy: boolean;
}

const REASON = fieldFactory<{ reason: string }>().longText('reason', { span: 6, autoFocus: true });

/** The button that does it. */
const CONFIRM = 'action-confirm';

/** Asks before an action: the consequence, the reason where one is due, and its own fields. */
export function ActionDialog(props: ActionDialogProps): ReactNode {
  const { endpoint, reason, fields, text, busy } = props;
  const t = useKitText();
  const row = endpointOf(endpoint);
  const schema = row.kind === 'mutation' ? row.body : undefined;
  const { toBody } = props;
  const model = useFormModel({
    schema,
    initial: props.initialValues,
    toBody: useCallback((values: FormValues) => toBody(values), [toBody]),
  });
  const { refused } = props;
  const [refusal, setRefusal] = useState<string | null>(refused?.message ?? null);
  const { refuse } = model;
  useEffect(() => {
    if (refused) refuse(refused.errors);
  }, [refused, refuse]);
  const submit = async () => {
    if (busy) return;
    model.attempt();
    setRefusal(null);
    const [first] = model.issues;
    if (first) {
      focusField(first.field);
      return;
    }
    try {
      await props.onSubmit(model.body, model.values);
    } catch (error) {
      if (!isApiError(error)) return;
      model.refuse(error.errors);
      setRefusal(refusalOf(error));
    }
  };
  const shown = reason === null ? fields : [...fields, REASON];
  const asksNothing = shown.every(
    ({ name, options }) =>
      !isRequired(schema, parsePath(name)) && !options.required?.(model.values),
  );
  // An error of a field that the dialog does not have must not keep it silently shut.
  const elsewhere = Object.keys(model.errors).filter(
    (field) => !shown.some(({ name }) => field === name || field.startsWith(`${name}[`)),
  );
  return (
    <Modal
      open
      title={props.title}
      okText={props.okText}
      cancelText={t('document.back')}
      okButtonProps={{ danger: props.danger, loading: busy, id: CONFIRM }}
      // Once it shows: nothing that does not can have the focus.
      afterOpenChange={(open) => {
        if (open && asksNothing) document.getElementById(CONFIRM)?.focus();
      }}
      wrapProps={{
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void submit();
        },
      }}
      onOk={() => void submit()}
      onCancel={props.onClose}
      {...(fields.some((field) => field.lines) ? { width: 'min(960px, 96vw)' } : {})}
    >
      <p className={documentClasses.consequence}>{props.consequence}</p>
      {props.facts?.length ? (
        <dl className={documentClasses.asked}>
          {props.facts.map(({ key, label, value }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <Form component={false} layout="vertical" requiredMark>
        <div className={fields.some((field) => field.lines) ? undefined : classes.oneColumn}>
          <div className={classes.grid}>
            {shown.map((field) => (
              <FormField
                key={field.name}
                field={field}
                model={model}
                schema={schema}
                text={text}
                mode="edit"
                disabled={busy}
              />
            ))}
          </div>
        </div>
      </Form>
      <Refusal
        sentences={[
          ...elsewhere.map((field) => model.errors[field]?.message ?? field),
          ...(refusal === null ? [] : [refusal]),
        ]}
      />
    </Modal>
  );
}
