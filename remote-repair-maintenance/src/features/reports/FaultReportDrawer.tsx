import { listOptions, oneOptions, useEndpointMutation } from '@boxyard/shared/client';
import type { FaultReportDetail } from '@boxyard/shared/contract/areas/faultReports.ts';
import { faultReportMachine } from '@boxyard/shared/domain/service/faultReportMachine.ts';
import type { SpamReach } from '@boxyard/shared/domain/service/faultReports.ts';
import { jobMachine, unsolvedJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import { JOB_ROUTES } from '@boxyard/shared/domain/service/jobs.ts';
import { mayOpen, notifySuccess, pathOf, useT } from '@boxyard/shared/runtime';
import {
  Alert,
  Button,
  DateTimeText,
  Drawer,
  ErrorState,
  Facts,
  LinkButton,
  PageLink,
  Skeleton,
  Space,
  StatusTag,
  Timeline,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { FaultPhotos } from './FaultPhotos.tsx';
import classes from './reports.module.css';

const WIDTH = 640;

interface Props {
  readonly id: string | null;
  readonly onClose: () => void;
}

/** A fault report with what its sender wrote, and what a dispatcher makes of it. */
export function FaultReportDrawer({ id, onClose }: Props) {
  const t = useT('remote-repair-maintenance');
  const found = useQuery({
    ...oneOptions('faultReports.get', { params: { id: id ?? '' } }),
    enabled: id !== null,
  });
  const report = id === null ? undefined : found.data;
  return (
    <Drawer
      open={id !== null}
      onClose={onClose}
      size={WIDTH}
      destroyOnHidden
      title={report ? report.product.serialNumber : t('faultReports.one')}
      extra={report ? <StatusTag machine={faultReportMachine} status={report.status} /> : undefined}
    >
      {report ? (
        <Report report={report} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Drawer>
  );
}

function Report({ report }: { readonly report: FaultReportDetail }) {
  const t = useT('remote-repair-maintenance');
  const { productModel, reportedByName, reportedByPhone, job } = report;
  const fact = (key: string, value: React.ReactNode) =>
    value === null ? [] : [{ key, label: t(`faultReports.field.${key}`), value }];
  return (
    <div className={classes.report}>
      <Facts
        items={[
          ...fact('productModel', productModel.name),
          ...fact('createdAt', <DateTimeText value={report.createdAt} />),
          ...fact('reportedByName', reportedByName),
          ...fact(
            'reportedByPhone',
            reportedByPhone === null ? null : (
              <a href={`tel:${reportedByPhone}`}>{reportedByPhone}</a>
            ),
          ),
          ...fact(
            'job',
            job === null ? null : job.id === null ? (
              t('faultReports.hiddenJob')
            ) : (
              <>
                <PageLink page={JOB_ROUTES[job.kind]} params={{ id: job.id }}>
                  {job.documentNo}
                </PageLink>{' '}
                <StatusTag machine={jobMachine} status={job.status} />
              </>
            ),
          ),
        ]}
      />
      <section aria-label={t('faultReports.section.entries')}>
        <ul className={classes.entries}>
          {report.entries.map(({ id, at, symptom, symptomCode }) => (
            <li key={id}>
              <p>
                {symptomCode === null || symptomCode.name === symptom ? null : (
                  <strong>{symptomCode.name}: </strong>
                )}
                {symptom}
              </p>
              {report.entryCount > 1 ? <DateTimeText value={at} /> : null}
            </li>
          ))}
        </ul>
        <FaultPhotos report={report} />
      </section>
      <Decisions report={report} />
      <Timeline entries={report.history} machine={faultReportMachine} />
    </div>
  );
}

/** A job of its own, an open one, or spam; a press of spam is taken back in the same place. */
function Decisions({ report }: { readonly report: FaultReportDetail }) {
  const kit = useT('kit');
  const { id, version, allowedActions } = report;
  const restore = useEndpointMutation('faultReports.restore');
  const may = (action: string) => allowedActions.includes(action);
  return (
    <>
      {may('accept') && mayOpen('repair-job-create') ? (
        <LinkButton
          type="primary"
          to={{ pathname: pathOf('repair-job-create'), search: `?report=${id}` }}
        >
          {kit('action.faultReport.accept')}
        </LinkButton>
      ) : null}
      {may('join') ? <OpenJobs report={report} /> : null}
      {may('spam') ? <SpamButtons report={report} /> : null}
      {may('restore') ? (
        <Button
          loading={restore.isPending}
          onClick={() => restore.mutate({ params: { id }, body: { version } })}
        >
          {kit('action.faultReport.restore')}
        </Button>
      ) : null}
    </>
  );
}

/** One press for all that waits of the sender's address, or of the container. */
function SpamButtons({ report }: { readonly report: FaultReportDetail }) {
  const t = useT('remote-repair-maintenance');
  const spam = useEndpointMutation('faultReports.spam');
  const { id, version, alike } = report;
  const counts = { address: alike.address, container: alike.container, report: 1 } as const;
  const reaches = (['report', 'address', 'container'] as const).filter(
    (reach) => reach === 'report' || counts[reach] > 1,
  );
  const press = (reach: SpamReach) =>
    spam.mutate(
      { params: { id }, body: { version, reach } },
      { onSuccess: () => notifySuccess(t('faultReports.spamDone', { count: counts[reach] })) },
    );
  return (
    <Space wrap>
      {reaches.map((reach) => (
        <Button key={reach} danger loading={spam.isPending} onClick={() => press(reach)}>
          {t(`faultReports.spam.${reach}`, { count: counts[reach] })}
        </Button>
      ))}
    </Space>
  );
}

/** Open jobs of the container, to which the report may belong. */
function OpenJobs({ report }: { readonly report: FaultReportDetail }) {
  const t = useT('remote-repair-maintenance');
  const join = useEndpointMutation('faultReports.join');
  const { data } = useQuery(
    listOptions('jobs.list', {
      query: { filters: { productId: [report.product.id], status: [...unsolvedJobStatuses] } },
      loading: false,
    }),
  );
  const rows = data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={t('faultReports.openJobs', { count: rows.length })}
      description={
        <ul className={classes.jobs}>
          {rows.map(({ id: jobId, kind, documentNo, status, symptom }) => (
            <li key={jobId}>
              <PageLink page={JOB_ROUTES[kind]} params={{ id: jobId }}>
                {documentNo}
              </PageLink>{' '}
              <StatusTag machine={jobMachine} status={status} /> {symptom}{' '}
              <Button
                size="small"
                loading={join.isPending}
                onClick={() =>
                  join.mutate({
                    params: { id: report.id },
                    body: { version: report.version, jobId },
                  })
                }
              >
                {t('faultReports.join', { no: documentNo })}
              </Button>
            </li>
          ))}
        </ul>
      }
    />
  );
}
