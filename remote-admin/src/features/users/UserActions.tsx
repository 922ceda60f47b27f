import { useEndpointMutation } from '@boxyard/shared/client';
import type { UserRow } from '@boxyard/shared/contract';
import { useT } from '@boxyard/shared/runtime';
import { Button, Form, Input, Modal, RecordSelect } from '@boxyard/shared/ui';
import { useState } from 'react';

interface Props {
  readonly user: UserRow;
  readonly close: () => void;
}

type Asking = 'suspend' | 'rejectSignUp' | 'leaveCompanies' | 'approveSignUp' | null;

/** What may be done to an account now; the server says which (`allowedActions`). */
export function UserActions({ user, close }: Props) {
  const t = useT('remote-admin');
  const [asking, setAsking] = useState<Asking>(null);
  const reactivate = useEndpointMutation('users.reactivate');
  const resetPassword = useEndpointMutation('users.resetPassword');
  const may = (action: string) => user.allowedActions.includes(action);
  const params = { id: user.id };
  const body = { version: user.version };
  return (
    <>
      {may('approve-signup') ? (
        <Button size="small" type="primary" onClick={() => setAsking('approveSignUp')}>
          {t('users.action.approveSignUp')}
        </Button>
      ) : null}
      {may('reject-signup') ? (
        <Button size="small" danger onClick={() => setAsking('rejectSignUp')}>
          {t('users.action.rejectSignUp')}
        </Button>
      ) : null}
      {may('reset-password') ? (
        <Button
          size="small"
          loading={resetPassword.isPending}
          onClick={() => resetPassword.mutate({ params, body })}
        >
          {t('users.action.resetPassword')}
        </Button>
      ) : null}
      {may('reactivate') ? (
        <Button
          size="small"
          loading={reactivate.isPending}
          onClick={() => reactivate.mutate({ params, body }, { onSuccess: close })}
        >
          {t('users.action.reactivate')}
        </Button>
      ) : null}
      {may('leave-companies') ? (
        <Button size="small" danger onClick={() => setAsking('leaveCompanies')}>
          {t('users.action.leaveCompanies')}
        </Button>
      ) : null}
      {may('suspend') ? (
        <Button size="small" danger onClick={() => setAsking('suspend')}>
          {t('users.action.suspend')}
        </Button>
      ) : null}
      {asking === 'approveSignUp' ? (
        <ApproveDialog user={user} onCancel={() => setAsking(null)} onDone={close} />
      ) : null}
      {asking !== null && asking !== 'approveSignUp' ? (
        <ReasonDialog user={user} action={asking} onCancel={() => setAsking(null)} onDone={close} />
      ) : null}
    </>
  );
}

interface DialogProps {
  readonly user: UserRow;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** Somebody who signed up comes in with a role and companies; without them they could do nothing. */
function ApproveDialog({ user, onCancel, onDone }: DialogProps) {
  const t = useT('remote-admin');
  const [form] = Form.useForm<{ roleId: string; companyIds: string[]; warehouseIds?: string[] }>();
  const approve = useEndpointMutation('users.approveSignUp');
  const required = [{ required: true, message: t('users.required') }];
  return (
    <Modal
      open
      title={t('users.approve.title', { name: `${user.firstName} ${user.lastName}` })}
      okText={t('users.action.approveSignUp')}
      confirmLoading={approve.isPending}
      onCancel={onCancel}
      onOk={form.submit}
    >
      <Form
        form={form}
        layout="vertical"
        onFinish={({ roleId, companyIds, warehouseIds = [] }) =>
          approve.mutate(
            {
              params: { id: user.id },
              body: { version: user.version, roleId, companyIds, warehouseIds },
            },
            { onSuccess: onDone },
          )
        }
      >
        <Form.Item name="roleId" label={t('users.field.role')} rules={required}>
          <RecordSelect lookup="roles.all" />
        </Form.Item>
        <Form.Item name="companyIds" label={t('users.field.companies')} rules={required}>
          <RecordSelect lookup="companies.all" multiple />
        </Form.Item>
        <Form.Item name="warehouseIds" label={t('users.field.warehouses')}>
          <RecordSelect lookup="masterData.subWarehouses" multiple query={{ storage: true }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

function ReasonDialog({
  user,
  action,
  onCancel,
  onDone,
}: DialogProps & { readonly action: 'suspend' | 'rejectSignUp' | 'leaveCompanies' }) {
  const t = useT('remote-admin');
  const [form] = Form.useForm<{ reason: string }>();
  const suspend = useEndpointMutation('users.suspend');
  const reject = useEndpointMutation('users.rejectSignUp');
  const leave = useEndpointMutation('users.leaveCompanies');
  const act = { suspend, rejectSignUp: reject, leaveCompanies: leave }[action];
  return (
    <Modal
      open
      title={t(`users.${action}.title`, { name: `${user.firstName} ${user.lastName}` })}
      okText={t(`users.action.${action}`)}
      okButtonProps={{ danger: true }}
      confirmLoading={act.isPending}
      onCancel={onCancel}
      onOk={form.submit}
    >
      <p>{t(`users.${action}.consequence`)}</p>
      <Form
        form={form}
        layout="vertical"
        onFinish={({ reason }) =>
          act.mutate(
            { params: { id: user.id }, body: { version: user.version, reason } },
            { onSuccess: onDone },
          )
        }
      >
        <Form.Item
          name="reason"
          label={t('users.field.reason')}
          rules={[{ required: true, min: 3, max: 500, message: t('users.reasonRule') }]}
        >
          <Input.TextArea rows={3} maxLength={500} autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  );
}
