import { type ApiError, oneOptions, useEndpointMutation } from '@boxyard/shared/client';
import type { SettingDetail, SettingInForce } from '@boxyard/shared/contract';
import { bangkokDate } from '@boxyard/shared/domain';
import {
  type SettingKey,
  type SettingSubject,
  type SettingValue,
  settingOfKey,
} from '@boxyard/shared/domain/settings/settings.ts';
import { useCan, useLocale, useT } from '@boxyard/shared/runtime';
import {
  Button,
  DatePicker,
  DateText,
  DateTimeText,
  Drawer,
  ErrorState,
  Facts,
  Form,
  Input,
  None,
  nameIn,
  RecordSelect,
  Skeleton,
  Table,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SettingInput } from './SettingInput.tsx';
import { SettingText } from './SettingText.tsx';
import classes from './settings.module.css';

interface Props {
  /** null: closed. */
  readonly settingKey: SettingKey | null;
  readonly companyId: string;
  /** What it is today, for each person or model where it has one each. */
  readonly values: readonly SettingInForce[];
  readonly onClose: () => void;
}

const WIDTH = 720;

const SUBJECT_LOOKUPS = { user: 'users.all', productModel: 'productModels.all' } as const;
const subjectQuery = (subject: SettingSubject | undefined, id: string | null) =>
  subject && id ? { [`${subject}Id`]: id } : {};

/** A setting: whom it is for, its value now and from another day on, and its history. */
export function SettingDrawer({ settingKey, companyId, values, onClose }: Props) {
  const locale = useLocale();
  return (
    <Drawer
      open={settingKey !== null}
      onClose={onClose}
      size={WIDTH}
      destroyOnHidden
      title={settingKey === null ? '' : settingOfKey(settingKey).label[locale]}
    >
      {settingKey === null ? null : (
        <Setting settingKey={settingKey} companyId={companyId} values={values} />
      )}
    </Drawer>
  );
}

function Setting({
  settingKey,
  companyId,
  values,
}: {
  readonly settingKey: SettingKey;
  readonly companyId: string;
  readonly values: readonly SettingInForce[];
}) {
  const t = useT('remote-admin');
  const locale = useLocale();
  const { subject, help } = settingOfKey(settingKey);
  const [subjectId, setSubjectId] = useState<string | null>(null);
  const about = subjectQuery(subject, subjectId);
  const found = useQuery({
    ...oneOptions('settings.get', {
      params: { id: companyId, key: settingKey },
      query: about,
    }),
    enabled: subject === undefined || subjectId !== null,
  });
  return (
    <div className={classes.setting}>
      <p className={classes.lead}>{help[locale]}</p>
      {subject ? (
        <>
          <div>
            <div className={classes.label}>{t(`settings.subject.${subject}`)}</div>
            <RecordSelect
              lookup={SUBJECT_LOOKUPS[subject]}
              aria-label={t(`settings.subject.${subject}`)}
              value={subjectId}
              onChange={(id) => setSubjectId(typeof id === 'string' ? id : null)}
            />
          </div>
          {subjectId === null ? (
            <Table<SettingInForce>
              label={t(`settings.count.${subject}`, { count: values.length })}
              rows={values}
              rowKey={(row) => row[subject]?.id ?? ''}
              onOpen={(row) => setSubjectId(row[subject]?.id ?? null)}
              empty={{ text: t('settings.nobody') }}
              columns={[
                {
                  key: 'subject',
                  title: t(`settings.subject.${subject}`),
                  render: ({ user, productModel }) =>
                    user?.name ?? (productModel ? nameIn(productModel, locale) : ''),
                },
                {
                  key: 'value',
                  title: t('settings.value'),
                  align: 'right',
                  render: ({ value }) => <SettingText settingKey={settingKey} value={value} />,
                },
                {
                  key: 'next',
                  title: t('settings.next'),
                  align: 'right',
                  render: ({ next }) =>
                    next ? <SettingText settingKey={settingKey} value={next.value} /> : <None />,
                },
              ]}
            />
          ) : null}
        </>
      ) : null}
      {subject && subjectId === null ? null : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Values key={`${subjectId}`} settingKey={settingKey} about={about} setting={found.data} />
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
    </div>
  );
}

interface Typed {
  readonly value: SettingValue;
  readonly effectiveFrom: string | null;
  readonly reason?: string;
}

/** The day from which another value may count: today, or this month where it counts by months. */
const firstDay = (key: SettingKey): string => {
  const day = bangkokDate(new Date());
  return settingOfKey(key).monthly ? `${day.slice(0, 7)}-01` : day;
};

/** Refusals at their field; what concerns a part of the value stands at the value. */
const faultsOf = (error: ApiError | null, name: string): readonly string[] =>
  (error?.errors ?? [])
    .filter(({ field }) => field === name || field.startsWith(`${name}.`))
    .map(({ message }) => message);

function Values({
  settingKey,
  about,
  setting,
}: {
  readonly settingKey: SettingKey;
  readonly about: Readonly<Record<string, string>>;
  readonly setting: SettingDetail;
}) {
  const t = useT('remote-admin');
  const [form] = Form.useForm<Typed>();
  const save = useEndpointMutation('settings.set');
  const mayChange = useCan('contract-header:update');
  const initial: Typed = { value: setting.value, effectiveFrom: firstDay(settingKey), reason: '' };
  const item = (name: keyof Typed) => {
    const faults = faultsOf(save.error, name);
    return faults.length > 0 ? { validateStatus: 'error' as const, help: faults.join(' ') } : {};
  };
  const finish = ({ value, effectiveFrom, reason }: Typed) =>
    save.mutate(
      {
        params: { id: setting.company.id, key: settingKey },
        body: {
          ...about,
          value,
          effectiveFrom: effectiveFrom ?? '',
          reason: reason || null,
        },
      },
      { onSuccess: () => form.setFieldsValue({ ...initial, value }) },
    );
  return (
    <>
      <Facts
        items={[
          {
            key: 'value',
            label: t('settings.value'),
            value: <SettingText settingKey={settingKey} value={setting.value} />,
          },
          {
            key: 'since',
            label: t('settings.since'),
            value: setting.effectiveFrom ? (
              <DateText value={setting.effectiveFrom} />
            ) : (
              t('settings.initial')
            ),
          },
          ...(setting.next
            ? [
                {
                  key: 'next',
                  label: t('settings.next'),
                  value: (
                    <>
                      <SettingText settingKey={settingKey} value={setting.next.value} />{' '}
                      <span className={classes.from}>
                        <DateText value={setting.next.effectiveFrom} />
                      </span>
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      {mayChange ? (
        <Form form={form} layout="vertical" initialValues={initial} onFinish={finish}>
          <Form.Item name="value" label={t('settings.newValue')} {...item('value')}>
            <SettingInput settingKey={settingKey} disabled={save.isPending} />
          </Form.Item>
          <Form.Item
            name="effectiveFrom"
            label={t('settings.from')}
            extra={t(settingOfKey(settingKey).monthly ? 'settings.monthHint' : 'settings.fromHint')}
            {...item('effectiveFrom')}
          >
            <DatePicker min={firstDay(settingKey)} />
          </Form.Item>
          <Form.Item name="reason" label={t('settings.reason')} {...item('reason')}>
            <Input.TextArea rows={2} maxLength={500} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t('settings.save')}
          </Button>
        </Form>
      ) : null}
      <h2 className={classes.group}>{t('settings.history')}</h2>
      <Table
        label={t('settings.history')}
        rows={setting.history}
        rowKey={({ id }) => id}
        empty={{ text: t('settings.never') }}
        columns={[
          {
            key: 'from',
            title: t('settings.from'),
            card: 'title',
            render: ({ effectiveFrom }) => <DateText value={effectiveFrom} />,
          },
          {
            key: 'value',
            title: t('settings.value'),
            render: ({ value }) => <SettingText settingKey={settingKey} value={value} />,
          },
          {
            key: 'by',
            title: t('settings.by'),
            render: ({ createdBy, createdAt, reason }) => (
              <>
                {createdBy ? `${createdBy.name}, ` : null}
                <DateTimeText value={createdAt} />
                {reason ? <div className={classes.from}>{reason}</div> : null}
              </>
            ),
          },
          ...(mayChange
            ? [
                {
                  key: 'again',
                  title: '',
                  align: 'right' as const,
                  render: ({ value }: SettingDetail['history'][number]) => (
                    <Button size="small" onClick={() => form.setFieldsValue({ ...initial, value })}>
                      {t('settings.again')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}
