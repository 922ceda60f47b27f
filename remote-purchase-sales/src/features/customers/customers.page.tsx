import { useEndpointMutation } from '@boxyard/shared/client';
import type { CustomerDetail } from '@boxyard/shared/contract';
import { CallDialog, MasterPage, useResourceText } from '@boxyard/shared/kit';
import { confirm, notifySuccess, RecordPanels, useCan, useT } from '@boxyard/shared/runtime';
import { Alert, Button, PageLink, RefText, Timeline } from '@boxyard/shared/ui';
import { useState } from 'react';
import { CustomersImport } from './CustomersImport.tsx';
import { bodyOf, formOf, NEW_CUSTOMER } from './customerForm.ts';
import classes from './customers.module.css';
import { customers, mergeFields } from './customers.resource.tsx';
import { Files } from './Files.tsx';
import { Messages } from './Messages.tsx';

/** Customers: one's own, the team's or the company's, as the role allows. */
export function Page() {
  return (
    <MasterPage
      resource={customers}
      size="wide"
      actions={<CustomersImport />}
      initialValues={NEW_CUSTOMER}
      toForm={formOf}
      toBody={bodyOf}
      drawerActions={(customer, close) => (
        <>
          <BlacklistButton customer={customer} close={close} />
          <MergeButton customer={customer} close={close} />
        </>
      )}
      drawerBanner={(customer) => <Notices customer={customer} />}
      drawerExtra={(customer) => (
        <>
          <Files customer={customer} />
          <RecordPanels on="customer-data" record={{ kind: 'customer', id: customer.id }} />
          <Messages customer={customer} />
          <History customer={customer} />
        </>
      )}
    />
  );
}

interface OfCustomer {
  readonly customer: CustomerDetail;
  readonly close: () => void;
}

/** Bars a customer from new agreements for a reason, or admits it again. */
function BlacklistButton({ customer, close }: OfCustomer) {
  const t = useT('remote-purchase-sales');
  const may = useCan('customer-data:blacklist');
  const change = useEndpointMutation('customers.blacklist');
  if (!may || customer.mergedInto !== null) return null;
  const act = customer.isBlacklisted ? 'admit' : 'blacklist';
  const ask = async () => {
    const answer = await confirm({
      title: t(`customers.${act}.title`, { name: customer.name }),
      body: t(`customers.${act}.text`),
      okText: t(`customers.${act}.button`),
      danger: act === 'blacklist',
      reason: { label: t(`customers.${act}.reason`), required: true },
    });
    if (!answer.ok) return;
    change.mutate(
      {
        params: { id: customer.id },
        body: {
          version: customer.version,
          isBlacklisted: !customer.isBlacklisted,
          reason: answer.reason ?? '',
        },
      },
      { onSuccess: close },
    );
  };
  return (
    <Button size="small" loading={change.isPending} onClick={() => void ask()}>
      {t(`customers.${act}.button`)}
    </Button>
  );
}

/** Gives everything of a duplicate to the customer that stays. */
function MergeButton({ customer, close }: OfCustomer) {
  const t = useT('remote-purchase-sales');
  const may = useCan('customer-data:merge');
  const [open, setOpen] = useState(false);
  if (!may || customer.mergedInto !== null) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('customers.merge.button')}
      </Button>
      {open ? (
        <CallDialog
          endpoint="customers.merge"
          params={{ id: customer.id }}
          resource={customers}
          title={t('customers.merge.title', { name: customer.name })}
          consequence={t('customers.merge.text')}
          okText={t('customers.merge.ok')}
          fields={mergeFields}
          initialValues={{}}
          toBody={(values) => ({ ...values, version: customer.version })}
          onDone={() => {
            notifySuccess(t('customers.merge.done'));
            close();
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** What one must know before one changes or chooses this customer. */
function Notices({ customer }: { readonly customer: CustomerDetail }) {
  const t = useT('remote-purchase-sales');
  return (
    <>
      {customer.isBlacklisted ? (
        <Alert
          type="error"
          showIcon
          title={t('customers.blacklisted')}
          description={customer.blacklistReason}
        />
      ) : null}
      {customer.mergedInto ? (
        <Alert
          type="info"
          showIcon
          title={t('customers.mergedInto')}
          description={
            <PageLink page="customer-data" query={{ record: customer.mergedInto.id }}>
              <RefText value={customer.mergedInto} />
            </PageLink>
          }
        />
      ) : null}
      {customer.seesPersonalData ? null : (
        <Alert type="info" showIcon title={t('customers.masked')} />
      )}
    </>
  );
}

function History({ customer }: { readonly customer: CustomerDetail }) {
  const t = useT('remote-purchase-sales');
  const text = useResourceText(customers);
  return (
    <section aria-labelledby="customer-history">
      <h3 id="customer-history" className={classes.heading}>
        {t('customers.history')}
      </h3>
      <Timeline entries={customer.history} labelOf={(field) => text(`field.${field}`)} />
    </section>
  );
}
