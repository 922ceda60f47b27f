import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Flex from 'antd/es/flex';
import Skeleton from 'antd/es/skeleton';
import { type ComponentProps, Fragment, type ReactNode, useState } from 'react';
import { endpointOf } from '../../client/call.ts';
import { isApiError } from '../../client/errors.ts';
import { rowOptions, useRowMutation } from '../../client/query.ts';
import type { ListName } from '../../contract/index.ts';
import { mayDo } from '../../runtime/ability.tsx';
import { confirm } from '../../runtime/dialogs.ts';
import { type TabItem, Tabs } from '../../ui/data/Tabs.tsx';
import { Drawer } from '../../ui/feedback/Drawer.tsx';
import { ErrorState } from '../../ui/feedback/States.tsx';
import { DeleteIcon } from '../../ui/moreIcons.ts';
import { useKitText } from '../../ui/useKitText.ts';
import { bodyOf } from '../form/bodyRules.ts';
import type { FormValues } from '../form/fields.tsx';
import formClasses from '../form/form.module.css';
import { fieldNames, formValuesOf, RecordForm } from '../form/RecordForm.tsx';
import type { PathParams } from '../page/types.ts';
import type { Resource } from '../resource/defineResource.ts';
import type { Doc, Row } from '../resource/types.ts';
import { useNameOf } from '../resource/useNameOf.ts';
import { useResourceText } from '../resource/useResourceText.ts';
import { InUseDialog } from './LazyInUseDialog.tsx';
import { hasCall } from './recordCalls.ts';
import '../../ui/remainingTexts.ts';

type Values = Readonly<Record<string, unknown>>;

const NARROW = 480;
const WIDE = 880;
/** The tab of the form itself. */
const FORM = 'form';

export interface RecordDrawerProps<L extends ListName> {
  readonly resource: Resource<L>;
  /** What is open: a new record, one of the list's, or nothing. */
  readonly target: Row<L> | { readonly id: string } | 'new' | null;
  readonly onClose: () => void;
  /** `wide` for forms of several sections; they keep their grid. */
  readonly size?: 'narrow' | 'wide';
  /** On the page itself, beside what it was chosen from, instead of over it. */
  readonly inline?: boolean;
  readonly params?: PathParams | undefined;
  readonly initialValues?: FormValues | undefined;
  readonly toForm?: ((doc: Doc<L>) => FormValues) | undefined;
  readonly toBody?: ((values: FormValues) => FormValues) | undefined;
  /** Files that go with a new record. */
  readonly toFiles?: ((values: FormValues) => readonly File[]) | undefined;
  /** Buttons besides deactivate and delete. */
  readonly actions?: ((doc: Doc<L>, close: () => void) => ReactNode) | undefined;
  /** Above the form of a record. */
  readonly banner?: ((doc: Doc<L>) => ReactNode) | undefined;
  /** Under the form of a record. */
  readonly extra?: ((doc: Doc<L>) => ReactNode) | undefined;
  /** Beside the form of a record: what would stand far below it where the form is long. */
  readonly tabs?: ((doc: Doc<L>) => readonly TabItem[]) | undefined;
  /** After saving, once the drawer is closed: what was saved may be opened in its place. */
  readonly onSaved?: ((saved: Doc<L>) => void) | undefined;
  /** After deleting. */
  readonly onDeleted?: (() => void) | undefined;
}

/** A drawer, or its head and body as a part of the page. */
function Frame({ inline, ...props }: ComponentProps<typeof Drawer> & { readonly inline: boolean }) {
  if (!inline) return <Drawer {...props} />;
  if (!props.open) return null;
  return (
    <section className={formClasses.inPage}>
      <Flex gap={8} wrap justify="space-between" align="center">
        <h2 className={formClasses.sectionTitle}>{props.title}</h2>
        {props.extra}
      </Flex>
      {props.children}
    </section>
  );
}

/** A form alone, or as the first of several tabs: what is typed into it stays while others are open. */
function WithTabs({
  label,
  tabs,
  children,
}: {
  readonly label: string;
  readonly tabs: readonly TabItem[] | undefined;
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useState(FORM);
  if (!tabs) return children;
  const form = { key: FORM, label, children, keep: true };
  return <Tabs items={[form, ...tabs]} activeKey={open} onChange={setOpen} />;
}

/**
 * Creates or edits a master beside the page it belongs to. Records that something refers to are
 * deactivated instead of deleted; the refusal says who refers (409 IN_USE).
 */
export function RecordDrawer<L extends ListName>(props: RecordDrawerProps<L>): ReactNode {
  const { resource, target, params, onClose, size = 'narrow', inline = false } = props;
  const t = useKitText();
  const text = useResourceText(resource);
  const nameOf = useNameOf(resource);
  const [inUse, setInUse] = useState<Values | null>(null);
  const row = target === 'new' || target === null ? null : (target as Values);
  const id = row ? String(row.id) : '';

  const get = `${resource.family}.get`;
  const withGet = hasCall(get);
  const found = useQuery({
    ...(withGet
      ? rowOptions(get, { params: { ...params, id }, loading: false })
      : { queryKey: [resource.family, 'none'], queryFn: () => null }),
    enabled: withGet && row !== null,
    // Asked again at each opening, also within the seconds for which other pages trust what they have:
    // the form waits for this answer.
    staleTime: 0,
    refetchOnMount: 'always',
  });
  // A master without a call of its own for one record is edited from its row.
  const record = row === null ? null : withGet ? (found.data as Values | undefined) : row;

  const update = `${resource.family}.update`;
  const remove = `${resource.family}.delete`;
  // Of one record the server may allow less than the ability does (rank, one's own role).
  const open = record?.allowedActions as readonly string[] | undefined;
  const canUpdate =
    hasCall(update) &&
    mayDo(resource.abilities?.update ?? `${resource.page}:update`) &&
    open?.includes('update') !== false;
  const canDelete =
    hasCall(remove) &&
    mayDo(resource.abilities?.delete ?? `${resource.page}:delete`) &&
    open?.includes('delete') !== false;
  const save = useRowMutation(update, { errorNotice: 'none' });
  const erase = useRowMutation(remove, { errorNotice: 'none' });
  const valuesOf = (doc: Values): FormValues =>
    props.toForm ? props.toForm(doc as Doc<L>) : formValuesOf(fieldNames(resource.form), doc);
  const refuse = (error: unknown) => {
    if (isApiError(error)) {
      setInUse({ message: error.message, ...error.details, code: error.code });
    }
  };

  const setActive = (isActive: boolean) => {
    if (!record) return;
    const endpoint = endpointOf(update);
    const schema = endpoint.kind === 'mutation' ? endpoint.body : undefined;
    const values = props.toBody ? props.toBody(valuesOf(record)) : valuesOf(record);
    const body = { ...values, version: record.version, isActive };
    save.mutate(
      { params: { ...params, id }, body: schema ? bodyOf(schema, body) : body },
      {
        onSuccess: (answer) => (inline ? saved((answer as { data: Values }).data) : onClose()),
        onError: refuse,
      },
    );
  };
  const askDelete = async () => {
    if (!record) return;
    const answer = await confirm({
      title: t('master.deleteTitle', { name: nameOf(record) }),
      body: t('master.deleteText'),
      okText: t('master.delete'),
      danger: true,
    });
    if (!answer.ok) return;
    erase.mutate(
      { params: { ...params, id } },
      {
        onSuccess: () => {
          onClose();
          props.onDeleted?.();
        },
        onError: refuse,
      },
    );
  };
  const saved = (doc: Values) => {
    // What stands on the page stays open; its page decides what is shown next.
    if (!inline) onClose();
    props.onSaved?.(doc as Doc<L>);
  };

  const isActive = record && 'isActive' in record ? record.isActive === true : null;
  const compact = size === 'narrow';
  return (
    <>
      <Frame
        inline={inline}
        open={target !== null}
        onClose={onClose}
        size={compact ? NARROW : WIDE}
        destroyOnHidden
        title={
          target === 'new' ? (
            text('new')
          ) : record ? (
            nameOf(record)
          ) : (
            <span className={formClasses.kind}>{text('one')}</span>
          )
        }
        extra={
          record ? (
            <Flex gap={8} wrap justify="flex-end">
              {props.actions?.(record as Doc<L>, onClose)}
              {canUpdate && isActive !== null ? (
                <Button size="small" onClick={() => setActive(!isActive)} loading={save.isPending}>
                  {t(isActive ? 'master.deactivate' : 'master.activate')}
                </Button>
              ) : null}
              {canDelete ? (
                <Button
                  size="small"
                  danger
                  type="text"
                  icon={<DeleteIcon />}
                  aria-label={t('master.delete')}
                  loading={erase.isPending}
                  onClick={() => void askDelete()}
                />
              ) : null}
            </Flex>
          ) : null
        }
      >
        <div className={inline ? undefined : formClasses.inDrawer}>
          {target === 'new' ? (
            <RecordForm
              resource={resource}
              mode="create"
              endpoint={`${resource.family}.create`}
              params={params}
              initialValues={props.initialValues ?? {}}
              toBody={props.toBody}
              toFiles={props.toFiles}
              saveText={text('create')}
              compact={compact}
              onSaved={saved}
              onCancel={onClose}
            />
          ) : found.isError && !record ? (
            <ErrorState error={found.error} onRetry={() => void found.refetch()} />
          ) : record && (!withGet || found.isFetchedAfterMount) ? (
            // One key over all that is the record's: pieces of pages may bring a key of their own, and two
            // of the same beside each other would make React leave one of them behind.
            <Fragment key={id}>
              {props.banner?.(record as Doc<L>)}
              <WithTabs label={t('master.form')} tabs={props.tabs?.(record as Doc<L>)}>
                <fieldset
                  disabled={!canUpdate}
                  style={{ border: 0, margin: 0, minWidth: 0, padding: 0 }}
                >
                  <RecordForm
                    resource={resource}
                    mode="edit"
                    record={record}
                    endpoint={update}
                    params={params}
                    initialValues={valuesOf(record)}
                    toBody={
                      isActive === null
                        ? props.toBody
                        : (values) => ({
                            isActive,
                            ...(props.toBody ? props.toBody(values) : values),
                          })
                    }
                    toForm={valuesOf as (record: never) => FormValues}
                    saveText={text('save')}
                    compact={compact}
                    onSaved={saved}
                    onCancel={onClose}
                  />
                </fieldset>
              </WithTabs>
              {props.extra?.(record as Doc<L>)}
            </Fragment>
          ) : target === null ? null : (
            <Skeleton active paragraph={{ rows: 8 }} />
          )}
        </div>
      </Frame>
      <InUseDialog
        refusal={inUse}
        onClose={() => setInUse(null)}
        onDeactivate={
          canUpdate && isActive === true && erase.isError
            ? () => {
                setInUse(null);
                setActive(false);
              }
            : null
        }
      />
    </>
  );
}
