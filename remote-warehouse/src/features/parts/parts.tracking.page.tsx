import { oneOptions } from '@boxyard/shared/client';
import type { PartDetail } from '@boxyard/shared/contract';
import { addQuantities } from '@boxyard/shared/domain';
import {
  BackLink,
  LabelButton,
  ListPage,
  PageFrame,
  PageTitle,
  RecordHead,
  useCrumb,
  useQueryKey,
  useTabParam,
} from '@boxyard/shared/kit';
import { RecordPanels, retryingLazy, useCan, useLocale, useT } from '@boxyard/shared/runtime';
import {
  Button,
  EditIcon,
  ErrorState,
  Money,
  nameIn,
  Quantity,
  RefText,
  Skeleton,
  Tabs,
  Thumbnail,
  ToneTag,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import { Figure, Figures } from '../../Figures.tsx';
import { BeingCounted, StockQuantity } from '../../StockQuantity.tsx';
import { Balances } from './Balances.tsx';
import { PartDrawer } from './PartDrawer.tsx';
import classes from './parts.module.css';
import { parts } from './parts.resource.tsx';
import { partClaims, partRepairs } from './records.resource.tsx';
import { SendOn } from './SendOn.tsx';
import { StockLevel } from './StockLevel.tsx';
import { tracking, untraced } from './tracking.resource.tsx';
import { Warranty } from './Warranty.tsx';

const behind = (tab: ReactNode) => (
  <Suspense fallback={<Skeleton active paragraph={{ rows: 4 }} />}>{tab}</Suspense>
);

// Comes with the first serial that somebody looks at.
// Tabs behind the first one come when they are opened: the page keeps its budget.
const Components = retryingLazy(async () => ({
  default: (await import('./Components.tsx')).Components,
}));
const Details = retryingLazy(async () => ({ default: (await import('./Details.tsx')).Details }));
const Course = retryingLazy(async () => ({ default: (await import('./Course.tsx')).Course }));
const SupplierParts = retryingLazy(async () => ({
  default: (await import('../../SupplierParts.tsx')).SupplierParts,
}));
const Rules = retryingLazy(async () => ({ default: (await import('./Rules.tsx')).Rules }));
const FollowUps = retryingLazy(async () => ({
  default: (await import('./FollowUps.tsx')).FollowUps,
}));
const SerialDrawer = retryingLazy(async () => ({
  default: (await import('./SerialDrawer.tsx')).SerialDrawer,
}));

/** Where the stock of a part stands, where it lies, and every move that brought it there. */
export function Page() {
  const { id = '' } = useParams();
  const t = useT('remote-warehouse');
  const found = useQuery(oneOptions('parts.get', { params: { id } }));
  const part = found.data;
  const partNo = part?.partNo ?? '';
  useCrumb('parts-warehouse-tracking', partNo);
  return (
    <PageFrame busy={!part && !found.isError}>
      <BackLink resource={parts} />
      {part ? (
        <Tracking part={part} />
      ) : (
        <>
          <PageTitle>{t('parts.one')}</PageTitle>
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

function Tracking({ part }: { readonly part: PartDetail }) {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const mayEdit = useCan('parts-warehouse:update');
  const [tab, setTab] = useTabParam([
    'moves',
    'course',
    'balances',
    'levels',
    'components',
    'suppliers',
    'followUps',
    'repairs',
    'claims',
    'warranty',
    'details',
  ]);
  const [isEditing, setEditing] = useState(false);
  const [serial, setSerial] = useQueryKey('serial');
  const other = locale === 'th' ? part.name : part.nameTh;
  return (
    <>
      <RecordHead
        title={`${part.partNo} ${nameIn(part, locale)}`}
        tags={
          <>
            <Thumbnail picture={part.cover} />
            <StockLevel level={part.stockLevel} />
            {part.reorderPoint === null ? null : (
              <span className={classes.quiet}>
                {t('parts.reorderAt')}{' '}
                <Quantity
                  value={part.reorderPoint}
                  unit={<RefText value={part.unit} show="name" />}
                />
              </span>
            )}
            {part.isActive ? null : <ToneTag tone="neutral">{t('parts.inactive')}</ToneTag>}
          </>
        }
        subtitle={[other === nameIn(part, locale) ? null : other, part.brand, part.model]}
        buttons={
          <>
            <LabelButton items={[{ kind: 'part', id: part.id, quantity: 1 }]} />
            <SendOn part={part} />
            {mayEdit ? (
              <Button icon={<EditIcon />} onClick={() => setEditing(true)}>
                {t('parts.edit')}
              </Button>
            ) : null}
          </>
        }
      />
      <StockBlock part={part} />
      <RecordPanels on="parts-warehouse-tracking" record={{ kind: 'part', id: part.id }} />
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          {
            key: 'moves',
            label: t('tracking.title'),
            children: (
              <ListPage
                resource={part.trackingType === 'serial' ? tracking : untraced}
                params={{ id: part.id }}
                embedded
                onCreate={false}
                summary={(summary) => <FlowLine part={part} {...summary} />}
              />
            ),
          },
          {
            key: 'course',
            label: t('parts.course.tab'),
            children: behind(<Course partId={part.id} />),
          },
          {
            key: 'balances',
            label: t('balances.tab', { count: part.balances.length }),
            children: <Balances part={part} />,
          },
          {
            key: 'levels',
            label: t('rules.tab', { count: part.stockRules.length }),
            children: behind(<Rules part={part} />),
          },
          {
            key: 'components',
            label: t('parts.components.title'),
            children: behind(<Components part={part} />),
          },
          {
            key: 'suppliers',
            label: t('supplierParts.ofPart'),
            children: behind(<SupplierParts on="part" id={part.id} />),
          },
          {
            key: 'followUps',
            label: t('followUps.title'),
            children: behind(<FollowUps part={part} />),
          },
          {
            key: 'repairs',
            label: t('partRepairs.title'),
            children: (
              <ListPage resource={partRepairs} params={{ id: part.id }} embedded onCreate={false} />
            ),
          },
          {
            key: 'claims',
            label: t('partClaims.title'),
            children: (
              <ListPage resource={partClaims} params={{ id: part.id }} embedded onCreate={false} />
            ),
          },
          { key: 'warranty', label: t('warranty.title'), children: <Warranty part={part} /> },
          { key: 'details', label: t('parts.details'), children: behind(<Details part={part} />) },
        ]}
      />
      {serial === null ? null : (
        <Suspense fallback={null}>
          <SerialDrawer partId={part.id} serialNo={serial} onClose={() => setSerial(null)} />
        </Suspense>
      )}
      <PartDrawer target={isEditing ? part : null} onClose={() => setEditing(false)} />
    </>
  );
}

const ALWAYS = ['onHand', 'reserved', 'available', 'inTransit', 'quarantine'] as const;
const SELDOM = ['inRepair', 'atSupplier'] as const;
const AHEAD = ['onOrder', 'projected'] as const;

/** The places together: what the ledger and the balances count. Nobody adds up what is being counted. */
function inAll({ onHand, inTransit, quarantine, inRepair, atSupplier }: PartDetail['stock']) {
  const places = [onHand, inTransit, quarantine, inRepair, atSupplier];
  return places.some((one) => one === null)
    ? null
    : addQuantities(...places.map((one) => one ?? 0));
}

/** The block of figures of domain-warehouse 1.4; places that are seldom used show when they are. */
function StockBlock({ part }: { readonly part: PartDetail }) {
  const t = useT('remote-warehouse');
  const seesCost = useCan('parts-warehouse:view-cost');
  const places = [
    ...ALWAYS,
    ...SELDOM.filter((key) => part.stock[key] !== 0 && part.stock[key] !== null),
  ];
  const total = inAll(part.stock);
  const figures = [
    ...places.map((key) => ({ key, value: part.stock[key] })),
    // Where it is what lies on hand, it says nothing more.
    ...(total === part.stock.onHand ? [] : [{ key: 'inAll' as const, value: total }]),
    ...AHEAD.map((key) => ({ key, value: part.stock[key] })),
  ];
  return (
    <Figures>
      {figures.map(({ key, value }) => (
        <Figure key={key} label={t(`parts.stock.${key}`)} strong={key === 'available'}>
          <StockQuantity
            value={value}
            unit={key === 'onHand' ? <RefText value={part.unit} show="name" /> : undefined}
          />
        </Figure>
      ))}
      {seesCost ? (
        <>
          <Figure label={t('parts.field.averageCost')}>
            <Money value={part.averageCost} places={4} />
          </Figure>
          <Figure label={t('parts.stock.value')}>
            {part.stock.onHand === null ? <BeingCounted /> : <Money value={part.stockValue} />}
          </Figure>
        </>
      ) : null}
    </Figures>
  );
}

interface FlowLineProps {
  readonly part: PartDetail;
  readonly opening: number | null;
  readonly closing: number | null;
  readonly qtyIn: number | null;
  readonly qtyOut: number | null;
}

/** Opening, what came and went, closing: of the days and the warehouse that are looked at. */
function FlowLine({ part, ...figures }: FlowLineProps) {
  const t = useT('remote-warehouse');
  const tone = { opening: undefined, qtyIn: classes.in, qtyOut: classes.out, closing: undefined };
  const sign = { opening: '', qtyIn: '+', qtyOut: '−', closing: '' } as const;
  return (
    <dl className={classes.flow}>
      {(['opening', 'qtyIn', 'qtyOut', 'closing'] as const).map((key) => (
        <div key={key}>
          <dt>{t(`tracking.flow.${key}`)}</dt>
          <dd className={figures[key] === 0 ? undefined : tone[key]}>
            {figures[key] === 0 || figures[key] === null ? '' : sign[key]}
            <StockQuantity
              value={figures[key]}
              unit={key === 'closing' ? <RefText value={part.unit} show="name" /> : undefined}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
