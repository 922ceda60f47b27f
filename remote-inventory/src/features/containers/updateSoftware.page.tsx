import { rowOptions } from '@boxyard/shared/client';
import type { Contract, ListAnswer, ListName, RowOf } from '@boxyard/shared/contract';
import { softwareUpdateMachine } from '@boxyard/shared/domain/containers/softwareUpdateMachine.ts';
import { actionFields, CallDialog, FormPage, LinesTable } from '@boxyard/shared/kit';
import { pathOf, useT } from '@boxyard/shared/runtime';
import {
  Button,
  EmptyState,
  None,
  RelativeTime,
  Skeleton,
  Space,
  StatusTag,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { containerSoftware } from './containers.resource.tsx';
import classes from './software.module.css';
import { updates } from './software.resource.tsx';

type Update = RowOf<Contract[Extract<ListName, 'softwareUpdates.list'>]>;
const STEPS = ['start', 'apply', 'fail', 'retry', 'rollback'] as const;
type Step = (typeof STEPS)[number];

/** Brings a release of software to a container, and says how it went. */
export function Page() {
  const { id = '' } = useParams();
  return (
    <>
      <FormPage
        resource={containerSoftware}
        mode="edit"
        endpoint="products.software"
        toForm={(doc) => ({
          softwareId:
            doc.stableSoftware && doc.stableSoftware.id !== doc.software?.id
              ? doc.stableSoftware.id
              : null,
          reason: '',
          productModelId: doc.productModel.id,
          runs: doc.software,
          target: doc.targetSoftware,
        })}
        after={() => pathOf('container-warehouse-update-software', { id })}
      />
      <Updates id={id} />
    </>
  );
}

function Updates({ id }: { readonly id: string }) {
  const t = useT('remote-inventory');
  const kit = useT('kit');
  const [asked, setAsked] = useState<{ update: Update; step: Step } | null>(null);
  const found = useQuery(
    rowOptions('softwareUpdates.list', {
      query: { filters: { productId: [id] }, limit: 50 },
      loading: false,
    }),
  );
  const rows = (found.data as ListAnswer<Update> | undefined)?.data;
  return (
    <section className={classes.updates}>
      <h2>{t('updates.title')}</h2>
      {!rows ? <Skeleton active paragraph={{ rows: 3 }} /> : null}
      {rows?.length === 0 ? <EmptyState title={t('updates.empty')} /> : null}
      {rows && rows.length > 0 ? (
        <LinesTable
          resource={updates}
          rows={rows}
          columns={(c) => [
            c.custom('to', {
              render: ({ from, to }) => `${from?.versionNo ?? '—'} → ${to.versionNo}`,
            }),
            c.custom('status', {
              render: ({ status }) => <StatusTag machine={softwareUpdateMachine} status={status} />,
            }),
            c.custom('error', {
              render: ({ error, reason }) => error ?? reason ?? <None />,
            }),
            c.custom('createdAt', {
              render: ({ createdAt, createdBy }) => (
                <>
                  {createdBy?.name} · <RelativeTime value={createdAt} />
                </>
              ),
            }),
            c.custom('steps', {
              render: (update) => (
                <Space wrap>
                  {STEPS.filter((step) => update.allowedActions.includes(step)).map((step) => (
                    <Button
                      key={step}
                      size="small"
                      type={step === 'start' || step === 'apply' ? 'primary' : 'default'}
                      onClick={() => setAsked({ update, step })}
                    >
                      {kit(`action.softwareUpdate.${step}`)}
                    </Button>
                  ))}
                </Space>
              ),
            }),
          ]}
        />
      ) : null}
      {asked ? <StepDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </section>
  );
}

const failFields = actionFields('softwareUpdates.fail', (f) => [f.longText('reason', { span: 6 })]);

function StepDialog({
  update,
  step,
  onClose,
}: {
  readonly update: Update;
  readonly step: Step;
  readonly onClose: () => void;
}) {
  const t = useT('remote-inventory');
  const kit = useT('kit');
  const name = kit(`action.softwareUpdate.${step}`);
  return (
    <CallDialog
      endpoint={`softwareUpdates.${step}`}
      params={{ id: update.id }}
      resource={updates}
      title={`${name} · ${update.to.versionNo}`}
      consequence={t(`updates.means.${step}`, { version: update.to.versionNo })}
      okText={name}
      fields={step === 'fail' || step === 'rollback' ? failFields : []}
      initialValues={{}}
      toBody={(values) => ({ ...values, version: update.version })}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
