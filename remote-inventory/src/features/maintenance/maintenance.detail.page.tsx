import { oneOptions } from '@boxyard/shared/client';
import type { Contract, DataOf } from '@boxyard/shared/contract';
import { occurrenceMachine } from '@boxyard/shared/domain/service/occurrenceMachine.ts';
import {
  BackLink,
  ListPage,
  PageFrame,
  PageTitle,
  RecordHead,
  useCrumb,
  useTabParam,
} from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import {
  DateText,
  ErrorState,
  Facts,
  None,
  nameIn,
  Quantity,
  Skeleton,
  Tabs,
  ToneTag,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import classes from './maintenance.module.css';
import {
  maintainedContainers,
  maintenanceOfContainer,
  Place,
  repairsOfContainer,
  SERVICE_TONES,
  warrantiesOfContainer,
} from './maintenance.resource.tsx';

type Container = DataOf<Contract['containerMaintenance.get']>;

/** A container: what fails, what is planned, and who answers for it (domain-containers 2.10). */
export function Page() {
  const { id = '' } = useParams();
  const t = useT('remote-inventory');
  const found = useQuery(oneOptions('containerMaintenance.get', { params: { id } }));
  const container = found.data;
  useCrumb('container-maintenance-detail', container?.serialNumber ?? '');
  return (
    <PageFrame busy={!container && !found.isError}>
      <BackLink resource={maintainedContainers} />
      {container ? (
        <Sections container={container} />
      ) : (
        <>
          <PageTitle>{t('containerMaintenance.one')}</PageTitle>
          {found.isError ? (
            <ErrorState error={found.error} onRetry={() => void found.refetch()} />
          ) : (
            <Skeleton active paragraph={{ rows: 10 }} />
          )}
        </>
      )}
    </PageFrame>
  );
}

function Sections({ container }: { readonly container: Container }) {
  const t = useT('remote-inventory');
  const locale = useLocale();
  const [tab, setTab] = useTabParam(['overview', 'repairs', 'maintenance', 'warranties']);
  const ofContainer = { productId: [container.id] };
  return (
    <>
      <RecordHead
        title={container.serialNumber}
        tags={
          <ToneTag tone={SERVICE_TONES[container.serviceStatus]}>
            {t(`containerMaintenance.choice.serviceStatus.${container.serviceStatus}`)}
          </ToneTag>
        }
        subtitle={[container.name, nameIn(container.productModel, locale)]}
      />
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          {
            key: 'overview',
            label: t('containerMaintenance.tab.overview'),
            children: <Overview container={container} />,
          },
          {
            key: 'repairs',
            label: t('containerMaintenance.tab.repairs'),
            children: (
              <ListPage
                resource={repairsOfContainer}
                query={{ filters: { ...ofContainer, kind: ['repair'] } }}
                embedded
                onCreate={false}
              />
            ),
          },
          {
            key: 'maintenance',
            label: t('containerMaintenance.tab.maintenance'),
            children: (
              <ListPage
                resource={maintenanceOfContainer}
                query={{ filters: { ...ofContainer, kind: ['maintenance'] } }}
                embedded
                onCreate={false}
              />
            ),
          },
          {
            key: 'warranties',
            label: t('containerMaintenance.tab.warranties'),
            children: (
              <ListPage
                resource={warrantiesOfContainer}
                query={{ filters: ofContainer }}
                embedded
                onCreate={false}
              />
            ),
          },
        ]}
      />
    </>
  );
}

/** Hours of a number of minutes, to a tenth. */
const hoursOf = (minutes: number): number => Math.round(minutes / 6) / 10;

function Overview({ container }: { readonly container: Container }) {
  const t = useT('remote-inventory');
  const hours = (minutes: number | null) =>
    minutes === null ? <None /> : <Quantity value={hoursOf(minutes)} unit={t('units.hours')} />;
  const facts: Readonly<Record<string, ReactNode>> = {
    place: <Place {...container} />,
    customer: container.customer ? <RefName value={container.customer} /> : <None />,
    warrantyEnd: <DateText value={container.warrantyEnd} />,
    nextDueAt: <DateText value={container.nextDueAt} />,
    lastMaintainedAt: <DateText value={container.lastMaintainedAt} />,
    openJobs: container.openJobs,
    repairCount: container.repairCount,
    downtimeMinutes: hours(container.downtimeMinutes),
    meanRepairMinutes: hours(container.meanRepairMinutes),
    meanDaysBetweenFailures:
      container.meanDaysBetweenFailures === null ? (
        <None />
      ) : (
        <Quantity value={container.meanDaysBetweenFailures} unit={t('units.days')} />
      ),
    firstTimeFixPercent:
      container.firstTimeFixPercent === null ? <None /> : `${container.firstTimeFixPercent}%`,
  };
  return (
    <>
      <Facts
        items={Object.entries(facts).map(([key, value]) => ({
          key,
          label: t(`containerMaintenance.field.${key}`),
          value,
        }))}
      />
      <Planned planned={container.planned} />
    </>
  );
}

function RefName({ value }: { readonly value: NonNullable<Container['customer']> }) {
  return <>{nameIn(value, useLocale())}</>;
}

/** Maintenance that is planned, the earliest first. */
function Planned({ planned }: Pick<Container, 'planned'>) {
  const t = useT('remote-inventory');
  return (
    <section className={classes.planned}>
      <h2>{t('containerMaintenance.planned.title')}</h2>
      {planned.length === 0 ? (
        <p className={classes.none}>{t('containerMaintenance.planned.none')}</p>
      ) : (
        <ul>
          {planned.map(({ id, schedule, day, status }) => (
            <li key={id}>
              <DateText value={day} />
              <span className={classes.schedule}>{schedule}</span>
              <ToneTag tone={occurrenceMachine.states[status].tone}>
                {t(`containerMaintenance.planned.status.${status}`)}
              </ToneTag>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
