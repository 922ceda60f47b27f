import { callRow, type FileAnswer, saveFile, useEndpointMutation } from '@boxyard/shared/client';
import type { SoftwareDetail } from '@boxyard/shared/contract';
import { startsFrom } from '@boxyard/shared/domain';
import { softwareMachine } from '@boxyard/shared/domain/containers/softwareMachine.ts';
import { actionFields, CallDialog, MasterPage, useQueryKey } from '@boxyard/shared/kit';
import { confirm, pathOf, useCan, useT } from '@boxyard/shared/runtime';
import { Alert, Button, DateTimeText, formatBytes } from '@boxyard/shared/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import classes from './software.module.css';
import { releases, rolloutFields } from './software.resource.tsx';

interface Asked {
  readonly action: 'stable' | 'withdraw' | 'rollout';
  readonly release: SoftwareDetail;
}

/** Releases: made with their file, released as beta, marked as stable, recalled. */
export function SoftwareTab() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [tab] = useQueryKey('tab');
  return (
    <MasterPage
      resource={releases}
      embedded
      linked={tab === 'software'}
      initialValues={{ isMandatory: 'false', minHardwareRev: '0', productModelIds: '' }}
      toForm={(release) => ({
        versionNo: release.versionNo,
        releaseNotes: release.releaseNotes,
        isMandatory: String(release.isMandatory),
        minHardwareRev: String(release.minHardwareRev),
        productModelIds: release.productModels.map(({ id }) => id).join(','),
      })}
      toFiles={({ file }) => (file instanceof File ? [file] : [])}
      drawerActions={(release, close) => (
        <Actions
          release={release as SoftwareDetail}
          onAsk={(action) => {
            close();
            setAsked({ action, release: release as SoftwareDetail });
          }}
          onDone={close}
        />
      )}
      drawerBanner={(release) => <Facts release={release as SoftwareDetail} />}
    >
      {asked ? <Dialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </MasterPage>
  );
}

function Actions({
  release,
  onAsk,
  onDone,
}: {
  readonly release: SoftwareDetail;
  readonly onAsk: (action: Asked['action']) => void;
  readonly onDone: () => void;
}) {
  const t = useT('remote-inventory');
  const kit = useT('kit');
  const publish = useEndpointMutation('productSoftwares.publish');
  const mayUpdate = useCan('container-warehouse:update-software');
  const open = (action: string) => release.allowedActions.includes(action);
  // The file of a draft is for people who make releases.
  const isOut = !startsFrom(softwareMachine, 'publish', release.status);
  const isUsable = ['beta', 'stable', 'superseded'].includes(release.status);
  const askPublish = async () => {
    const answer = await confirm({
      title: kit('action.software.publish'),
      body: kit('consequence.software.publish'),
      okText: kit('action.software.publish'),
    });
    if (!answer.ok) return;
    publish.mutate(
      { params: { id: release.id }, body: { version: release.version } },
      { onSuccess: onDone },
    );
  };
  return (
    <>
      {isOut || open('publish') ? (
        <Button size="small" onClick={() => void keep(release)}>
          {t('software.download')}
        </Button>
      ) : null}
      {isUsable && mayUpdate ? (
        <Button size="small" onClick={() => onAsk('rollout')}>
          {t('rollouts.start')}
        </Button>
      ) : null}
      {open('publish') ? (
        <Button
          size="small"
          type="primary"
          loading={publish.isPending}
          onClick={() => void askPublish()}
        >
          {kit('action.software.publish')}
        </Button>
      ) : null}
      {open('stable') ? (
        <Button size="small" type="primary" onClick={() => onAsk('stable')}>
          {kit('action.software.stable')}
        </Button>
      ) : null}
      {open('withdraw') ? (
        <Button size="small" danger onClick={() => onAsk('withdraw')}>
          {kit('action.software.withdraw')}
        </Button>
      ) : null}
    </>
  );
}

const keep = async ({ id, file }: SoftwareDetail): Promise<void> => {
  const answer = (await callRow('productSoftwares.file', { params: { id } })) as FileAnswer;
  saveFile({ ...answer, fileName: file.fileName });
};

function Facts({ release }: { readonly release: SoftwareDetail }) {
  const t = useT('remote-inventory');
  const { file } = release;
  return (
    <>
      {release.statusReason ? (
        <Alert
          type="error"
          showIcon
          title={t('software.recalled', { count: release.containerCount })}
          description={release.statusReason}
        />
      ) : null}
      <dl className={classes.facts}>
        <dt>{t('software.field.file')}</dt>
        <dd>
          {file.fileName} · {formatBytes(file.size)}
        </dd>
        <dt>{t('software.field.sha256')}</dt>
        <dd>
          <code>{file.sha256}</code>
        </dd>
        <dt>{t('software.field.containerCount')}</dt>
        <dd>{release.containerCount}</dd>
        {release.stableAt ? (
          <>
            <dt>{t('software.field.stableAt')}</dt>
            <dd>
              <DateTimeText value={release.stableAt} />
              {release.stableBy ? ` · ${release.stableBy.name}` : ''}
            </dd>
          </>
        ) : null}
      </dl>
    </>
  );
}

const stableFields = actionFields('productSoftwares.stable', (f) => [
  f.longText('overrideReason', { span: 6, help: 'help.overrideReason' }),
]);
const withdrawFields = actionFields('productSoftwares.withdraw', (f) => [
  f.longText('reason', { span: 6 }),
]);

function Dialog({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  const t = useT('remote-inventory');
  const kit = useT('kit');
  const go = useNavigate();
  const { action, release } = asked;
  const { id, version, versionNo } = release;
  if (action === 'rollout') {
    return (
      <CallDialog
        endpoint="softwareRollouts.create"
        resource={releases}
        title={t('rollouts.startOf', { version: versionNo })}
        consequence={t('rollouts.consequence')}
        okText={t('rollouts.start')}
        fields={rolloutFields.filter(({ name }) => name === 'reason')}
        initialValues={{}}
        toBody={(values) => ({ ...values, softwareId: id })}
        onDone={(made) => {
          onClose();
          void go(pathOf('container-warehouse', {}, { tab: 'rollouts', rollout: made.id }));
        }}
        onClose={onClose}
      />
    );
  }
  const shared = {
    params: { id },
    resource: releases,
    initialValues: {},
    toBody: (values: Readonly<Record<string, unknown>>) => ({ ...values, version }),
    onDone: onClose,
    onClose,
    consequence: kit(`consequence.software.${action}`),
    okText: kit(`action.software.${action}`),
    title: `${kit(`action.software.${action}`)} · ${versionNo}`,
  };
  return action === 'stable' ? (
    <CallDialog endpoint="productSoftwares.stable" fields={stableFields} {...shared} />
  ) : (
    <CallDialog endpoint="productSoftwares.withdraw" fields={withdrawFields} {...shared} />
  );
}
