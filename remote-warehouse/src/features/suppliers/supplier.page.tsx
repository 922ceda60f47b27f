import { oneOptions } from '@boxyard/shared/client';
import type { Contract, DataOf } from '@boxyard/shared/contract';
import {
  BackLink,
  ListPage,
  PageFrame,
  PageTitle,
  RecordDrawer,
  RecordHead,
  type SummaryOf,
  useCrumb,
  useTabParam,
} from '@boxyard/shared/kit';
import {
  pathOf,
  RecordPanels,
  retryingLazy,
  useCan,
  useLocale,
  useT,
} from '@boxyard/shared/runtime';
import {
  Alert,
  Button,
  EditIcon,
  ErrorState,
  Facts,
  LinkButton,
  Money,
  None,
  nameIn,
  PlusIcon,
  Skeleton,
  Tabs,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import { Figure, Figures } from '../../Figures.tsx';
import { SupplierParts } from '../../SupplierParts.tsx';
import { biddings, distributions, quotations } from './bidding.resource.tsx';
import { CreditBar } from './CreditBar.tsx';
import { supplierClaims } from './claims.resource.tsx';
import { OpenRound } from './OpenRound.tsx';
import classes from './supplier.module.css';
import { formOf } from './supplierForm.ts';
import { Standing, suppliers } from './suppliers.resource.tsx';

type Supplier = DataOf<Contract['suppliers.get']>;

// Behind the first tab, beyond what a first page of the area may weigh.
const Credit = retryingLazy(async () => ({ default: (await import('./Payments.tsx')).Credit }));
const Payments = retryingLazy(async () => ({ default: (await import('./Payments.tsx')).Payments }));

/** A supplier: who it is, what was bought, what is owed, what it quotes (domain-warehouse 1.7, 1.8). */
export function Page() {
  const { supplierId = '' } = useParams();
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const found = useQuery(oneOptions('suppliers.get', { params: { id: supplierId } }));
  const supplier = found.data;
  useCrumb('supplier-detail', supplier ? nameIn(supplier, locale) : '');
  return (
    <PageFrame busy={!supplier && !found.isError}>
      <BackLink resource={suppliers} />
      {supplier ? (
        <Sections supplier={supplier} />
      ) : (
        <>
          <PageTitle>{t('suppliers.one')}</PageTitle>
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

function Sections({ supplier }: { readonly supplier: Supplier }) {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const mayEdit = useCan('suppliers:update');
  const seesClaims = useCan('claim:view');
  const [tab, setTab] = useTabParam([
    'details',
    'parts',
    'catalogue',
    'credit',
    'payments',
    'quotations',
    'bids',
    'claims',
  ]);
  const [isEditing, setEditing] = useState(false);
  const other = locale === 'th' ? supplier.name : supplier.nameTh;
  const params = { supplierId: supplier.id };
  return (
    <>
      <RecordHead
        title={nameIn(supplier, locale)}
        tags={<Standing {...supplier} />}
        subtitle={[supplier.code, other === nameIn(supplier, locale) ? null : other]}
        buttons={
          <>
            {mayEdit ? (
              <Button icon={<EditIcon />} onClick={() => setEditing(true)}>
                {t('suppliers.edit')}
              </Button>
            ) : null}
            <NewOrder supplier={supplier} />
          </>
        }
      />
      {supplier.isBlocked ? (
        <Alert
          type="error"
          showIcon
          title={t('suppliers.blocked.title')}
          description={supplier.blockedReason}
        />
      ) : null}
      <Score supplier={supplier} />
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          {
            key: 'details',
            label: t('suppliers.tab.details'),
            children: (
              <>
                <Details supplier={supplier} />
                <RecordPanels on="suppliers" record={{ kind: 'supplier', id: supplier.id }} />
              </>
            ),
          },
          {
            key: 'parts',
            label: t('distributions.title'),
            children: (
              <ListPage resource={distributions} params={params} embedded onCreate={false} />
            ),
          },
          {
            key: 'catalogue',
            label: t('supplierParts.title'),
            children: <SupplierParts on="supplier" id={supplier.id} />,
          },
          {
            key: 'credit',
            label: t('creditPurchases.title'),
            children: (
              <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
                <Credit
                  supplierId={supplier.id}
                  summary={(figures) => <CreditFigures {...figures} />}
                />
              </Suspense>
            ),
          },
          {
            key: 'payments',
            label: t('supplierPayments.title'),
            children: (
              <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
                <Payments supplierId={supplier.id} />
              </Suspense>
            ),
          },
          {
            key: 'quotations',
            label: t('quotations.title'),
            children: <ListPage resource={quotations} params={params} embedded onCreate={false} />,
          },
          {
            key: 'bids',
            label: t('biddings.title'),
            children: (
              <ListPage
                resource={biddings}
                query={{ filters: { supplierId: [supplier.id] } }}
                embedded
                onCreate={false}
                actions={<OpenRound />}
              />
            ),
          },
          ...(seesClaims
            ? [
                {
                  key: 'claims',
                  label: t('claims.title'),
                  children: (
                    <ListPage
                      resource={supplierClaims}
                      query={{ filters: { supplierId: [supplier.id] } }}
                      embedded
                      onCreate={false}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      <RecordDrawer
        resource={suppliers}
        target={isEditing ? supplier : null}
        onClose={() => setEditing(false)}
        size="wide"
        toForm={formOf}
      />
    </>
  );
}

/** Begins an order at this supplier; not where nothing may be ordered. */
function NewOrder({ supplier }: { readonly supplier: Supplier }) {
  const t = useT('remote-warehouse');
  const mayOrder = useCan('purchase-orders:create');
  if (!mayOrder || supplier.isBlocked || !supplier.isActive) return null;
  return (
    <LinkButton
      type="primary"
      icon={<PlusIcon />}
      to={pathOf('purchase-order-create', {}, { supplierId: supplier.id })}
    >
      {t('suppliers.newOrder')}
    </LinkButton>
  );
}

const percent = (value: number | null): ReactNode => (value === null ? <None /> : `${value}%`);

/** How the supplier has delivered, and what is used of its credit. */
function Score({ supplier }: { readonly supplier: Supplier }) {
  const t = useT('remote-warehouse');
  const { onTimePct, defectPct, avgLeadDays } = supplier.rating;
  return (
    <Figures>
      <Figure label={t('suppliers.rating.onTimePct')} strong>
        {percent(onTimePct)}
      </Figure>
      <Figure label={t('suppliers.rating.defectPct')}>{percent(defectPct)}</Figure>
      <Figure label={t('suppliers.rating.avgLeadDays')}>{avgLeadDays ?? <None />}</Figure>
      <Figure label={t('suppliers.field.openOrders')}>{supplier.openOrders}</Figure>
      <Figure label={t('suppliers.field.creditUsed')}>
        <CreditBar used={supplier.creditUsed} limit={supplier.creditLimit} />
      </Figure>
    </Figures>
  );
}

function CreditFigures({ limit, used, available, overdue }: SummaryOf<'creditPurchases.list'>) {
  const t = useT('remote-warehouse');
  return (
    <Figures>
      <Figure label={t('creditPurchases.limit')}>
        {limit === null ? t('creditPurchases.noLimit') : <Money value={limit} />}
      </Figure>
      <Figure label={t('creditPurchases.used')}>
        <Money value={used} />
      </Figure>
      <Figure label={t('creditPurchases.available')} strong>
        {available === null ? <None /> : <Money value={available} />}
      </Figure>
      <Figure label={t('creditPurchases.overdue')}>
        <Money value={overdue} />
      </Figure>
    </Figures>
  );
}

const orNone = (text: string | null | undefined) => text || <None />;

/** The fields of its form, to read; the province is the end of the address. */
function Details({ supplier }: { readonly supplier: Supplier }) {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const text = (list: readonly (string | null)[]) => list.filter(Boolean).join(' · ');
  const wide = {
    categoryIds: orNone(supplier.categories.map((one) => nameIn(one, locale)).join(', ')),
    address: orNone(locale === 'th' ? supplier.address.textTh : supplier.address.text),
    contacts: orNone(
      supplier.contacts.map((one) => text([one.name, one.phone, one.email, one.line])).join('\n'),
    ),
    bankAccounts: orNone(
      supplier.bankAccounts
        .map((one) => text([one.bank, one.accountNo, one.accountName]))
        .join('\n'),
    ),
    remark: orNone(supplier.remark),
  };
  const short = {
    taxId: supplier.taxId,
    branchCode: supplier.branchCode,
    isVatRegistered: t(supplier.isVatRegistered ? 'suppliers.vat.yes' : 'suppliers.vat.no'),
    creditDays: supplier.creditDays,
    whtType: t(`suppliers.choice.whtType.${supplier.whtType}`),
  };
  return (
    <div className={classes.panel}>
      <Facts
        items={[
          ...Object.entries(short).map(([key, value]) => ({
            key,
            label: t(`suppliers.field.${key}`),
            value,
          })),
          ...Object.entries(wide).map(([key, value]) => ({
            key,
            label: t(`suppliers.field.${key}`),
            value: <span className={classes.lines}>{value}</span>,
            wide: true,
          })),
        ]}
      />
    </div>
  );
}
