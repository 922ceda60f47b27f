import { useEndpointMutation } from '@boxyard/shared/client';
import type { Contract, DataOf } from '@boxyard/shared/contract';
import { confirm, useCan, useT } from '@boxyard/shared/runtime';
import { Button, Form, Modal, RecordSelect } from '@boxyard/shared/ui';
import { type ReactNode, useState } from 'react';

interface Props {
  readonly zone: DataOf<Contract['zones.get']>;
  readonly onDone: () => void;
}

/** What only whoever may move zones does to one that has a region. */
export function ZoneActions({ zone, onDone }: Props): ReactNode {
  const t = useT('remote-admin');
  const [isMoving, setMoving] = useState(false);
  const [form] = Form.useForm<{ toRegionId: string }>();
  const move = useEndpointMutation('regions.moveZone');
  const remove = useEndpointMutation('regions.removeZone');
  const mayMove = useCan('territories:move');
  const { region } = zone;
  if (region === null || !mayMove) return null;
  const params = { id: region.id };
  const body = { version: zone.version, zoneId: zone.id };

  const askRemove = async () => {
    const { ok } = await confirm({
      title: t('territories.removeZone.title', { zone: zone.code, region: region.code }),
      body: t('territories.removeZone.text'),
      okText: t('territories.removeZone.ok'),
      danger: true,
    });
    if (ok) remove.mutate({ params, body }, { onSuccess: onDone });
  };
  return (
    <>
      <Button size="small" onClick={() => setMoving(true)}>
        {t('territories.moveZone.open')}
      </Button>
      <Button size="small" loading={remove.isPending} onClick={() => void askRemove()}>
        {t('territories.removeZone.ok')}
      </Button>
      {isMoving ? (
        <Modal
          open
          title={t('territories.moveZone.title', { zone: zone.code })}
          okText={t('territories.moveZone.ok')}
          confirmLoading={move.isPending}
          onCancel={() => setMoving(false)}
          onOk={form.submit}
        >
          <Form
            form={form}
            layout="vertical"
            onFinish={({ toRegionId }) =>
              move.mutate({ params, body: { ...body, toRegionId } }, { onSuccess: onDone })
            }
          >
            <Form.Item
              name="toRegionId"
              label={t('territories.moveZone.to')}
              rules={[{ required: true, message: t('territories.required') }]}
            >
              <RecordSelect lookup="regions.all" omit={({ id }) => id === region.id} autoFocus />
            </Form.Item>
          </Form>
        </Modal>
      ) : null}
    </>
  );
}
