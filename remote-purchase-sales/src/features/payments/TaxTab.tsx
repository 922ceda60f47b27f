import { CallDialog, ListPage } from '@boxyard/shared/kit';
import { notifySuccess, useCan, useT } from '@boxyard/shared/runtime';
import { Button } from '@boxyard/shared/ui';
import { useState } from 'react';
import { Figures } from './Figures.tsx';
import { closeFields, taxInvoices } from './money.resource.tsx';

/** Output VAT, and the closing of its months. */
export function TaxTab() {
  const t = useT('remote-purchase-sales');
  const mayClose = useCan('payment-data:close-tax-period');
  const [closing, close] = useState(false);
  return (
    <ListPage
      resource={taxInvoices}
      embedded
      onCreate={false}
      actions={
        mayClose ? (
          <Button onClick={() => close(true)}>{t('taxInvoices.close.button')}</Button>
        ) : null
      }
      summary={(sums) => (
        <Figures
          of="taxInvoices"
          items={[
            ['baseAmount', sums.baseAmount],
            ['vatAmount', sums.vatAmount],
            ['grandTotal', sums.grandTotal],
          ]}
        />
      )}
    >
      {closing ? (
        <CallDialog
          endpoint="taxPeriods.close"
          resource={taxInvoices}
          title={t('taxInvoices.close.title')}
          consequence={t('taxInvoices.close.text')}
          okText={t('taxInvoices.close.button')}
          fields={closeFields}
          initialValues={{}}
          onDone={({ period }) => {
            close(false);
            notifySuccess(t('taxInvoices.close.done', { period }));
          }}
          onClose={() => close(false)}
        />
      ) : null}
    </ListPage>
  );
}
