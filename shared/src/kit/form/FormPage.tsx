import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { endpointOf } from '../../client/call.ts';
import { rowOptions } from '../../client/query.ts';
import type { ListName } from '../../contract/index.ts';
import type { Machine } from '../../domain/index.ts';
import { mayOpen, pathOf } from '../../runtime/routes.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/States.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import { camelCase } from '../document/documentActions.ts';
import { BackLink } from '../page/BackLink.tsx';
import { PageTitle } from '../page/PageTitle.tsx';
import pageClasses from '../page/page.module.css';
import type { FormPageProps } from '../page/types.ts';
import { useRecordCrumbs } from '../page/useCrumb.ts';
import type { Doc } from '../resource/types.ts';
import { useNameOf } from '../resource/useNameOf.ts';
import { useResourceText } from '../resource/useResourceText.ts';
import type { FormValues } from './fields.tsx';
import { fieldNames, formValuesOf, RecordForm } from './RecordForm.tsx';
import { useOpenedDraft } from './useUnfinished.ts';

/** Whether the server bars the form's action: an old link or another tab may still open the form. */
function isClosed(
  { machine }: { readonly machine?: Machine },
  endpoint: string,
  record: Readonly<Record<string, unknown>>,
): boolean {
  const call = endpoint.slice(endpoint.indexOf('.') + 1);
  const action = Object.keys(machine?.actions ?? {}).find((name) => camelCase(name) === call);
  const allowed = record.allowedActions as readonly string[] | undefined;
  return action !== undefined && allowed?.includes(action) === false;
}

/** Decided once: what somebody typed stays when the record changes under their hands. */
function Decided(props: {
  readonly isSo: boolean;
  readonly instead: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const [isSo] = useState(props.isSo);
  return isSo ? props.instead : props.children;
}

/** Creates or edits a record of a resource on a page of its own. */
export function FormPage<L extends ListName>(props: FormPageProps<L>): ReactNode {
  const { resource, mode, params, initialValues = {} } = props;
  const t = useKitText();
  const text = useResourceText(resource);
  const nameOf = useNameOf(resource);
  const navigate = useNavigate();
  const routeId = useParams().id;
  const id = props.id ?? routeId ?? '';
  const isEdit = mode === 'edit';
  const found = useQuery({
    ...rowOptions(`${resource.family}.get`, { params: { ...params, id }, loading: false }),
    enabled: isEdit,
    // What is being edited does not change under the hands of the one who types.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  const record = isEdit ? (found.data as Readonly<Record<string, unknown>> | undefined) : undefined;

  const name = record ? nameOf(record) || t('document.draft') : '';
  const routes = resource.routes ?? {};
  useRecordCrumbs(resource, record, name);
  const endpoint = props.endpoint ?? `${resource.family}.${isEdit ? 'update' : 'create'}`;
  const { draft: opened, found: foundDraft } = useOpenedDraft(endpoint, !isEdit);
  const ready = isEdit ? record !== undefined && found.isFetchedAfterMount : opened !== null;
  const asked = isEdit ? found : foundDraft;
  const away = (saved?: Readonly<Record<string, unknown>>) => {
    const savedId = String(saved?.id ?? id);
    if (saved && props.after) navigate(props.after(saved as Doc<L>));
    else if (routes.document && mayOpen(routes.document) && savedId !== '') {
      navigate(pathOf(routes.document, { ...params, id: savedId }), { replace: true });
    } else if (routes.list) navigate(pathOf(routes.list, params));
    else navigate(-1);
  };
  const cancel = () => {
    if (isEdit && routes.document) navigate(pathOf(routes.document, { ...params, id }));
    else if (routes.list) navigate(pathOf(routes.list, params));
    else navigate(-1);
  };
  const kept = () => {
    if (routes.list && mayOpen(routes.list)) navigate(pathOf(routes.list, params));
    else navigate(-1);
  };
  const row = endpointOf(endpoint);
  const body = row.kind === 'mutation' ? row.body : undefined;
  const valuesOf = (doc: Readonly<Record<string, unknown>>): FormValues => {
    const own = formValuesOf(fieldNames(resource.form), doc, body);
    return props.toForm ? props.toForm(doc as Doc<L>, own) : own;
  };

  return (
    <section className={pageClasses.page}>
      <BackLink resource={resource} params={params} />
      <PageTitle>
        {!isEdit
          ? text('new')
          : record && !nameOf(record)
            ? t('form.editDraft')
            : text('edit', { name, defaultValue: t('form.edit', { name }) })}
      </PageTitle>
      {props.children}
      {asked.isError && !ready ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : ready ? (
        <Decided
          isSo={record !== undefined && isClosed(resource, endpoint, record)}
          instead={
            <EmptyState
              title={t('form.closed', { name })}
              text={t('form.closedText')}
              action={<Button onClick={cancel}>{t('form.backTo', { name })}</Button>}
            />
          }
        >
          <RecordForm
            key={isEdit ? id : (opened?.id ?? 'new')}
            resource={resource}
            mode={mode}
            record={record}
            endpoint={endpoint}
            params={params}
            initialValues={record ? valuesOf(record) : (opened?.values ?? initialValues)}
            opened={opened ?? undefined}
            name={name}
            onKept={isEdit ? undefined : kept}
            toBody={props.toBody}
            toForm={valuesOf as (record: never) => FormValues}
            aside={props.aside}
            alternatives={props.alternatives}
            next={props.next && { key: props.next.key, go: () => navigate(props.next?.to ?? '') }}
            saveText={text(isEdit ? 'save' : 'create')}
            onSaved={away}
            onCancel={cancel}
          />
        </Decided>
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </section>
  );
}
