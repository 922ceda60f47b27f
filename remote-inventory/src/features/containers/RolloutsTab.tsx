import { rowOptions } from '@boxyard/shared/client';
import type { Contract, DataOf } from '@boxyard/shared/contract';
import { actionFields, CallDialog, ListPage, useQueryKey } from '@boxyard/shared/kit';
import { notifySuccess, useCan, useT } from '@boxyard/shared/runtime';
import { Button, RelativeTime, Skeleton, Space } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RolloutProgress } from './RolloutProgress.tsx';
import classes from './software.module.css';
import { rollouts, updates } from './software.resource.tsx';

type Rollout = DataOf<Contract['softwareRollouts.get']>;
type Step = 'start' | 'apply' | 'fail' | 'retry' | 'rollback';

/** How often the progress of a running job is asked for, where no event says it. */
const POLL_MS = 2000;

/** Rollouts, and one of them with its updates at `?rollout=`. */
export function RolloutsTab() {
  const [id, setId] = useQueryKey('rollout');
  if (id) return <OneRollout id={id} onBack={() => setId(null)} />;
  return <ListPage resource={rollouts} embedded onCreate={false} onOpen={(row) => setId(row.id)} />;
}

/** Steps that make sense now, with how many updates are ready for each. */
const readyFor = (rollout: Rollout): readonly (readonly [Step, number])[] =>
  (
    [
      ['start', rollout.queued],
      ['apply', rollout.inProgress],
      ['retry', rollout.failed],
      ['rollback', rollout.applied],
    ] as const
  ).filter(([, count]) => count > 0);

function OneRollout({ id, onBack }: { readonly id: string; readonly onBack: () => void }) {
  const t = useT('remote-inventory');
  const kit = useT('kit');
  const mayUpdate = useCan('container-warehouse:update-software');
  const [step, setStep] = useState<Step | null>(null);
  const found = useQuery({
    ...rowOptions('softwareRollouts.get', { params: { id }, loading: false }),
    refetchInterval: ({ state }) =>
      ((state.data as Rollout | undefined)?.waiting ?? 0) > 0 ? POLL_MS : false,
  });
  const rollout = found.data as Rollout | undefined;
  if (!rollout) return <Skeleton active paragraph={{ rows: 4 }} />;
  return (
    <>
      <div className={classes.head}>
        <Button type="text" onClick={onBack}>
          ‹ {t('rollouts.title')}
        </Button>
        {mayUpdate ? (
          <Space wrap>
            {readyFor(rollout).map(([one, count]) => (
              <Button key={one} danger={one === 'rollback'} onClick={() => setStep(one)}>
                {t('rollouts.all', { action: kit(`action.softwareUpdate.${one}`), count })}
              </Button>
            ))}
          </Space>
        ) : null}
      </div>
      <h2>{t('rollouts.of', { version: rollout.software.versionNo, count: rollout.total })}</h2>
      <div className={classes.progress}>
        <RolloutProgress rollout={rollout} />
        <p className={classes.words}>
          {rollout.createdBy?.name} · <RelativeTime value={rollout.createdAt} />
          {rollout.reason ? ` · ${rollout.reason}` : ''}
        </p>
      </div>
      <ListPage
        resource={updates}
        embedded
        onCreate={false}
        onOpen={() => undefined}
        query={{ filters: { rolloutId: [id] } }}
        bulk={[
          bulk('start', 'softwareUpdates.start'),
          bulk('apply', 'softwareUpdates.apply'),
          bulk('fail', 'softwareUpdates.fail', true),
          bulk('retry', 'softwareUpdates.retry'),
          bulk('rollback', 'softwareUpdates.rollback', true),
        ]}
      />
      {step ? <StepDialog id={id} step={step} onClose={() => setStep(null)} /> : null}
    </>
  );
}

const bulk = <const E extends `softwareUpdates.${Step}`>(
  key: Step,
  endpoint: E,
  reason = false,
) => ({
  key,
  endpoint,
  ability: 'container-warehouse:update-software',
  ...(reason ? { reason, danger: true } : {}),
  body: ({ version }: { readonly version: number }, why: string | null) => ({
    version,
    ...(reason ? { reason: why } : {}),
  }),
});

const reasonFields = actionFields('softwareRollouts.report', (f) => [
  f.longText('reason', { span: 6 }),
]);

function StepDialog({
  id,
  step,
  onClose,
}: {
  readonly id: string;
  readonly step: Step;
  readonly onClose: () => void;
}) {
  const t = useT('remote-inventory');
  const kit = useT('kit');
  const asksReason = step === 'rollback' || step === 'fail';
  const name = kit(`action.softwareUpdate.${step}`);
  return (
    <CallDialog
      endpoint="softwareRollouts.report"
      params={{ id }}
      resource={rollouts}
      title={name}
      consequence={t(`rollouts.means.${step}`)}
      okText={name}
      fields={asksReason ? reasonFields : []}
      initialValues={{}}
      toBody={(values) => ({ ...values, action: step })}
      onDone={({ done, refused }) => {
        notifySuccess(t('rollouts.reported', { done, refused: refused.length }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
