import { oneOptions, useEndpointMutation } from '@boxyard/shared/client';
import { notify, useCan, useT } from '@boxyard/shared/runtime';
import { Button, Form, Input, Modal, RecordSelect } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

interface Words {
  readonly title: string;
  readonly text: string;
  readonly roleIds?: string[];
  readonly companyIds?: string[];
}

const MAX_TITLE = 120;
const MAX_TEXT = 1000;

/** A message to everybody, or to people of some roles and companies, of whoever sends it. */
export function Announcement() {
  const t = useT('remote-admin');
  const [open, setOpen] = useState(false);
  if (!useCan('users:broadcast')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('users.announce.open')}</Button>
      {open ? <Dialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Dialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT('remote-admin');
  const [form] = Form.useForm<Words>();
  const [isSure, setSure] = useState(false);
  const roleIds = Form.useWatch('roleIds', form) ?? [];
  const companyIds = Form.useWatch('companyIds', form) ?? [];
  const query = { roleIds, companyIds };
  const { data, isFetching, refetch } = useQuery({
    ...oneOptions('users.receivers', { query, loading: false }),
    // A number that somebody confirms is the present one.
    staleTime: 0,
  });
  const count = data?.count ?? 0;
  const send = useEndpointMutation('users.broadcast');
  const required = [{ required: true, whitespace: true, message: t('users.required') }];

  const finish = ({ title, text }: Words) => {
    if (!isSure) {
      setSure(true);
      return;
    }
    send.mutate(
      { body: { title, text, roleIds, companyIds, receivers: count } },
      {
        onSuccess: (answer) => {
          notify({
            type: 'success',
            title: t('users.announce.sent', { count: answer.data.count }),
          });
          onClose();
        },
        onError: () => {
          setSure(false);
          void refetch();
        },
      },
    );
  };

  return (
    <Modal
      open
      title={t('users.announce.title')}
      okText={isSure ? t('users.announce.confirm', { count }) : t('users.announce.check')}
      okButtonProps={{ disabled: isFetching || count === 0 }}
      confirmLoading={send.isPending}
      onCancel={onClose}
      onOk={form.submit}
    >
      <Form
        form={form}
        layout="vertical"
        onFinish={finish}
        // What was changed has to be confirmed anew.
        onValuesChange={() => setSure(false)}
      >
        <Form.Item name="title" label={t('users.announce.subject')} rules={required}>
          <Input maxLength={MAX_TITLE} />
        </Form.Item>
        <Form.Item name="text" label={t('users.announce.text')} rules={required}>
          <Input.TextArea rows={4} maxLength={MAX_TEXT} showCount />
        </Form.Item>
        <Form.Item
          name="roleIds"
          label={t('users.announce.roles')}
          extra={t('users.announce.rolesHint')}
        >
          <RecordSelect lookup="roles.all" multiple />
        </Form.Item>
        <Form.Item
          name="companyIds"
          label={t('users.field.companies')}
          extra={t('users.announce.companiesHint')}
        >
          <RecordSelect lookup="companies.all" multiple />
        </Form.Item>
        <p role="status">
          {count === 0 && !isFetching
            ? t('users.announce.nobody')
            : t('users.announce.receivers', { count })}
        </p>
      </Form>
    </Modal>
  );
}
